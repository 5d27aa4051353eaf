import Basics
import Catalog
import Foundation
import GalleryModel
import Imaging
import TestSupport
import Testing

@testable import Gallery

@Suite("Groups of duplicates")
struct DuplicateGroupTests {
    /// A photo with a stored picture.
    private func photo(
        _ id: Int64, width: Int = 400, type: String = "JPEG", byteCount: Int64 = 1_000,
        _ change: (inout PhotoDetails) -> Void = { _ in }
    ) -> Photo {
        var details = PhotoDetails(origin: .camera, originID: "\(id)")
        change(&details)
        return Photo(
            id: PhotoID(rawValue: id), details: details, dateAdded: Date(timeIntervalSince1970: 0),
            pictures: [
                Picture(
                    size: .original, state: .stored, path: BytePath("/\(id)"), fileType: type,
                    byteCount: byteCount, sha256: "\(id)", width: width, height: 300)
            ])
    }

    private func groups(
        _ photos: [Photo], _ pairs: [(Int32, Int32)], difference: Float = 0.01,
        isSameData: Bool = false, ignored: [PhotoID: Int64] = [:]
    ) -> [[Int64]] {
        DuplicateGroup.groups(
            Dictionary(
                uniqueKeysWithValues: photos.enumerated().map {
                    (Int32($0.offset), DuplicateCandidate($0.element))
                }),
            pairs.map {
                DuplicatePair(
                    left: $0.0, right: $0.1, difference: difference, isSameData: isSameData)
            }, hashes: photos.map { _ in 1 }, ignored: ignored
        ).map { $0.photos.map(\.id.rawValue) }
    }

    @Test("the best photo is the first, by pixels, format, bytes, metadata and age")
    func best() {
        let photos = [
            photo(1, width: 399, byteCount: 9_000), photo(2, byteCount: 900),
            photo(3, type: "WEBP", byteCount: 5_000), photo(4, type: "PNG", byteCount: 2_000),
            photo(5), photo(6) { $0.title = "titled" }, photo(7),
        ]
        let all = (0..<7).flatMap { one in (0..<one).map { (Int32($0), Int32(one)) } }
        #expect(groups(photos, all) == [[6, 5, 7, 2, 4, 3, 1]])
        let found = DuplicateGroup.groups(
            [0: DuplicateCandidate(photos[0]), 1: DuplicateCandidate(photos[1])],
            [DuplicatePair(left: 1, right: 0, difference: 0, isSameData: false)],
            hashes: [0b1011, 0b0001], ignored: [:])
        #expect(found.map { $0.photos.map(\.reason) } == [["most pixels", "fewer pixels"]])
        #expect(found[0].photos.map(\.distance) == [0, 2])
        #expect(found[0].id == PhotoID(rawValue: 2) && found[0].others.map(\.id.rawValue) == [1])
        let picture = found[0].photos[1].picture
        #expect(picture?.byteCount == 9_000 && picture?.width == 399)
    }

    @Test("a photo that is not available, or damaged, is not the best one")
    func unusable() {
        var offline = photo(1, width: 900)
        offline.pictures[0].state = .offline
        var damaged = photo(2, width: 900)
        damaged.pictures[0].damage = "truncated"
        #expect(groups([offline, damaged, photo(3)], [(0, 1), (1, 2), (0, 2)]) == [[3, 2, 1]])
    }

    @Test("a group consists of the duplicates of its best photo, without those of duplicates")
    func chains() {
        let photos = (1...4).map { photo(Int64($0), width: 500 - $0) }
        #expect(groups(photos, [(0, 1), (1, 2), (2, 3)]) == [[1, 2], [3, 4]])
        #expect(groups(photos, [(1, 2), (3, 0)]) == [[1, 4], [2, 3]])
        #expect(groups(photos, []) == [])
    }

    @Test("groups that a user declared different are left out; new duplicates are not")
    func ignored() {
        let photos = (1...3).map { photo(Int64($0)) }
        let pairs: [(Int32, Int32)] = [(0, 1), (1, 2), (0, 2)]
        let ignored = [PhotoID(rawValue: 1): Int64(1), PhotoID(rawValue: 2): 1]
        #expect(groups(photos, pairs, ignored: ignored) == [[1, 3]])
        let all = ignored.merging([PhotoID(rawValue: 3): 1]) { $1 }
        #expect(groups(photos, pairs, ignored: all) == [])
        let other = ignored.merging([PhotoID(rawValue: 3): 7]) { $1 }
        #expect(groups(photos, pairs, ignored: other) == [[1, 3]])
    }

