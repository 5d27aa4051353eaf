import Basics
import Catalog
import Faces
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("Undo and redo through random histories")
struct UndoHistoryTests {
    @Test("each undo and redo of 30 random steps restores everything", arguments: 0..<200)
    func histories(seed: Int) async throws {
        let folder = FileManager.default.temporaryDirectory.path + "/undo-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var history = try UndoHistory(
            try PhotoGallery.open(at: BytePath(folder)), seed: UInt64(seed))
        for number in 0..<30 {
            guard try await history.step(number) else { return }
        }
        try await history.undoAnyStep()
    }
}

/// A gallery that is changed at random, with what it must answer after each undo and redo.
private struct UndoHistory {
    let gallery: PhotoGallery
    var random: SeededGenerator
    /// The answers after each step that can be undone, those of the empty gallery first.
    private var done: [GalleryAnswers]
    /// The answers after each step that can be redone, the next one last.
    private var undone: [GalleryAnswers] = []
    /// All steps so far, for messages.
    private var log: [String]
    /// The camera's pictures in which faces were detected.
    var detected: Set<Int> = []

    var catalog: PhotoCatalog { gallery.catalog }

    init(_ gallery: PhotoGallery, seed: UInt64) throws {
        self.gallery = gallery
        random = SeededGenerator(seed: seed)
        log = ["seed \(seed)"]
        done = [try GalleryAnswers(gallery)]
    }

    /// Changes something, or undoes or redoes a change.
    ///
    /// - Returns: false if an answer is wrong.
    mutating func step(_ number: Int) async throws -> Bool {
        switch number < 5 ? 0 : Int.random(in: 0..<100, using: &random) {
        case 0..<50: return try await change()
        case 50..<77:
            log.append("undo")
            guard done.count > 1 else {
                await #expect(throws: GalleryError.self) { try await gallery.journal.undo() }
                return try isNow(done[0])
            }
            undone.append(done.removeLast())
            try await gallery.journal.undo()
            guard let expected = done.popLast(), try isNow(expected) else { return false }
            done.append(try GalleryAnswers(gallery))
        default:
            log.append("redo")
            guard let expected = undone.popLast() else {
                await #expect(throws: GalleryError.self) { try await gallery.journal.redo() }
                return try isNow(done[done.count - 1])
            }
            try await gallery.journal.redo()
            guard try isNow(expected) else { return false }
            done.append(try GalleryAnswers(gallery))
        }
        return true
    }

    /// Undoes a random step and redoes it, unless a later step depends on it: nothing changes.
    mutating func undoAnyStep() async throws {
        let before = try GalleryAnswers(gallery)
        let steps = try gallery.journal.entries(limit: 100).filter(\.isUndoable)
        guard let step = steps.randomElement(using: &random) else { return }
        log.append("undo \(step.id) (\(step.command))")
        do {
            try await gallery.journal.undo(step.id)
            log.append("redo")
            try await gallery.journal.redo()
        } catch is GalleryError { log.append("refused") }
        _ = try isNow(before)
    }

    /// Makes a random change, which is one step if it changes anything.
    private mutating func change() async throws -> Bool {
        let before = done[done.count - 1]
        let last = try gallery.journal.entries(limit: 1).first?.id
        guard let (name, change) = Self.changes.randomElement(using: &random) else { return false }
        log.append(name)
        do { try await change(&self) } catch let error as GalleryError
            where [.usage, .notFound].contains(error.kind)
        { log[log.count - 1] += " (refused)" }
        if try catalog.queuedPlaceCount() > 0 {
            try gallery.places.locateQueued(WorkContext(WorkOptions()), command: name)
        }
        let new = try gallery.journal.entries(limit: 3).filter { $0.id > last ?? 0 }
        if new.isEmpty { return try isNow(before) }
        guard new.count == 1 else {
            return fail("is more than one step: \(new.map(\.command))")
        }
        done.append(try GalleryAnswers(gallery))
        undone = []
        return true
    }

    private func isNow(_ expected: GalleryAnswers) throws -> Bool {
        let differences = try GalleryAnswers(gallery).differences(from: expected)
        return differences.isEmpty ? true : fail(differences.joined(separator: "\n"))
    }

    private func fail(_ reason: String) -> Bool {
        Issue.record("\(log.joined(separator: ", ")): \(reason)")
        return false
    }

    // MARK: - Choices

    mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    mutating func one<Element>(of elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &random)]
    }

    /// One to three elements; none of an empty list.
    mutating func some<Element>(of elements: [Element]) -> [Element] {
        let count = Int.random(in: 1...3, using: &random)
        return Array(elements.shuffled(using: &random).prefix(count))
    }

    /// One to three photos outside the trash.
    mutating func photos() throws -> [PhotoID] {
        some(of: try gallery.photoIDs(.everything))
    }

    mutating func coordinate() -> Coordinate? {
        let (latitude, longitude) = one(of: [(48.39, -4.49), (48.8583, 2.2945), (-33.86, 151.21)])
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    mutating func details(_ origin: Origin, _ id: String) -> PhotoDetails {
        var details = PhotoDetails(origin: origin, originID: id)
        details.title = one(of: [nil, "a boat", "a dog", "a tree"])
        details.tags = one(of: [[], ["dog"], ["Dog", "sea"]])
        details.dateTimeOriginal = one(of: [nil, "2024:02:29 12:00:00", "2023:12:31 23:59:59"])
        details.coordinate = chance(2) ? nil : coordinate()
        details.rating = one(of: [nil, 3])
        if origin == .flickr { details.rawJSON = "{\"views\": \"\(one(of: [1, 2]))\"}" }
        return details
    }

    static func picture(_ number: Int) -> PictureFile {
        PictureFile(
            digest: FileDigest(bytes: Array(repeating: UInt8(number), count: 32)), byteCount: 9,
            fileType: "JPEG", fileExtension: "jpg", width: 400, height: 300)
    }

    mutating func box() -> RelativeRectangle {
        RelativeRectangle(
            x: one(of: [0.1, 0.4, 0.7]), y: one(of: [0.1, 0.5]), width: 0.2, height: 0.3)
    }

    mutating func edit() -> PhotoEdit? {
        var edit = PhotoEdit()
        edit.rotation = one(of: [90, 180])
        edit.isMirrored = chance(2)
        return chance(3) ? nil : edit
    }

    mutating func metadata() -> MetadataChange {
        var change = MetadataChange()
        if chance(3) { change.cleared = Set(some(of: MetadataChange.Field.allCases)) }
        if chance(3) { change.title = one(of: ["", "mine", "mine too"]) }
        if chance(3) { change.description = one(of: ["", "said"]) }
        if chance(4) { change.tags = one(of: [[], ["new", "sea"]]) }
        if chance(3) { change.addedTags = ["pet", "DOG"] }
        if chance(3) { change.removedTags = ["dog"] }
        if chance(3) { change.rating = one(of: [0, 5]) }
        if chance(3) { change.isFavorite = chance(2) }
        if chance(3) {
            change.taken = one(of: [.date("2020:02:29 10:00:00"), .shift(seconds: -86_400)])
        }
        if chance(4) { change.offset = one(of: ["Z", "+05:30"]) }
        if chance(4) { change.location = coordinate() }
        return change
    }

    mutating func albumName() -> String { one(of: ["trip", "best", "Summer"]) }

    /// A section that is not the camera; nil if there is none.
    mutating func section(isAlbum: Bool) throws -> PhotoSection? {
        try gallery.sections.list().filter {
            $0.reference != .camera && ($0.reference.kind == .album) == isAlbum
        }.randomElement(using: &random)
    }

    /// A photo of a section; nil if it is empty.
    mutating func photo(in section: PhotoSection) throws -> PhotoID? {
        try gallery.photoIDs(.section(section)).randomElement(using: &random)
    }
}

// MARK: - Changes

extension UndoHistory {
    fileprivate typealias Change = @Sendable (inout UndoHistory) async throws -> Void

