public import Basics
public import GalleryModel

/// A photo that was given away.
public struct SharedPhoto: Hashable, Sendable {
    /// The photo's catalog id.
    public var photoID: PhotoID
    /// The name of its file.
    public var name: String
    /// The file; nil in archives, mails and on paper.
    public var path: BytePath?
    /// Pixels across; nil for unaltered originals and in a dry run.
    public var width: Int?
    /// Pixels down; nil for unaltered originals and in a dry run.
    public var height: Int?
    /// The file's length in bytes; 0 in a dry run.
    public var byteCount: Int64
    /// Whether a file with the same bytes was there before.
    public var isPresent = false
    /// What was read with doubt, such as a file that ends early, and what its licence does not allow:
    /// lower-case sentences.
    public var warnings: [String]
}

/// What giving photos away did.
public struct ShareSummary: Hashable, Sendable {
    /// Photos given away in this run.
    public var shared = 0
    /// Photos whose file was there already.
    public var present = 0
    /// Photos that could not be given away.
    public var failed = 0
    /// Photos whose picture is damaged and was given away as far as it could be read.
    public var damaged = 0
    /// The photos given away, in order.
    public var photos: [SharedPhoto] = []
    /// The file, folder, archive or message; nil where none was written.
    public var path: BytePath?
    /// What a mail program or a printer did, for a person to read; nil for files.
    public var message: String?

    /// Makes an empty summary.
    public init() {}

    mutating func add(_ photo: SharedPhoto) {
        if photo.isPresent { present += 1 } else { shared += 1 }
        photos.append(photo)
    }
}

extension ShareSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (shared, shared == 1 ? "copy" : "copies"), (present, "present"), (damaged, "damaged"),
            (failed, "failed"),
        ])
        let bytes = photos.reduce(Int64(0)) { $0 + $1.byteCount }
        return "share: " + (facts ?? "nothing to share") + (path.map { " in '\($0)'" } ?? "")
            + (bytes > 0 ? ", \(ByteCount.text(bytes))" : "")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("shared", shared),
            SummaryMember("present", present),
            SummaryMember("failed", failed),
            SummaryMember("damaged", damaged),
            SummaryMember("path", path.map { .text($0.escaped) } ?? .unknown),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}
