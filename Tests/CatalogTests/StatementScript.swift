import Basics
import Foundation
import GalleryModel
import Testing

@testable import Catalog

/// Calls every function of a catalog, on photos of every kind.
struct StatementScript {
    let temporary: TemporaryCatalog
    private var reader = PhotoReader.owner
    private var catalog: PhotoCatalog { temporary.catalog.seen(by: reader) }
    private static let analysis = FaceAnalysis(parameters: "detector=haar", version: 1)
    private static let box = RelativeRectangle(x: 0.1, y: 0.1, width: 0.1, height: 0.2)
    /// More photos than a query tests one by one.
    private static let many = 5_200

    init(temporary: TemporaryCatalog) { self.temporary = temporary }

    /// Runs the script.
    func run() throws {
        let many = try fill()
        let own = try importPhotos()
        let all = try catalog.section(.camera)
        try pictures(of: own, and: many.ids)
        try faces(of: own)
        try thumbnails(own[0])
        try duplicates(own)
        try places(own, many.section)
        for section in [all, many.section] { try list(section, own[0]) }
        try names()
        try metadata(own, many.section)
        try undo(own)
        try sections(many.section, many.ids)
        try albumByHand(own, many.section)
        try access()
        try shareLinks(own, many.section)
        try posts(own, many.section)
        try others(own[0])
        try jobs()
        try publications(own)
        try origins()
        try emptyTrash(own, many.ids)
    }

    private func fill() throws -> (section: PhotoSection, ids: [PhotoID]) {
        let section = try catalog.makeSection(SectionReference(kind: .flickr, name: "dogs"))
        let page = (1...Self.many).map { number in
            var details = flickrDetails("\(number)")
            details.coordinate = PlaceScene.position(
                Double(number % 170) - 85, Double(number % 350) - 175)
            return details
        }
        let ids = try catalog.store(page, in: section, command: "search").map(\.id)
        _ = try catalog.store(
            [flickrDetails("1", title: "new")], in: section, command: "refresh", isPartial: true)
        _ = try catalog.store(
            [flickrDetails("1", title: "new")], in: section, command: "refresh")
        return (try catalog.section(section.reference), ids)
    }

    private func stamp(_ name: String, _ number: Int) -> SourceStamp {
        SourceStamp(
            path: temporary.folder.appending(name), byteCount: 10, modified: 1,
            inode: Int64(number), sidecar: nil)
    }

    private func file(_ number: Int) -> PictureFile {
        PictureFile(
            digest: digest(UInt8(number)), byteCount: 10, fileType: "JPEG", fileExtension: "jpg",
            width: 400, height: 300)
    }

    private func imported(_ number: Int, at name: String) -> ImportedPhoto {
        ImportedPhoto(
            source: stamp(name, number), file: file(number),
            details: PhotoDetails(
                origin: .camera, originID: digest(UInt8(number)).hexadecimal),
            isStored: false, faceRegions: [FaceRegion(rectangle: Self.box, name: "Eva")])
    }

    private func importPhotos() throws -> [PhotoID] {
        let ids = try (1...3).map {
            try catalog.store([imported($0, at: "\($0).jpg")])[0].id
        }
        // A file seen in another folder, and one edited in its folder.
        _ = try catalog.store([imported(1, at: "moved.jpg")])
        _ = try catalog.store([imported(4, at: "3.jpg")])
        _ = try catalog.unchanged([stamp("2.jpg", 2)], inPlace: true)
        try catalog.touch([stamp("2.jpg", 2)])
        try otherPrograms(ids[1])
        try catalog.recordProblems([(.file(named: "x"), "y")], command: "import")
        try catalog.clearProblems(below: temporary.folder, command: "import")
        try catalog.clearProblem(subject: .file(named: "x"), command: "import")
        try catalog.recordProblems([(.file(named: "x"), "y")], command: "import")
        try catalog.ignoreProblems(try catalog.problems(), true)
        _ = try catalog.problems(includingIgnored: true)
        _ = try catalog.ignoredProblems(of: "import")
        try catalog.ignoreProblems(try catalog.problems(includingIgnored: true), false)
        try catalog.clearProblem(subject: .file(named: "x"), command: "import")
        try catalog.clearProblem(subject: .file(named: "x"))
        _ = try catalog.problems()
        _ = try? catalog.section(SectionReference(text: "share:nobody"))
        _ = try catalog.problemCounts()
        _ = try catalog.storageUse()
        _ = try catalog.kinds(ofNames: ["eva"])
        return ids
    }

