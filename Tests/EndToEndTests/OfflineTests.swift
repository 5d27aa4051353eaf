import FakeFlickr
import Foundation
import TestSupport
import Testing

@Suite("Offline use")
struct OfflineTests {
    /// True if this machine lets a test run a program without a network.
    private static let canIsolate = ChildProcess.succeeds("unshare", ["-rn", "true"])

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

    @Test(
        "pulled photos are listed, exported and served without a network",
        .enabled(if: canIsolate, "unshare -n is not permitted on this machine"))
    func pulled() async throws {
        var world = FakeWorld(photos: [])
        world.sharing = FakeSharing(people: 2, photos: 2)
        try await FlickrScene.with(world) { scene async throws in
            let url = scene.flickr.baseURL + "/photoserver"
            #expect(try scene.gallery.run("pull", url).status == 0)
            let host = scene.flickr.baseURL.replacingOccurrences(of: "http://", with: "")
            for command in [
                "sections", "list 'share:person 1@\(host)'", "show 'share:person 2@\(host)/1'",
                "export --format csv", "export --originals out", "find photo",
            ] {
                let result = try scene.gallery.shell("unshare -rn gallery \(command)")
                #expect(result.status == 0, "\(command): \(result.errors)")
                #expect(!(result.text + result.errors).isEmpty, "\(command)")
            }
            let served = try scene.gallery.shell(
                """
                unshare -rn bash -c '/usr/sbin/ip link set lo up; coproc gallery serve --port 0;
                  read -r _ _ address <&"${COPROC[0]}";
                  for path in "" photos/1 api/v1/photos/1/original api/v1/photos/4/thumbnail/240; do
                    curl -s -o /dev/null -w "%{http_code} " --noproxy "*" "$address/$path"; done;
                  kill $COPROC_PID'
                """)
            #expect(served.text == "200 200 200 200 ", "\(served.text)\(served.errors)")
            let away = try scene.gallery.shell(
                "GALLERY_TRANSPORT_RETRIES=0 unshare -rn gallery pull \(url)")
            #expect(away.status == 69, "\(away.errors)")
        }
    }
}
