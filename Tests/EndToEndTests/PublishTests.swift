import FakeFlickr
import Foundation
import GalleryModel
import Glibc
import Imaging
import TestSupport
import Testing

@Suite("gallery publish")
struct PublishTests {
    @Test("photos are sent once, publications are listed, and --again sends them again")
    func once() async throws {
        try await PublishScene.with { scene async throws in
            let result = try scene.publish("camera", "1", "--format", "jsonl")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.hasSuffix("2 sent at '\(scene.url)' as roger\n"))
            let rows = try result.lines()
            #expect(rows.compactMap { $0["id"] as? String } == ["1", "2"])
            #expect(rows.compactMap { $0["status"] as? String } == ["sent", "sent"])
            #expect(rows.allSatisfy { $0["to"] as? String == scene.url })
            #expect(rows.allSatisfy { $0["as"] as? String == "roger" })
            #expect(scene.photos.map(\.name) == ["messi5.jpg", "fruits.jpg"])
            let again = try scene.publish("camera", "--format", "csv")
            #expect(
                again.status == 0 && again.errors.contains("2 already present at"),
                "\(again.errors)")
            #expect(
                again.text
                    == "photo,to,as,id,status\r\n1,\(scene.url),roger,1,present\r\n2,\(scene.url),roger,2,present\r\n"
            )
            #expect(scene.posts == 2)
            let shown = try scene.gallery.run("show", "1", "--format", "json").object()
            let publications = try #require(shown["Publications"] as? [[String: Any]])
            #expect(publications.count == 1)
            #expect(publications[0]["name"] as? String == "messi5.jpg")
            #expect(publications[0]["dateSent"] is String)
            #expect(
                try scene.gallery.run("show", "1").text.contains(
                    "\(scene.url)  as roger  'messi5.jpg'  id 1")
            )
            #expect(try scene.publish("1", "--again").status == 0)
            #expect(scene.posts == 3)
            // Another edit, size or account is another publication.
            #expect(try scene.gallery.run("edit", "1", "--rotate", "90").status == 0)
            #expect(try scene.publish("1").errors.contains("1 sent"))
            #expect(try scene.publish("1", "--size", "200").errors.contains("1 sent"))
            #expect(try scene.publish("1", "--size", "200").errors.contains("1 already present"))
            #expect(scene.posts == 5)
            // Publications outlive the trash.
            #expect(try scene.gallery.run("remove", "2").status == 0)
            #expect(try scene.publish("2").status == 66)
            #expect(try scene.gallery.run("restore", "2").status == 0)
            #expect(try scene.publish("2").errors.contains("1 already present"))
        }
    }

    @Test("sent pictures contain the edit, and no position, serial number, name or texts")
    func picture() async throws {
        try await PublishScene.with { scene async throws in
            var metadata = PictureMetadata()
            metadata.coordinate = Coordinate(latitude: 48.390412, longitude: -4.486123)
            metadata.title = "The goal"
            metadata.tags = ["Lionel Example"]
            let bytes = try MetadataWriter().applying(
                metadata, to: Array(try Data(contentsOf: FacePictures.messi)))
            let file = scene.file("goal.jpg")
            try Data(bytes).write(to: file)
            if PictureScene.hasExiftool {
                _ = try PictureScene(scene.gallery, photos: scene.gallery.folder).tool(
                    "exiftool", "-q", "-overwrite_original", "-SerialNumber=SN4711XYZ",
                    "-XMP-photoshop:City=Brestville", file.path)
            }
            #expect(try scene.gallery.run("import", file.path).status == 0)
            #expect(try scene.gallery.run("edit", "3", "--rotate", "90").status == 0)
            #expect(try scene.publish("3").status == 0)
            #expect(try scene.publish("3", "--size", "half").status == 0)
            #expect(try scene.publish("3", "--size", "100").status == 0)
            #expect(scene.photos.map(\.name) == ["The goal", "The goal", "The goal"])
            let pictures = scene.photos.compactMap(\.picture)
            let sizes = try pictures.map { bytes in
                try Data(bytes).write(to: scene.file("sent.jpg"))
                return try PictureScene.size(scene.file("sent.jpg").path)
            }
            #expect(sizes == [[342, 548], [171, 274], [62, 100]])
            for picture in pictures {
                #expect(picture.starts(with: [0xFF, 0xD8, 0xFF]))
                for secret in ["SN4711XYZ", "Lionel", "Brestville", "GPS", "48.39", "The goal"] {
                    #expect(Data(picture).range(of: Data(secret.utf8)) == nil, "\(secret)")
                }
            }
        }
    }

    @Test(
        "a program killed before the response sends nothing twice", arguments: [true, false])
    func killed(arrived: Bool) async throws {
        let fault = FaultRule(
            .stallBeforeHeaders, endpoint: .share, contains: "postphoto", times: 1)
        try await PublishScene.with(faults: [fault]) { scene async throws in
            let running = try scene.gallery.start(scene.arguments(["1"]))
            while scene.posts == 0 { usleep(5_000) }
            running.signal(SIGKILL)
            _ = try running.wait()
            if !arrived { scene.scene.flickr.edit { $0.sharing.people = [] } }
            let shown = try scene.gallery.run("show", "1")
            #expect(shown.text.contains("no response"), "\(shown.text)")
            let again = try scene.publish("1", "--format", "jsonl")
            #expect(again.status == 0, "\(again.errors)")
            #expect(
                try again.lines().first?["status"] as? String == (arrived ? "present" : "sent"))
            #expect(scene.posts == (arrived ? 1 : 2))
            #expect(scene.photos.count == 1)
            #expect(try !scene.gallery.run("show", "1").text.contains("no response"))
            #expect(try scene.publish("1").errors.contains("1 already present"))
            #expect(try scene.gallery.integrity() == "ok")
        }
    }

    @Test("two photos with one name and lost responses are each sent once")
    func sameName() async throws {
        let fault = FaultRule(
            .stallBeforeHeaders, endpoint: .share, contains: "postphoto", times: 2)
        try await PublishScene.with(faults: [fault]) { scene async throws in
            for id in ["1", "2"] {
                let running = try scene.gallery.start(scene.arguments([id, "--title", "dog"]))
                while scene.posts < Int(id) ?? 0 { usleep(5_000) }
                running.signal(SIGKILL)
                _ = try running.wait()
            }
            // Only one of them arrived.
            scene.scene.flickr.edit { $0.sharing.people[0].photos.removeLast() }
            for id in ["1", "2"] {
                #expect(try scene.publish(id, "--title", "dog").status == 0)
            }
            #expect(scene.photos.count == 2 && scene.posts == 3)
        }
    }

    @Test("an older photo with the same name is not mistaken for the one with a lost response")
    func namesake() async throws {
        let fault = FaultRule(.html200, endpoint: .share, contains: "postphoto", times: 1)
        try await PublishScene.with([FacePictures.messi], faults: [fault]) { scene async throws in
            scene.scene.flickr.edit {
                $0.sharing.people = [
                    .init(id: "1", name: "roger", photos: [.init(id: "7", name: "messi5.jpg")])
                ]
            }
            let result = try scene.publish("1", "--format", "jsonl")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try result.lines().first?["id"] as? String == "8")
            #expect(scene.posts == 2 && scene.photos.count == 2)
            #expect(try scene.publish("1").errors.contains("1 already present"))
        }
    }

    @Test(
        "an older photo with the same name is not mistaken for it by a later run either",
        arguments: [true, false])
    func namesakeLater(isKilled: Bool) async throws {
        let fault = FaultRule(
            isKilled ? .stallBeforeHeaders : .status(502, retryAfter: nil), endpoint: .share,
            contains: "postphoto", times: 1)
        try await PublishScene.with([FacePictures.messi], faults: [fault]) { scene async throws in
            scene.scene.flickr.edit {
                $0.sharing.people = [
                    .init(id: "1", name: "roger", photos: [.init(id: "7", name: "messi5.jpg")])
                ]
            }
            let running = try scene.gallery.start(scene.arguments(["1"]))
            if isKilled {
                while scene.photos.count < 2 { usleep(5_000) }
                running.signal(SIGKILL)
                scene.scene.flickr.edit { $0.sharing.people[0].photos.removeLast() }
            }
            #expect(try running.wait().status == (isKilled ? 137 : 1))
            #expect(scene.photos.count == 1)
            let again = try scene.publish("1", "--format", "jsonl")
            #expect(again.status == 0, "\(again.errors)")
            #expect(try again.lines().first?["status"] as? String == "sent")
            #expect(scene.photos.count == 2 && scene.posts == 2)
        }
    }

    @Test("two photos with one name sent concurrently each have their own id")
    func namesAtOnce() async throws {
        let fault = FaultRule(
            .reset(afterBytes: 0), endpoint: .share, contains: "postphoto", times: 1)
        try await PublishScene.with([FacePictures.messi], faults: [fault]) { scene async throws in
            for name in ["fruits.jpg", "home.jpg"] {
                let file = scene.file(name + "/dog.jpg")
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                try FileManager.default.copyItem(
                    at: PictureScene.samples.appendingPathComponent(name), to: file)
                #expect(try scene.gallery.run("import", file.path).status == 0)
            }
            let result = try scene.publish("2", "3", "-j", "2", "--format", "jsonl")
            #expect(result.status == 0, "\(result.errors)")
            #expect(Set(try result.lines().compactMap { $0["id"] as? String }) == ["1", "2"])
            #expect(scene.posts == 2 && scene.photos.count == 2)
        }
    }

    @Test("a refused --again keeps the record of an attempt without a response")
    func againRefused() async throws {
        let stall = FaultRule(
            .stallBeforeHeaders, endpoint: .share, contains: "postphoto", times: 1)
        let lists = FaultRule(.status(404, retryAfter: nil), endpoint: .share, contains: "userlist")
        try await PublishScene.with(
            faults: [stall, lists], adding: ["GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS": "1"]
        ) { scene async throws in
            #expect(try scene.publish("1").status == 1)
            scene.scene.flickr.edit { $0.sharing.refusals["messi5.jpg"] = "closed for today" }
            #expect(try scene.publish("1", "--again").status == 1)
            #expect(try scene.gallery.run("show", "1").text.contains("no response"))
            scene.scene.flickr.edit { $0.sharing.refusals = [:] }
            scene.scene.flickr.setFaults([])
            #expect(try scene.publish("1").errors.contains("1 already present"))
            #expect(scene.posts == 2)
        }
    }

    @Test("interrupting the initial check of the server leaves no attempt")
    func givenUp() async throws {
        let stall = FaultRule(.stallBeforeHeaders, endpoint: .share, contains: "userlist")
        try await PublishScene.with([FacePictures.messi], faults: [stall]) { scene async throws in
            let running = try scene.gallery.start(scene.arguments(["1"]))
            while scene.scene.flickr.requests().isEmpty { usleep(5_000) }
            running.signal(SIGINT)
            #expect(try running.wait().status == 130)
            #expect(scene.posts == 0)
            #expect(try !scene.gallery.run("show", "1").text.contains("Published"))
        }
    }

    @Test("a server that accepts photos without any response ends the run")
    func silentToAll() async throws {
        let names = ["messi5.jpg", "fruits.jpg", "home.jpg", "orange.jpg", "apple.jpg"]
        let pictures = names.map { PictureScene.samples.appendingPathComponent($0) }
        let fault = FaultRule(
            .status(502, retryAfter: nil), endpoint: .share, contains: "postphoto")
        try await PublishScene.with(pictures, faults: [fault]) { scene async throws in
            let result = try scene.publish("camera", "--format", "jsonl")
            #expect(result.status == 69, "\(result.errors)")
            #expect(
                result.errors.contains(
                    "3 consecutive photos got no response: the other 2 were not sent"),
                "\(result.errors)")
            #expect(try result.lines().count == 3)
            #expect(scene.posts == 3)
        }
    }

    @Test(
        "photos that a failing server may still store are sent again only after a check",
        arguments: [502, 504], [true, false])
    func storedLater(status: Int, isStored: Bool) async throws {
        let fault = FaultRule(
            .status(status, retryAfter: "0"), endpoint: .share, contains: "postphoto", times: 1)
        try await PublishScene.with([FacePictures.messi], faults: [fault]) { scene async throws in
            let result = try scene.publish("1")
            #expect(result.status == 1, "\(result.errors)")
            #expect(result.errors.contains("the next run looks there first"), "\(result.errors)")
            #expect(scene.posts == 1)
            #expect(try scene.gallery.run("show", "1").text.contains("no response"))
            if isStored {
                scene.scene.flickr.edit {
                    $0.sharing.people = [
                        .init(id: "1", name: "roger", photos: [.init(id: "7", name: "messi5.jpg")])
                    ]
                }
            }
            let again = try scene.publish("1", "--format", "jsonl")
            #expect(again.status == 0, "\(again.errors)")
            #expect(
                try again.lines().first?["status"] as? String == (isStored ? "present" : "sent"))
            #expect(scene.photos.count == 1 && scene.posts == (isStored ? 1 : 2))
        }
    }

    @Test(
        "if a response is lost, the server is checked before another upload",
        arguments: [
            (FakeFault.reset(afterBytes: 0), 1), (.truncate(afterBytes: 3), 1), (.invalidJSON, 1),
            (.status(500, retryAfter: nil), 2), (.html200, 2), (.status(503, retryAfter: nil), 2),
            (.status(429, retryAfter: "0"), 2),
        ])
    func lost(fault: FakeFault, posts: Int) async throws {
        let rule = FaultRule(fault, endpoint: .share, contains: "postphoto", times: 1)
        try await PublishScene.with(faults: [rule]) { scene async throws in
            let result = try scene.publish("1", "2")
            #expect(result.status == 0, "\(result.errors)")
            #expect(result.errors.contains("2 sent"), "\(result.errors)")
            #expect(scene.posts == posts + 1)
            #expect(scene.photos.map(\.name) == ["messi5.jpg", "fruits.jpg"])
            #expect(try scene.publish("1", "2").errors.contains("2 already present"))
        }
    }

    @Test("a server that never responds, or without lists, is sent nothing twice")
    func silent() async throws {
        let stall = FaultRule(
            .stallBeforeHeaders, endpoint: .share, contains: "postphoto", times: 1)
        let lists = FaultRule(.status(404, retryAfter: nil), endpoint: .share, contains: "userlist")
        try await PublishScene.with(
            faults: [stall, lists], adding: ["GALLERY_TRANSPORT_IDLE_TIMEOUT_SECONDS": "1"]
        ) { scene async throws in
            for _ in 0..<2 {
                let result = try scene.publish("1")
                #expect(result.status == 1, "\(result.errors)")
                #expect(result.errors.contains("without a response"), "\(result.errors)")
                #expect(result.errors.contains("--again sends it"), "\(result.errors)")
                #expect(scene.posts == 1)
            }
            #expect(try scene.gallery.run("problems").text.contains("photo 1 (publish)"))
            scene.scene.flickr.setFaults([])
            #expect(try scene.publish("1").errors.contains("1 already present"))
            #expect(try !scene.gallery.run("problems").text.contains("photo 1"))
        }
    }

    @Test("the server's message about a photo is shown verbatim, and the others continue")
    func refused() async throws {
        try await PublishScene.with { scene async throws in
            let sentence = "No more football, please! (rule #3)"
            scene.scene.flickr.edit { $0.sharing.refusals["messi5.jpg"] = sentence }
            let result = try scene.publish("camera")
            #expect(result.status == 1)
            #expect(
                result.errors.contains("photo 1: the server answered: \(sentence)\n"),
                "\(result.errors)")
            #expect(scene.photos.map(\.name) == ["fruits.jpg"])
            // It is not stored there, so the next upload needs no check.
            #expect(try !scene.gallery.run("show", "1").text.contains("Published"))
            scene.scene.flickr.edit { $0.sharing.refusals = [:] }
            #expect(try scene.publish("camera").errors.contains("1 sent, 1 already present"))
            let tooLarge = FaultRule(
                .status(413, retryAfter: nil), endpoint: .share, contains: "messi5", times: 1)
            scene.scene.flickr.setFaults([tooLarge])
            let large = try scene.publish("camera", "--again")
            #expect(large.status == 1 && large.errors.contains("HTTP 413"), "\(large.errors)")
            #expect(scene.photos.count == 3)
        }
    }

    @Test("a message about the password ends the run, one with a photo's own name does not")
    func words() async throws {
        try await PublishScene.with { scene async throws in
            scene.scene.flickr.edit {
                $0.sharing.refusals["my-password.jpg"] = "the photo my-password.jpg is too small"
            }
            let small = try scene.publish("1", "--title", "my-password.jpg")
            #expect(small.status == 1, "\(small.errors)")
            #expect(small.errors.contains("my-password.jpg is too small"), "\(small.errors)")
            for (secret, sentence) in [("password", "wrong name or …\n"), ("wo", "(HTTP ")] {
                try Data(secret.utf8).write(to: scene.file("wrong"))
                let wrong = try scene.gallery.run(
                    "publish", "1", "--to", scene.url, "--as", "roger", "--password-file",
                    scene.file("wrong").path)
                #expect(wrong.status == 77, "\(wrong.errors)")
                #expect(wrong.errors.contains(sentence), "\(wrong.errors)")
            }
            let count = scene.posts
            try Data().write(to: scene.file("empty"))
            let empty = try scene.gallery.run(
                "publish", "1", "--to", scene.url, "--as", "roger", "--token-file",
                scene.file("empty").path)
            #expect(empty.status == 64 && empty.errors.contains("is empty"), "\(empty.errors)")
            #expect(scene.posts == count)
        }
    }

    @Test("an error that affects every photo ends the run")
    func ends() async throws {
        let names = ["messi5.jpg", "fruits.jpg", "home.jpg", "orange.jpg", "apple.jpg"]
        let pictures = names.map { PictureScene.samples.appendingPathComponent($0) }
        try await PublishScene.with(pictures) { scene async throws in
            try Data("wrong one".utf8).write(to: scene.file("wrong"))
            let wrong = try scene.gallery.run(
                "publish", "camera", "--to", scene.url, "--as", "roger", "--password-file",
                scene.file("wrong").path)
            #expect(wrong.status == 77)
            #expect(wrong.errors.contains("the server answered: wrong name or password\n"))
            #expect(scene.posts == 1)
            scene.scene.flickr.edit { world in
                for name in names { world.sharing.refusals[name] = "closed for today" }
            }
            let closed = try scene.publish("camera", "--format", "jsonl")
            #expect(closed.status == 69, "\(closed.errors)")
            #expect(closed.errors.contains("the other 2 were not sent"), "\(closed.errors)")
            #expect(try closed.lines().count == 3)
            #expect(scene.posts == 4)
            let limit = FaultRule(.status(429, retryAfter: "99999"), endpoint: .share)
            scene.scene.flickr.setFaults([limit])
            let later = try scene.publish("camera")
            #expect(later.status == 75, "\(later.errors)")
            #expect(scene.posts == 5)
            try await scene.scene.flickr.stop()
            let away = try scene.publish("camera", adding: ["GALLERY_TRANSPORT_RETRIES": "0"])
            #expect(away.status == 69, "\(away.errors)")
            #expect(try !scene.gallery.run("show", "1").text.contains("Published"))
            try scene.expectNoSecrets([wrong, closed, later, away])
        }
    }

    @Test(
        "names arrive unchanged, whatever they contain",
        arguments: [
            "a/b", "%2F%00", "?a=b#c", "été 日本 👩‍👩‍👧", "...", " x ", "\\", "+&;",
        ])
    func names(title: String) async throws {
        try await PublishScene.with([FacePictures.messi]) { scene async throws in
            let result = try scene.publish("1", "--title", title)
            #expect(result.status == 0, "\(result.errors)")
            #expect(scene.photos.map(\.name) == [title])
        }
    }

    @Test("a name invalid in a URL is replaced, and a long one is shortened")
    func oddNames() async throws {
        try await PublishScene.with([FacePictures.messi]) { scene async throws in
            for title in [".", "..", String(repeating: "é", count: 10_000)] {
                let result = try scene.publish("1", "--title", title, "--again")
                #expect(result.status == 0, "\(result.errors)")
            }
            #expect(
                scene.photos.map(\.name)
                    == ["photo 1", "photo 1", String(repeating: "é", count: 250)])
            for account in ["..", String(repeating: "x", count: 10_000)] {
                let result = try scene.gallery.run(
                    "publish", "1", "--to", scene.url, "--as", account, "--password-file",
                    scene.file("password").path)
                #expect(result.status == 64, "\(result.errors)")
            }
            #expect(scene.posts == 3)
        }
    }

    @Test("a title of several lines becomes one")
    func lines() async throws {
        try await PublishScene.with([FacePictures.messi]) { scene async throws in
            let result = try scene.publish("1", "--title", "Line one\r\nLine\u{9}\u{7f}two")
            #expect(result.status == 0, "\(result.errors)")
            #expect(scene.photos.map(\.name) == ["Line one Line two"])
        }
    }

    @Test("a full disk on the server is reported in its words, and nothing more is sent")
    func full() async throws {
        let fault = FaultRule(
            .words(507, "the disk of this server is full"), endpoint: .share, contains: "postphoto")
        try await PublishScene.with(faults: [fault]) { scene async throws in
            let result = try scene.publish("camera")
            #expect(result.status == 69, "\(result.errors)")
            #expect(
                result.errors.hasSuffix("the server answered: the disk of this server is full\n"),
                "\(result.errors)")
            #expect(scene.posts == 1)
            #expect(try !scene.gallery.run("show", "1").text.contains("Published"))
            scene.scene.flickr.setFaults([
                FaultRule(.words(501, "no posting here"), endpoint: .share, contains: "postphoto")
            ])
            let unknown = try scene.publish("1")
            #expect(unknown.status == 1 && scene.posts == 2, "\(unknown.errors)")
            #expect(unknown.errors.contains("no posting here"), "\(unknown.errors)")
        }
    }

    @Test("a password and a token are in no message, no argument and on no disk")
    func secrets() async throws {
        try await PublishScene.with { scene async throws in
            var results = [try scene.publish("1", "-v")]
            // Faults that repeat the URL, and a server that repeats it.
            let echo = scene.url + "/postphoto/roger/\(PublishScene.encoded)/x"
            // A list may be redirected, so only the upload is redirected.
            scene.scene.flickr.setFaults([
                FaultRule(.redirect(to: echo), endpoint: .share, contains: "postphoto")
            ])
            results.append(try scene.publish("2", "-v", "--again"))
            for fault in [
                FakeFault.reset(afterBytes: 0), .html200, .status(500, retryAfter: nil),
                .status(403, retryAfter: nil), .invalidJSON,
            ] {
                scene.scene.flickr.setFaults([FaultRule(fault, endpoint: .share)])
                results.append(try scene.publish("2", "-v", "--again"))
            }
            scene.scene.flickr.setFaults([])
            scene.scene.flickr.edit {
                $0.sharing.refusals["fruits.jpg"] =
                    "no \(PublishScene.password), no \(PublishScene.encoded)!"
            }
            results.append(try scene.publish("2", "-v", "--again"))
            #expect(results.last?.errors.contains("the server answered: no …, no …!") == true)
            // In other spellings, which removes all of the sentence.
            for sentence in [
                PublishScene.encoded.lowercased(), PublishScene.password.uppercased(),
                "VER&#47;Y &#x25;2Fsecret &uuml;?#", "ver/y+%252fSecret+ü%3f%23",
            ] {
                scene.scene.flickr.edit { $0.sharing.refusals["fruits.jpg"] = "no \(sentence)!" }
                results.append(try scene.publish("2", "-v", "--again"))
                let errors = results.last?.errors ?? ""
                #expect(errors.contains("HTTP 404") && !errors.lowercased().contains("secret"))
            }
            scene.scene.flickr.edit { $0.sharing.refusals = [:] }
            let server = ["publish", "2", "--again", "--to", scene.url, "--as", "roger"]
            results.append(
                try scene.gallery.start(
                    server + ["--token-file", scene.file("token").path]
                ).wait())
            scene.scene.flickr.setFaults([FaultRule(.stallBeforeHeaders, contains: "postphoto")])
            let count = scene.posts
            let running = try scene.gallery.start(
                server, adding: ["GALLERY_PASSWORD": PublishScene.password])
            while scene.posts == count { usleep(5_000) }
            let process = "/proc/\(running.identifier)/cmdline"
            let line = try Data(contentsOf: URL(fileURLWithPath: process))
            for secret in PublishScene.spellings {
                #expect(line.range(of: Data(secret.utf8)) == nil)
            }
            running.signal(SIGINT)
            results.append(try running.wait())
            #expect(results.last?.status == 130)
            scene.scene.flickr.setFaults([])
            try await scene.scene.flickr.stop()
            results.append(
                try scene.publish("2", "-v", "--again", adding: ["GALLERY_TRANSPORT_RETRIES": "0"]))
            try scene.expectNoSecrets(results)
            // No redirect was followed.
            #expect(scene.scene.flickr.requests().allSatisfy { $0.path.hasSuffix("/x") == false })
        }
    }

    @Test("tokens go in a header, passwords come from the environment, and one of them is required")
    func credentials() async throws {
        try await PublishScene.with { scene async throws in
            let server = ["--to", scene.url, "--as", "roger"]
            let token = try scene.gallery.start(
                ["publish", "1"] + server + ["--token-file", scene.file("token").path]
            ).wait()
            #expect(token.status == 0, "\(token.errors)")
            #expect(
                scene.scene.flickr.requests().last?.path.hasSuffix("postphoto/roger/messi5.jpg")
                    == true)
            let variable = try scene.gallery.start(
                ["publish", "2"] + server, adding: ["GALLERY_PASSWORD": PublishScene.password]
            ).wait()
            #expect(variable.status == 0, "\(variable.errors)")
            let none = try scene.gallery.start(["publish", "2", "--again"] + server).wait()
            #expect(none.status == 64 && none.errors.contains("--password-file"))
            #expect(!token.errors.contains("not encrypted"), "loopback is this machine")
            let dry = try scene.gallery.start(["publish", "1", "2", "-n", "--again"] + server)
                .wait()
            #expect(dry.status == 0 && dry.errors.hasPrefix("gallery: dry run: publish: 2 sent"))
            #expect(scene.posts == 2)
        }
    }

    @Test("two concurrent programs send each photo once")
    func together() async throws {
        let names = ["messi5.jpg", "fruits.jpg", "home.jpg", "orange.jpg"]
        let pictures = names.map { PictureScene.samples.appendingPathComponent($0) }
        try await PublishScene.with(pictures) { scene async throws in
            let running = try (0..<3).map { number in
                try scene.gallery.start(scene.arguments(["camera", "-j", "\(number + 1)"]))
            }
            for program in running { #expect(try program.wait().status == 0) }
            #expect(scene.posts == 4)
            #expect(Set(scene.photos.compactMap(\.name)) == Set(names))
        }
    }

    @Test("a damaged picture is reported and not sent")
    func damaged() async throws {
        try await PublishScene.with([FacePictures.messi]) { scene async throws in
            let cut = try Data(contentsOf: FacePictures.fruits).prefix(60_000)
            try cut.write(to: scene.file("cut.jpg"))
            _ = try scene.gallery.run("import", scene.file("cut.jpg").path)
            let damaged = try scene.publish("2")
            #expect(damaged.status == 1 && scene.posts == 0, "\(damaged.errors)")
        }
    }
}