    /// Files that were overwritten, deleted, and read by an earlier version.
    private func otherPrograms(_ id: PhotoID) throws {
        var written = imported(5, at: "written.jpg")
        written.file.pictureData = digest(100)
        written.warnings = ["odd"]
        _ = try catalog.store([written])
        _ = try catalog.decideFaces(
            in: ExaminedPicture(
                sha256: digest(5).hexadecimal, width: 400, height: 300), of: id, command: "faces"
        ) { _, decisions in
            decisions + [FaceDecision(kind: .added, rectangle: Self.box, name: "Eva")]
        }
        var again = imported(6, at: "written.jpg")
        again.file.pictureData = digest(100)
        _ = try catalog.store([again])
        _ = try catalog.undo(nil)
        again.source = nil
        again.isStored = true
        _ = try catalog.store([again])
        _ = try catalog.metadataWarnings(of: id)
        _ = try catalog.outdatedMetadata(of: [id], version: 99)
        _ = try catalog.markMissing(
            below: temporary.folder.appending("written.jpg"), seenBefore: .max)
        try catalog.markMissing(sha256s: [digest(6).hexadecimal])
    }

    private func pictures(of own: [PhotoID], and others: [PhotoID]) throws {
        try catalog.record(
            [
                PictureResult(photoID: others[0], size: .medium, outcome: .stored(file(20))),
                PictureResult(photoID: others[1], size: .medium, outcome: .unavailable("none")),
                PictureResult(photoID: others[2], size: .medium, outcome: .failed("broken")),
            ], command: "search")
        _ = try catalog.pictureStates(of: others, size: .medium)
        try catalog.beginWriting().end()
        _ = try catalog.isStored(hexadecimal: digest(20).hexadecimal)
        _ = try catalog.rawJSON(of: others[0])
        _ = try catalog.photo(origin: .flickr, originID: "1")
        _ = try catalog.photos(ids: own)
    }

    private func faces(of own: [PhotoID]) throws {
        let sha256 = digest(1).hexadecimal
        let face = FaceCandidate(rectangle: Self.box, source: .haar)
        _ = try catalog.record(
            [
                (
                    photoID: own[0], sha256: sha256,
                    found: FoundFaces(width: 400, height: 300, faces: [face])
                )
            ],
            analysis: Self.analysis)
        for scope in try scopes(own) {
            let page = try catalog.pages(of: scope, limit: 3)[0]
            let works = try catalog.pictureWork(of: page, analysis: Self.analysis)
            let shown: [DetectedFaces] = works.map {
                ($0.photoID, $0.sha256, nil)
            }
            _ = try catalog.record(shown, analysis: Self.analysis)
            _ = try catalog.pictureWork(of: page, sides: [640], cacheKey: { _ in "1 jpeg" })
            _ = try catalog.photos(ids: page)
            _ = try catalog.placeWork(
                of: page, cacheKey: "first", home: HomeChoice(), again: true)
        }
        let picture = ExaminedPicture(sha256: sha256, width: 400, height: 300)
        _ = try catalog.decideFaces(in: picture, of: own[0], command: "faces add") { _, old in
            old + [FaceDecision(kind: .added, rectangle: Self.box, name: "Ana")]
        }
        _ = try catalog.faceDecisions(of: sha256)
        _ = try catalog.unnamedFaces(limit: 3)
        _ = try catalog.paths(sha256: sha256)
        _ = try catalog.undo(nil)
    }

