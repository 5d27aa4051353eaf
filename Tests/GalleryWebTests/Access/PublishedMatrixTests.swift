import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

/// Tests every output of a gallery with a picture in each state of a campaign, for each reader.
@Suite("Access to unpublished photos", .enabled(if: PictureScene.hasSamples))
struct PublishedMatrixTests {
    private typealias State = PublishedScene.State
    private typealias Reader = PublishedScene.Reader

    /// Queries for routes of the API; one that a route does not support returns 400.
    private static let questions = [
        "", "limit=1000", "q=is:unpublished", "q=has:tags", "q=Zq", "q=tag:Zq", "q=person:zq",
        "q=camera:zq", "q=city:", "section=campaign:summer", "section=album:all",
        "section=album:waits", "sort=added:desc", "photos=1,2,3,4,5,6",
        "q=section:campaign:summer", "q=-is:public", "metadata=true&section=album:all", "by=day",
        "photos=1,2,3,4,6&metadata=true", "zoom=9&west=-9&east=9&south=30&north=60", "limit=1",
    ]

    /// Queries for pages, which ignore unknown parameters.
    private static let questionsOfPages = [
        "", "q=is:unpublished", "q=has:tags", "section=campaign:summer", "photos=1,2,3,4,5,6",
    ]

    /// Queries for routes of a single photo or post.
    private static let questionsOfPhotos = [
        "", "download=1", "from=campaign:summer", "section=campaign:summer",
    ]

    private static func questions(_ route: Route, isOfPhoto: Bool) -> [String] {
        if route.permission.requiresShareLink { return ["", "download=1"] }
        if isOfPhoto { return questionsOfPhotos }
        return route.template.hasPrefix("/api/") ? questions : questionsOfPages
    }

    /// The addresses of a route for all values of its parameters; unknown parameters are given
    /// photos.
    private func paths(_ route: Route, _ scene: PublishedScene) -> [(path: String, subject: State?)]
    {
        var paths: [(path: String, subject: State?)] = [("", nil)]
        for part in route.parts {
            let values: [(String, State?)] =
                switch part {
                case let text where !text.hasPrefix("{"): [(String(text), nil)]
                case "{section}":
                    [
                        "camera", "campaign:summer", "campaign:winter", "album:all", "album:waits",
                    ].map { ($0, nil) }
                case "{side}": [("240", nil), ("1600", nil)]
                case "{secret}": scene.secrets.map { ($0, nil) }
                case "{month}":
                    [(String(CivilDate(unixSeconds: Date().unixSeconds).text().prefix(7)), nil)]
                case "{post}": scene.posts.map { ("\($0.value)", $0.key) }
                case "{person}", "{face}", "{share}", "{job}":
                    [("1", nil), ("2", nil)]
                default: scene.photos.map { ("\($0.value)", $0.key) }
                }
            paths = paths.flatMap { path, subject in
                values.map { value, state in
                    (path + "/" + value.replacing(":", with: "%3A"), state ?? subject)
                }
            }
        }
        return paths
    }

    @Test("no route reveals unpublished photos or returns their bytes")
    func noRouteTellsOfWhatIsNotPublishedOrGivesItsBytes() async throws {
        let scene = try await PublishedScene()
        // Its response is endless.
        let routes = scene.campaign.access.site.routes.filter {
            $0.method == .get && $0.template != "/api/v1/changes"
        }
        var met: [Reader: Set<String>] = [:]
        for route in routes {
            // The contents of a link are the same for its owner.
            let isOpen =
                [.anyone, .linkHolders, .linkVisitors].contains(route.permission)
                || route.template.hasPrefix("/api/v1/shares/draft")
            let readers = isOpen ? [Reader.nobody, .owner] : Reader.allCases
            for (path, subject) in paths(route, scene) {
                let questions = Self.questions(route, isOfPhoto: subject != nil)
                var refused: Set<String> = []
                for (reader, question) in readers.flatMap({ one in questions.map { (one, $0) } }) {
                    // Readers that differ from others only in their credential send a single
                    // request.
                    let isOnce = !isOpen && [.nobody, .token].contains(reader)
                    if refused.contains(question) || isOnce && !question.isEmpty { continue }
                    let address = path + (question.isEmpty ? "" : "?" + question)
                    let answer = await scene.campaign.access.ask(
                        .get, address, scene.readers[reader] ?? [:])
                    if answer.status == .badRequest { refused.insert(question) }
                    guard answer.status.code < 300 else { continue }
                    let body = String(decoding: try await answer.bytes(), as: UTF8.self)
                    func mayTell(_ state: State) -> Bool {
                        PublishedScene.mayTell(
                            state, reader, subject: question.hasPrefix("photos=") ? state : subject,
                            isOpen: isOpen, asks: question.contains("unpublished"))
                    }
                    for state in State.allCases where !mayTell(state) {
                        #expect(!state.isIn(body), "\(address), \(reader): \(state)")
                    }
                    if let subject, answer.headers[.contentType]?.hasPrefix("image/") == true {
                        #expect(mayTell(subject), "\(address), \(reader)")
                    }
                    for state in State.allCases where state.isIn(body) {
                        met[reader, default: []].insert("\(state) \(route.template)")
                    }
                }
            }
        }
        // The walk reaches published and hidden posts.
        for path in ["/api/v1/photos/{photo}", "/api/v1/tags", "/api/v1/people", "/api/v1/cameras"]
        {
            for reader in [Reader.viewer, .sender, .owner] {
                #expect(met[reader]?.contains("posted \(path)") == true, "\(path), \(reader)")
            }
            #expect(met[.owner]?.contains("hidden \(path)") == true, "\(path)")
        }
        for path in ["", "/photos/{photo}", "/photos/{photo}/file", "/photos.zip"] {
            #expect(met[.nobody]?.contains("posted /shared/{secret}\(path)") == true, "\(path)")
        }
        #expect(met[.sender]?.contains("draft /api/v1/photos/{photo}") == true)
        #expect(met[.owner]?.contains("trashed /api/v1/trash") == true)
        #expect(met[.owner]?.contains("posted /api/v1/query") == true)
    }

