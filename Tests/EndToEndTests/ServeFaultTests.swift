import Foundation
import Glibc
import TestSupport
import Testing

@Suite("Write failures of gallery serve")
struct ServeFaultTests {
    private func remove(_ scene: ServeScene) throws -> (status: Int, problem: [String: Any]) {
        let result = try scene.curl(
            "--request", "DELETE", "--write-out", "\n%{http_code}", "URL/api/v1/photos/1")
        let parts = result.text.split(separator: "\n")
        let problem = try JSONSerialization.jsonObject(with: Data((parts.first ?? "{}").utf8))
        return (Int(parts.last ?? "") ?? 0, problem as? [String: Any] ?? [:])
    }

    @Test("the server reports another writing program, and writes once it has finished")
    func busy() throws {
        let scene = try PictureScene("messi5.jpg")
        defer { scene.gallery.remove() }
        let server = try ServeScene(
            scene.gallery,
            shell: "GALLERY_CATALOG_BUSY_TIMEOUT_SECONDS=0.2 exec gallery serve --port 0")
        let database = scene.gallery.catalog.appendingPathComponent("catalog.sqlite").path
        let writer = try scene.gallery.start(
            [
                "-c",
                "(echo 'BEGIN IMMEDIATE; SELECT 1;'; while [ ! -e release ]; do sleep 0.05; done) "
                    + "| sqlite3 '\(database)'",
            ], executable: URL(fileURLWithPath: "/bin/bash"))
        while writer.text.isEmpty, writer.isRunning { usleep(5000) }
        let refused = try remove(server)
        #expect(refused.status == 503, "\(refused.problem)")
        #expect(refused.problem["title"] as? String == "Service Unavailable")
        // Reading requests do not wait for it.
        #expect(try server.curl("URL/api/v1/photos").object()["items"] != nil)
        try Data().write(to: scene.gallery.folder.appendingPathComponent("release"))
        _ = try writer.wait()
        #expect((200..<300).contains(try remove(server).status))
        #expect(try server.stop().status == 0)
    }
}