    private func scopes(_ ids: [PhotoID]) throws -> [PhotoScope] {
        [.everything, .section(try catalog.section(.camera)), .photos(ids)]
    }

    private func thumbnails(_ photo: PhotoID) throws {
        func new(_ number: UInt8, _ fileExtension: String) -> NewThumbnail {
            (
                key: ThumbnailKey(
                    sha256: digest(number).hexadecimal, cacheKey: "1 jpeg", side: 640),
                isWhole: false, width: 640, height: 2, bytes: [1, 2, 3],
                fileExtension: fileExtension, color: 0x12_34_56, edit: nil
            )
        }
        let stored = try catalog.storeThumbnails([new(1, "jpg"), new(2, "jpg"), new(3, "jpg")])
        try catalog.storeThumbnails([new(1, "png")])
        _ = try catalog.thumbnails([
            ThumbnailKey(sha256: digest(2).hexadecimal, cacheKey: "1 jpeg", side: 640)
        ])
        try FileManager.default.removeItem(atPath: stored[2].path.string ?? "")
        _ = try catalog.thumbnails(stored.map(\.key))
        if let known = try catalog.knownThumbnail(of: photo, side: 640, cacheKey: { _ in "1 jpeg" })
        {
            catalog.noteUse(of: known)
        }
        _ = try catalog.thumbnailUsage()
        _ = try catalog.evictThumbnails(toBytes: 0)
    }

    private func duplicates(_ own: [PhotoID]) throws {
        try catalog.storeLooks(
            [(digest(1).hexadecimal, (1, [1])), (digest(2).hexadecimal, nil)], version: 1)
        _ = try catalog.pictureWork(of: own, lookVersion: 1)
        _ = try catalog.looks(of: own, version: 1)
        _ = try catalog.photosWithoutLook(among: own, version: 1)
        try catalog.ignoreDuplicates([own], command: "duplicates ignore")
        _ = try catalog.ignoredDuplicates()
        _ = try catalog.decisions(about: own)
        _ = try catalog.undo(nil)
    }

    private func places(_ own: [PhotoID], _ section: PhotoSection) throws {
        _ = try catalog.queuedPlaceCount()
        try temporary.locateDue(home: PlaceScene.home, limit: 2_000)
        let entry = CommandEntry("locate")
        try catalog.removeHomes(of: [own[1]], noting: entry)
        _ = try catalog.homeCount()
        for level in PlaceLevel.allCases {
            _ = try catalog.placeCounts(by: level)
            _ = try catalog.placeCounts(of: .section(section), by: level)
        }
    }

    private func list(_ section: PhotoSection, _ own: PhotoID) throws {
        let queries = [
            "", "faces:>0", "person:Ana", "city:Berlin", "region:Berlin", "country:DE",
            "near:48.39,-4.49,5", "bbox:170,-10,-170,10", "city:Berlin faces:>0", "photo",
            "photo 5", "Berlin", "not:photo", "tag:dog", "tag:none", "license:\"CC BY 2.0\"",
            "camera:canon", "lens:50mm", "owner:78733179@N04", "type:jpeg", "rating:>3",
            "size:>1", "taken:2012", "added:\"last 3 days\"", "section:flickr:dogs", "is:public",
            "is:edited", "is:favorite", "is:damaged", "is:delisted", "is:missing",
            "is:unpublished", "is:trashed", "is:trashed or tag:dog", "has:title no:date",
            "has:position has:faces has:tags has:picture",
        ]
        for text in queries {
            let query = text.isEmpty ? PhotoFilter.everything : try PhotoFilter(text: text)
            var first: PhotoID?
            try catalog.forEachBatch(of: section, offset: 1, limit: 2, where: query) { rows in
                first = rows.first?.photo.id
                return true
            }
            if let first {
                _ = try catalog.entries(of: [first])
                _ = try catalog.neighbors(of: first, in: section, where: query)
            }
            _ = try catalog.placeCounts(where: query, by: .city)
            for scope in [PhotoScope.everything, .section(section), .photos([own])] {
                _ = try catalog.timeline(of: scope, where: query, by: .month)
                _ = try catalog.nameCounts(.tag, of: scope, where: query)
            }
            _ = try catalog.placeCounts(of: .photos([own]), where: query, by: .city)
            try find(query, section, own)
        }
        let latest = try catalog.latestPhotos(limit: 2)
        _ = try catalog.latestPhotos(after: latest.last?.id, limit: 2)
        _ = try catalog.latestPhotos(after: own, limit: 9)
    }