    /// The kinds of changes by name.
    fileprivate static let changes: [(name: String, change: Change)] = [
        ("search", { try $0.search() }),
        ("search again", { try $0.search() }),
        ("import", { try $0.importPhoto() }),
        (
            "remove",
            { history in
                _ = try history.gallery.trash.move(try history.photos(), toTrash: true)
            }
        ),
        (
            "restore",
            { history in
                let trash = history.some(of: try history.catalog.trashedPhotos().map(\.id))
                _ = try history.gallery.trash.move(trash, toTrash: false)
            }
        ),
        (
            "edit",
            { history in
                let edit = history.edit()
                try history.catalog.setEdits(
                    try history.photos().map { ($0, edit) }, command: "edit")
            }
        ),
        (
            "locate --apply",
            { history in
                let position =
                    history.chance(4)
                    ? nil
                    : history.coordinate().map { ManualPosition(coordinate: $0, track: "walk") }
                try history.catalog.setPositions(
                    try history.photos().map { ($0, position) }, command: "locate")
            }
        ),
        (
            "locate --home",
            { history in
                var options = LocateOptions()
                options.home = history.chance(3) ? nil : history.coordinate()
                options.replacesHome = true
                _ = try await history.gallery.places.locate(
                    .photos(try history.photos()), options: options)
            }
        ),
        (
            "set",
            { history in
                let photos = PhotoQuery.photos(try history.photos())
                _ = try await history.gallery.metadata.set(photos, history.metadata())
            }
        ),
        (
            "set --album",
            { history in
                let photos = PhotoQuery.photos(try history.photos())
                _ = try await history.gallery.metadata.set(
                    photos, history.chance(2) ? MetadataChange() : history.metadata(),
                    albums: [(name: history.albumName(), adds: !history.chance(3))])
            }
        ),
        (
            "batch",
            { history in
                var batch = PhotoBatch()
                batch.metadata = history.metadata()
                batch.edit = history.chance(2) ? history.edit() ?? PhotoEdit() : nil
                batch.isTrashed = history.chance(3) ? true : nil
                _ = try await history.gallery.metadata.change(
                    try history.photos(), batch, command: "batch")
            }
        ),
        ("faces", { try $0.decideFaces() }),
        (
            "album new",
            { history in
                let query = history.one(of: ["tag:dog", "rating:>2", "not:section:album:best"])
                try history.gallery.albums.create(
                    named: history.albumName(), filter: try PhotoFilter(text: query))
            }
        ),
        (
            "album new, by hand",
            { try $0.gallery.albums.create(named: $0.albumName()) }
        ),
        (
            "album add",
            { history in
                guard let album = try history.section(isAlbum: true) else { return }
                try await history.gallery.albums.add(.photos(try history.photos()), to: album)
            }
        ),
        (
            "album remove",
            { history in
                guard let album = try history.section(isAlbum: true) else { return }
                try await history.gallery.albums.remove(
                    .photos(try history.photos()), from: album)
            }
        ),
        (
            "album move",
            { history in
                guard let album = try history.section(isAlbum: true),
                    let photo = try history.photo(in: album)
                else { return }
                try history.gallery.albums.move(
                    photo, in: album, to: Int.random(in: 1...album.count, using: &history.random))
            }
        ),
        (
            "album cover",
            { history in
                guard let album = try history.section(isAlbum: true) else { return }
                let photo = history.chance(4) ? nil : try history.photo(in: album)
                try history.gallery.albums.setCover(of: album, to: photo)
            }
        ),
        (
            "album rename",
            { history in
                guard let album = try history.section(isAlbum: true) else { return }
                try history.gallery.albums.rename(album, to: history.albumName())
            }
        ),
        (
            "album delete",
            { history in
                guard let album = try history.section(isAlbum: true) else { return }
                try await history.gallery.sections.remove([album], command: "album delete")
            }
        ),
        (
            "section remove",
            { history in
                guard let section = try history.section(isAlbum: false) else { return }
                try await history.gallery.sections.remove([section])
            }
        ),
    ]

    /// Lists some of eight photos in a section of three.
    private mutating func search() throws {
        let term = one(of: ["dogs", "cats", "birds"])
        let reference = SectionReference(kind: .flickr, name: term)
        let entry = CommandEntry("search")
        let section = try catalog.makeSection(
            reference, query: .flickr(FlickrQuery(term: term, limit: one(of: [4, 8]))),
            noting: entry)
        let page = (1...8).shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
            .map { details(.flickr, "\($0)") }
        let ids = try catalog.store(page, in: section, command: "search", noting: entry).map(\.id)
        try catalog.record(
            some(of: ids).map { id in
                PictureResult(
                    photoID: id, size: one(of: [.medium, .large]),
                    outcome: .stored(Self.picture(one(of: [101, 102, 103]))))
            }, command: "search", noting: entry)
        _ = try catalog.markDelisted(
            from: try catalog.section(reference), exceptFor: Set(ids), command: "search",
            noting: entry)
        // A search that changes nothing else has no step.
        if entry.id != nil {
            try catalog.recordRefresh(of: [(section.id, page.count)], noting: entry)
        }
    }

