import Basics
import Catalog
import Foundation
import GalleryModel

/// A catalog in its own folder, which is removed with the value.
final class TemporaryCatalog {
    let folder: BytePath
    let catalog: PhotoCatalog

    init(faceRule: @escaping FaceRule = { detections, _, _ in detections }) throws {
        folder = BytePath(
            FileManager.default.temporaryDirectory.path + "/catalog-\(UUID().uuidString)")
        catalog = try PhotoCatalog.open(at: folder, busyTimeout: 0.2, faceRule: faceRule)
    }

    deinit {
        // The folder is in the temporary directory, and files that cannot be removed are left to
        // the system.
        try? FileManager.default.removeItem(atPath: folder.string ?? "")
    }

    func path(_ name: String) -> String { folder.appending(name).string ?? "" }

    func makeSection(_ term: String, _ query: FlickrQuery? = nil) throws -> PhotoSection {
        try catalog.makeSection(
            SectionReference(kind: .flickr, name: term), query: query.map(SectionQuery.flickr))
    }

    func rows(_ section: PhotoSection, offset: Int = 0, limit: Int? = nil) throws -> [ListedPhoto] {
        var rows: [ListedPhoto] = []
        try catalog.forEachBatch(of: section, offset: offset, limit: limit, batchSize: 3) {
            rows += $0
            return true
        }
        return rows
    }
}

extension PhotoCatalog {
    /// The photos of a scope, page by page.
    func pages(of scope: PhotoScope, limit: Int) throws -> [[PhotoID]] {
        var pages: [[PhotoID]] = []
        try forEachPage(of: scope, limit: limit) {
            pages.append($0)
            return true
        }
        return pages
    }

    /// Moves photos to the trash.
    func trash(_ ids: [PhotoID]) throws -> [PhotoID] { try move(ids, toTrash: true).photos }

    /// Restores photos from the trash.
    func restore(_ ids: [PhotoID]) throws -> [PhotoID] { try move(ids, toTrash: false).photos }

    /// All photos outside the trash.
    func allPhotos() throws -> [PhotoID] { try pages(of: .everything, limit: .max)[0] }
}

/// Details of a Flickr photo with every kind of column filled.
func flickrDetails(_ id: String, title: String? = nil) -> PhotoDetails {
    var details = PhotoDetails(origin: .flickr, originID: id)
    details.title = title ?? "photo \(id)"
    details.caption = "line one\nline \"two\""
    details.owner = "78733179@N04"
    details.license = License(flickrID: 4)
    details.tags = ["dog", "a \"quoted\" tag", "back\\slash", "犬 🐕"]
    details.dateTimeOriginal = "2012:10:28 11:32:03"
    details.dateUploaded = Date(timeIntervalSince1970: 1_351_420_350)
    details.coordinate = Coordinate(latitude: -33.8, longitude: 151.2, altitude: 3.5)
    details.isPublic = true
    details.isFriend = false
    details.isFamily = false
    details.farm = 9
    details.server = "8191"
    details.secret = "780e01decd"
    details.rawJSON = "{\"id\":\"\(id)\", \"views\":\"3\"}"
    return details
}

/// The digest whose hexadecimal digits all repeat one byte.
func digest(_ byte: UInt8) -> FileDigest { FileDigest(bytes: Array(repeating: byte, count: 32)) }