    private func find(
        _ query: PhotoFilter, _ section: PhotoSection, _ own: PhotoID
    ) throws {
        let columned = ["", "tag:dog", "photo", "is:trashed or tag:dog"]
        let scopes: [PhotoScope] = [.everything, .section(section)]
        _ = try catalog.photoCount(of: scopes, where: query)
        _ = try catalog.photoIDs(of: [section], where: query)
        _ = try catalog.unlistedPhotos(where: query)
        _ = try catalog.explanation(of: [.everything], where: query)
        if let month = PartialDate(year: 2012, month: 10), columned.contains(query.text) {
            for scope in scopes {
                _ = try catalog.months(of: scope, where: query)
                _ = try catalog.forEachMapPosition(of: scope, where: query) { _ in }
                _ = try catalog.mapRevision()
                _ = try catalog.columns(ofMonth: month, of: scope, where: query, part: 0)
                _ = try catalog.listPosition(of: own, byDateIn: scope, where: query)
            }
            _ = try catalog.columns(of: section, where: query, part: 0)
            _ = try catalog.listPosition(of: own, in: section, where: query)
        }
        for key in PhotoOrder.Key.allCases {
            let order = PhotoOrder(key, isDescending: true)
            _ = try catalog.cursor(at: own, in: order)
            for scope in scopes where columned.contains(query.text) {
                _ = try catalog.listPosition(of: own, in: order, of: scope, where: query)
            }
            _ = try catalog.photos(
                of: [.everything], where: query, in: order, offset: 99_999, limit: 1)
            for limit in [2, 5_000, nil] {
                let page = try catalog.photos(
                    of: [.everything], where: query, in: order, limit: limit)
                _ = try catalog.photos(
                    of: [.everything], where: query, in: order, after: page.first,
                    limit: limit)
                _ = try catalog.photos(
                    of: [.everything], where: query, in: order, after: page.last,
                    limit: limit)
            }
        }
        var album = section
        album.filter = query
        _ = try catalog.photoIDs(of: [album], where: .everything)
        var last: Int64?
        try catalog.forEachBatch(of: album, limit: 1) { rows in
            last = rows.last?.photo.id.rawValue
            return true
        }
        try catalog.forEachBatch(of: album, after: last, limit: 1) { _ in true }
        if let last { _ = try catalog.neighbors(of: PhotoID(rawValue: last), in: album) }
    }

    /// Queries of shell completion.
    private func names() throws {
        for kind in QueryKey.allCases where kind.hasNames {
            _ = try catalog.names(kind, startingWith: "d", limit: 9)
        }
    }

    /// Metadata by hand, before and after changes of the origin.
    private func metadata(_ own: [PhotoID], _ section: PhotoSection) throws {
        var metadata = MetadataChange()
        (metadata.title, metadata.addedTags) = ("by hand", ["new"])
        (metadata.rating, metadata.isFavorite) = (5, true)
        metadata.taken = .date("2024:05:17 10:00:00")
        metadata.location = PlaceScene.brest
        let photo = try catalog.photo(origin: .flickr, originID: "1").id
        var change = PhotosChange()
        change.metadata = [(photo, metadata), (own[0], metadata)]
        _ = try catalog.change(change, command: "set", isDryRun: true)
        _ = try catalog.change(change, command: "set") { _ in }
        _ = try catalog.metadata(of: photo)
        _ = try catalog.store(
            [flickrDetails("1", title: "of the origin")], in: section, command: "refresh")
        _ = try catalog.earlier(try catalog.photos(ids: [photo, own[0]]))
        var clearing = MetadataChange()
        clearing.cleared = Set(MetadataChange.Field.allCases)
        change.metadata = [(photo, clearing), (own[0], clearing)]
        _ = try catalog.change(change, command: "set")
        for _ in 0..<3 { _ = try catalog.undo(nil) }
    }

