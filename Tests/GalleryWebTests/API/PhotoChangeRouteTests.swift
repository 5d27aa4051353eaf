import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Changes of photos by PATCH")
struct PhotoChangeRouteTests {
    /// A change of a member, with the members of the photo that it changes.
    struct Change: Sendable, CustomTestStringConvertible {
        let patch: String
        let shown: [String: String]

        init(_ patch: String, _ shown: [String: String]) {
            (self.patch, self.shown) = (patch, shown)
        }

        var testDescription: String { patch }
        /// The same members with `null`.
        var clearing: String {
            get throws {
                let names = try JSONValue(Array(patch.utf8)).names
                return "{" + names.map { "\"\($0)\":null" }.joined(separator: ",") + "}"
            }
        }
    }

    private static let changes = [
        Change(#"{"title":"Strand "}"#, ["title": #""Strand ""#]),
        Change(#"{"title":""}"#, ["title": "null"]),
        Change(#"{"description":"first\nsecond"}"#, ["description": #""first\nsecond""#]),
        Change(#"{"tags":[" New  York","Hund"]}"#, ["tags": #"["New York","Hund"]"#]),
        Change(#"{"rating":0}"#, ["rating": "0"]), Change(#"{"rating":5}"#, ["rating": "5"]),
        Change(#"{"favorite":true}"#, ["favorite": "true"]),
        Change(
            #"{"takenAt":"1969-12-31T23:59:59-03:30"}"#,
            ["takenAt": #""1969-12-31T23:59:59-03:30""#]),
        Change(#"{"takenAt":"2024-02-29T00:00:00Z"}"#, ["takenAt": #""2024-02-29T00:00:00Z""#]),
        // The offset of the file stays.
        Change(
            #"{"takenAt":"2024-02-29T00:00:00"}"#, ["takenAt": #""2024-02-29T00:00:00+02:00""#]),
        Change(
            #"{"location":{"latitude":-33.8,"longitude":151.2}}"#,
            ["latitude": "-33.8", "longitude": "151.2"]),
        Change(
            #"{"title":"a","description":"b","tags":["c"],"rating":1,"favorite":false}"#,
            [
                "title": #""a""#, "description": #""b""#, "tags": #"["c"]"#, "rating": "1",
                "favorite": "false",
            ]),
    ]

    @Test("each member is changed, and null shows the file's value again", arguments: changes)
    func changesAndClears(_ change: Change) async throws {
        try await FilledGallery.with { filled, client in
            let original = try await client.photo(filled.plain)
            let changed = try await client.patch(filled.plain, change.patch)
            #expect(changed.status == 200)
            let photo = try JSONValue(Array(changed.text.utf8), depth: 64)
            for (name, value) in change.shown {
                let shown = try #require(photo[name])
                #expect(String(decoding: shown.compact, as: UTF8.self) == value, "\(name)")
            }
            // The response is that of the next GET.
            let now = try await client.photo(filled.plain)
            #expect(now.tag == changed.tag)
            #expect(now.text == changed.text)
            #expect(now.tag != original.tag)
            // Originals are unchanged, and so is everything once the values are cleared.
            let cleared = try await client.patch(filled.plain, change.clearing)
            #expect(cleared.status == 200)
            #expect(cleared.text == original.text)
            #expect(cleared.tag == original.tag)
        }
    }

    @Test("a change is one step for undo")
    func isOneStep() async throws {
        try await FilledGallery.with { filled, client in
            let original = try await client.photo(filled.plain)
            let patch = """
                {"title":"a","tags":["b"],"rating":2,"takenAt":"2001-02-03T04:05:06+01:00",
                "location":{"latitude":1,"longitude":2}}
                """
            #expect(try await client.patch(filled.plain, patch).status == 200)
            #expect(try filled.scene.gallery.journal.entries(limit: 1).first?.command == "set")
            // What changes nothing is no step.
            let steps = try filled.scene.gallery.journal.entries(limit: 100).count
            for none in ["{}", #"{"title":"a","rating":2}"#] {
                #expect(try await client.patch(filled.plain, none).status == 200)
            }
            #expect(try filled.scene.gallery.journal.entries(limit: 100).count == steps)
            #expect(try await client.change(.post, "undo", "{}").status == 200)
            #expect(try await client.photo(filled.plain).text == original.text)
        }
    }

    @Test(
        "a wrong or unknown member is named, and nothing is changed",
        arguments: [
            (#"{"title":5}"#, "title"), (#"{"title":["a"]}"#, "title"),
            (#"{"title":"a\u0000b"}"#, "title"), (#"{"description":true}"#, "description"),
            (#"{"tags":"dog"}"#, "tags"), (#"{"tags":[5]}"#, "tags"), (#"{"tags":[" "]}"#, "tags"),
            (#"{"tags":[null]}"#, "tags"), (#"{"rating":6}"#, "rating"),
            (#"{"rating":-1}"#, "rating"), (#"{"rating":2.5}"#, "rating"),
            (#"{"rating":"4"}"#, "rating"), (#"{"rating":true}"#, "rating"),
            (#"{"favorite":1}"#, "favorite"), (#"{"favorite":"yes"}"#, "favorite"),
            (#"{"takenAt":20240517}"#, "takenAt"), (#"{"takenAt":""}"#, "takenAt"),
            (#"{"takenAt":"2024-05-17"}"#, "takenAt"), (#"{"takenAt":"2024"}"#, "takenAt"),
            (#"{"takenAt":"2024:05:17 10:00:00"}"#, "takenAt"),
            (#"{"takenAt":"2023-02-29T10:00:00"}"#, "takenAt"),
            (#"{"takenAt":"2024-05-17T24:00:00"}"#, "takenAt"),
            (#"{"takenAt":"2024-05-17T10:00:60"}"#, "takenAt"),
            (#"{"takenAt":"2024-05-17T10:00:00.5"}"#, "takenAt"),
            (#"{"takenAt":"2024-05-17T10:00:00+2"}"#, "takenAt"),
            (#"{"takenAt":"2024-05-17T10:00:00+14:01"}"#, "takenAt"),
            (#"{"takenAt":"2024-05-17T10:00:00\n"}"#, "takenAt"),
            (#"{"takenAt":"٢٠٢٤-05-17T10:00:00"}"#, "takenAt"),
            (#"{"location":"1,2"}"#, "location"), (#"{"location":[1,2]}"#, "location"),
            (#"{"location":{}}"#, "location.latitude"),
            (#"{"location":{"latitude":1}}"#, "location.longitude"),
            (#"{"location":{"latitude":null,"longitude":1}}"#, "location.latitude"),
            (#"{"location":{"latitude":90.1,"longitude":1}}"#, "location.latitude"),
            (#"{"location":{"latitude":1,"longitude":-180.5}}"#, "location.longitude"),
            (
                #"{"location":{"latitude":1,"longitude":2,"altitude":3}}"#, "location.altitude"
            ),
            (#"{"stars":5}"#, "stars"), (#"{"Title":"a"}"#, "Title"), (#"{"id":5}"#, "id"),
            (#"{"title":"a","rating":9}"#, "rating"),
        ])
    func namesWhatIsWrong(_ patch: String, _ name: String) async throws {
        try await FilledGallery.with { filled, client in
            let before = try await client.photo(filled.plain)
            let answer = try await client.patch(filled.plain, patch)
            #expect(answer.status == 422)
            #expect(answer.headers[.contentType] == "application/problem+json")
            #expect(answer.tag == nil)
            let detail = try JSONValue(Array(answer.text.utf8))["detail"]?.string ?? ""
            let isNamed = [" \(name) '", "'\(name)'"].contains(where: detail.contains)
            #expect(isNamed, "\(detail)")
            #expect(try await client.photo(filled.plain).tag == before.tag)
        }
    }

    @Test("bodies that are no JSON object, and unknown photos, are rejected")
    func refusesOthers() async throws {
        try await FilledGallery.with { filled, client in
            for body in ["x", "[]", "5", "null", #"{"title":"a""#] {
                #expect(try await client.patch(filled.plain, body).status == 400, "\(body)")
            }
            for type in ["text/plain", "application/json-patch+json", ""] {
                let answer = try await client.patch(filled.plain, #"{"title":"a"}"#, type: type)
                #expect(answer.status == 415, "\(type)")
            }
            for type in ["application/json; charset=utf-8", "APPLICATION/MERGE-PATCH+JSON"] {
                let answer = try await client.patch(filled.plain, #"{"rating":1}"#, type: type)
                #expect(answer.status == 200, "\(type)")
            }
            let unknown = try await client.patch(PhotoID(rawValue: 4711), #"{"title":"a"}"#)
            #expect(unknown.status == 404)
            #expect(unknown.text.contains("4711"))
        }
    }

    // MARK: - Conditional requests

    @Test("a change of another version than that of If-Match is refused")
    func refusesOtherVersions() async throws {
        try await FilledGallery.with { filled, client in
            let first = try #require(try await client.photo(filled.plain).tag)
            let other = try await client.patch(filled.plain, #"{"addTags":[]}"#, [.ifMatch: first])
            // An invalid change is that, whatever the version.
            #expect(other.status == 422)
            let changed = try await client.patch(
                filled.plain, #"{"title":"one"}"#, [.ifMatch: first])
            #expect(changed.status == 200)
            let second = try #require(changed.tag)
            for stale in [first, "\"a\", \(first)", "W/\(second)", "", "a", "\"\""] {
                for patch in [#"{"title":"two","rating":1}"#, "{}"] {
                    let answer = try await client.patch(filled.plain, patch, [.ifMatch: stale])
                    #expect(answer.status == 412, "\(stale)")
                    #expect(answer.headers[.contentType] == "application/problem+json")
                }
            }
            #expect(try await client.photo(filled.plain).tag == second)
            for current in [second, "\(first), \(second)", "*", "\"a\",W/\"b\" , \(second)"] {
                let answer = try await client.patch(filled.plain, "{}", [.ifMatch: current])
                #expect(answer.status == 200, "\(current)")
                #expect(answer.tag == second)
            }
            let missing = try await client.patch(
                PhotoID(rawValue: 4711), "{}", [.ifMatch: "*"])
            #expect(missing.status == 404)
        }
    }

    @Test("every change that the photo shows changes its tag")
    func tagsDifferForEveryChange() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            var tags: [String] = []
            func note() async throws {
                tags.append(try #require(try await client.photo(filled.plain).tag))
            }
            try await note()
            for patch in [#"{"favorite":true}"#, #"{"description":"d"}"#] {
                #expect(try await client.patch(filled.plain, patch).status == 200)
                try await note()
            }
            var turned = EditChange()
            turned.rotation = 90
            _ = try await gallery.edits.apply(.photos([filled.plain]), turned)
            try await note()
            try gallery.faces.add(
                FaceRectangle(x: 2, y: 2, width: 8, height: 8),
                to: try gallery.photo(id: filled.plain))
            try await note()
            try gallery.trash.add([filled.plain])
            try await note()
            #expect(Set(tags).count == tags.count)
            let unchanged = try await client.get(
                "/api/v1/photos/\(filled.plain)", [.ifNoneMatch: tags.last ?? ""])
            #expect(unchanged.status == 304)
        }
    }

    @Test("writers that repeat refused changes lose nothing")
    func losesNothing() async throws {
        try await FilledGallery.with { filled, client in
            try await withThrowingTaskGroup { tasks in
                for writer in 0..<4 {
                    tasks.addTask {
                        for number in 0..<5 {
                            try await client.add("\(writer)-\(number)", to: filled.plain)
                        }
                    }
                }
                try await tasks.waitForAll()
            }
            let photo = try filled.scene.gallery.photo(id: filled.plain)
            #expect(photo.tags.count == 20)
            #expect(Set(photo.tags).count == 20)
        }
    }
}

extension RouterClient {
    /// A response with its body as text.
    struct Answer: Sendable {
        let status: Int
        let headers: HTTPFields
        let text: String

        var tag: String? { headers[.eTag] }
    }

    /// The response of a photo.
    fileprivate func photo(_ id: PhotoID) async throws -> Answer {
        try await send(.get, "photos/\(id)", nil, [:])
    }

    /// Changes a photo.
    fileprivate func patch(
        _ id: PhotoID, _ body: String, _ headers: HTTPFields = [:],
        type: String = "application/merge-patch+json"
    ) async throws -> Answer {
        var headers = headers
        if !type.isEmpty { headers[.contentType] = type }
        return try await send(.patch, "photos/\(id)", body, headers)
    }

    /// Sends a request with JSON.
    func change(
        _ method: HTTPRequest.Method, _ uri: String, _ json: String
    ) async throws -> (status: Int, headers: HTTPFields, body: JSONValue) {
        let answer = try await send(method, uri, json, [.contentType: "application/json"])
        let body = answer.text.isEmpty ? .null : try JSONValue(Array(answer.text.utf8), depth: 64)
        return (answer.status, answer.headers, body)
    }

    /// Adds a tag to the tags that it read, until no one else changes the photo meanwhile.
    fileprivate func add(_ tag: String, to id: PhotoID) async throws {
        while true {
            let before = try await photo(id)
            let known = try JSONValue(Array(before.text.utf8), depth: 64)["tags"]?.items ?? []
            let body = JSONValue([("tags", JSONValue.list(known + [.text(tag)]))])
            let answer = try await patch(
                id, String(decoding: body.compact, as: UTF8.self),
                [.ifMatch: try #require(before.tag)])
            if answer.status == 200 { return }
            try #require(answer.status == 412)
        }
    }

    private func send(
        _ method: HTTPRequest.Method, _ uri: String, _ body: String?, _ headers: HTTPFields
    ) async throws -> Answer {
        try await execute(
            uri: "/api/v1/\(uri)", method: method, headers: headers,
            body: body.map { ByteBuffer(string: $0) }
        ) { answer in
            Answer(
                status: answer.status.code, headers: answer.headers,
                text: String(buffer: answer.body))
        }
    }
}

extension JSONValue {
    /// The names of an object's members.
    fileprivate var names: [String] {
        if case .object(let members) = self { members.map(\.key) } else { [] }
    }
}
