import Basics
import Catalog
import GalleryModel

extension PhotoGallery {
    /// Makes the files that a link gives, as far as they are not there, so that nobody waits for them.
    ///
    /// A photo that cannot be given away is a failed item, and the others go on.
    ///
    /// - Throws: `notFound` for a link that gives nothing any more; `inputOutput` where the disk is full or the
    ///   catalog cannot be written; `CancellationError`.
    public func prepareShareLink(
        _ id: Int64, options: WorkOptions = WorkOptions()
    ) async throws -> ShareLinkSummary {
        try await perform("share", options) { [self] work in
            let link = try shareLink(id)
            guard link.dateRevoked == nil, let shared = try sharedPhotos(of: link) else {
                throw GalleryError(
                    .notFound, "share link \(id) gives nothing any more: make another one")
            }
            return try ShareLinkRun(gallery: self, shared: shared, link: id, work: work).run()
        }
    }
}

/// What making the files of a link did.
public struct ShareLinkSummary: Hashable, Sendable {
    /// Files that were made.
    public var made = 0
    /// Files that were there.
    public var present = 0
    /// Photos without a stored picture.
    public var withoutPicture = 0
    /// Photos that no file could be made of.
    public var failed = 0
    /// The bytes of all files.
    public var byteCount: Int64 = 0

    /// Makes an empty summary.
    public init() {}
}

extension ShareLinkSummary: WorkSummary {
    /// What was done, as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (made, "made"), (present, "present"), (withoutPicture, "without a picture"),
            (failed, "failed"),
        ])
        return "\(Count.text(made + present, "file")) for the link"
            + (facts.map { ": \($0)" } ?? "")
            + (byteCount > 0 ? ", \(ByteCount.text(byteCount))" : "")
    }

    /// What was done, for programs.
    public var members: [SummaryMember] {
        [
            SummaryMember("made", made), SummaryMember("present", present),
            SummaryMember("withoutPicture", withoutPicture), SummaryMember("failed", failed),
            SummaryMember("byteCount", Int(byteCount)),
        ]
    }

    /// How many items failed.
    public var failedItems: Int { failed }
}

/// One run of making the files of a link: photos → made (a thread a core) → stored, in order.
struct ShareLinkRun: Sendable {
    /// Files in memory at a time, at most.
    private static let window = 8
    /// Photos that are read at a time.
    private static let page = 256

    let gallery: PhotoGallery
    let shared: SharedPhotos
    let link: Int64
    let work: WorkContext

    /// What is to be stored of a photo.
    private enum Made: Sendable {
        case withoutPicture
        case present(SharedFileRecord)
        case original(SharedFileRecord)
        case copy(PreparedPhoto, key: String)
        case failed(GalleryError, key: String)
    }

    func run() throws -> ShareLinkSummary {
        let files = try gallery.catalog.sharedFiles(ofShareLink: link)
        var summary = ShareLinkSummary()
        var done = 0
        try OrderedWork<GivenPhoto, (GivenPhoto, Made)>(work, window: Self.window).run {
            [shared] push in
            for start in stride(from: 0, to: shared.count, by: Self.page) {
                for photo in try shared.photos(from: start, limit: Self.page) {
                    guard push(photo) else { return }
                }
            }
        } makeWorker: { [self] in
            { photo in (photo, made(photo, files[photo.id])) }
        } consume: { outputs in
            for (photo, made) in outputs {
                try store(made, of: photo, &summary)
                done += 1
                work.progress("photos", done, of: shared.count)
            }
        }
        return summary
    }

    private func made(_ photo: GivenPhoto, _ record: SharedFileRecord?) -> Made {
        guard photo.hasPicture else { return .withoutPicture }
        var key = ""
        do throws(GalleryError) {
            key = try photo.key(in: gallery)
            if let record, record.key == key, record.byteCount > 0,
                try gallery.opened(record, of: photo, link: link) != nil
            {
                return .present(record)
            }
            if photo.isOriginal { return .original(try original(photo, key)) }
            let preparation = try SharePreparation(of: photo, in: gallery)
            return .copy(try preparation.prepared(photo.photo), key: key)
        } catch {
            return .failed(error, key: key)
        }
    }

    /// What an archive says of a stored picture.
    private func original(
        _ photo: GivenPhoto, _ key: String
    ) throws(GalleryError) -> SharedFileRecord {
        try GalleryError.translating {
            guard let file = try gallery.keptFile(of: photo, key, in: shared) else {
                throw GalleryError.noPicture(of: photo.photo)
            }
            let block = 256 << 10
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: block, alignment: 16)
            defer { buffer.deallocate() }
            var sum: UInt32 = 0
            for start in stride(from: 0, to: file.byteCount, by: block) {
                try work.checkCancellation()
                let part = UnsafeMutableRawBufferPointer(
                    rebasing: buffer[..<min(block, file.byteCount - start)])
                try file.read(into: part, at: start)
                sum = CRC32.checksum(UnsafeRawBufferPointer(part), after: sum)
            }
            return SharedFileRecord(
                photoID: photo.id, key: key, fileName: nil,
                fileExtension: BytePath(file.name).fileExtension, byteCount: file.byteCount,
                checksum: sum)
        }
    }

    private func store(
        _ made: Made, of photo: GivenPhoto, _ summary: inout ShareLinkSummary
    ) throws {
        let problem = ProblemSubject.photo(photo.id, .share)
        switch made {
        case .withoutPicture:
            summary.withoutPicture += 1
        case .present(let record):
            summary.present += 1
            summary.byteCount += Int64(record.byteCount)
        case .original(let record):
            try gallery.catalog.storeSharedFile(record, bytes: nil, ofShareLink: link)
            summary.made += 1
            summary.byteCount += Int64(record.byteCount)
        case .copy(let prepared, let key):
            _ = try gallery.store(prepared, photo, key, in: shared)
            summary.made += 1
            summary.byteCount += Int64(prepared.bytes.count)
            for remark in prepared.remarks { work.remark("photo \(photo.id): \(remark)") }
            try work.succeed(problem)
        case .failed(let error, let key):
            // Noted, so that the others are not waited for in vain.
            try gallery.catalog.storeSharedFile(
                SharedFileRecord(
                    photoID: photo.id, key: error.mayPass ? SharedFileRecord.awayKey(key) : key,
                    fileName: nil, fileExtension: "", byteCount: 0, checksum: 0), bytes: nil,
                ofShareLink: link)
            summary.failed += 1
            try work.fail(.photo(photo.id), with: error, problem: problem)
        }
    }
}

extension SharedFileRecord {
    /// The key under which it is noted that a file could not be made for now: never that of a file.
    ///
    /// - Parameter key: what the file would have been made of.
    static func awayKey(_ key: String) -> String { "away \(key)" }
}

extension GalleryError {
    /// Whether the same may work later, as for a picture on a disk that is away.
    fileprivate var mayPass: Bool {
        switch kind {
        case .notFound, .inputOutput, .tryLater: true
        default: false
        }
    }
}