    /// Changes, which are undone and done again.
    private func undo(_ own: [PhotoID]) throws {
        let pair = [own[0], own[1]]
        let lyon = ManualPosition(coordinate: PlaceScene.lyon)
        let brest = ManualPosition(coordinate: PlaceScene.brest)
        try inParts(
            { try catalog.setPositions(pair.map { ($0, lyon) }, command: "locate") },
            { try catalog.setPositions([(pair[0], brest)], command: "locate") })
        var edit = PhotoEdit()
        edit.isMirrored = true
        try inParts(
            { try catalog.setEdits(pair.map { ($0, edit) }, command: "edit") },
            { try catalog.setEdits([(pair[0], nil)], command: "edit") })
        _ = try catalog.edit(of: pair[0])
        try inParts({ _ = try catalog.trash(pair) }, { _ = try catalog.restore([pair[0]]) })
        try inParts(
            {
                let entry = CommandEntry("locate")
                try catalog.removeHomes(of: pair, noting: entry)
                let page = try catalog.placeWork(
                    of: pair, cacheKey: "first",
                    home: HomeChoice(PlaceScene.lyon, replaces: true), again: false)
                try catalog.record(
                    page.works.map { LocatedPhoto($0, place: PlaceScene.lyonPlace) },
                    cacheKey: "first", noting: entry)
            },
            {
                let entry = CommandEntry("locate")
                try catalog.removeHomes(of: [pair[0]], noting: entry)
            })
        try catalog.setPositions(
            [(pair[0], lyon)], from: (1...9).map { TrackScene.track($0) }, command: "locate")
        _ = try catalog.manualPosition(of: pair[0])
        _ = try catalog.removeTracks([1], command: "locate")
        _ = try catalog.tracks(limit: 3)
        _ = try catalog.tracks(in: .everywhere, limit: 3)
        _ = try catalog.line(ofTrack: 2)
        for _ in 0..<2 { _ = try catalog.undo(nil) }
        _ = try catalog.trash([own[2]])
        _ = try catalog.trashedPhotos()
        let trashed = try catalog.trashedPhotos(after: nil, limit: 1)
        for photo in trashed { _ = try catalog.neighborsInTrash(of: photo.id) }
        _ = try catalog.trashedPhotos(
            after: trashed.first.map {
                DatedCursor(date: $0.dateTrashed?.unixSeconds ?? 0, id: $0.id.rawValue)
            }, limit: 3)
    }

    /// Data from origins, all of it undone.
    private func origins() throws {
        let entry = CommandEntry("search")
        let section = try catalog.makeSection(
            SectionReference(kind: .flickr, name: "undone"),
            query: .flickr(FlickrQuery(term: "undone")), noting: entry)
        var details = PhotoDetails(origin: .flickr, originID: "undone 1")
        details.rawJSON = "{}"
        func search(_ page: [PhotoDetails], noting entry: CommandEntry) throws -> [PhotoID] {
            let ids = try catalog.store(
                page, in: section, command: "search", noting: entry
            ).map(\.id)
            _ = try catalog.markDelisted(
                from: section, exceptFor: Set(ids), command: "search", noting: entry)
            try catalog.record(
                ids.map {
                    PictureResult(
                        photoID: $0, size: .medium, outcome: .stored(file(9)))
                }, command: "search", noting: entry)
            try catalog.recordRefresh(of: [(section.id, page.count)], noting: entry)
            return ids
        }
        let other = PhotoDetails(origin: .flickr, originID: "undone 2")
        _ = try search([details, other], noting: entry)
        details.title = "another"
        details.rawJSON = "[]"
        let again = CommandEntry("refresh")
        _ = try search([details], noting: again)
        let ids = try search([details, other], noting: again)
        for _ in 0..<2 { _ = try catalog.undo(nil) }
        for _ in 0..<2 { _ = try catalog.redo() }
        for _ in 0..<2 { _ = try catalog.undo(nil) }
        _ = try catalog.droppedJournalEntries()
        _ = try catalog.restore(ids)
    }

