import Basics
import Foundation
import Gallery
@testable import GalleryWeb
import Hummingbird
import Logging
import Testing

@Suite("Health check")
struct ApplicationTests {
    @Test("the health check responds with ok")
    func saysThatItIsThere() async throws {
        try await WebScene().run { client in
            try await client.execute(uri: "/healthz", method: .get) { answer in
                #expect(answer.status == .ok)
                #expect(String(buffer: answer.body) == "ok")
                #expect(answer.headers[.xContentTypeOptions] == "nosniff")
            }
        }
    }
}
