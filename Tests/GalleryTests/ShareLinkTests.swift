import Basics
import Foundation
import GRDB
import GalleryModel
import Imaging
import Synchronization
import Testing

@testable import Catalog
@testable import Gallery

@Suite("Share links")
struct ShareLinkTests {
    private static let fileName = "Ana_Example-Brest-IMG_48.390394_-4.486076.jpg"
    private static let secrets = SharePictures.secrets + ["Bo Other", "Finist", "France"]

    /// Two photos whose files contain all metadata, the first with a named face.
    private func withPhotos(_ body: (EditScene, [Photo]) async throws -> Void) async throws {
        try await EditScene.with { scene async throws in
            let first = try await scene.importing(
                SharePictures.telling(try EditPictures.jpeg(width: 3000, height: 2000)),
                as: Self.fileName)
            try scene.gallery.faces.add(
                FaceRectangle(x: 200, y: 160, width: 400, height: 500), to: first, name: "Bo Other")
            let second = try await scene.importing(
                SharePictures.telling(try EditPictures.jpeg(width: 800, height: 600)),
                as: "second.jpg")
            try await body(scene, [try scene.again(first), second])
        }
    }

    private func link(
        _ scene: EditScene, _ photos: [Photo], originals: Bool = false, metadata: Bool = false
    ) throws -> (NewShareLink, SharedPhotos) {
        var options = ShareLinkOptions()
        options.contents = ShareContents(originals: originals, metadata: metadata)
        let made = try scene.gallery.shareLinks.make(
            .photos(photos), options: options, cost: .testing)
        return (made, try #require(try scene.gallery.shareLinks.photos(of: made.link)))
    }

    private func bytes(
        of photo: Photo, in shared: SharedPhotos, _ scene: EditScene
    ) async throws -> [UInt8] {
        let given = try #require(try shared.photo(photo.id))
        let file = try await scene.gallery.shareLinks.file(of: given)
        var bytes = [UInt8](repeating: 0, count: file.byteCount)
        try bytes.withUnsafeMutableBytes { try file.read($0, 0) }
        return bytes
    }

    @Test(
        "an expiry date is an existing instant in ISO 8601 with a zone",
        arguments: [
            ("2027-01-01T00:00:00Z", 1_798_761_600), ("2027-01-01T00:00:00z", 1_798_761_600),
            ("2027-01-01T02:00:00.5+02:00", 1_798_761_600.5),
            ("2026-12-31T20:30:00-0330", 1_798_761_600), ("2027-01-01T18:00:00+18", 1_798_761_600),
            ("2027-01-01T00:00:00", nil), ("2027:01:01T00:00:00Z", nil),
            ("2027:12:31T23:59:60+1", nil), ("2026-12-31T23:59:60Z", nil),
            ("2026-12-31T24:00:00Z", nil), ("2027-01-01T00:00:00,5Z", nil),
            ("2027-01-01 00:00:00Z", nil), ("2027-01-01t00:00:00Z", nil),
            ("2027-02-29T00:00:00Z", nil), ("2027-01-01T00:00:00+19:00", nil), ("2027", nil),
        ] as [(String, Double?)])
    func expiry(text: String, seconds: Double?) {
        #expect(ShareLinkOptions.instant(text)?.timeIntervalSince1970 == seconds)
    }

    @Test("a link is opened only by its secret, until it expires")
    func opening() async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            var options = ShareLinkOptions()
            options.expires = Date() + 3600
            let made = try gallery.shareLinks.make(
                .photos(photos), options: options, cost: .testing)
            #expect(made.secret.utf8.count == 43 && made.path == "/shared/" + made.secret)
            #expect(try gallery.shareLinks.open(secret: made.secret)?.link.id == made.link.id)
            #expect(try gallery.shareLinks.open(secret: String(made.secret.dropLast())) == nil)
            #expect(try gallery.shareLinks.open(secret: "") == nil)
            // No value in the catalog opens it.
            let stored = try gallery.catalog.read { db in
                try String.fetchAll(db, sql: "SELECT hash FROM shareLink")
            }
            for hash in stored { #expect(try gallery.shareLinks.open(secret: hash) == nil) }
            #expect(!stored.contains(made.secret))
            try gallery.catalog.write { db in
                try db.execute(sql: "UPDATE shareLink SET dateExpires = 1")
            }
            #expect(try gallery.shareLinks.open(secret: made.secret) == nil)
            let (other, _) = try link(scene, photos)
            try gallery.shareLinks.revoke(other.link.id)
            #expect(try gallery.shareLinks.open(secret: other.secret) == nil)
            #expect(throws: GalleryError.self) { try gallery.shareLinks.revoke(other.link.id) }
            options.expires = Date() - 1
            #expect(throws: GalleryError.self) {
                try gallery.shareLinks.make(.photos(photos), options: options)
            }
        }
    }

    @Test("a password opens its own link, and the browser's cookie opens no other link")
    func passwords() async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            var options = ShareLinkOptions()
            options.password = "an open secret"
            let made = try (0..<2).map { _ in
                try gallery.shareLinks.make(.photos(photos), options: options, cost: .testing)
            }
            let opened = try made.map {
                try #require(try gallery.shareLinks.open(secret: $0.secret))
            }
            #expect(opened[0].proof != opened[1].proof)
            #expect(try opened[0].isOpened(by: "an open secret"))
            #expect(try !opened[0].isOpened(by: "another secret"))
            #expect(try !opened[0].isOpened(by: ""))
            let stored = try gallery.catalog.read { db in
                try String.fetchAll(db, sql: "SELECT hash || ' ' || passwordHash FROM shareLink")
            }
            for text in stored {
                #expect(!text.contains("an open secret") && !text.contains(opened[0].proof))
            }
            options.password = ""
            #expect(throws: GalleryError.self) {
                try gallery.shareLinks.make(.photos(photos), options: options)
            }
            let (free, _) = try link(scene, photos)
            let door = try #require(try gallery.shareLinks.open(secret: free.secret))
            #expect(try !door.isOpened(by: ""))
            #expect(!stored.joined().contains(door.proof))
        }
    }

    @Test("exactly the chosen photos are shared, and none in the trash")
    func photos() async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            let (made, shared) = try link(scene, [photos[1]])
            #expect(try shared.photo(photos[0].id) == nil)
            #expect(try shared.photo(photos[1].id) != nil)
            #expect(try shared.photo(PhotoID(rawValue: 999)) == nil)
            _ = try gallery.trash.add([photos[1].id])
            // This also applies if the link was opened before.
            #expect(try shared.photo(photos[1].id) == nil)
            #expect(try shared.photos(from: 0, limit: 9).isEmpty)
            let again = try gallery.shareLinks.link(made.link.id)
            let later = try #require(try gallery.shareLinks.photos(of: again))
            #expect(later.count == 0)
            #expect(throws: GalleryError.self) {
                try gallery.shareLinks.make(.photos([photos[1]]))
            }
            _ = try gallery.trash.restore([photos[1].id])
            #expect(try shared.photo(photos[1].id) != nil)
        }
    }

    @Test("a section or album is shared as it currently is, and no longer once it is removed")
    func sections() async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            let reference = SectionReference(kind: .album, name: "best")
            _ = try gallery.albums.create(named: "best", filter: try gallery.filter("size:>1"))
            let album = try gallery.sections.find(reference)
            let camera = try gallery.sections.find(.camera)
            for section in [album, camera] {
                let made = try gallery.shareLinks.make(.section(section))
                #expect(made.link.subject == .section(section.reference))
                func now() throws -> SharedPhotos? {
                    guard let opened = try gallery.shareLinks.open(secret: made.secret) else {
                        return nil
                    }
                    return try gallery.shareLinks.photos(of: opened.link)
                }
                let shared = try #require(try now())
                #expect(shared.section == nil)
                _ = try gallery.trash.add([photos[0].id])
                #expect(try shared.photo(photos[0].id) == nil)
                #expect(try now()?.photo(photos[0].id) == nil)
                #expect(try now()?.photo(photos[1].id) != nil)
                #expect(try now()?.photos(from: 0, limit: 9).map(\.id) == [photos[1].id])
                _ = try gallery.trash.restore([photos[0].id])
                let ids = try now()?.photos(from: 0, limit: 9).map(\.id) ?? []
                #expect(Set(ids) == Set(photos.map(\.id)))
                let first = try #require(try shared.photo(ids[0]))
                #expect(try shared.neighbors(of: first.id)?.next == ids[1])
                guard section.reference == reference else { continue }
                try gallery.catalog.renameAlbum(
                    album, to: SectionReference(kind: .album, name: "the best"))
                #expect(try now()?.count == 2)
                _ = try gallery.catalog.removeSections(
                    [try gallery.sections.find(SectionReference(kind: .album, name: "the best"))],
                    command: "album delete")
                #expect(try now() == nil)
                _ = try gallery.albums.create(
                    named: "the best", filter: try gallery.filter("size:>1"))
                #expect(try now() == nil)
            }
        }
    }

    @Test(
        "a shared photo and its file contain only the requested metadata", arguments: [false, true])
    func telling(originals: Bool) async throws {
        try await withPhotos { scene, photos async throws in
            let (_, plain) = try link(scene, photos, originals: originals)
            let given = try #require(try plain.photo(photos[0].id))
            var text = ""
            dump(given.publicPhoto.details, to: &text)
            dump(given.publicPhoto.faces, to: &text)
            dump(given.publicPhoto.location, to: &text)
            dump(given.publicPhoto.pictures, to: &text)
            for secret in Self.secrets { #expect(!text.contains(secret), "\(secret)") }
            #expect(given.publicPhoto.dateTimeOriginal == "2024:05:01 10:15:30")
            let bytes = try await bytes(of: photos[0], in: plain, scene)
            #expect(ShareTests.found(in: bytes).isEmpty)
            let pixels = try EditPictures.pixels(of: bytes)
            #expect(max(pixels.width, pixels.height) == (originals ? 3000 : 2048))
            let (_, full) = try link(scene, photos, originals: originals, metadata: true)
            let publicPhoto = try #require(try full.photo(photos[0].id)).publicPhoto
            #expect(publicPhoto.coordinate != nil && publicPhoto.faces?.first?.name == "Bo Other")
            #expect(publicPhoto.tags.contains("Ana Example") && publicPhoto.title != nil)
            let whole = try await self.bytes(of: photos[0], in: full, scene)
            #expect(ShareTests.found(in: whole).contains("coordinate"))
            #expect((whole == scene.bytes("camera/" + Self.fileName)) == originals)
        }
    }

    @Test("an edited photo is shared as edited, with every option")
    func edited() async throws {
        try await withPhotos { scene, photos async throws in
            let (_, before) = try link(scene, photos, originals: true, metadata: true)
            var edit = PhotoEdit()
            edit.crop = RelativeRectangle(x: 0, y: 0, width: 0.5, height: 0.5)
            var change = EditChange()
            change.base = .edit(edit)
            _ = try await scene.gallery.edits.apply(.photos([photos[1]]), change)
            for contents in [false, true] {
                let (_, shared) = try link(scene, photos, originals: true, metadata: contents)
                let bytes = try await bytes(of: photos[1], in: shared, scene)
                let pixels = try EditPictures.pixels(of: bytes)
                #expect([pixels.width, pixels.height] as [Int] == [400, 300])
            }
            // This also applies to a link that was created and prepared before.
            let bytes = try await bytes(of: photos[1], in: before, scene)
            #expect(try EditPictures.pixels(of: bytes).width == 400)
        }
    }

    @Test("files are made once per link and removed with it")
    func files() async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            let (made, shared) = try link(scene, photos)
            let (other, _) = try link(scene, photos)
            let folder = "catalog/shares/\(made.link.id)"
            var summary = try await gallery.shareLinks.prepare(made.link.id)
            #expect([summary.made, summary.present, summary.failed] as [Int] == [2, 0, 0])
            #expect(summary.sentence.hasPrefix("2 files for the link: 2 created, "))
            let names = scene.names(in: folder)
            #expect(names.count == 2 && scene.names(in: "catalog/shares/\(other.link.id)").isEmpty)
            summary = try await gallery.shareLinks.prepare(made.link.id)
            #expect([summary.made, summary.present] as [Int] == [0, 2])
            let first = try await bytes(of: photos[0], in: shared, scene)
            #expect(scene.names(in: folder) == names)
            // A truncated or missing file is made again.
            try Data([1, 2]).write(to: URL(filePath: scene.folder + "/\(folder)/\(names[0])"))
            #expect(try await bytes(of: photos[0], in: shared, scene) == first)
            try gallery.shareLinks.revoke(made.link.id)
            #expect(!FileManager.default.fileExists(atPath: scene.folder + "/" + folder))
            await #expect(throws: GalleryError.self) {
                try await gallery.shareLinks.prepare(made.link.id)
            }
            // A file that was being made does not bring the folder back.
            _ = try await bytes(of: photos[0], in: shared, scene)
            #expect(scene.names(in: folder).isEmpty)
        }
    }

    @Test("the cache keys of files do not change, so that stored files stay valid")
    func keys() async throws {
        try await withPhotos { scene, photos async throws in
            let settings = scene.gallery.settings
            for metadata in [false, true] {
                let (_, shared) = try link(scene, photos, metadata: metadata)
                let given = try #require(try shared.photo(photos[1].id))
                let known = try ShareableMetadata(
                    given.photo, given.options,
                    PositionFilter(given.options.positions, settings: settings))
                let lines = [
                    RenderedCopy.key(
                        of: known.photo, PhotoEdit(), sha256: given.photo.picture?.sha256 ?? ""),
                    "standard", "\(settings.share.longEdge) \(settings.share.quality)",
                    "Rules(keepsEverything: false, keepsLocation: \(metadata), "
                        + "keepsCamera: \(metadata), keepsSerials: false, keepsNames: \(metadata), "
                        + "keepsTitle: \(metadata), keepsDescription: \(metadata), "
                        + "keepsTags: \(metadata), keepsCredit: \(metadata))",
                ]
                #expect(
                    try given.key(in: scene.gallery)
                        == FileDigest(of: lines.joined(separator: "\n")).hexadecimal)
            }
        }
    }

    @Test("the archive contains every file and the credits, and its length is known in advance")
    func archive() async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            for contents in [ShareContents(), ShareContents(originals: true, metadata: true)] {
                let archives = ShareLinkArchiveCache()
                let (made, shared) = try link(
                    scene, photos, originals: contents.originals, metadata: contents.metadata)
                guard case .missing(2, of: 2) = try await archives.archive(of: shared, in: gallery)
                else {
                    Issue.record("there is an archive of files that were not made")
                    continue
                }
                _ = try await gallery.shareLinks.prepare(made.link.id)
                guard case .ready(let archive) = try await archives.archive(of: shared, in: gallery)
                else {
                    Issue.record("files are missing")
                    continue
                }
                var bytes = [UInt8](repeating: 0, count: archive.byteCount)
                try bytes.withUnsafeMutableBytes { try archive.read(into: $0, at: 0) }
                let text = String(decoding: bytes.map { $0 < 0x80 ? $0 : 0x20 }, as: UTF8.self)
                let name = Data("2024-05-01-\(photos[0].id).jpg".utf8)
                let place = try #require(Data(bytes).range(of: name)?.lowerBound)
                // 10:15:30 on 2024-05-01, as stored in the header before the name.
                #expect(bytes[(place - 20)..<(place - 16)] == [0xEF, 0x51, 0xA1, 0x58])
                #expect(text.contains("CREDITS.txt") == contents.metadata)
                #expect(ShareTests.found(in: bytes).isEmpty == !contents.metadata)
                for photo in photos {
                    let file = try await self.bytes(of: photo, in: shared, scene)
                    #expect(Data(bytes).range(of: Data(file)) != nil)
                }
                // Downloads in ranges reuse the archive's layout until a photo is no longer shared.
                guard case .ready(let again) = try await archives.archive(of: shared, in: gallery)
                else { continue }
                #expect(again === archive)
                _ = try gallery.trash.move([photos[0].id], toTrash: true)
                #expect(throws: GalleryError.self) {
                    try bytes.withUnsafeMutableBytes { try again.read(into: $0, at: 0) }
                }
                guard case .ready(let rest) = try await archives.archive(of: shared, in: gallery)
                else { continue }
                #expect(rest.byteCount < archive.byteCount)
                _ = try gallery.trash.restore([photos[0].id])
            }
        }
    }

    @Test(
        "an archive omits a missing photo and contains it once it is back",
        arguments: [false, true])
    func away(isStored: Bool) async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            let clock = ManualInstant()
            let archives = ShareLinkArchiveCache(now: { clock.now })
            let (made, shared) = try link(
                scene, photos, originals: isStored, metadata: isStored)
            let kept = try #require(try scene.again(photos[0]).picture?.path?.string)
            try FileManager.default.moveItem(atPath: kept, toPath: kept + ".away")
            #expect(try await gallery.shareLinks.prepare(made.link.id).failed == 1)
            func archive(leavesFailed: Bool = false) async throws -> ShareLinkArchive? {
                let state = try await archives.archive(
                    of: shared, in: gallery, leavesFailed: leavesFailed)
                if case .ready(let archive) = state { return archive }
                return nil
            }
            func names(leavesFailed: Bool = false) async throws -> Int? {
                guard let archive = try await archive(leavesFailed: leavesFailed) else {
                    return nil
                }
                var bytes = [UInt8](repeating: 0, count: archive.byteCount)
                try bytes.withUnsafeMutableBytes { try archive.read(into: $0, at: 0) }
                let names = [photos[0], photos[1]].map { Data("2024-05-01-\($0.id).jpg".utf8) }
                return names.count { Data(bytes).range(of: $0) != nil }
            }
            #expect(try await names() == 1)
            // Recent writes change the revision with each check.
            var revision = gallery.revision
            repeat {
                revision = gallery.revision
                gallery.detectWrites()
            } while gallery.revision != revision
            // Downloads in ranges reuse the archive's layout for a while.
            let first = try #require(try await archive())
            clock.advance(seconds: 9)
            #expect(try await archive() === first)
            clock.advance(seconds: 1)
            #expect(try await archive() !== first)
            try FileManager.default.moveItem(atPath: kept + ".away", toPath: kept)
            clock.advance(seconds: 10)
            // The file must be made first; without it, the archive contains the others.
            #expect(try await names() == nil)
            #expect(try await names(leavesFailed: true) == 1)
            #expect(try await gallery.shareLinks.prepare(made.link.id).failed == 0)
            #expect(try await names() == 2)
        }
    }

    @Test("files of expired links are removed, and those of others stay")
    func expiry() async throws {
        try await withPhotos { scene, photos async throws in
            let gallery = scene.gallery
            let (made, _) = try link(scene, photos)
            let (other, _) = try link(scene, photos)
            for link in [made, other] { _ = try await gallery.shareLinks.prepare(link.link.id) }
            try gallery.catalog.write { db in
                try db.execute(
                    sql: "UPDATE shareLink SET dateExpires = 1 WHERE id = ?",
                    arguments: [made.link.id])
            }
            gallery.shareLinks.removeExpiredFiles()
            #expect(scene.names(in: "catalog/shares") == ["\(other.link.id)"])
        }
    }
}

/// A clock that tests advance.
private final class ManualInstant: Sendable {
    private let time = Mutex(ContinuousClock.now)
    var now: ContinuousClock.Instant { time.withLock { $0 } }
    func advance(seconds: Int) { time.withLock { $0 += .seconds(seconds) } }
}