    private func inParts(_ first: () throws -> Void, _ second: () throws -> Void) throws {
        try first()
        let before = try catalog.journalEntries(limit: 1)[0].id
        try second()
        let after = try catalog.journalEntries(limit: 1)[0].id
        // The later change depends on the earlier one.
        #expect(throws: CatalogError.self) { try catalog.undo(before) }
        for entry in [after, before] { _ = try catalog.undo(entry) }
        for _ in 0..<2 { _ = try catalog.redo() }
        for entry in [after, before] { _ = try catalog.undo(entry) }
    }

    /// An album filled by hand, undone and done again.
    private func albumByHand(_ own: [PhotoID], _ section: PhotoSection) throws {
        let reference = SectionReference(kind: .album, name: "by hand")
        func change(_ photos: [PhotoID], isAddition: Bool) throws {
            var change = PhotosChange()
            change.albums = [AlbumChange(reference, photos, isAddition: isAddition)]
            _ = try catalog.change(change, command: "album add")
        }
        try change([own[1], own[0], own[2]], isAddition: true)
        let album = try catalog.section(reference)
        _ = try catalog.move(own[0], in: album, to: 1)
        try change([own[1]], isAddition: false)
        try change([own[1]], isAddition: true)
        _ = try catalog.setCover(of: album, to: own[0])
        _ = try catalog.setCover(of: section, to: nil)
        for reader in [PhotoReader.owner, .anyone] {
            _ = try catalog.seen(by: reader).lists(own[0], in: album)
            _ = try catalog.seen(by: reader).entries(of: own)
        }
        let filter = PhotoFilter.condition(.section(reference))
        _ = try catalog.photoIDs(among: own, where: filter)
        _ = try catalog.unlistedPhotos(where: filter)
        _ = try catalog.removeSections([album], command: "album delete")
        for _ in 0..<6 { _ = try catalog.undo(nil) }
        for _ in 0..<6 { _ = try catalog.redo() }
    }

    private func sections(_ section: PhotoSection, _ ids: [PhotoID]) throws {
        _ = try catalog.makeSection(
            section.reference, query: .flickr(FlickrQuery(term: "dogs")))
        try catalog.recordRefresh(of: [(section.id, 9)])
        if let server = ServerAddress("http://host/photoserver") {
            let query = ShareQuery(server: server, userID: "1", name: "roger")
            let person = try catalog.makeSections([
                (SectionReference(kind: .share, name: "roger@host"), .share(query))
            ])
            for _ in 0..<2 {
                _ = try catalog.store(
                    [PhotoDetails(origin: .share, originID: "host/photoserver/1")], in: person[0],
                    command: "pull")
            }
            _ = try catalog.listsPhotos(in: person[0], sharedBy: 1)
        }
        _ = try catalog.markDelisted(
            from: section, exceptFor: Set(ids.dropLast()), command: "refresh")
        try catalog.sortByUploadDate(section, listed: [ids[1], ids[0]])
        _ = try catalog.sections()
        _ = try catalog.sectionCount()
        _ = try catalog.photoCount()
        _ = try catalog.ordinal(of: ids[1], in: section)
        _ = try catalog.rebuildWords()
        for _ in 0..<2 { _ = try catalog.reserveQuery(perHour: 1) }
        try inParts(
            { _ = try catalog.removeSections([section], command: "section remove") },
            { _ = try catalog.restore([ids[0]]) })
        let album = SectionReference(kind: .album, name: "best")
        try catalog.makeAlbum(album, filter: try PhotoFilter(text: "tag:dog"))
        try catalog.renameAlbum(
            try catalog.section(album), to: SectionReference(kind: .album, name: "the best"))
        _ = try catalog.undo(nil)
    }

