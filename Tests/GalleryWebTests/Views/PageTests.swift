import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Hummingbird
import Testing

@Suite("Pages")
struct PageTests {
    @Test("every link leads to an existing page")
    func everyLinkLeadsSomewhere() async throws {
        try await FilledGallery.with { _, client in
            var due = ["/", "/?q=tag%3A%22no%20such%20tag%22", "/sections/camera?sort=taken"]
            var met = Set(due)
            while let address = due.popLast() {
                let (status, page) = try await client.page(address)
                #expect(status == 200, "\(address)")
                guard page.hasPrefix("<!DOCTYPE html>") else { continue }
                checkPage(page, address)
                for tag in MarkupReader.tags(page) {
                    guard let link = tag["href"] ?? tag["src"], link.hasPrefix("/") else {
                        continue
                    }
                    // Pictures have their own routes and tests.
                    guard !link.hasPrefix("/api/"), met.insert(link).inserted else { continue }
                    due.append(link)
                }
            }
            // The walk has reached photos, sections, tags, places and orders.
            #expect(met.count > 25)
            #expect(met.contains("/sections/flickr%3Adogs"))
        }
    }

    @Test(
        "pages ignore unknown parameters",
        arguments: [
            "/", "/albums", "/flickr", "/sections", "/sections/camera", "/places", "/people",
            "/people/unnamed", "/map", "/shares",
            "/jobs", "/problems", "/trash",
        ])
    func pagesIgnoreWhatTheyDoNotKnow(path: String) async throws {
        try await FilledGallery.with { _, client in
            for query in [
                "fbclid=x", "utm_source=a&utm_source=b", "utm_campaign=50%off", "gclid=%ff", "ref=",
            ] {
                let (status, page) = try await client.page("\(path)?\(query)")
                #expect(status == 200, "\(query)")
                #expect(page.hasPrefix("<!DOCTYPE html>"), "\(query)")
            }
            let api = try await client.get("/api/v1/photos?fbclid=x")
            #expect(api.status == 400)
        }
    }

    @Test("only sections and searches offer a share link")
    func onlySectionsAndSearchesOfferALink() async throws {
        try await FilledGallery.with { _, client in
            for (path, offers) in [
                ("/", false), ("/sections/camera", true), ("/?q=is%3Aedited", true),
            ] {
                let (_, page) = try await client.page(path)
                let buttons = MarkupReader.tags(page).filter {
                    $0["class"]?.hasSuffix(" give") == true
                }
                #expect(buttons.isEmpty != offers, "\(path)")
            }
        }
    }