    @Test("an unpublished photo looks like a missing one to other users")
    func aPhotoThatIsNotPublishedIsNoPhotoForOthers() async throws {
        let scene = try await PublishedScene()
        let templates = scene.campaign.access.site.routes.filter {
            $0.method == .get && $0.permission == .viewers && $0.template.contains("{photo}")
        }.map(\.template)
        #expect(templates.count > 7)
        func answer(
            _ template: String, _ id: PhotoID, _ question: String, _ reader: Reader
        ) async throws -> String {
            let path = template.replacing("{photo}", with: "\(id)").replacing("{side}", with: "240")
            let answer = await scene.campaign.access.ask(
                .get, path + question, scene.readers[reader] ?? [:])
            // All ids have one digit.
            return "\(answer.status.code), \(try await answer.bytes().count) bytes"
        }
        let none = PhotoID(rawValue: 9)
        for template in templates + ["/api/v1/photos.zip?photos={photo}"] {
            for reader in [Reader.viewer, .token, .member] {
                let questions =
                    template.contains("?")
                    ? [""] : ["", "?section=campaign%3Asummer", "?recipe=%7B%7D"]
                for question in questions {
                    let absent = try await answer(template, none, question, reader)
                    for state in State.allCases where state != .posted {
                        let id = try #require(scene.photos[state])
                        #expect(
                            try await answer(template, id, question, reader) == absent,
                            "\(template)\(question), \(reader): \(state)")
                    }
                }
            }
        }
    }

    @Test("counts and positions include only listed photos")
    func countsAndPlacesAreThoseOfWhatIsListed() async throws {
        let scene = try await PublishedScene()
        let access = scene.campaign
        for (reader, listed) in [
            (Reader.viewer, 1), (.token, 1), (.member, 1), (.sender, 1), (.owner, 3),
        ] {
            let headers = scene.readers[reader] ?? [:]
            func body(_ path: String) async throws -> JSONValue {
                try await access.api(.get, path, headers).body
            }
            func sum(_ path: String, _ member: String = "photos") async throws -> Int {
                let items = try await body(path)["items"]?.items ?? []
                return Int(items.compactMap { $0[member]?.double }.reduce(0, +))
            }
            for section in ["campaign:summer", "album:all"] {
                let path = "sections/\(section)"
                #expect(try await body(path)["count"]?.double == Double(listed), "\(reader)")
                let items = try await body(path + "/photos")["items"]?.items ?? []
                #expect(
                    items.compactMap { $0["position"]?.double } == (1...listed).map(Double.init),
                    "\(reader), \(section)")
                let columns = try await body(path + "/columns")
                #expect(columns["count"]?.double == Double(listed), "\(reader), \(section)")
                #expect(columns["ids"]?.items?.count == listed, "\(reader), \(section)")
            }
            #expect(try await body("sections/campaign:winter")["count"]?.double == 0)
            #expect(
                try await body("sections/album:waits")["count"]?.double == Double(listed - 1))
            for path in ["tags", "people", "cameras", "timeline", "timeline?by=day", "places"] {
                let count = try await sum(path)
                let unplaced = try await body(path)["withoutPosition"]?.double ?? 0
                let due = try await body(path)["due"]?.double ?? 0
                #expect(count + Int(unplaced + due) == listed, "\(path), \(reader)")
            }
            #expect(try await sum("months", "count") == listed, "\(reader)")
            let map = try await body("map?zoom=2")
            let counts = map["counts"]?.items?.compactMap(\.double) ?? []
            #expect(Int(counts.reduce(0, +)) == listed, "\(reader): \(map)")
            let tags = try await body("query?q=tag:zq")["completions"]?.items ?? []
            #expect(tags.count == listed, "\(reader)")
            let commands = (try await body("undo")["items"]?.items ?? []).compactMap {
                $0["command"]?.string
            }
            #expect(
                commands.contains { $0 == "upload" || $0.hasPrefix("post") } == (reader == .owner),
                "\(reader): \(commands)")
        }
    }

    @Test("new posts are listed, and so are hidden ones that are shown again")
    func whatIsPostedIsListedAndWhatIsShownAgainIsToo() async throws {
        let scene = try await PublishedScene()
        let access = scene.campaign
        let eva = scene.readers[.sender] ?? [:]
        let viewer = scene.readers[.viewer] ?? [:]
        let draft = try #require(scene.photos[.draft])
        func versions() async throws -> [String] {
            (try await access.api(.get, "months", viewer).body["items"]?.items ?? []).compactMap {
                $0["version"]?.string
            }
        }
        let before = try await versions()
        let made = try await access.api(
            .post, "posts", eva, json: #"{"photo":\#(draft),"title":"at last"}"#)
        #expect(made.status == 201)
        // Clients that cached a month's columns fetch them again.
        #expect(try await versions() != before)
        // The photo has the title of its post.
        let photo = try await access.api(.get, "photos/\(draft)", viewer).body
        #expect(photo["title"]?.string == "at last")
        let post = try #require(
            try scene.campaign.feed.post(Int64(scene.posts[.hidden] ?? 0), includesHidden: true))
        try scene.campaign.feed.set(.shown, of: post)
        for (reader, listed) in [(Reader.viewer, 3), (.owner, 4)] {
            let items = try await access.api(
                .get, "sections/campaign:summer/photos", scene.readers[reader] ?? [:]
            ).body["items"]?.items
            #expect(items?.count == listed)
        }
    }

    @Test("events name only photos that the listener's listings contain")
    func eventsNameWhatListingsContain() async throws {
        let scene = try await PublishedScene()
        let feed = scene.campaign.access.site.changes
        let summer = scene.campaign.feed.reference
        func encoded(_ change: GalleryChange, isOwner: Bool) throws -> String {
            var known = try feed.listen(after: nil).known
            feed.post(change)
            let text = feed.read(after: &known, isOwner: isOwner).text ?? []
            return String(decoding: text, as: UTF8.self)
        }
        for (state, names) in [
            (State.draft, [false, false]), (.elsewhere, [false, false]), (.posted, [true, true]),
            (.hidden, [true, false]), (.deleted, [true, false]),
        ] {
            let id = try #require(scene.photos[state])
            for (isOwner, isNamed) in zip([true, false], names) {
                for change in [
                    GalleryChange.photosAdded([id], section: summer), .photosUpdated([id]),
                    .photosRemoved([id]), .photosRestored([id]),
                ] {
                    let text = try encoded(change, isOwner: isOwner)
                    #expect(text.contains("\"photos\":[\(id)]") == isNamed, "\(state): \(text)")
                    #expect(text.contains("event: photos") == isNamed, "\(state): \(text)")
                }
            }
        }
    }

    @Test("members can post only photos they sent, and learn nothing about others")
    func membersPostWhatTheySentToTheCampaignAndLearnNothingOfOthers() async throws {
        let scene = try await PublishedScene()
        let photos = scene.photos
        let max = try await scene.campaign.send(
            try PictureScene.bytes(of: "fruits.jpg"), scene.readers[.member] ?? [:])
        var details: Set<String> = []
        let ids = [
            photos[.trashed], photos[.elsewhere], PhotoID(rawValue: Int64(max)),
            PhotoID(rawValue: 99),
        ].compactMap(\.self)
        for id in ids {
            let answer = try await scene.campaign.api(
                .post, "posts", scene.readers[.sender] ?? [:],
                json: #"{"photo":\#(id),"title":"x"}"#)
            #expect(answer.status == 404, "\(id)")
            details.insert(
                String(decoding: answer.body.compact, as: UTF8.self)
                    .replacing("'\(id)'", with: "'ID'"))
        }
        for state in State.allCases {
            let id = try #require(photos[state])
            let answer = try await scene.campaign.api(
                .post, "posts", scene.readers[.member] ?? [:],
                json: #"{"photo":\#(id),"title":"x"}"#)
            #expect(answer.status == 404, "\(state)")
            details.insert(
                String(decoding: answer.body.compact, as: UTF8.self)
                    .replacing("'\(id)'", with: "'ID'"))
        }
        #expect(details.count == 1, "\(details)")
        let owner = try await scene.campaign.api(
            .post, "posts", scene.readers[.owner] ?? [:],
            json: #"{"photo":\#(photos[.trashed] ?? PhotoID(rawValue: 0)),"title":"x"}"#)
        #expect(owner.status == 404)
        #expect(owner.body["detail"]?.string?.contains("trash") == true, "\(owner.body)")
    }

    @Test("portraits are small and only from published photos")
    func portraitsAreSmallAndOnlyOfPublishedPhotos() async throws {
        let scene = try await PublishedScene()
        let access = scene.campaign
        var profile = try access.gallery.accounts.account(named: "eva").profile
        for state in State.allCases {
            profile.photo = scene.photos[state]
            try access.gallery.accounts.set(named: "eva", role: .member, profile: profile)
            let answer = await access.access.ask(.get, "/posts/people/1/photo")
            #expect(answer.status == (state == .posted ? .ok : .notFound), "\(state)")
            guard state == .posted else { continue }
            #expect(answer.headers[.contentType] == "image/jpeg")
            let bytes = try await answer.bytes()
            #expect(bytes.count < 40_000 && !state.isIn(String(decoding: bytes, as: UTF8.self)))
        }
    }

    @Test("sites, copies and exports omit unpublished photos")
    func sitesCopiesAndExportsLeaveOutWhatIsNotPublished() async throws {
        let scene = try await PublishedScene()
        let gallery = scene.gallery
        // Nothing is written into the catalog's folder.
        let folder = URL(
            filePath: scene.campaign.access.scene.folder.path + "-out", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let sections = try gallery.sections.list().filter {
            $0.reference.kind != .camera && $0.count > 0
        }
        let named = State.allCases.compactMap { scene.photos[$0] }
        let queries: [PhotoQuery] =
            sections.map(PhotoQuery.section) + [
                .everything, .everything.filtered(try gallery.filter("has:tags")),
            ]
        var share = ShareOptions()
        share.keepsAll = true
        for (number, query) in (queries + [.photos(named)]).enumerated() {
            var options = SiteOptions()
            options.share = share
            options.hasCopies = true
            options.hasArchive = true
            options.address = "https://example.org/photos"
            let site = folder.appending(path: "site\(number)")
            _ = try await StaticSite(query, of: gallery, options).make(in: BytePath(site.path))
            try check(site, "site of \(query.scopes)")
        }
        for (number, query) in queries.enumerated() {
            guard case .section(let section) = query.scopes[0], section.reference.name == "waits"
            else {
                let copies = folder.appending(path: "copies\(number)")
                _ = try await gallery.shares.send(
                    query, to: .folder(BytePath(copies.path)), options: share)
                try check(copies, "copies of \(query.scopes)")
                continue
            }
            await #expect(throws: GalleryError.self) {
                try await gallery.shares.send(
                    query, to: .folder(BytePath(folder.path)), options: share)
            }
        }
        // A photo that is named explicitly is refused instead of silently omitted.
        for state in [State.draft, .hidden, .deleted, .elsewhere] {
            let id = try #require(scene.photos[state])
            await #expect(throws: GalleryError.self) {
                try await gallery.shares.send(.photos([id]), to: .folder(BytePath(folder.path)))
            }
        }
        for format in ExportFormat.allCases {
            for query in queries {
                var text = ""
                let options = ExportOptions(format: format)
                for try await bytes in try gallery.export.rows(query, options: options) {
                    text += String(decoding: bytes, as: UTF8.self)
                }
                for state in [State.draft, .elsewhere, .trashed] {
                    #expect(!state.isIn(text), "\(format): \(state)")
                }
            }
        }
        #expect(try gallery.latestPhotos(limit: 99).count == 3)
    }

    /// Checks that the files of a folder contain only published photos.
    private func check(_ folder: URL, _ what: String) throws {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in files ?? FileManager.DirectoryEnumerator() {
            guard let bytes = try? Data(contentsOf: file) else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            for state in State.allCases where state != .posted {
                #expect(!state.isIn(text), "\(what), \(file.lastPathComponent): \(state)")
            }
        }
    }
}