    /// Server queries.
    private func jobs() throws {
        var job = try catalog.addJob(.search, title: "search 'dogs'", requester: "")
        job.state = .running
        try catalog.record(job)
        _ = try catalog.jobs(limit: 2)
        _ = try catalog.jobs(before: job.id, limit: 2)
        _ = try catalog.job(job.id)
        try catalog.interruptJobs()
    }

    /// Accounts, tokens and sessions.
    private func access() throws {
        let hash = digest(1).hexadecimal
        var profile = AccountProfile()
        profile.email = "eva@example.org"
        _ = try catalog.addAccount(
            named: "Eva", role: .viewer, profile: profile, passwordHash: "a")
        profile.bio = "hello"
        _ = try catalog.updateAccount(named: "eva", role: .member, profile: profile)
        let eva = try #require(try catalog.account(named: "eva")).account
        _ = try catalog.accounts()
        let session = try catalog.addWebSession(hash: hash, account: eva.id, expires: Date())
        _ = try catalog.webSession(hash: hash)
        _ = try catalog.webSessions(ofAccount: eva.id)
        try catalog.extendWebSession(session, expires: Date() + 9)
        try catalog.removeWebSession(session)
        try catalog.removeWebSessions(ofAccount: nil)
        try catalog.replacePasswordHash("a", with: "b", ofAccount: eva.id)
        _ = try catalog.setPasswordHash("c", ofAccount: "EVA")
        _ = try catalog.removeAccount(named: "Eva")
        _ = try catalog.addAccessToken(named: "ci", role: .owner, hash: hash, expires: nil)
        let token = try #require(try catalog.accessToken(hash: hash))
        try catalog.noteUse(ofAccessToken: token.id)
        _ = try catalog.revokeAccessToken(named: "ci")
        _ = try catalog.account(email: "EVA@example.org")
        _ = try catalog.accessTokens()
    }

    /// Posts and publishing.
    private func posts(_ own: [PhotoID], _ section: PhotoSection) throws {
        _ = try catalog.addAccount(named: "Ann", role: .member, passwordHash: "a")
        let ann = try #require(try catalog.account(named: "ann")).account
        for number in 1...3 {
            try catalog.addSignInToken(
                of: ann, title: "sign-in of Ann", hash: digest(UInt8(40 + number)).hexadecimal,
                expires: Date() + 9, maximum: 2)
        }
        let record: PostRecord = (
            section: section.id, photo: own[0], account: ann.id, title: "dog", description: ""
        )
        let post = try catalog.add(record, command: "post")
        _ = try catalog.add(record, edit: PhotoEdit(), command: "post")
        _ = try catalog.posts(in: section.id, limit: 3)
        _ = try catalog.posts(in: section.id, before: 9, includesHidden: true)
        _ = try catalog.post(post.id, in: section.id)
        try catalog.setState(.hidden, ofPost: post.id, command: "post hide")
        _ = try catalog.undo(nil)
        var edit = PhotoEdit()
        edit.rotation = 90
        _ = try catalog.add(record, edit: edit, command: "post")
        let waiting = try receive(50, by: ann.id, sentAs: [], in: section)
        #expect(try catalog.senders(of: waiting + own) == [waiting[0]: ann.id])
        _ = try catalog.trashUnpublished(since: Date() + 9)
        _ = try catalog.isRemoved(sha256: digest(50).hexadecimal, of: ann.id)
        _ = try catalog.photo(
            of: digest(50), publishedBy: ann.id, title: "dog", description: "", in: section.id)
        _ = try catalog.removeAccount(named: "Ann")
    }

    private func receive(
        _ number: Int, by account: Int64?, sentAs texts: [String], in section: PhotoSection
    ) throws -> [PhotoID] {
        let received = ReceivedPicture(
            account: account, sha256: digest(UInt8(number)).hexadecimal, sentAs: texts)
        let photo = ImportedPhoto(
            source: nil, file: file(number),
            details: PhotoDetails(origin: .campaign, originID: received.originID),
            isStored: true, received: received)
        return try catalog.store([photo], in: section, noting: CommandEntry("upload")).map(\.id)
    }

