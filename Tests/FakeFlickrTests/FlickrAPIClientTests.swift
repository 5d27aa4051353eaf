import FakeFlickr
import Foundation
import Testing

/// Runs a client that other people wrote for the real Flickr, so that the fake server is known to speak it.
///
/// `GALLERY_TEST_PYTHON` names the Python of a virtual environment that holds
/// `Config/python-requirements.txt`; without it the suite is skipped.
@Suite(
    "flickr-api 0.8.1 from PyPI",
    .enabled(
        if: ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] != nil,
        """
        set GALLERY_TEST_PYTHON to the python of a virtual environment with \
        Config/python-requirements.txt to run it
        """))
struct FlickrAPIClientTests {
    private struct Result: Decodable {
        let claimed: Int
        let ids: [String]
        let titles: [String: String]
        let photo: String
        let sizes: [String: String]
        let license: String
        let owner: String
        let foundOwner: String
        let saved: String
        let code: Int
    }

    @Test("it searches, walks all pages, reads sizes and facts, saves a picture and sees failures")
    func walk() async throws {
        let world = FakeWorld(seed: 12, photos: 70)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "fake-flickr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await FakeFlickrServer.with(world) { fakeFlickr in
            let status = try await runClient([
                fakeFlickr.baseURL, fakeFlickr.apiKey, "dogs", folder.path,
            ])
            #expect(status == 0)
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            let result = try decoder.decode(
                Result.self, from: Data(contentsOf: folder.appending(path: "result.json")))
            let found = world.found("dogs")
            #expect(result.claimed == 70)
            #expect(result.ids == found.map(\.id))
            for photo in found where !photo.title.contains(where: "&<>\"".contains) {
                #expect(result.titles[photo.id] == photo.title)
            }
            let photo = try #require(world[result.photo])
            #expect(result.license == String(photo.license))
            #expect(result.owner == photo.owner && result.foundOwner == photo.owner)
            #expect(
                result.sizes
                    == Dictionary(
                        uniqueKeysWithValues: photo.variants.map {
                            ($0.label, fakeFlickr.baseURL + photo.picturePath($0))
                        }))
            #expect(result.saved == "picture.jpg" && result.code == 1)
            let medium = try #require(photo.variants.first { $0.label == "Medium" })
            let served = try await RawClient(fakeFlickr).send(photo.picturePath(medium)).body
            let saved = try Data(contentsOf: folder.appending(path: result.saved))
            #expect(Array(saved) == served)
        }
    }

    private func runClient(_ arguments: [String]) async throws -> Int32 {
        let process = Process()
        let python = ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] ?? "python3"
        process.executableURL = URL(fileURLWithPath: python)
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "flickr_api_client.py")
        process.arguments = [script.path] + arguments
        return try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
