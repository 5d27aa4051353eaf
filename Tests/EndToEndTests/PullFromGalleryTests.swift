import Foundation
import TestSupport
import Testing

/// `pull` from another gallery, with photos sent by curl.
@Suite("gallery pull from gallery serve --share")
struct PullFromGalleryTests {
    @Test("members' photos arrive by pull once, and later ones with the next pull")
    func thereAndBack() throws {
        let server = try GalleryProgram()
        defer { server.remove() }
        let password = server.folder.appendingPathComponent("password")
        try Data("evas password".utf8).write(to: password)
        for name in ["eva", "max", "nobody"] {
            let added = try server.start(
                ["account", "add", name, "--password-file", password.path]
            ).wait()
            #expect(added.status == 0, "\(added.errors)")
        }
        let scene = try ServeScene(server, "--share")
        func send(_ name: String, by person: String, _ picture: URL) throws {
            let sent = try scene.curl(
                "--data-binary", "@\(picture.path)",
                "URL/photoserver/postphoto/\(person)/evas%20password/\(name)")
            #expect(sent.text.hasPrefix("{\"id\":\""), "\(sent.text)\(sent.errors)")
        }
        func picture(_ name: String) throws -> URL {
            let file = server.folder.appendingPathComponent("\(name).jpg")
            try PictureFiles.jpeg(comment: name).write(to: file)
            return file
        }
        try send("dog", by: "eva", FacePictures.messi)
        try send("a%2Fcat", by: "eva", picture("cat"))
        try send("dog", by: "max", FacePictures.messi)
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let url = scene.address + "/photoserver"
        let host = scene.address.replacingOccurrences(of: "http://", with: "")
        let first = try gallery.run("pull", url, "--format", "json")
        #expect(first.status == 0, "\(first.errors)")
        let object = try first.object()
        #expect(object.number("people") == 2 && object.number("new") == 3)
        #expect(object.number("pictures", "downloaded") == 3)
        let rows = try gallery.run("export", "--format", "jsonl").lines()
        #expect(rows.map { $0["Title"] as? String } == ["dog", "a/cat", "dog"])
        #expect(rows.map { $0["Creator"] as? String } == ["eva", "eva", "max"])
        #expect(rows.map { $0["Section"] as? String }.last == "share:max@\(host)")
        let again = try gallery.run("pull", url, "--format", "json").object()
        #expect(again.number("new") == 0 && again.number("updated") == 0)
        #expect(again.number("requests", "pictures") == 0)
        try send("tree", by: "max", picture("tree"))
        _ = try server.run("remove", "1")
        let third = try gallery.run("pull", url, "--format", "json").object()
        #expect(third.number("new") == 1 && third.number("gone") == 1)
        #expect(try scene.stop().status == 0)
        #expect(
            try gallery.start(["pull", url], adding: ["GALLERY_TRANSPORT_RETRIES": "0"])
                .wait().status == 69)
        #expect(try gallery.run("export", "--format", "jsonl").lines().count == 4)
        // Pulled photos are not served again.
        for name in ["eva", "max"] {
            let added = try gallery.start(
                ["account", "add", name, "--password-file", password.path]
            ).wait()
            #expect(added.status == 0, "\(added.errors)")
        }
        let other = try ServeScene(gallery, "--share")
        #expect(try other.curl("URL/photoserver/userlist").text == "[]")
        #expect(try other.stop().status == 0)
    }
}