    /// Queries of readers with hidden photos.
    private func others(_ own: PhotoID) throws {
        let section = try catalog.makeSection(SectionReference(kind: .campaign, name: "summer"))
        let ids = try receive(51, by: nil, sentAs: ["dog", ""], in: section)
        #expect(try catalog.photoIDs(among: ids, where: .everything).isEmpty)
        var script = self
        script.reader = .ownerWithoutCopies
        try script.find(.everything, try script.catalog.section(.camera), own)
        script.reader = .anyone
        #expect(try script.catalog.hidesPhotos())
        #expect(try script.catalog.hides(ids[0]))
        try script.list(try script.catalog.section(.camera), own)
        try script.names()
        _ = try script.catalog.journalEntries(limit: 2)
        _ = try script.catalog.photoCount()
        _ = try script.catalog.unnamedFaces(limit: 2)
    }

    /// Publications on other servers.
    private func publications(_ own: [PhotoID]) throws {
        let key = PublicationKey(
            photoID: own[0], server: try #require(ServerAddress("http://host")), account: "roger",
            campaign: nil, content: digest(9))
        let dropped = try catalog.beginPublication(key, named: "dog", idsBefore: nil)
        try catalog.dropPublication(dropped.id)
        let sent = try catalog.beginPublication(key, named: "dog", idsBefore: ["7"])
        try catalog.endPublication(sent.id, named: "dog", remoteID: "12")
        _ = try catalog.publications(of: own[0])
        _ = try catalog.publishedIDs(forTargetOf: key)
    }

    /// Share links.
    private func shareLinks(_ own: [PhotoID], _ section: PhotoSection) throws {
        let hash = digest(7).hexadecimal
        let named = try catalog.addShareLink(
            hash: hash, section: nil, photos: own, contents: ShareContents(), passwordHash: nil,
            expires: Date() - 9)
        _ = try catalog.addShareLink(
            hash: digest(8).hexadecimal, section: section.id, photos: [], contents: ShareContents(),
            passwordHash: "a", expires: nil)
        _ = try catalog.shareLinks()
        _ = try catalog.shareLink(id: named)
        _ = try catalog.shareLink(hash: hash)
        _ = try catalog.namedPhotos(ofShareLink: named)
        _ = try catalog.lists(own[0], in: section)
        try catalog.noteOpening(ofShareLink: named)
        let file = SharedFileRecord(
            photoID: own[0], key: "a", fileName: "a.jpg", fileExtension: "jpg", byteCount: 1,
            checksum: 2)
        try catalog.storeSharedFile(file, bytes: [1], ofShareLink: named)
        _ = try catalog.sharedFiles(ofShareLink: named)
        _ = try catalog.sharedFile(of: own[0], shareLink: named)
        try catalog.removeExpiredSharedFiles()
        _ = try catalog.revokeShareLink(named)
    }

    /// Deletes photos, with files that are left to a later run first.
    private func emptyTrash(_ own: [PhotoID], _ others: [PhotoID]) throws {
        _ = try catalog.trash(own + others.prefix(3))
        let file = catalog.files.path(of: digest(20))
        for folder in [catalog.files.finished, file.parent] {
            try catalog.files.makeFolder(folder)
        }
        try Data([1]).write(to: URL(filePath: file.string ?? ""))
        let sessions = try (0..<2).map { _ in try catalog.beginWriting() }
        let contents = try catalog.trashContents(removedUntil: nil)
        _ = try catalog.deleteTrashed(contents.photos, removedUntil: nil)
        try catalog.deleteUnreferenced()
        #expect(try catalog.deleteRecordedFiles(in: sessions[0]).pending == 1)
        sessions[1].end()
        #expect(try catalog.deleteRecordedFiles(in: sessions[0]).files == 1)
        sessions[0].end()
    }
}
