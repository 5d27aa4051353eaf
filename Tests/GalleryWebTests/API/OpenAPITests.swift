import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("OpenAPI document")
struct OpenAPITests {
    /// The document that is embedded in the program.
    private static func document() throws -> JSONValue {
        let file = try #require(EmbeddedFiles.file("API/openapi.json"))
        return try JSONValue(file.bytes, depth: 64)
    }

    private static let methods = ["get", "put", "post", "patch", "delete", "options"]

    @Test("the document describes every route of the API and no other")
    func describesEveryRouteOfTheAPIAndNoOther() throws {
        var described: Set<String> = []
        for (path, item) in try Self.document().object("paths") {
            for method in Self.methods where item[method] != nil {
                described.insert("\(method.uppercased()) \(path)")
            }
        }
        let served = Route.standard.filter { $0.template.hasPrefix("/api/") }
        #expect(described == Set(served.map { "\($0.method) \($0.template)" }))
    }

    @Test("the document describes each path parameter and each refusal")
    func describesEachPartOfAPathAndEachWayToBeRefused() throws {
        let document = try Self.document()
        let schema = JSONSchema(document: document)
        let routes = Route.standard.filter { $0.template.hasPrefix("/api/") }
        for route in routes {
            let item = try #require(document["paths"]?[route.template])
            let operation = try #require(item["\(route.method)".lowercased()])
            let parameters =
                (item["parameters"]?.items ?? [])
                + (operation["parameters"]?.items ?? [])
            let named = parameters.map(schema.resolved).filter { $0["in"]?.string == "path" }
            let parts = route.parts.filter { $0.hasPrefix("{") }.map {
                String($0.dropFirst().dropLast())
            }
            #expect(Set(named.compactMap { $0["name"]?.string }) == Set(parts), "\(route.template)")
            let answers = Set(try operation.object("responses").map(\.key))
            #expect(answers.contains("401"), "\(route.method) \(route.template)")
            #expect(
                route.permission != .owners && route.permission != .members
                    || answers.contains("403"),
                "\(route.method) \(route.template)")
        }
    }

    @Test("responses match the document")
    func answersAsItDescribes() async throws {
        let document = try Self.document()
        let schema = JSONSchema(document: document)
        try await FilledGallery.with { filled, client in
            var walked = 0
            for (template, item) in try document.object("paths") {
                guard let operation = item["get"], !operation.isStream else { continue }
                for uri in filled.addresses(of: template) {
                    let answer = try await client.get(uri)
                    let faults = schema.faults(of: answer.body, answer: answer, to: operation)
                    #expect(faults == [], "\(uri)")
                    walked += 1
                }
            }
            #expect(walked > 40)
        }
    }

    @Test("the server serves the document")
    func servesTheDocumentItself() async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/openapi.json")
            #expect(answer.status == 200)
            #expect(answer.body["openapi"]?.string == "3.1.0")
            #expect(answer.headers[.contentType] == "application/json")
        }
    }
}

extension FilledGallery {
    /// The addresses of a template: valid ones, and some that return an error.
    fileprivate func addresses(of template: String) -> [String] {
        var found = [template]
        for (name, values) in values {
            found = found.flatMap { uri in
                uri.contains("{\(name)}")
                    ? values.map { uri.replacing("{\(name)}", with: $0) } : [uri]
            }
        }
        #expect(!found.contains { $0.contains("{") }, "give this test values for \(template)")
        if found.count == 1 { found += [template + "?limit=0", template + "?limit=1"] }
        return found + [found[0] + "?unknown=1"]
    }

    /// The values for the parts of templates.
    private var values: [(String, [String])] {
        [
            ("photo", ["\(edited)", "\(plain)", "\(trashed)", "dogs%2F1", "4711", "x"]),
            ("section", ["camera", "flickr%3Adogs", "album:best", "cats"]),
            ("size", ["240", "7"]), ("side", ["240", "7"]), ("job", ["1", "x"]),
            ("month", ["2024-05", "none", "x"]), ("share", ["1"]), ("face", ["1"]), ("part", ["0"]),
            ("post", ["1", "x"]), ("upload", ["x"]), ("west", ["0", "5"]), ("south", ["40", "x"]),
        ]
    }
}

extension JSONSchema {
    /// The faults of a response to an operation.
    fileprivate func faults(
        of body: JSONValue, answer: (status: Int, headers: HTTPFields, body: JSONValue),
        to operation: JSONValue
    ) -> [String] {
        let described = operation["responses"]?["\(answer.status)"].map(resolved)
        guard let described else { return ["the status \(answer.status) is not described"] }
        let type = answer.headers[.contentType]?.split(separator: ";").first.map(String.init) ?? ""
        guard let content = described["content"]?[type] else {
            return ["the type '\(type)' is not described for \(answer.status)"]
        }
        guard type.hasSuffix("json"), let schema = content["schema"] else { return [] }
        return faults(of: body, by: schema)
    }
}

extension JSONValue {
    /// The members of an object under a key.
    fileprivate func object(_ key: String) throws -> [(key: String, value: JSONValue)] {
        guard case .object(let members) = try #require(self[key]) else { return [] }
        return members
    }

    /// True if the operation's response is an endless stream.
    fileprivate var isStream: Bool {
        self["responses"]?["200"]?["content"]?["text/event-stream"] != nil
    }
}
