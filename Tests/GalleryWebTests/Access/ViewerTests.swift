import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Viewers")
struct ViewerTests {
    @Test("viewers see neither paths of the server nor photos in the trash")
    func seeNoFilesOfTheServerAndNothingFromTheTrash() async throws {
        let pictures = try PictureScene()
        let away = try await pictures.add(sample: "messi5.jpg", inPlace: true)
        let removed = try await pictures.add(sample: "home.jpg")
        try FileManager.default.removeItem(at: pictures.camera.appending(path: "messi5.jpg"))
        try pictures.gallery.trash.add([removed])
        let access = try AccessScene(on: pictures.web)
        let secret = try pictures.gallery.accessTokens.make(named: "guest", role: .viewer)
        let viewer = AccessScene.bearer(secret)
        let owner = await access.session()
        for path in ["original", "thumbnail/640"] {
            let address = "/api/v1/photos/\(away)/\(path)"
            // Owners see paths only in the list of problems.
            for credential in [viewer, owner] {
                let labelText = String(
                    decoding: try await access.ask(.get, address, credential).bytes(),
                    as: UTF8.self)
                #expect(labelText.contains("404"), "\(labelText)")
                #expect(!labelText.contains("messi5.jpg"), "\(labelText)")
                #expect(!labelText.contains(pictures.camera.path), "\(labelText)")
            }
        }
        for path in ["", "/original", "/thumbnail/240", "/faces"] {
            let address = "/api/v1/photos/\(removed)\(path)"
            #expect(await access.ask(.get, address, viewer).status == .notFound, "\(address)")
            #expect(await access.ask(.get, address, owner).status == .ok, "\(address)")
        }
        for (credential, isRevealed) in [(viewer, false), (owner, true)] {
            let labels = try await access.ask(
                .get, "/api/v1/labels?photos=\(removed)", credential
            ).bytes()
            let labelText = String(decoding: labels, as: UTF8.self)
            #expect(labelText.contains("\"id\":\(removed)") == isRevealed, "\(labelText)")
        }
        #expect(await access.ask(.get, "/photos/\(removed)", viewer).status == .notFound)
        #expect(await access.ask(.get, "/api/v1/trash", viewer).status == .forbidden)
        for address in [
            "/?q=", "/sections/camera?q=", "/api/v1/photos?q=", "/api/v1/sections/camera/photos?q=",
            "/api/v1/months?q=", "/api/v1/sections/camera/columns?q=", "/api/v1/tags?q=",
            "/api/v1/query?q=", "/api/v1/photos/\(away)/place?q=",
        ] {
            let trashed = address + "is:trashed%20or%20home"
            #expect(await access.ask(.get, trashed, viewer).status == .forbidden, "\(trashed)")
        }
        #expect(await access.ask(.get, "/api/v1/photos?q=is:trashed", owner).status == .ok)
    }
}
