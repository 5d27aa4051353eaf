package import Basics
import GRDB
package import GalleryModel

/// What tells a thumbnail from every other one.
package struct ThumbnailKey: Hashable, Sendable {
    /// The SHA-256 of the picture that it shows, 64 lower-case hexadecimal digits.
    package var sha256: String
    /// How it was made, edit included.
    package var cacheKey: String
    /// The long edge that was asked for, in pixels.
    package var side: Int

    /// Makes a key.
    package init(sha256: String, cacheKey: String, side: Int) {
        self.sha256 = sha256
        self.cacheKey = cacheKey
        self.side = side
    }
}

/// A thumbnail that was made and is to be stored.
package struct NewThumbnail: Sendable {
    /// What it shows.
    package var key: ThumbnailKey
    /// Whether there was no more to show: any larger side gives the same.
    package var isWhole: Bool
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// The encoded picture.
    package var bytes: [UInt8]
    /// `jpg`, without the dot; letters and digits.
    package var fileExtension: String
    /// The mean of its pixels, 0xRRGGBB in sRGB; nil where nobody knows.
    package var colour: Int?
    /// The edit that it shows; nil for none.
    package var edit: PhotoEdit?

    /// Makes a new thumbnail.
    package init(
        key: ThumbnailKey, isWhole: Bool, width: Int, height: Int, bytes: [UInt8],
        fileExtension: String, colour: Int? = nil, edit: PhotoEdit? = nil
    ) {
        self.key = key
        self.isWhole = isWhole
        self.width = width
        self.height = height
        self.bytes = bytes
        self.fileExtension = fileExtension
        self.colour = colour
        self.edit = edit
    }
}

/// A thumbnail in the catalog, whose file was there when it was looked up.
package struct StoredThumbnail: Hashable, Sendable {
    /// What it shows; the side is another one than was asked for where a whole picture stands in.
    package var key: ThumbnailKey
    /// Where its file lies.
    package var path: BytePath
    /// Pixels across.
    package var width: Int
    /// Pixels down.
    package var height: Int
    /// The file's length.
    package var byteCount: Int64
    /// Whether there was no more to show: any larger side gives the same.
    package var isWhole: Bool
}

/// A photo with the thumbnails that it lacks.
package struct ThumbnailWork: Sendable {
    /// The photo.
    package var photoID: PhotoID
    /// The SHA-256 of its largest stored picture, hexadecimal.
    package var sha256: String
    /// Where the picture lies; none where its bytes are nowhere any more.
    package var places: [PicturePath]
    /// The photo's edit.
    package var edit: PhotoEdit?
    /// The sides that are to be made, as they were given; none where all are there.
    package var missing: [Int]
    /// How they are to be made.
    package var cacheKey: String
}

/// A row of `thumbnail`.
struct ThumbnailRecord {
    /// The columns that `init` reads.
    enum Column: Int, StatementColumns {
        case id, side, `extension`, isWhole, width, height, byteCount
    }

    /// Gives `Column`, for a SELECT from `thumbnail`.
    static let selection = Column.allCases.map(\.stringValue).joined(separator: ", ")

    var id: Int64
    var stored: StoredThumbnail

    /// Reads a row of the picture and cache key.
    init(
        _ row: StatementRow<Column>, sha256: String, cacheKey: String, in files: ThumbnailFiles
    ) {
        id = row.integer(.id)
        let key = ThumbnailKey(sha256: sha256, cacheKey: cacheKey, side: Int(row.integer(.side)))
        stored = StoredThumbnail(
            key: key, path: files.path(of: key, fileExtension: row.text(.extension)),
            width: Int(row.integer(.width)), height: Int(row.integer(.height)),
            byteCount: row.integer(.byteCount), isWhole: row.boolean(.isWhole))
    }

    /// All rows of a picture made in a way, the smallest side first.
    static func all(
        sha256: String, cacheKey: String, in files: ThumbnailFiles, _ db: Database
    ) throws -> [ThumbnailRecord] {
        var records: [ThumbnailRecord] = []
        try db.forEachRow(
            Column.self,
            """
            SELECT \(selection) FROM thumbnail WHERE sha256 = ? AND recipe = ? ORDER BY side
            """, [sha256, cacheKey]
        ) { row in
            records.append(ThumbnailRecord(row, sha256: sha256, cacheKey: cacheKey, in: files))
            return true
        }
        return records
    }

    /// Whether it is what a thumbnail of a side would be: of that side, or all that there is to show and
    /// no larger than it.
    func serves(side: Int) -> Bool {
        stored.key.side == side
            || (stored.isWhole && max(stored.width, stored.height) <= side)
    }

    /// Whether its file is there and as long as it was when it was stored.
    var isPresent: Bool { FileStore.length(of: stored.path) == stored.byteCount }
}
