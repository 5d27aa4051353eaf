import Basics
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@Suite("Conditional requests")
struct ConditionalTests {
    @Test(
        "a body that the client already has is omitted",
        arguments: ["TAG", "W/TAG", "\"other\", TAG", "*", "\"a,b\",W/TAG"])
    func leavesOutWhatTheAskerHas(_ list: String) async throws {
        try await WebScene().run { client in
            let first = try await client.get("/api/v1/sections")
            let tag = try #require(first.headers[.eTag])
            #expect(!tag.hasPrefix("W/"))
            #expect(first.headers[.cacheControl] == "private, no-cache")
            let headers: HTTPFields = [.ifNoneMatch: list.replacing("TAG", with: tag)]
            try await client.execute(uri: "/api/v1/sections", method: .get, headers: headers) {
                answer in
                #expect(answer.status == .notModified)
                #expect(answer.body.readableBytes == 0)
                #expect(answer.headers[.eTag] == tag)
                #expect(answer.headers[.cacheControl] == "private, no-cache")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }

    @Test("a body that has changed is sent")
    func sendsWhatIsOtherNow() async throws {
        try await WebScene().run { client in
            let headers: HTTPFields = [.ifNoneMatch: "\"0123\""]
            let answer = try await client.get("/api/v1/sections", headers)
            #expect(answer.status == 200)
        }
    }

    @Test("errors are not cached")
    func keepsNoErrors() async throws {
        try await WebScene().run { client in
            let answer = try await client.get("/api/v1/photos/1", [.ifNoneMatch: "*"])
            #expect(answer.status == 404)
            #expect(answer.headers[.eTag] == nil)
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }

    @Test("the response's own tag is compared")
    func comparesTheTagThatAnAnswerHasOfItsOwn() {
        var answer = Response(
            status: .ok, headers: [.eTag: "\"own\"", .cacheControl: "private, max-age=1"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: "picture")))
        Conditional.apply(to: &answer, request(.get, "\"own\""))
        #expect(answer.status == .notModified)
        #expect(answer.headers[.cacheControl] == "private, max-age=1")
        #expect(answer.headers[.contentLength] == nil)
    }

    @Test("an error page is not cached")
    func keepsNoPageThatBecameAnError() {
        var answer = Response.html("sign in")
        answer.status = .unauthorized
        Conditional.apply(to: &answer, request(.get, "*"))
        #expect(answer.status == .unauthorized)
        #expect(answer.headers[.eTag] == nil)
        #expect(answer.headers[.cacheControl] == "no-store")
    }

    @Test("responses to changes are not cached")
    func doesNotKeepWhatAnswersAChange() {
        var answer = Response.json(.object([]))
        Conditional.apply(to: &answer, request(.post, "*"))
        #expect(answer.status == .ok)
        #expect(answer.headers[.eTag] == nil)
        #expect(answer.headers[.cacheControl] == "no-store")
    }

    @Test("streams are passed through unchanged")
    func letsStreamsThrough() {
        var answer = Response(status: .ok, body: ResponseBody { _ in })
        Conditional.apply(to: &answer, request(.get, "*"))
        #expect(answer.status == .ok)
        #expect(answer.headers[.eTag] == nil)
    }

    private func request(_ method: HTTPRequest.Method, _ known: String) -> Request {
        Request(
            head: HTTPRequest(
                method: method, scheme: "http", authority: "localhost", path: "/",
                headerFields: [.ifNoneMatch: known]),
            body: RequestBody(buffer: ByteBuffer()))
    }
}
