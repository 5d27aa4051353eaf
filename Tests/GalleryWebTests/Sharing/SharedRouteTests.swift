import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Synchronization
import Testing

@testable import GalleryWeb

@Suite("Pages of share links", .enabled(if: SharedScene.hasSamples, "needs Debian's opencv-doc"))
struct SharedRouteTests {
    private static let robots = HTTPField.Name("X-Robots-Tag")
    private static let referrer = HTTPField.Name("Referrer-Policy")

    @Test("pages contain no metadata unless the link includes them")
    func pagesTellNothingThatWasNotAskedFor() async throws {
        let scene = try await SharedScene()
        for originals in [false, true] {
            let link = try scene.link(Array(scene.photos.prefix(2)), originals: originals)
            for path in [
                "", "/photos/\(scene.photos[0])", "/photos/\(scene.photos[1])", "/nothing",
                "/photos/\(scene.photos[2])",
            ] {
                let text = try await scene.text(link.path + path)
                for secret in SharedScene.secrets {
                    #expect(!text.contains(secret), "\(path): \(secret)")
                }
                // Only the choice of a language and the styles have addresses outside the link.
                let outside = text.matches(of: #/(?:href|src|action)="([^"]*)"/#)
                    .map { String($0.output.1) }
                    .filter { !$0.hasPrefix(link.path) && !$0.hasPrefix("/assets/") }
                #expect(Set(outside).subtracting(["#content", "/language"]) == [], "\(path)")
                #expect(text.contains("<meta name=\"robots\" content=\"noindex"), "\(path)")
                #expect(!text.contains("api/v1"), "\(path)")
            }
            for file in scene.photos.prefix(2) {
                let answer = await scene.ask(link.path + "/photos/\(file)/file?download=1")
                let disposition = answer.headers[.contentDisposition] ?? ""
                #expect(disposition.contains("filename=\"2024-05-17-\(file).jpg\""))
                let bytes = try await answer.bytes()
                let text = String(decoding: bytes.map { $0 < 128 ? $0 : 32 }, as: UTF8.self)
                for secret in SharedScene.secrets { #expect(!text.contains(secret), "\(secret)") }
            }
        }
    }

    @Test("pages contain metadata if the link includes them")
    func metadataAreToldWhereTheyWereAskedFor() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]], metadata: true)
        let text = try await scene.text(link.path + "/photos/\(scene.photos[0])")
        for fact in ["Bo Other", "Zoe Maker", "48.39", "Low tide", "swims", "sailing"] {
            #expect(text.contains(fact), "\(fact)")
        }
    }

    @Test("pages specify the sizes of the shared pictures")
    func pagesTellHowLargeThePicturesAreThatAreGiven() async throws {
        var settings = GallerySettings()
        settings.share.longEdge = 400
        let scene = try await SharedScene(settings: settings)
        // It has 548 × 342 pixels.
        let photo = scene.photos[0]
        for (originals, metadata, largest) in [
            (false, false, "400"), (false, true, "400"), (true, false, "548"),
        ] {
            let link = try scene.link([photo], originals: originals, metadata: metadata)
            let text = try await scene.text(link.path + "/photos/\(photo)")
            let tags = MarkupReader.tags(text)
            let stage = try #require(tags.first { $0["data-width"] != nil })
            #expect(stage["data-width"] == largest)
            let image = try #require(tags.first { $0["srcset"] != nil })
            #expect(image["width"] == largest)
            let widths = image["srcset"]?.matches(of: #/ (\d+)w/#).map { String($0.output.1) }
            #expect(widths == ["240", largest])
        }
    }

    @Test("no link reveals tracks")
    func noLinkTellsOfTracks() async throws {
        let scene = try await SharedScene()
        let file = scene.access.scene.folder.appending(path: "voyage.gpx")
        let gpx = """
            <gpx><trk><name>voyage</name><trkseg>
            <trkpt lat="48.39" lon="-4.487"><time>2024-05-17T08:11:12Z</time></trkpt>
            </trkseg></trk></gpx>
            """
        try Data(gpx.utf8).write(to: file)
        var options = TrackOptions()
        options.writes = true
        options.replaces = true
        let matched = try await scene.gallery.tracks.match(
            .everything, with: [BytePath(file.path)], options: options
        ) { _ in }
        #expect(matched.matched == 2 && matched.tracks == 1)
        let name = try scene.gallery.tracks.name(of: scene.photos[0])
        #expect(name == "voyage.gpx")
        for metadata in [false, true] {
            let link = try scene.link([scene.photos[0]], metadata: metadata)
            for path in ["", "/photos/\(scene.photos[0])"] {
                let text = try await scene.text(link.path + path)
                #expect(!text.contains("voyage"), "\(path)")
                #expect(text.contains("48.39") == (metadata && !path.isEmpty), "\(path)")
            }
            let tracks = await scene.ask(link.path + "/map/tracks")
            #expect(tracks.status == .notFound)
            let direct = await scene.ask("/api/v1/map/tracks")
            #expect(direct.status == .unauthorized)
        }
    }

    @Test("every response is hidden from search engines and sends no referrer")
    func everyAnswerIsHiddenFromSearchAndTellsNoOneWhereItWasComeFrom() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]], password: "open sesame")
        let own = AccessScene.session(of: await scene.unlock(link, "open sesame"))
        let requested: [(String, HTTPFields)] = [
            (link.path, [:]), (link.path, own),
            (link.path + "/photos/\(scene.photos[0])/file", own),
            (link.path + "/photos.zip", own), ("/shared/nothing", [:]),
        ]
        for (path, headers) in requested {
            let answer = await scene.ask(path, headers)
            #expect(answer.headers[try #require(Self.robots)] == "noindex, nofollow")
            #expect(answer.headers[try #require(Self.referrer)] == "no-referrer")
            let caching = answer.headers[.cacheControl] ?? ""
            #expect(["private, no-cache", "no-store"].contains(caching), "\(path): \(caching)")
        }
    }

    @Test("a password is entered in a form and opens only its own link")
    func aPasswordIsAskedByAFormAndOpensItsOwnAddressAlone() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]], password: "open sesame")
        let door = await scene.ask(link.path)
        #expect(door.status == .unauthorized)
        let form = String(decoding: try await door.bytes(), as: UTF8.self)
        #expect(form.contains("action=\"\(link.path)\" method=\"post\""))
        #expect(form.contains("type=\"password\"") && !form.contains("messi"))
        // A password in the address is ignored.
        for path in ["?password=open+sesame", "/photos/\(scene.photos[0])?password=open+sesame"] {
            #expect(await scene.ask(link.path + path).status == .unauthorized)
        }
        let wrong = await scene.unlock(link, "open sesam")
        #expect(wrong.status == .unauthorized && wrong.headers[.setCookie] == nil)
        let right = await scene.unlock(link, "open sesame")
        #expect(right.status == .seeOther && right.headers[.location] == link.path)
        let cookie = try #require(right.headers[.setCookie])
        #expect(cookie.contains("Path=\(link.path);") && cookie.contains("HttpOnly"))
        #expect(!cookie.contains("sesame") && !cookie.hasPrefix("gallery="))
        #expect(await scene.ask(link.path, AccessScene.session(of: right)).status == .ok)
        // A page of another server cannot send the form.
        let foreign = await scene.ask(
            link.path, [.origin: "https://evil.example"], method: .post,
            form: "password=open+sesame")
        #expect(foreign.status == .forbidden)
    }

    /// Over plain HTTP, browsers send `Sec-Fetch-Site` only to the local machine.
    @Test("pages without an origin can send only the forms of shared pages")
    func onlyFormsOfSharedPagesAreTakenFromPagesThatTellNoOrigin() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]], password: "open sesame")
        let owner = await scene.access.session()
        var headers = owner
        headers[.origin] = "null"
        let taken = [(link.path, "password=open+sesame"), ("/language", "language=es&next=%2F")]
        for (path, form) in taken {
            let answer = await scene.ask(path, headers, method: .post, form: form)
            #expect(answer.status == .seeOther, "\(path)")
        }
        let refused = [
            ("/sign-in", "name=&password=correct+horse"), ("/sign-out", ""),
            ("/shares/1/revoke", ""),
        ]
        for (path, form) in refused {
            let answer = await scene.ask(path, headers, method: .post, form: form)
            #expect(answer.status == .forbidden, "\(path)")
        }
        // The gallery's own pages send their origin, only to this server.
        for path in ["/", "/shares", "/sign-in"] {
            let answer = await scene.ask(path, owner)
            #expect(answer.headers[try #require(Self.referrer)] == "same-origin", "\(path)")
        }
        headers[.origin] = "http://127.0.0.1:8080"
        let own = await scene.ask("/shares/1/revoke", headers, method: .post, form: "")
        #expect(own.status == .seeOther)
    }

    @Test("an original that browsers cannot show is not used as the picture")
    func aStoredFileThatNoBrowserShowsStandsForNoPicture() async throws {
        let scene = try await SharedScene()
        let request = WebRequest(
            Request(
                head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/shared/x"),
                body: RequestBody(buffer: .init())),
            target: try RequestTarget("/shared/x"),
            client: Client(address: "", isSecure: false, host: nil))
        for contents in [
            ShareContents(originals: true, metadata: true), ShareContents(originals: true),
        ] {
            let shared = try scene.gallery.shareLinks.draft(.photos([scene.photos[0]]), contents)
            let addresses = SharedAddresses(request, shared)
            var photo = try #require(try shared.photo(scene.photos[0])).publicPhoto
            #expect(addresses.whole(of: photo) != nil)
            for index in photo.pictures.indices { photo.pictures[index].fileType = "HEIC" }
            // A copy is always a JPEG.
            #expect((addresses.whole(of: photo) == nil) == contents.metadata)
            var edit = PhotoEdit()
            edit.rotation = 90
            photo.edit = edit
            #expect(addresses.whole(of: photo) != nil)
        }
    }

    @Test("guesses of a password are limited")
    func guessesAreBounded() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]], password: "open sesame")
        var statuses: [Int] = []
        for _ in 0..<12 { statuses.append(await scene.unlock(link, "guess").status.code) }
        #expect(statuses.prefix(9).allSatisfy { $0 == 401 } && statuses.last == 429)
        let refused = await scene.unlock(link, "open sesame")
        #expect(refused.status == .tooManyRequests && refused.headers[.retryAfter] != nil)
    }

    @Test("guesses by other clients do not lock a visitor out")
    func guessesOfOthersKeepNobodyOut() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]], password: "open sesame")
        func unlock(_ password: String, from address: String) async -> Int {
            await scene.access.ask(
                .post, link.path, [.accept: "text/html"], from: address,
                form: "password=\(PercentEncoding.encoded(password))"
            ).status.code
        }
        for household in 0..<40 {
            #expect(await unlock("guess", from: "192.0.2.\(household)") == 401)
        }
        #expect(await unlock("guess", from: "192.0.2.7") == 429)
        #expect(await unlock("open sesame", from: "198.51.100.1") == 303)
    }

    @Test("openings are counted once per browser")
    func openingsAreCountedOnceForEachBrowser() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]])
        let locked = try scene.link([scene.photos[0]], password: "open sesame")
        let first = await scene.ask(link.path)
        let cookie = AccessScene.session(of: first)
        for _ in 0..<3 {
            #expect(await scene.ask(link.path, cookie).headers[.setCookie] == nil)
        }
        _ = await scene.ask(link.path + "/photos/\(scene.photos[0])/thumbnail/240")
        _ = await scene.ask(link.path, method: .head)
        _ = await scene.ask(link.path)
        _ = await scene.ask(locked.path)
        _ = await scene.unlock(locked, "wrong")
        let own = AccessScene.session(of: await scene.unlock(locked, "open sesame"))
        _ = await scene.ask(locked.path, own)
        scene.access.site.shares.flush()
        #expect(try scene.gallery.shareLinks.list().map(\.openings) == [2, 1])
    }

    @Test(
        "link previews by messengers do not count as openings",
        arguments: [
            ("WhatsApp/2.23.20.0 A", 0), ("TelegramBot (like TwitterBot)", 0),
            ("facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", 0),
            ("Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)", 0),
            ("Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", 0),
            ("Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5", 0),
            (
                "Mozilla/5.0 (Macintosh) AppleWebKit/601 facebookexternalhit/1.1 Facebot Twitterbot/1.0",
                0
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", 1),
            (
                "Mozilla/5.0 (Linux; Android 14; CUBOT X70) AppleWebKit/537.36 Chrome/131.0 Mobile",
                1
            ),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) [FBAN/FBIOS;FBAV/490.0]", 1),
        ])
    func previewsOfMessengersAreNoOpenings(agent: String, openings: Int) async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]])
        #expect(await scene.ask(link.path, [.userAgent: agent]).status == .ok)
        scene.access.site.shares.flush()
        #expect(try scene.gallery.shareLinks.list().map(\.openings) == [openings])
    }

    @Test(
        "parameters added by messengers are ignored",
        arguments: [
            "fbclid=abc", "utm_source=mail&utm_source=mail", "utm_campaign=50%off", "igsh=&gclid=1",
            "%ff=1",
            "from=1&fbclid=x", "=", "&&", "download=1&v=2&at=1&x=%00",
        ])
    func addressesTakeWhatMessengersAdd(query: String) async throws {
        let scene = try await SharedScene()
        let link = try scene.link(Array(scene.photos.prefix(2)))
        let photo = "/photos/\(scene.photos[0])"
        for path in [
            "", photo, photo + "/file", photo + "/thumbnail/240", "/photos.zip",
        ] {
            let answer = await scene.ask("\(link.path)\(path)?\(query)")
            #expect(answer.status == .ok, "\(path)")
        }
        let locked = try scene.link([scene.photos[0]], password: "open sesame")
        let opened = await scene.ask(
            "\(locked.path)?\(query)", method: .post, form: "password=open+sesame")
        #expect(opened.status == .seeOther)
    }

    @Test("trashed photos and edits take effect immediately")
    func photosOfTheTrashAndEditsAreFollowedAtOnce() async throws {
        let scene = try await SharedScene()
        let link = try scene.link([scene.photos[0]], originals: true, metadata: true)
        let photo = link.path + "/photos/\(scene.photos[0])"
        let whole = try await scene.ask(photo + "/file").bytes()
        #expect(whole == (try PictureScene.bytes(of: "messi5.jpg")))
        var edit = PhotoEdit()
        edit.crop = RelativeRectangle(x: 0, y: 0, width: 0.5, height: 0.5)
        var change = EditChange()
        change.base = .edit(edit)
        _ = try await scene.gallery.edits.apply(.photos([scene.photos[0]]), change)
        let cropped = try await scene.ask(photo + "/file").bytes()
        #expect(cropped != whole && Data(whole).range(of: Data(cropped.suffix(400))) == nil)
        try scene.gallery.trash.add([scene.photos[0]])
        for path in ["", "/file", "/thumbnail/640"] {
            #expect(await scene.ask(photo + path).status == .notFound)
        }
        let text = try await scene.text(link.path)
        #expect(!text.contains("data-photo"))
    }

    @Test("files and the archive have lengths and support ranges")
    func filesAndTheArchiveHaveLengthsAndRanges() async throws {
        let scene = try await SharedScene()
        let link = try scene.link(Array(scene.photos.prefix(2)))
        for path in ["/photos/\(scene.photos[0])/file", "/photos.zip"] {
            let whole = await scene.ask(link.path + path)
            let length = try #require(whole.body.contentLength)
            let bytes = try await whole.bytes()
            #expect(bytes.count == length && whole.headers[.acceptRanges] == "bytes")
            let part = await scene.ask(link.path + path, [.range: "bytes=100-299"])
            #expect(part.status == .partialContent)
            #expect(part.headers[.contentRange] == "bytes 100-299/\(length)")
            #expect(try await part.bytes() == Array(bytes[100..<300]))
            let tag = try #require(whole.headers[.eTag])
            #expect(
                await scene.ask(link.path + path, [.ifNoneMatch: tag]).status == .notModified)
            let beyond = await scene.ask(link.path + path, [.range: "bytes=\(length)-"])
            #expect(beyond.status == .rangeNotSatisfiable)
        }
        let page = try await scene.text(link.path)
        #expect(page.contains("href=\"\(link.path)/photos.zip\">") && !page.contains(" download"))
        let archive = await scene.ask(link.path + "/photos.zip")
        #expect(archive.headers[.contentType] == "application/zip")
        #expect(archive.headers[.contentDisposition]?.contains("photos.zip") == true)
        let other = try scene.link([scene.photos[0]])
        #expect(scene.gallery.path.appending("shares/\(other.link.id)").exists == false)
    }

    @Test("the secret of a link is not logged")
    func theSecretIsInNoLog() async throws {
        let lines = LogLines()
        let scene = try await SharedScene { options in
            options.accessLog = AccessLog(.text) { lines.add($0) }
        }
        let link = try scene.link([scene.photos[0]])
        _ = try await scene.text(link.path)
        _ = try await scene.text(link.path + "/photos/\(scene.photos[0])")
        scene.access.site.options.accessLog?.flush()
        #expect(lines.text.contains("/shared/***/photos/") && !lines.text.contains(link.secret))
    }
}

/// Collects the lines of a log.
private final class LogLines: Sendable {
    private let bytes = Mutex<[UInt8]>([])

    func add(_ more: [UInt8]) { bytes.withLock { $0 += more } }

    var text: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
}