    @Test("a photo is shown with its faces and metadata")
    func showsAPhotoWithItsFacesAndWhatIsKnown() async throws {
        try await FilledGallery.with { filled, client in
            let (_, page) = try await client.page("/photos/\(filled.plain)?from=camera")
            let tags = MarkupReader.tags(page)
            let picture = try #require(tags.first { $0.name == "img" && $0["srcset"] != nil })
            let frame = try #require(tags.first { $0["class"] == "faces" })
            // The picture has 96 × 72 pixels, and the frame uses the same coordinates.
            #expect([picture["width"], picture["height"]] == ["96", "72"])
            #expect(frame["viewbox"] == "0 0 96 72")
            let face = try #require(tags.first { $0.name == "rect" })
            #expect(
                ["x", "y", "width", "height"].map { face[$0] } == ["4", "4", "12", "12"])
            #expect(page.contains("Café &quot;au lait&quot;"))
            #expect(page.contains("17 May 2024, 10:11:12 (+02:00)"))
            #expect(page.contains("48.39° N, 4.48667° W"))
            #expect(page.contains("2 of 2"))
            #expect(tags.contains { $0["rel"] == "prev" })
            #expect(!tags.contains { $0["rel"] == "next" })
            #expect(
                tags.first { $0["class"] == "back" }?["href"]
                    == "/sections/camera?at=\(filled.plain)")
            #expect(page.contains("original: 96 × 72 pixels, JPEG"))
            #expect(tags.contains { $0["href"]?.hasPrefix("geo:48.39,-4.4866") == true })
            #expect(!page.contains(filled.scene.folder.path))
        }
    }

    @Test("a section marks its order", arguments: [nil, "own", "taken", "title"])
    func marksTheOrderOfASection(_ sort: String?) async throws {
        try await FilledGallery.with { _, client in
            let address = PageAddress.with([("sort", sort)], "/sections/camera")
            let (_, page) = try await client.page(address)
            let chosen = MarkupReader.tags(page).filter { $0["aria-current"] == "true" }
            #expect(chosen.map { $0["href"] } == [address])
            // By default, the newest photos are first, with their days.
            let host = MarkupReader.tags(page).first { $0["class"] == "collection" }
            let shown = sort == "own" ? "" : sort ?? "taken:desc"
            #expect(host?["data-sort"] == shown)
            let way = PageAddress.with([("sort", shown.isEmpty ? nil : shown)], "from=camera")
                .replacing("?", with: "&")
            let photos = MarkupReader.tags(page).compactMap { $0["href"] }
                .filter { $0.hasPrefix("/photos/") }
            #expect(!photos.isEmpty && photos.allSatisfy { $0.hasSuffix("?\(way)") })
        }
    }

    @Test("the sections page lists all sections with their first photos")
    func listsAllSectionsWithTheirFirstPhotos() async throws {
        try await FilledGallery.with { filled, client in
            let (status, page) = try await client.page("/sections")
            #expect(status == 200)
            checkPage(page, "/sections")
            let tags = MarkupReader.tags(page)
            let links = tags.compactMap { $0["href"] }
            // The camera section is first, and each photo is opened in its section.
            let sections = links.filter { $0.hasPrefix("/sections/") }
            #expect(
                sections == ["camera", "flickr%3Adogs", "album%3Abest"].map { "/sections/\($0)" })
            #expect(links.contains("/photos/\(filled.edited)?from=camera"))
            #expect(links.contains("/photos/\(filled.edited)?from=album%3Abest"))
            #expect(tags.count { $0["class"]?.hasPrefix("tile ") == true } == 8)
            #expect(tags.contains { $0["data-sections"] != nil })
            #expect(page.contains("Flickr search · 5 photos"))
            // The photo of the album is also in another section.
            #expect(page.contains(#"<span class="count">7 photos</span>"#))
        }
    }

    @Test("a section shows when and where it was searched")
    func saysOfASectionWhenAndWhereItWasSearched() async throws {
        try await FilledGallery.with { _, client in
            let (_, page) = try await client.page("/sections/dogs")
            let tags = MarkupReader.tags(page)
            #expect(tags.contains { $0["href"] == "https://www.flickr.com/search/?text=dogs" })
            let time = try #require(tags.first { $0.name == "time" })
            #expect(time["data-relative"] != nil && time["datetime"]?.hasSuffix("Z") == true)
            #expect(tags.contains { $0["class"] == "cover" })
            let (_, camera) = try await client.page("/sections/camera")
            #expect(!camera.contains("flickr.com"))
        }
    }

    @Test("a listing opens at a given photo")
    func comesBackToThePageOfAPhoto() async throws {
        try await FilledGallery.with { filled, client in
            for address in ["/?at=\(filled.plain)", "/sections/camera?at=\(filled.plain)"] {
                let (status, page) = try await client.page(address)
                #expect(status == 200)
                let host = MarkupReader.tags(page).first { $0["class"] == "collection" }
                #expect(host?["data-at"] == "\(filled.plain)")
                #expect(page.contains("/photos/\(filled.plain)"))
            }
            #expect(try await client.page("/?at=4711").status == 200)
        }
    }

    @Test("sizes and faces match the edited picture")
    func tellsSizesAndFacesAsTheyAreEdited() async throws {
        try await FilledGallery.with { filled, client in
            let photo = try filled.scene.gallery.photo(id: filled.edited)
            let size = try #require(photo.shownSize)
            let (_, page) = try await client.page("/photos/\(filled.edited)")
            let frame = try #require(MarkupReader.tags(page).first { $0["class"] == "faces" })
            #expect(frame["viewbox"] == "0 0 \(size.width) \(size.height)")
            #expect(page.contains(">Eva</text>"))
        }
    }

    @Test("the links of a photo stay within its search")
    func leadsOnInWhatWasSearched() async throws {
        try await FilledGallery.with { filled, client in
            let (_, page) = try await client.page(
                "/photos/\(filled.edited)?from=camera&q=not%3Atag%3Ax&sort=taken%3Adesc")
            let tags = MarkupReader.tags(page)
            let way = "from=camera&q=not%3Atag%3Ax&sort=taken%3Adesc"
            let beside = tags.filter { ["prev", "next"].contains($0["rel"]) }
            #expect(beside.map { $0["href"] } == ["/photos/\(filled.plain)?\(way)"])
            #expect(
                tags.first { $0["class"] == "back" }?["href"]
                    == "/sections/camera?q=not%3Atag%3Ax&sort=taken%3Adesc&at=\(filled.edited)")
            // The photo is edited: both the original and the result are offered.
            let downloads = tags.compactMap { $0["href"] }.filter { $0.contains("download=1") }
            #expect(
                downloads.map { $0.split(separator: "/").last } == [
                    "original?download=1", "rendition?download=1",
                ])
            #expect(tags.contains { $0["data-whole"]?.hasSuffix("/rendition") == true })
            // If the listing is invalid or missing, the links lead through all photos.
            let (status, other) = try await client.page(
                "/photos/\(filled.plain)?from=none&q=%22&sort=x")
            #expect(status == 200)
            #expect(
                MarkupReader.tags(other).first { $0["class"] == "back" }?["href"]
                    == "/?at=\(filled.plain)")
        }
    }

    @Test("a photo's page shows its position and the total")
    func tellsWhichOfHowManyAPhotoIs() async throws {
        try await FilledGallery.with { _, client in
            for (listing, way) in [("sections/camera/photos", "?from=camera"), ("photos", "")] {
                let photos = try await client.get("/api/v1/\(listing)").body.page
                for (place, photo) in photos.enumerated() {
                    let id = try #require(photo["id"]?.whole)
                    let (_, page) = try await client.page("/photos/\(id)\(way)")
                    #expect(
                        page.contains(">\(place + 1) of \(photos.count)</span>"))
                }
            }
        }
    }

    @Test("a search keeps the order")
    func keepsTheOrderWhileSearching() async throws {
        try await FilledGallery.with { _, client in
            let (_, page) = try await client.page("/sections/camera?sort=title&q=is%3Aedited")
            let tags = MarkupReader.tags(page)
            #expect(tags.first { $0["name"] == "sort" }?["value"] == "title")
            #expect(tags.contains { $0["href"] == "/sections/camera?sort=title" })
            let (_, plain) = try await client.page("/sections/camera")
            #expect(!MarkupReader.tags(plain).contains { $0["name"] == "sort" })
        }
    }

    @Test("everyday words are understood, and links remove them")
    func showsThePartsOfASearch() async throws {
        try await FilledGallery.with { _, client in
            let (_, page) = try await client.page("/?q=photos+of+Eva+in+may+2024&sort=title")
            let tags = MarkupReader.tags(page)
            let parts = tags.filter { $0["class"] == "part" }
            #expect(parts.map { $0["title"] } == ["person:eva", "taken:2024-05"])
            #expect(
                parts.map { $0["href"] } == [
                    "/?q=in%20may%202024&sort=title", "/?q=photos%20of%20Eva&sort=title",
                ])
            // The scripts and the links of photos use the query.
            let query = "person:eva taken:2024-05"
            #expect(tags.contains { $0["class"] == "collection" && $0["data-query"] == query })
            #expect(page.contains("q=person%3Aeva%20taken%3A2024-05"))
            let (_, nothing) = try await client.page("/?q=Eva+2001")
            #expect(nothing.contains("No photos match “<bdi>Eva 2001</bdi>”."))
            #expect(nothing.contains("Without “<bdi>2001</bdi>”: <a href=\"/?q=Eva\">1 photo</a>"))
            let (status, mistyped) = try await client.page("/?q=contry%3AFR")
            #expect(status == 400)
            #expect(mistyped.contains("“contry:” isn’t a filter."))
            #expect(
                MarkupReader.tags(mistyped).contains { $0["href"] == "/?q=country%3AFR" })
        }
    }

    @Test("an invalid query is shown with the position of the error")
    func pointsAtWhatCannotBeRead() async throws {
        try await FilledGallery.with { _, client in
            let (status, page) = try await client.page("/?q=rating%3A%3Exyz%22%3Cb%3E")
            #expect(status == 400)
            #expect(page.contains("column 12"))
            #expect(page.contains("^</pre>"))
            #expect(page.contains(#"value="rating:&gt;xyz&quot;&lt;b&gt;""#))
        }
    }

    @Test("an empty gallery shows how to add photos")
    func saysWhatToDoWithoutPhotos() async throws {
        try await WebScene().run { client in
            let (status, page) = try await client.page("/")
            #expect(status == 200)
            checkPage(page, "/")
            #expect(page.contains("gallery import"))
        }
    }

    @Test(
        "browsers get errors as pages, programs as JSON",
        arguments: [
            ("/photos/99999", 404), ("/photos/abc", 404), ("/sections/no%20such", 404),
            ("/nowhere", 404), ("/?cursor=x", 400), ("/?until=x", 400), ("/?sort=x", 400),
            ("/sections/camera?position=0", 400), ("/sections?position=x", 400), ("/?at=x", 400),
            ("/?cursor=1.tx", 400), ("/%zz", 400),
            ("/assets/x/none.css", 404), ("/assets/x/scripts%2Fa.js", 404),
            ("/assets/x/..%2FViews%2Fframe.mustache", 404),
        ])
    func tellsErrorsInWordsToPeopleAndAsJSONToPrograms(
        _ address: String, _ status: Int
    ) async throws {
        try await WebScene().run { client in
            let (found, page) = try await client.page(address)
            #expect(found == status)
            checkPage(page, address)
            try await client.execute(uri: address, method: .get) { answer in
                #expect(answer.status.code == status)
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
        }
    }

    @Test("the API returns errors as JSON for any Accept header")
    func tellsProgramsOfTheAPIAsJSONWhateverTheyAccept() async throws {
        try await WebScene().run { client in
            try await client.execute(
                uri: "/api/v1/nothing", method: .get, headers: [.accept: "text/html"]
            ) { answer in
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
        }
    }

    @Test("styles are cached forever only under their version")
    func keepsStylesForGoodUnderTheirVersionAlone() async throws {
        try await WebScene().run { client in
            let address = Assets.address("gallery.css", .english)
            try await client.execute(
                uri: address, method: .get, headers: [.acceptEncoding: "br, gzip;q=0.5"]
            ) { answer in
                #expect(
                    answer.headers[.cacheControl] == "public, max-age=31536000, immutable")
                #expect(answer.headers[.contentEncoding] == "gzip")
                #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
                #expect(answer.headers[.vary] == "Accept-Encoding")
                #expect(answer.headers[.eTag]?.hasSuffix("-gzip\"") == true)
                #expect(answer.body.readableBytesView.starts(with: [0x1F, 0x8B]))
            }
            try await client.execute(uri: "/assets/old/gallery.css", method: .get) { answer in
                #expect(answer.headers[.cacheControl] == "no-cache")
                #expect(answer.headers[.contentEncoding] == nil)
                #expect(
                    Array(answer.body.readableBytesView)
                        == EmbeddedFiles.file("Page/gallery.css")?.bytes)
            }
        }
    }

    @Test(
        "the Accept-Encoding header is parsed",
        arguments: [
            ("gzip", true), ("br, GZIP;q=1.0", true), ("*", true), ("gzip;q=0", false),
            ("*, gzip; q=0.0", false), ("identity", false), ("", false), ("*;q=0", false),
            ("gzip;q=high", true),
        ])
    func compressesWhatIsAsked(_ header: String, _ isCompressed: Bool) {
        #expect(WeightedList.acceptsGzip(header) == isCompressed)
    }

    @Test("a failed sign-in shows the form again")
    func asksForTheNameAndPassword() throws {
        let request = WebRequest(
            Request(
                head: HTTPRequest(method: .get, scheme: nil, authority: nil, path: "/sign-in"),
                body: RequestBody(buffer: ByteBuffer())),
            target: try RequestTarget("/sign-in"),
            client: Client(address: "", isSecure: false, host: nil))
        let answer = Pages.signIn(
            request, failure: Problem(.unauthorized, "wrong name or password"),
            next: "/photos/1?from=\"")
        #expect(answer.status == .unauthorized)
    }
}

