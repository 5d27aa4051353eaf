import Foundation
import Gallery
import HTTPTypes
import Testing

@testable import GalleryWeb

@Suite("Problems")
struct ProblemTests {
    @Test(
        "paths are removed from messages",
        arguments: [
            (
                "the catalog '/home/ana/gallery/catalog.sqlite' is locked by another program: try again",
                "the catalog '…' is locked by another program: try again"
            ),
            (
                "the disk with '/home/o'neil/my gallery/catalog.sqlite' is full: free some space",
                "the disk with '…' is full: free some space"
            ),
            (
                "'/a/b.jpg' was changed: run 'chmod go-rwx /a', then 'gallery import'",
                "'…'"
            ),
            (
                "no photo 'dogs/1' in 3/4 of them",
                "no photo 'dogs/1' in 3/4 of them"
            ),
            ("cannot read /srv/photos and more", "cannot read …"),
        ])
    func tellsTheOwnerNoPaths(_ message: String, _ summary: String) {
        let problem = Problem(GalleryError(.tryLater, message))
        #expect(problem.revealsPaths)
        #expect(problem.withoutPaths.detail == summary)
    }

    @Test("a missing model is reported with the command that installs it")
    func missingModel() {
        let message =
            "the model is not installed; install it with 'gallery models install yunet' "
            + "(missing: '/srv/models/face.onnx')"
        let problem = Problem(GalleryError(.configuration, message)).withoutPaths
        #expect(problem.status == .serviceUnavailable && problem.headers[.retryAfter] == nil)
        #expect(
            problem.detail
                == "the model is not installed; install it with 'gallery models install yunet' "
                + "(missing: '…')")
    }

    @Test("responses contain no paths of the server")
    func answersNameNoFilesOfTheServer() async throws {
        let scene = try AccessScene()
        let session = await scene.session()
        try await scene.withoutWriting {
            for (method, path, body) in [
                (HTTPRequest.Method.post, "/api/v1/faces", "{}"), (.post, "/api/v1/undo", "{}"),
            ] {
                var headers = session
                headers[.contentType] = "application/json"
                let answer = await scene.ask(method, path, headers, json: body)
                let text = try await answer.summary()
                #expect(!text.contains(scene.scene.folder.lastPathComponent), "\(text)")
                #expect(!text.contains("catalog.sqlite"), "\(text)")
            }
        }
    }
}
