import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("offline")
struct OfflineTests {
    /// Whether this machine lets a test run a program without a network.
    private static let canIsolate: Bool = {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["unshare", "-rn", "true"]
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    @Test(
        "everything fetched works without a network",
        .enabled(if: canIsolate, "unshare -n is not permitted on this machine"))
    func offline() async throws {
        try await FlickrScene.with(FakeWorld(seed: 51, photos: 8)) { scene async throws in
            _ = try scene.gallery.run("search", "dogs")
            for command in [
                "sections", "list dogs", "show dogs/1", "export dogs --format csv",
                "export dogs --originals out", "fetch dogs --size medium", "thumbnails dogs",
                "analyse dogs", "latest", "edit dogs/2 --flip --effect noir", "edit dogs --show",
                "effects dogs/2 -o effects", "share dogs/2 --to shared.jpg", "remove dogs/1",
                "trash", "problems", "locate dogs", "locate 48.86,2.35", "places",
            ] {
                let result = try scene.gallery.shell("unshare -rn gallery \(command)")
                #expect(result.status == 0, "\(command): \(result.errors)")
            }
            let result = try scene.gallery.shell(
                "GALLERY_TRANSPORT_RETRIES=0 unshare -rn gallery refresh dogs")
            #expect(result.status == 69, "\(result.errors)")
            #expect(try scene.ids("dogs").count == 7)
        }
    }
}
