import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Photo-share protocol", .enabled(if: PhotoShareScene.hasSamples))
struct PhotoShareRouteTests {
    @Test("a sent picture is listed and served")
    func whatIsSentIsListedAndGiven() async throws {
        let scene = try PhotoShareScene()
        #expect(try await scene.get("userlist") == "200 application/json []")
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        #expect(
            try await scene.send(picture, as: "my dog") == "200 application/json {\"id\":\"1\"}")
        #expect(
            try await scene.get("userlist")
                == "200 application/json [{\"name\":\"eva\",\"id\":\"1\"}]")
        #expect(
            try await scene.get("userphotos/1")
                == "200 application/json [{\"name\":\"my dog\",\"id\":\"1\"}]")
        let answer = await scene.access.ask(.get, "/photoserver/photo/1")
        #expect(answer.status == .ok)
        #expect(answer.headers[.contentType] == "image/jpeg")
        #expect(try await answer.bytes().prefix(2) == [0xFF, 0xD8])
        let tag = try #require(answer.headers[.eTag])
        let again = await scene.access.ask(.get, "/photoserver/photo/1", [.ifNoneMatch: tag])
        #expect(again.status == .notModified)
        let head = await scene.access.ask(.head, "/photoserver/photo/1")
        #expect(head.headers[.contentType] == "image/jpeg")
        #expect(head.headers[.contentLength] == answer.headers[.contentLength])
        // It is in its own section and has its own journal entry.
        let sections = try scene.gallery.sections.list().map { "\($0.reference) \($0.count)" }
        #expect(sections == ["camera 0", "share:eva 1"])
        #expect(try scene.gallery.journal.entries(limit: 10).map(\.command) == ["upload"])
        // Sending it again returns the same photo; for another user it is a new one.
        #expect(
            try await scene.send(picture, as: "my dog") == "200 application/json {\"id\":\"1\"}")
        try scene.gallery.accounts.add(
            named: "max", role: .owner, password: PhotoShareScene.password, cost: .testing)
        #expect(
            try await scene.send(picture, as: "a/b ü", by: "Max")
                == "200 application/json {\"id\":\"2\"}")
        #expect(
            try await scene.get("userphotos/3")
                == "200 application/json [{\"name\":\"a/b ü\",\"id\":\"2\"}]")
        #expect(try await scene.get("userphotos/1").contains("my dog"))
    }

    @Test("an undone upload can be sent again")
    func whatWasUndoneComesAgainByTheSameCommand() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        let sent = "200 application/json {\"id\":\"1\"}"
        #expect(try await scene.send(picture, as: "dog") == sent)
        #expect(try await scene.gallery.journal.undo().entry.command == "upload")
        #expect(try await scene.get("userlist") == "200 application/json []")
        #expect(try await scene.send(picture, as: "dog") == sent)
        #expect(try await scene.get("userphotos/1").contains("dog"))
    }

    @Test("the same picture under another name is another photo")
    func theSamePictureUnderAnotherNameIsAnotherPhoto() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        for (name, id) in [("dog", 1), ("cat", 2), ("u\u{308}", 3), ("\u{FC}", 3), ("dog", 1)] {
            #expect(
                try await scene.send(picture, as: name)
                    == "200 application/json {\"id\":\"\(id)\"}")
        }
        #expect(
            try await scene.get("userphotos/1")
                == #"200 application/json [{"name":"dog","id":"1"},{"name":"cat","id":"2"},{"name":"ü","id":"3"}]"#
        )
        let folder = scene.access.scene.folder
        let files = FileManager.default.subpaths(atPath: folder.path) ?? []
        #expect(files.count { $0.hasSuffix(".jpg") } == 1, "\(files)")
        // Removing one of them keeps the others.
        try scene.gallery.trash.add([PhotoID(rawValue: 1)])
        #expect(await scene.access.ask(.get, "/photoserver/photo/2").status == .ok)
        #expect(await scene.access.ask(.get, "/photoserver/photo/1").status == .notFound)
    }

    @Test("cache-busting parameters are ignored")
    func parametersAgainstCachesCountForNothing() async throws {
        let scene = try PhotoShareScene()
        _ = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), as: "dog")
        for path in ["userlist", "userphotos/1", "photo/1"] {
            let plain = try await scene.access.ask(.get, "/photoserver/" + path).bytes()
            let answer = await scene.access.ask(.get, "/photoserver/\(path)?v=1&_")
            #expect(answer.status == .ok, "\(path)")
            #expect(try await answer.bytes() == plain, "\(path)")
        }
    }

    @Test("a new account with a removed account's name does not share its photos")
    func whoTakesTheNameOfARemovedAccountSharesNothingOfTheirs() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        _ = try await scene.send(picture, as: "dog")
        try scene.gallery.accounts.remove(named: "eva")
        #expect(try await scene.get("photo/1") == PhotoShareScene.problem("no photo with id 1"))
        try scene.gallery.accounts.add(
            named: "eva", role: .member, password: PhotoShareScene.password, cost: .testing)
        #expect(try await scene.get("photo/1") == PhotoShareScene.problem("no photo with id 1"))
        #expect(try await scene.get("userlist") == "200 application/json []")
        #expect(
            try await scene.get("userphotos/3") == PhotoShareScene.problem("no user with id 3"))
        _ = try await scene.send(picture, as: "cat")
        #expect(
            try await scene.get("userphotos/3")
                == "200 application/json [{\"name\":\"cat\",\"id\":\"2\"}]")
    }

    @Test("problems are returned as sentences")
    func problemsAreSentences() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        _ = try await scene.send(picture, as: "dog")
        let long = String(repeating: "a", count: 10_000)
        for (path, sentence) in [
            ("userphotos/99", "no user with id 99"), ("userphotos/2", "no user with id 2"),
            ("userphotos/x", "no user with id x"), ("userphotos/01", "no user with id 01"),
            ("photo/99", "no photo with id 99"), ("photo/-1", "no photo with id -1"),
            ("photo/9223372036854775808", "no photo with id 9223372036854775808"),
        ] {
            #expect(try await scene.get(path) == PhotoShareScene.problem(sentence))
        }
        for path in [
            "", "nothing", "userlist/", "photo/1/2", "photo/%00", "photo/%zz",
            "photo/\(long)", "postphoto/eva/secret/dog", "UserList",
        ] {
            let summary = try await scene.get(path)
            #expect(summary.hasPrefix("404 text/plain; charset=utf-8 "), "\(path): \(summary)")
            #expect(!summary.contains("secret"))
        }
        for path in ["userlist", "photo/1"] {
            let answer = await scene.access.ask(.delete, "/photoserver/" + path)
            #expect(answer.status == .notFound)
        }
        let wrong = PhotoShareScene.problem("wrong name or password")
        #expect(try await scene.send(picture, as: "dog", "no password") == wrong)
        #expect(try await scene.send(picture, as: "dog", by: "nobody") == wrong)
        #expect(try await scene.send(picture, as: "dog", by: " ", AccessScene.password) == wrong)
        #expect(
            try await scene.send(picture, as: "dog", by: "vic")
                == PhotoShareScene.problem("this account may only view photos"))
        #expect(
            try await scene.send(picture, as: " ")
                == PhotoShareScene.problem("the photo has no name"))
        #expect(
            try await scene.send(picture, as: String(repeating: "a", count: 501))
                == PhotoShareScene.problem("the photo's name is longer than 500 bytes"))
        // One character of 1,001 bytes.
        #expect(
            try await scene.send(picture, as: "a" + String(repeating: "\u{301}", count: 500))
                == PhotoShareScene.problem("the photo's name is longer than 500 bytes"))
        for name in ["a\0b", long] {
            let summary = try await scene.send(picture, as: name)
            #expect(summary.hasPrefix("404 text/plain; charset=utf-8 "), "\(summary)")
        }
        #expect(try await scene.get("userphotos/1").contains("[{\"name\":\"dog\",\"id\":\"1\"}]"))
    }

    @Test("problems before the handler are translated, its own are in English")
    func translatesProblemsBeforeTheHandler() async throws {
        let access = try PhotoShareScene().access
        for (method, path, sentence) in [
            (.get, "nothing", "no hay nada en esta dirección"),
            (.delete, "userlist", "esta dirección solo admite GET, HEAD"),
            (.get, "userphotos/99", "no user with id 99"),
        ] as [(HTTPRequest.Method, String, String)] {
            let answer = await access.ask(method, "/photoserver/" + path, [.acceptLanguage: "es"])
            #expect(try await answer.summary() == PhotoShareScene.problem(sentence))
        }
    }

    @Test("only photos that accounts share are served")
    func onlyWhatAccountsShareIsGiven() async throws {
        let scene = try PhotoShareScene()
        let folder = scene.access.scene.folder.appending(path: "camera")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "own.jpg")
        try Data(try PictureScene.bytes(of: "fruits.jpg")).write(to: file)
        _ = try await scene.gallery.importPhotos(from: [BytePath(file.path)])
        _ = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), as: "dog")
        #expect(try await scene.get("photo/1") == PhotoShareScene.problem("no photo with id 1"))
        // A picture that the owner also has is served only under the sender's name for it.
        _ = try await scene.send(try PictureScene.bytes(of: "fruits.jpg"), as: "fruit")
        #expect(
            try await scene.get("userphotos/1")
                == "200 application/json [{\"name\":\"dog\",\"id\":\"2\"},{\"name\":\"fruit\",\"id\":\"3\"}]"
        )
        #expect(try scene.gallery.photo(id: PhotoID(rawValue: 1)).title == nil)
        // A photo in the trash is no longer served and cannot be sent again.
        try scene.gallery.trash.add([PhotoID(rawValue: 2)])
        #expect(try await scene.get("photo/2") == PhotoShareScene.problem("no photo with id 2"))
        #expect(!(try await scene.get("userphotos/1")).contains("dog"))
        #expect(
            try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), as: "dog")
                == PhotoShareScene.problem(
                    "this picture was removed here: the owner of the gallery can restore it"))
        #expect(
            try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), as: "cat")
                .contains("was removed here"))
        try scene.gallery.trash.restore([PhotoID(rawValue: 2)])
        #expect(try await scene.get("userphotos/1").contains("dog"))
        // A user who no longer shares anything is not listed.
        try scene.gallery.trash.add([PhotoID(rawValue: 2), PhotoID(rawValue: 3)])
        #expect(try await scene.get("userlist") == "200 application/json []")
        #expect(
            try await scene.get("userphotos/1") == PhotoShareScene.problem("no user with id 1"))
        try scene.gallery.trash.restore([PhotoID(rawValue: 2)])
        try scene.gallery.accounts.remove(named: "eva")
        #expect(try await scene.get("photo/2") == PhotoShareScene.problem("no photo with id 2"))
    }

    @Test("a token replaces the password")
    func aTokenTakesThePlaceOfThePassword() async throws {
        let scene = try PhotoShareScene()
        let gallery = scene.gallery
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        func send(_ secret: String, _ person: String) async throws -> String {
            try await scene.access.ask(
                .post, "/photoserver/postphoto/\(person)/dog", AccessScene.bearer(secret),
                bytes: picture
            ).summary()
        }
        let none = PhotoShareScene.problem("no token for account 'eva'")
        let eva = try gallery.accessTokens.make(named: "phone", role: .owner, account: "eva")
        #expect(
            try await send(try gallery.accessTokens.make(named: "look", role: .viewer), "eva")
                == none
        )
        #expect(
            try await send(
                try gallery.accessTokens.make(named: "vic", role: .owner, account: "vic"), "eva")
                == none)
        #expect(try await send(String(repeating: "A", count: 43), "eva") == none)
        #expect(
            try await send(eva, "vic")
                == PhotoShareScene.problem("no token for account 'vic'"))
        #expect(try await send(eva, "eva") == "200 application/json {\"id\":\"1\"}")
        try gallery.accounts.setPassword("another one", ofAccount: "eva", cost: .testing)
        #expect(try await send(eva, "eva") == none)
        #expect(
            try await send(try gallery.accessTokens.make(named: "all", role: .owner), "eva")
                == "200 application/json {\"id\":\"1\"}")
    }

    @Test("senders need a credential even if the server has no password")
    func withoutAPasswordOfTheServerWhoSendsNeedsACredentialAllTheSame() async throws {
        let scene = try PhotoShareScene(password: nil)
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        func send(_ headers: HTTPFields) async throws -> String {
            try await scene.access.ask(
                .post, "/photoserver/postphoto/eva/dog", headers, bytes: picture
            ).summary()
        }
        let none = PhotoShareScene.problem("no token for account 'eva'")
        #expect(try await send([:]) == none)
        #expect(try await send(AccessScene.bearer(String(repeating: "A", count: 43))) == none)
        let vic = try scene.gallery.accessTokens.make(named: "vic", role: .owner, account: "vic")
        #expect(try await send(AccessScene.bearer(vic)) == none)
        #expect(try await scene.send(picture, as: "dog", "no password").hasPrefix("404 "))
        #expect(try await scene.get("userlist") == "200 application/json []")
        let eva = try scene.gallery.accessTokens.make(named: "phone", role: .owner, account: "eva")
        #expect(
            try await send(AccessScene.bearer(eva)) == "200 application/json {\"id\":\"1\"}")
        #expect(try await scene.send(picture, as: "dog") == "200 application/json {\"id\":\"1\"}")
    }

    @Test("attempts are counted by address and by name")
    func attemptsAreCountedByAddressAndByName() async throws {
        let scene = try PhotoShareScene()
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        for attempt in 0..<10 {
            let summary = try await scene.send(
                picture, as: "dog", "wrong \(attempt)", from: "192.0.2.\(attempt)")
            #expect(summary == PhotoShareScene.problem("wrong name or password"))
        }
        let answer = await scene.access.ask(
            .post, PhotoShareScene.path("dog"), from: "192.0.2.3", bytes: picture)
        #expect(answer.status == .tooManyRequests)
        #expect(answer.headers[.retryAfter] == "8")
        #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
        // They count together with those of the sign-in page.
        #expect(
            await scene.access.signIn("eva", PhotoShareScene.password, from: "192.0.2.4").status
                == .tooManyRequests)
        #expect(
            await scene.access.signIn("eva", PhotoShareScene.password).status == .seeOther)
        #expect(try await scene.get("userlist") == "200 application/json []")
    }

    @Test("a read-only server accepts no pictures")
    func aServerThatOnlyShowsTakesNothing() async throws {
        let scene = try PhotoShareScene { $0.isReadOnly = true }
        let picture = try PictureScene.bytes(of: "messi5.jpg")
        #expect(
            try await scene.send(picture, as: "dog")
                == PhotoShareScene.problem("this server is read-only"))
        #expect(try await scene.get("userlist") == "200 application/json []")
    }

    @Test("without the option, the protocol's addresses are not found")
    func withoutTheFlagThereIsNoSuchAddress() async throws {
        let scene = try PhotoShareScene { $0.isSharing = false }
        let path = "/photoserver/postphoto/a/b/c"
        #expect(await scene.access.ask(.post, path).status == .unauthorized)
        let open = try PhotoShareScene(password: nil) { $0.isSharing = false }
        #expect(await open.access.ask(.get, "/photoserver/userlist").status == .notFound)
    }

    @Test("an edit changes the picture and its tag")
    func anEditChangesThePictureAndItsTag() async throws {
        let scene = try PhotoShareScene()
        _ = try await scene.send(try PictureScene.bytes(of: "messi5.jpg"), as: "dog")
        let before = await scene.access.ask(.get, "/photoserver/photo/1")
        var change = EditChange()
        change.rotation = 90
        _ = try await scene.gallery.edits.apply(.photos([PhotoID(rawValue: 1)]), change)
        let after = await scene.access.ask(.get, "/photoserver/photo/1")
        #expect(before.headers[.eTag] != after.headers[.eTag])
        #expect(try await before.bytes() != after.bytes())
    }
}
