/// A row of `file`, as far as finding its bytes needs it.
struct FileRecord {
    /// The columns that `init` reads.
    enum Column: Int, StatementColumns {
        case id, sha256, byteCount, `extension`, isStored
    }

    /// Gives `Column`, for a SELECT from `file AS f`.
    static let selection = "f.id, f.sha256, f.byteCount, f.extension, f.isStored"

    var id: Int64
    /// 64 lower-case hexadecimal digits.
    var sha256: String
    var byteCount: Int64
    /// `jpg`, without the dot.
    var fileExtension: String
    /// Whether the bytes are in the store.
    var isStored: Bool

    init(_ row: StatementRow<Column>) {
        id = row.integer(.id)
        sha256 = row.text(.sha256)
        byteCount = row.integer(.byteCount)
        fileExtension = row.text(.extension)
        isStored = row.boolean(.isStored)
    }
}
