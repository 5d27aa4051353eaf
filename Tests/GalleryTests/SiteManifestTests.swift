import Basics
import Foundation
import GalleryModel
import Testing

@testable import Gallery

@Suite("Manifest of a site")
struct SiteManifestTests {
    @Test("a manifest is read as it was written")
    func comesBackAsItWasWritten() throws {
        var manifest = SiteManifest()
        manifest.isWhole = true
        manifest.entries["photos/1.html"] = .init(inputs: 1, files: ["photos/1.html"])
        manifest.entries["pictures/1"] = .init(
            inputs: .max, files: ["pictures/1-240.jpg", "pictures/1-640.jpg"])
        manifest.entries["photos/2.html"] = .init(
            inputs: 2, files: ["photos/2.html"], subject: .init(digest: .max, since: 1_732_420_000))
        manifest.entries["all of it, and Ñandú/index.html"] = .init(
            inputs: 0, files: ["all of it, and Ñandú/index.html"])
        let read = try #require(SiteManifest(manifest.bytes))
        #expect(read.entries == manifest.entries)
        #expect(read.isWhole)
        #expect(read.bytes == manifest.bytes)
        manifest.isWhole = false
        #expect(SiteManifest(manifest.bytes)?.isWhole == false)
    }

    @Test(
        "malformed manifests and paths outside the folder are rejected",
        arguments: [
            "", "gallery-site 2 whole\n", "gallery-site 1 whole", "something else\n",
            "gallery-site 1 whole\n0123456789abcdef\n",
            "gallery-site 1 whole\nno digits at all index.html\n",
            "gallery-site 1 whole\n0123456789abcdef ../secret\n",
            "gallery-site 1 whole\n0123456789abcdef a/../../secret\n",
            "gallery-site 1 whole\n0123456789abcdef /etc/passwd\n",
            "gallery-site 1 whole\n0123456789abcdef pictures/1\t../secret\n",
            "gallery-site 1 whole\n0123456789abcdef a//b\n",
            "gallery-site 1 whole\n0123456789abcdef a\t@1732420000\n",
            "gallery-site 1 whole\n0123456789abcdef a\t@-1 0123456789abcdef\n",
            "gallery-site 1 whole\n0123456789abcdef a\t@1732420000 0123456789abcdefg\n",
        ])
    func whatIsNoneOrLeadsOutOfTheFolderIsRefused(_ text: String) {
        #expect(SiteManifest(Array(text.utf8)) == nil)
    }
}

@Suite("Photos on site pages")
struct ShownPhotoTests {
    /// A photo with all metadata.
    private var photo: Photo {
        var details = PhotoDetails(origin: .camera, originID: "abc")
        details.title = "title"
        details.caption = "caption"
        details.creator = "creator"
        details.copyright = "copyright"
        details.owner = "owner"
        details.tags = ["tag"]
        details.fileName = "secret.jpg"
        details.rawJSON = "{}"
        details.secret = "secret"
        details.rating = 3
        details.make = "make"
        details.lens = "lens"
        details.dateUploaded = Date(timeIntervalSince1970: 9)
        details.coordinate = Coordinate(latitude: 1, longitude: 2)
        return Photo(id: PhotoID(rawValue: 7), details: details, dateAdded: Date())
    }

    private func shown(_ change: (inout ShareOptions) -> Void = { _ in }) throws -> Photo {
        var options = ShareOptions()
        change(&options)
        let filter = try PositionFilter(options.positions, settings: GallerySettings())
        return try ShareableMetadata(photo, options, filter).shown
    }

    @Test("only the requested metadata are shown")
    func nothingButWhatWasAskedForIsTold() throws {
        let bare = try shown()
        var expected = Photo(
            id: bare.id, details: PhotoDetails(origin: .camera, originID: ""),
            dateAdded: .distantPast)
        #expect(bare == expected)
        expected.details.title = "title"
        #expect(try shown { $0.keepsTitle = true } == expected)
    }

    @Test("facts about the storage of a photo are never shown")
    func howItIsKeptIsNeverTold() throws {
        let all = try shown { $0.keepsAll = true }
        #expect(all.title == "title" && all.coordinate != nil && all.creator == "creator")
        #expect(all.fileName == nil && all.rawJSON == nil && all.secret == nil && all.owner == nil)
        #expect(all.dateAdded == .distantPast && all.originID.isEmpty)
    }

    @Test("each shown fact changes the inputs of the pages")
    func whatIsToldChangesTheInputs() throws {
        let photo = try shown { $0.keepsAll = true }
        var met: Set<UInt64> = [photo.pageInputs]
        let position = try #require(photo.coordinate)
        let changes: [(inout Photo) -> Void] = [
            { $0.details.title = nil }, { $0.details.title = "" }, { $0.details.caption = "other" },
            { $0.details.creator = "other" }, { $0.details.copyright = nil },
            { $0.details.license = License(flickrID: 4) }, { $0.details.sourceURL = "https://a" },
            { $0.details.tags = ["t", "ag"] }, { $0.details.rating = 4 },
            { $0.details.dateTimeOriginal = "2024:01:01 00:00:00" },
            { $0.details.offsetTimeOriginal = "Z" }, { $0.details.make = nil },
            { $0.details.model = "model" }, { $0.details.lens = nil },
            { $0.details.exposureTime = 1 }, { $0.details.fNumber = 1 }, { $0.details.iso = 1 },
            { $0.details.focalLength = 1 }, { $0.details.coordinate = nil },
            { $0.details.dateUploaded = nil },
            {
                $0.details.width = 3; $0.details.height = 2
            },
            { $0.faces = [] },
            {
                $0.location = PhotoLocation(
                    coordinate: position, source: .photo,
                    place: Place(match: .inside, city: "Brest"))
            },
        ]
        for change in changes {
            var other = photo
            change(&other)
            #expect(met.insert(other.pageInputs).inserted)
        }
        // A new member must be added to the inputs or be shown nowhere: pages of sites show no
        // fractions, sources, guesses and doubts of dates, no accuracy of positions, no favorites.
        #expect(Mirror(reflecting: photo.details).children.count == 42)
        #expect(Mirror(reflecting: photo).children.count == 11)
    }
}