    @Test("photos with other decisions of users than the best one are kept")
    func kept() {
        let photos = (1...5).map { photo(Int64($0), width: 500 - $0) }
        func kept(_ decisions: [String?]) -> [Bool] {
            var candidates: [Int32: DuplicateCandidate] = [:]
            for (number, photo) in photos.enumerated() {
                var candidate = DuplicateCandidate(photo)
                candidate.decisions = decisions[number]
                candidates[Int32(number)] = candidate
            }
            let pairs = (1...4).map {
                DuplicatePair(left: 0, right: $0, difference: 0, isSameData: false)
            }
            let groups = DuplicateGroup.groups(
                candidates, pairs, hashes: photos.map { _ in 1 }, ignored: [:])
            #expect(groups.map { $0.photos.map(\.id) } == [photos.map(\.id)])
            return groups.flatMap { $0.photos.map(\.isKept) }
        }
        #expect(kept([nil, nil, nil, nil, nil]) == [false, false, false, false, false])
        #expect(kept(["a", "a", "b", nil, "c"]) == [false, false, true, false, true])
        #expect(kept([nil, nil, nil, "a", nil]) == [false, false, false, true, false])
    }

    /// Details of a photo that a camera took.
    private func shot(
        _ date: String?, fraction: String? = nil, model: String? = "X100"
    ) -> (inout PhotoDetails) -> Void {
        { details in
            details.model = model
            details.dateTimeOriginal = date
            details.subSecTimeOriginal = fraction
        }
    }

    @Test("shots of one camera within a quarter of an hour are not duplicates")
    func bursts() {
        let first = photo(1, shot("2024:05:17 10:00:00"))
        func areDuplicates(
            _ second: Photo, to one: Photo? = nil, difference: Float = 0.01, same: Bool = false
        ) -> Bool {
            groups(
                [one ?? first, second], [(0, 1)], difference: difference, isSameData: same
            ).count == 1
        }
        #expect(!areDuplicates(photo(2, shot("2024:05:17 10:00:01"))))
        #expect(!areDuplicates(photo(2, shot("2024:05:17 10:14:59"))))
        // A corrected time zone; another camera; unknown dates and cameras.
        #expect(areDuplicates(photo(2, shot("2024:05:17 11:00:00"))))
        #expect(areDuplicates(photo(2, shot("2024:05:17 10:00:01", model: "Z6"))))
        #expect(areDuplicates(photo(2, shot(nil))))
        #expect(areDuplicates(photo(2)))
        // The same picture data with another date.
        #expect(areDuplicates(photo(2, shot("2024:05:17 10:00:01")), same: true))
        // Within a second: by the fraction, or else if their looks differ slightly.
        let precise = photo(1, shot("2024:05:17 10:00:00", fraction: "25"))
        #expect(!areDuplicates(photo(2, shot("2024:05:17 10:00:00", fraction: "50")), to: precise))
        #expect(areDuplicates(photo(2, shot("2024:05:17 10:00:00", fraction: "250")), to: precise))
        #expect(areDuplicates(photo(2, shot("2024:05:17 10:00:00")), to: precise))
        #expect(areDuplicates(photo(2, shot("2024:05:17 10:00:00"))))
        #expect(!areDuplicates(photo(2, shot("2024:05:17 10:00:00")), difference: 0.034))
        // Another size is a copy.
        #expect(
            areDuplicates(photo(2, width: 200, shot("2024:05:17 10:00:00")), difference: 0.034))
        // The raw file of the shot.
        #expect(!areDuplicates(photo(2, width: 900, type: "NEF", shot("2024:05:17 10:00:00"))))
        #expect(!areDuplicates(photo(2, width: 900, type: "NEF", shot("2024:05:17 10:00:01"))))
        #expect(areDuplicates(photo(2, width: 900, type: "NEF")))
        // Without a known camera, as of the same one; but not by the time of the last change.
        let unknown = photo(1, shot("2024:05:17 10:00:00", model: nil))
        let later = photo(2, shot("2024:05:17 10:00:02", model: nil))
        #expect(!areDuplicates(later, to: unknown))
        var changed = later
        changed.details.isDateGuessed = true
        changed.details.dateSource = "IFD0:ModifyDate"
        #expect(areDuplicates(changed, to: unknown))
        changed.details.dateSource = "FileName"
        #expect(!areDuplicates(changed, to: unknown))
    }

    @Test("of a burst, only the shot that a copy without metadata is most similar to is one")
    func burstOfCopy() {
        let photos = [
            photo(1, byteCount: 9_000), photo(2, byteCount: 5_000, shot("2024:05:17 10:00:00")),
            photo(3, byteCount: 6_000, shot("2024:05:17 10:00:01")),
        ]
        let candidates = Dictionary(
            uniqueKeysWithValues: photos.enumerated().map {
                (Int32($0.offset), DuplicateCandidate($0.element))
            })
        let pairs = [(0, 1, 0.01), (1, 2, 0.005), (2, 0, 0.02), (0, 2, 0.021)].map {
            DuplicatePair(
                left: Int32($0.0), right: Int32($0.1), difference: Float($0.2), isSameData: false)
        }
        let groups = DuplicateGroup.groups(
            candidates, pairs, hashes: [1, 1, 1], ignored: [:])
        #expect(groups.map { $0.photos.map(\.id.rawValue) } == [[1, 2]])
    }
}

