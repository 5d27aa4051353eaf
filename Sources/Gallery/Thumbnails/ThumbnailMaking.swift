import Basics
import Catalog
package import GalleryModel
import Imaging

/// The identity of a photo's thumbnail, known without opening a file.
package struct ThumbnailFacts: Sendable {
    /// As `Photo.thumbnailVersion`.
    package let version: String
    /// The cache key: depends on the picture's bytes, the size and all encoding parameters.
    package let identity: String
    /// The length of the stored file in bytes; nil if not stored.
    package var byteCount: Int? { known.stored.map { Int($0.byteCount) } }

    fileprivate let known: KnownThumbnail
}

extension Photo {
    /// A digest of the photo's appearance: its largest stored picture and its edit; nil if no
    /// picture is stored.
    ///
    /// Computed in microseconds without file access, so that every row of a listing can contain it.
    package var thumbnailVersion: String? {
        // Thumbnails of a picture on a disconnected disk remain usable.
        let known = pictures.last { $0.state == .stored || $0.state == .offline }
        return known?.sha256.map { Photo.thumbnailVersion($0, edit) }
    }

    fileprivate static func thumbnailVersion(_ sha256: String, _ edit: PhotoEdit?) -> String {
        // The format and quality of the settings do not affect the appearance.
        let look = PictureEncoding.jpeg(quality: 80).cacheKey(edit)
        return String(FileDigest(of: "\(sha256) \(look)").hexadecimal.prefix(16))
    }
}

extension GalleryThumbnails {
    /// The file format of thumbnails.
    package var format: ThumbnailFormat { settings.thumbnails.format }

    /// Returns the facts about a photo's thumbnail; blocks for some hundred microseconds.
    ///
    /// - Parameter side: as for `thumbnail(of:side:)`.
    /// - Throws: `notFound` if the photo does not exist or has no stored picture.
    package func facts(of id: PhotoID, side: Int) throws(GalleryError) -> ThumbnailFacts {
        let side = configuredSide(for: side)
        return try GalleryError.translating {
            guard let known = try catalog.knownThumbnail(of: id, side: side, cacheKey: cacheKey)
            else { throw GalleryError.noPicture(of: try catalog.photo(id: id)) }
            return ThumbnailFacts(
                version: Photo.thumbnailVersion(known.key.sha256, known.edit),
                identity: known.key.identity, known: known)
        }
    }

    /// Returns the bytes of a stored thumbnail; nil if its file is missing.
    package func bytes(of thumbnail: ThumbnailFacts) -> [UInt8]? {
        guard let bytes = thumbnail.known.stored?.bytes() else { return nil }
        catalog.noteUse(of: thumbnail.known)
        return bytes
    }

    /// Returns the bytes of a photo's thumbnail, with its version and identity as in
    /// `ThumbnailFacts`; makes it if missing, and stores it if the catalog is writable.
    ///
    /// Tasks that request the same thumbnail share the work; it is dropped if the last of them is
    /// canceled before it starts.
    ///
    /// - Throws: as `thumbnail(of:side:)`; `tryLater` if too many are requested;
    ///   `CancellationError`.
    package func make(
        of id: PhotoID, side: Int
    ) async throws -> (version: String, identity: String, bytes: [UInt8]) {
        let side = configuredSide(for: side)
        let work = try await offload { [self] in try pictureWork(of: id, side: side) }
        let bytes = try await made(work, side: side).bytes
        return (Photo.thumbnailVersion(work.sha256, work.edit), work.key(side).identity, bytes)
    }

    /// Like `make(_:side:)`; tasks that request the same thumbnail share the work.
    func made(_ work: PictureWork, side: Int) async throws -> MadeThumbnailFile {
        try await shared.thumbnailsInProgress.value(of: work.key(side)) { [self] in
            try make(work, side: side)
        }
    }

    /// Makes and stores a thumbnail, unless it has been stored in the meantime.
    ///
    /// - Throws: `notFound` if the picture's file is changed or missing; `badInput` if it cannot be
    ///   decoded.
    func make(_ work: PictureWork, side: Int) throws -> MadeThumbnailFile {
        if let stored = try catalog.thumbnails([work.key(side)])[0], let bytes = stored.bytes() {
            return MadeThumbnailFile(bytes: bytes, stored: .success(stored))
        }
        var work = work
        work.missing = [side]
        let encoding = PictureEncoding(settings.thumbnails)
        let pictures = PictureAnalysis(
            maker: ThumbnailMaker(limits: DecodeLimits(settings), encoding: encoding),
            detection: nil)
        let output = try pictures.makeWorker()(work)
        let stored = Result { () throws(GalleryError) in try translated(keep(output, encoding)) }
        guard let made = try output.thumbnails?.get().first else {
            throw GalleryError(.bug, "no thumbnail was made of photo \(work.photoID)")
        }
        return MadeThumbnailFile(bytes: made.bytes, stored: stored)
    }

    /// Stores the thumbnail, and the problems of the picture.
    private func keep(
        _ output: PictureAnalysis.Output, _ encoding: PictureEncoding
    ) throws -> StoredThumbnail {
        let work = output.job
        let row = AnalyzedPicture(output)
        let subject = ProblemSubject.photo(work.photoID)
        if let message = output.error?.message ?? row.damage {
            try catalog.recordProblems([(subject, message)], command: "thumbnails")
        } else {
            try catalog.clearProblem(subject: subject, command: "thumbnails")
        }
        try catalog.recordDamage([row.found(in: work)].compactMap(\.self))
        try catalog.storeLooks([output.newLook].compactMap(\.self), version: PictureLook.version)
        guard let made = try output.thumbnails?.get().first else {
            throw GalleryError(.bug, "no thumbnail was made of photo \(work.photoID)")
        }
        // Evicts first, so that the new thumbnail is not evicted before it is returned.
        let remainingBytes = max(settings.thumbnails.maximumBytes - made.bytes.count, 0)
        _ = try catalog.evictThumbnails(toBytes: Int64(remainingBytes))
        let stored = try catalog.storeThumbnails([made.new(of: work, encoding: encoding)])
        guard let file = stored.first else {
            throw GalleryError(.bug, "no thumbnail was stored of photo \(work.photoID)")
        }
        return file
    }
}

extension ThumbnailKey {
    /// A unique identifier of 32 hexadecimal digits.
    fileprivate var identity: String {
        String(FileDigest(of: "\(sha256) \(side) \(cacheKey)").hexadecimal.prefix(32))
    }
}

/// A thumbnail in memory that was made on demand.
struct MadeThumbnailFile: Sendable {
    /// The encoded picture.
    let bytes: [UInt8]
    /// The stored thumbnail, or the reason why it could not be stored.
    let stored: Result<StoredThumbnail, GalleryError>
}

extension StoredThumbnail {
    /// Returns the file's bytes; nil if it is missing or has another length.
    func bytes() -> [UInt8]? {
        guard let file = try? Descriptor.file(path),
            let bytes = try? file.bytes(atMost: Int(byteCount) + 1), bytes.count == byteCount
        else { return nil }
        return bytes
    }
}