    /// Imports one of three files, whose faces are detected at the first time.
    private mutating func importPhoto() throws {
        let number = one(of: [1, 2, 3])
        let file = Self.picture(number)
        let hash = file.digest.hexadecimal
        let source = SourceStamp(
            path: BytePath("/nowhere/\(number).jpg"), byteCount: 9, modified: 1, inode: 1,
            sidecar: nil)
        let outcomes = try catalog.store([
            ImportedPhoto(source: source, file: file, details: details(.camera, hash))
        ])
        guard let id = outcomes.first?.id, detected.insert(number).inserted else { return }
        let faces = (0..<2).map { index in
            FaceCandidate(
                rectangle: RelativeRectangle(
                    x: 0.1 + 0.4 * Double(index), y: 0.1, width: 0.2, height: 0.3),
                score: 0.75, source: .haar)
        }
        _ = try catalog.record(
            [
                (
                    photoID: id, sha256: hash,
                    found: FoundFaces(width: 400, height: 300, faces: faces)
                )
            ], analysis: FaceAnalysis(parameters: "detector=haar", version: 1))
    }

    /// Names, rejects or draws a face of a photo of the camera.
    private mutating func decideFaces() throws {
        let camera = try gallery.sections.find(.camera)
        guard let id = try gallery.photoIDs(.section(camera)).randomElement(using: &random) else {
            return
        }
        let photo = try catalog.photo(id: id)
        let names = ["Ana", "Eva"]
        if chance(3) {
            guard let picture = photo.facesPicture else { return }
            let (box, name) = (box(), one(of: names))
            _ = try catalog.decideFaces(in: picture, of: id, command: "faces add") {
                FaceMerge.adding(box, name: name, to: $0, decisions: $1)
            }
        } else if let face = photo.faces?.numbered.randomElement(using: &random) {
            if chance(3) {
                _ = try gallery.faces.reject([face.0], of: photo)
            } else {
                _ = try gallery.faces.name(
                    face.0, of: photo, as: chance(3) ? nil : one(of: names))
            }
        }
    }
}

// MARK: - Answers

/// What lists, `show` and exports contain.
private struct GalleryAnswers {
    private let sections: [PhotoSection]
    private let members: [[PhotoID]]
    private let photos: [PhotoID: Photo]
    private let positions: [PhotoID: [SectionEntry]]
    private let manual: [PhotoID: ManualMetadata]
    private let raw: [PhotoID: String]
    private let trash: Set<PhotoID>

    init(_ gallery: PhotoGallery) throws {
        let catalog = gallery.catalog
        sections = try gallery.sections.list()
        members = try sections.map { try gallery.photoIDs(.section($0)) }
        let ids = try gallery.photoIDs(.everything)
        photos = Dictionary(try catalog.photos(ids: ids).map { ($0.id, $0) }) { $1 }
        positions = try catalog.entries(of: ids)
        manual = Dictionary(
            try ids.compactMap { id in try catalog.metadata(of: id).map { (id, $0.manual) } }
        ) { $1 }
        raw = Dictionary(
            try ids.compactMap { id in try catalog.rawJSON(of: id).map { (id, $0) } }
        ) { $1 }
        trash = Set(try catalog.trashedPhotos().map(\.id))
    }

    /// The differences from the expected answers; photos that did not exist then are expected in
    /// the trash.
    func differences(from expected: GalleryAnswers) -> [String] {
        let all = trash.union(photos.keys)
        let later = all.subtracting(expected.trash).subtracting(expected.photos.keys)
        var differences = [
            Self.difference("sections", sections, expected.sections),
            Self.difference("members", members, expected.members),
            Self.difference("trash", trash.sorted(), expected.trash.union(later).sorted()),
        ].compactMap(\.self)
        for id in all.union(expected.photos.keys).sorted() {
            differences += [
                Self.difference("photo \(id)", photos[id], expected.photos[id]),
                Self.difference("positions of \(id)", positions[id], expected.positions[id]),
                Self.difference("metadata of \(id)", manual[id], expected.manual[id]),
                Self.difference("raw data of \(id)", raw[id], expected.raw[id]),
            ].compactMap(\.self)
        }
        return differences
    }

    private static func difference<Value: Equatable>(
        _ name: String, _ now: Value, _ expected: Value
    ) -> String? {
        now == expected ? nil : "\(name):\n  expected \(expected)\n  but was  \(now)"
    }
}

/// Random numbers that are the same in every run.
///
/// Source: S. Vigna, SplitMix64, https://prng.di.unimi.it/splitmix64.c
private struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