/// Checks the rules for every page.
func checkPage(_ page: String, _ address: String, in language: PageLanguage = .english) {
    let tags = MarkupReader.tags(page)
    #expect(tags.first?["lang"] == language.code)
    #expect(tags.count { $0.name == "h1" } == 1, "\(address)")
    #expect(tags.count { $0.name == "main" } == 1)
    for tag in tags {
        #expect(
            tag.name == "script"
                ? tag["src"]?.hasPrefix("/assets/") == true : tag.name != "style", "\(address)")
        for attribute in tag.attributes {
            #expect(attribute[0] != "style" && !attribute[0].hasPrefix("on"), "\(address)")
        }
        if tag.name == "img" {
            #expect(
                ["alt", "width", "height"].allSatisfy { tag[$0] != nil }, "\(address)")
        }
        if let link = tag["href"] {
            #expect(
                ["/", "#", "https://", "http://", "geo:"].contains { link.hasPrefix($0) }, "\(link)"
            )
        }
    }
}

extension RouterClient {
    /// Requests a page as a browser does.
    func page(
        _ address: String, in language: PageLanguage = .english
    ) async throws -> (status: Int, page: String) {
        try await execute(
            uri: address, method: .get,
            headers: [.accept: "text/html,*/*;q=0.8", .acceptLanguage: language.code]
        ) { answer in
            let policy = answer.headers[.contentSecurityPolicy] ?? ""
            #expect(policy.contains("default-src 'self'") && !policy.contains("unsafe"))
            return (answer.status.code, String(buffer: answer.body))
        }
    }
}