@Suite("GalleryDuplicates")
struct DuplicateSearchTests {
    @Test(
        "copies of pictures are found, stored looks are used again, and ignored groups are left out"
    )
    func finding() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        for seed in 1...3 as ClosedRange<UInt64> {
            let scene = try DrawnScene(seed: seed)
            let picture = try scene.picture()
            let cropped = try scene.picture(withoutLeft: 16)
            for (name, pixels, quality) in [
                ("a", picture, 95), ("b", picture, 60),
                ("c", try picture.averaged(width: 160, height: 120), 90),
                ("d", picture.upright(orientation: 6), 80), ("e", cropped, 95),
                ("f", try scene.picture(movedRight: 4, down: 2), 95),
            ] {
                try folder.add(
                    try JPEGEncoder(quality: quality).encode(pixels), as: "\(seed)\(name).jpg")
            }
        }
        let gallery = folder.gallery
        _ = try await gallery.importPhotos(from: [folder.pictures])
        let names = Dictionary(
            uniqueKeysWithValues: try folder.photos().map { ($0.id, $0.fileName ?? "") })
        func found(_ options: WorkOptions = WorkOptions()) async throws -> [[String]] {
            try await gallery.duplicates.find(options: options).map {
                $0.photos.map { names[$0.id] ?? "" }
            }
        }
        var dry = WorkOptions()
        dry.isDryRun = true
        #expect(try await found(dry).isEmpty)
        // Best first; the order of the others is by pixels and bytes.
        let groups = try await found()
        #expect(groups.map(\.first) == ["1a.jpg", "2a.jpg", "3a.jpg"])
        for (number, group) in groups.enumerated() {
            #expect(Set(group) == Set(["a", "b", "c", "d", "e"].map { "\(number + 1)\($0).jpg" }))
            #expect(group.suffix(2) == ["\(number + 1)e.jpg", "\(number + 1)c.jpg"])
        }
        #expect(try await found(dry) == groups)
        // A second run decodes nothing.
        try FileManager.default.removeItem(
            at: folder.folder.appendingPathComponent("catalog/files"))
        _ = try await gallery.duplicates.find()
        let some = names.filter { $0.value.hasPrefix("1") }.map(\.key)
        let first = try await gallery.duplicates.find(.photos(some))
        #expect(first.count == 1)
        try gallery.duplicates.ignore(first.map { $0.photos.map(\.id) })
        #expect(try await gallery.duplicates.find().count == 2)
        _ = try await gallery.journal.undo()
        #expect(try await gallery.duplicates.find().count == 3)
        // Photos in the trash are left out.
        try gallery.trash.add(first[0].others.map(\.id))
        #expect(try await gallery.duplicates.find().count == 2)
    }

    @Test("narrow pictures have looks, also after small thumbnails of them were made")
    func narrow() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        let picture = try DrawnScene(seed: 5).picture().averaged(width: 320, height: 40)
        for (name, quality) in [("a", 95), ("b", 85)] {
            try folder.add(try JPEGEncoder(quality: quality).encode(picture), as: "\(name).jpg")
        }
        let gallery = folder.gallery
        _ = try await gallery.importPhotos(from: [folder.pictures])
        #expect(try await gallery.duplicates.find().count == 1)
        var small = ThumbnailOptions()
        small.sides = [64]
        _ = try await gallery.thumbnails.make(.everything, options: small)
        #expect(try await gallery.duplicates.find().count == 1)
    }

    @Test("looks are stored with thumbnails")
    func storing() async throws {
        let folder = try AnalyzedFolder()
        defer { folder.remove() }
        let picture = try DrawnScene(seed: 4).picture()
        for (name, quality) in [("a", 90), ("b", 70)] {
            try folder.add(try JPEGEncoder(quality: quality).encode(picture), as: "\(name).jpg")
        }
        let gallery = folder.gallery
        _ = try await gallery.importPhotos(from: [folder.pictures])
        _ = try await gallery.thumbnails.make(.everything)
        var dry = WorkOptions()
        dry.isDryRun = true
        #expect(try await gallery.duplicates.find(options: dry).count == 1)
    }
}
