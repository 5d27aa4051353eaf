import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Runs an independent client of the real Flickr to verify the fake server's protocol.
///
/// `GALLERY_TEST_PYTHON` names the Python of a virtual environment with the packages of
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

    @Test(
        "the client searches, reads all pages, sizes and details, saves a picture and sees failures"
    )
    func walk() async throws {
        let world = FakeWorld(seed: 12, photos: 70)
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "fake-flickr-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await FakeFlickrServer.with(world) { fakeFlickr in
            let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "flickr_api_client.py")
            let client = try ChildProcess.run(
                ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] ?? "python3",
                [script.path, fakeFlickr.baseURL, fakeFlickr.apiKey, "dogs", folder.path])
            #expect(client.status == 0, "\(client.errors)")
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
}
