import Basics
import Catalog
package import GalleryModel
import Glibc
import Imaging
import PhotoSources

/// A picture being received into a temporary file of the catalog, before its section and owner are
/// known.
///
/// Once complete, `PhotoGallery.store(_:_:)` stores it as a photo, completely or not at all;
/// otherwise `giveUp` must be called. Unfinished uploads are never visible: the folder of a killed
/// program is removed by the next one.
package struct ArrivingPicture: Sendable {
    /// The command name recorded in the journal.
    static let command = "upload"
    /// The number of bytes buffered before they are written.
    private static let pieceLength = 1 << 20

    /// The number of bytes received.
    package private(set) var byteCount = 0
    private var waiting: [UInt8] = []
    private let gallery: PhotoGallery
    private let maximumBytes: Int
    fileprivate let session: WritingSession
    /// The temporary file.
    private let part: BytePath
    /// The number of bytes of the disk that stay free.
    private let reserve: Int64

    /// Creates a picture without bytes in a session.
    ///
    /// - Parameters:
    ///   - key: the name of its temporary file in the session.
    ///   - limit: the maximum size in bytes.
    ///   - reserve: the number of bytes of the disk that stay free.
    init(
        _ gallery: PhotoGallery, in session: WritingSession, key: String, upTo limit: Int,
        leaving reserve: Int64 = 0
    ) {
        (self.gallery, self.session, maximumBytes) = (gallery, session, limit)
        (part, self.reserve) = (session.part(key: key), reserve)
    }

    /// Gives a complete file to the picture, which remains where it is if the file system supports
    /// links.
    mutating func adopt(_ file: BytePath) throws {
        byteCount = try FileStatus(file).byteCount
        do throws(FileError) { try file.link(to: part) } catch { try file.rename(to: part) }
    }

    /// Receives the next bytes.
    ///
    /// - Throws: `badInput` with `isTooLong` if the size limit is exceeded; `inputOutput` if
    ///   writing fails, with `isDiskFull` if the disk is full.
    package mutating func write(_ piece: some Collection<UInt8>) async throws {
        guard byteCount + piece.count <= maximumBytes else {
            throw GalleryError(
                .badInput, "the picture is larger than \(ByteCount.text(Int64(maximumBytes)))",
                systemError: EFBIG, revealsPaths: false)
        }
        waiting.append(contentsOf: piece)
        byteCount += piece.count
        if waiting.count >= Self.pieceLength { try await flush() }
    }

    /// Writes the buffered bytes.
    ///
    /// - Throws: `inputOutput` if writing fails, with `isDiskFull` if the disk is full.
    package mutating func flush() async throws {
        try Task.checkCancellation()
        guard !waiting.isEmpty else { return }
        let bytes = waiting
        let position: Descriptor.Options =
            bytes.count == byteCount ? .new : Descriptor.Options(rawValue: O_APPEND)
        waiting = []
        try await offload { [part, reserve] in
            // Bytes can arrive without an announced length, and other programs write too.
            if let free = part.parent.freeBytes, free < reserve + Int64(bytes.count) {
                throw GalleryError(.inputOutput, "the disk is full", systemError: ENOSPC)
            }
            do throws(FileError) {
                // Readable only by the owner until the catalog's mode is applied.
                try Descriptor(
                    part, for: .writing, [position, .noFollow], permissions: 0o600
                ).write(bytes)
            } catch {
                throw GalleryError(
                    .inputOutput, "the picture cannot be stored: \(error.reason)",
                    systemError: error.number)
            }
        }
    }

    /// Removes the temporary file, and those of other pictures in the same session.
    package func giveUp() async { try? await offload { session.end() } }

    /// Checks the complete file and stores the photo.
    ///
    /// - Throws: `badInput` if the file is not an intact picture of a supported type; `notAllowed`
    ///   if the picture was removed by a user; `usage` if the section was pulled from another
    ///   server; `inputOutput`, `tryLater`.
    func finish(
        _ draft: PictureDraft, noting entry: CommandEntry = CommandEntry(Self.command)
    ) throws -> ImportOutcome {
        let limits = DecodeLimits(gallery.settings)
        var photo = try read(limits, named: draft.fileName)
        // Imports accept long files without decoding them.
        if draft.origin != .camera || photo.file.byteCount <= limits.maximumBytes {
            try checkDecodes(limits)
        }
        let digest = photo.file.digest
        if let known = try draft.known(digest) { return ImportOutcome(id: known, kind: .unchanged) }
        if draft.origin == .camera {
            photo.details.fileName = draft.fileName
            photo.received = draft.account.map {
                ReceivedPicture(account: $0.id, sha256: digest.hexadecimal, sentAs: [])
            }
        } else {
            let received = try self.received(draft, digest)
            photo.received = received
            photo.details.origin = draft.origin
            photo.details.originID = received.originID
            photo.details.owner = draft.account?.name
            photo.details.title = draft.sentAs.first
            try checkNotRemoved(photo.details, draft.account, digest)
        }
        let section = try gallery.catalog.makeSection(draft.section, noting: entry)
        guard section.query == nil, section.filter == nil else {
            throw GalleryError(
                .usage,
                "the section '\(section.reference.text)' contains photos pulled from another "
                    + "server")
        }
        let finished = (part, digest, photo.file.fileExtension)
        try session.finish([finished])
        let outcomes = try gallery.catalog.store([photo], in: section, noting: entry)
        try session.settle([finished])
        guard let stored = outcomes.first else {
            throw GalleryError(.bug, "storing a picture returned no photo")
        }
        return stored
    }

    private func read(_ limits: DecodeLimits, named name: String?) throws -> ImportedPhoto {
        let photo: ImportedPhoto
        do throws(CameraError) {
            photo = try CameraFileReader(limits: limits, ownsFiles: true)
                .read(part, named: name ?? "")
        } catch {
            let isWrongType = if case .unsupported = error { true } else { false }
            let message =
                switch error {
                case .empty, .missing: "the picture is empty"
                case .unsupported(_, .unknown): "the upload is not a picture of a known type"
                case .unsupported(_, let format):
                    "the upload is \(format.exiftoolName): expected JPEG, PNG, HEIC, AVIF, WebP, "
                        + "TIFF or GIF"
                case .notAPicture: "the upload is not a picture"
                case .damaged(_, let reason): "the picture is damaged: \(reason)"
                case .unreadable, .notAFile, .changed, .cannotCopy:
                    throw GalleryError(.inputOutput, "the picture cannot be read back")
                }
            throw GalleryError(
                .badInput, message, systemError: isWrongType ? EMEDIUMTYPE : nil,
                revealsPaths: false)
        }
        // The sender has the intact file.
        if let damage = photo.file.damage {
            throw GalleryError(.badInput, "the picture is damaged: \(damage)", revealsPaths: false)
        }
        return photo
    }

    /// Checks that all pixels can be decoded within the limits, which are first compared with the
    /// file's header.
    private func checkDecodes(_ limits: DecodeLimits) throws {
        func tooLarge(_ excess: String) -> GalleryError {
            GalleryError(.badInput, "the picture is too large: \(excess)", revealsPaths: false)
        }
        let longest: Int
        do throws(ImagingError) {
            let pixels = try PictureDecoder(limits: limits).decode(
                path: part, as: .bgr, longEdge: nil, color: .sRGB
            ).pixels
            longest = max(pixels.width, pixels.height)
        } catch .tooMuchMemory(let bytes, let limit) {
            throw tooLarge(
                "decoding takes \(ByteCount.text(Int64(bytes))) of memory, and this server "
                    + "allows \(ByteCount.text(Int64(limit)))")
        } catch .tooManyPixels(let width, let height, let limit) {
            throw tooLarge("it has \(width) x \(height) pixels, and this server allows \(limit)")
        } catch {
            throw GalleryError(translating: error)
        }
        if longest > JPEGEncoder.maximumSide {
            throw tooLarge(
                "it has a side of \(longest) pixels, and a JPEG has at most "
                    + "\(JPEGEncoder.maximumSide)")
        }
    }

    /// Returns the picture as received, with the texts that distinguish its photo.
    private func received(_ draft: PictureDraft, _ digest: FileDigest) throws -> ReceivedPicture {
        let received = ReceivedPicture(
            account: draft.account?.id, sha256: digest.hexadecimal, sentAs: draft.sentAs)
        guard draft.origin == .share, try photo(.share, received.originID) == nil else {
            return received
        }
        // Older versions identified it by its bytes only.
        var old = received
        old.texts = []
        let known = try photo(.share, old.originID)
        return known != nil && known?.details.title == draft.sentAs.first ? old : received
    }

    /// Checks that no user has removed the picture, even under another name; existing photos may be
    /// sent again.
    private func checkNotRemoved(
        _ details: PhotoDetails, _ account: Account?, _ digest: FileDigest
    ) throws {
        let known = try photo(details.origin, details.originID)
        if let known, known.dateTrashed == nil { return }
        guard try !gallery.catalog.isRemoved(sha256: digest.hexadecimal, of: account?.id) else {
            throw GalleryError(
                .notAllowed,
                "this picture was removed here: the owner of the gallery can restore it")
        }
    }

    /// Returns the photo with an id at its origin, including photos in the trash.
    private func photo(_ origin: Origin, _ id: String) throws -> Photo? {
        try found(gallery.catalog.photo(origin: origin, originID: id), unless: .noPhoto)
    }
}

extension PhotoGallery {
    /// Receives a picture in pieces, such as a request body; every upload goes through this method.
    ///
    /// The bytes are written to a temporary file in the catalog. Once complete, its content must be
    /// an intact picture of a supported type within the decoding limits. The photo is then stored
    /// as in an import, in the draft's section and under one journal entry, and places are looked
    /// up. If anything fails, nothing is kept.
    ///
    /// - Parameters:
    ///   - pieces: the bytes of the picture, in order.
    ///   - limit: the maximum size in bytes.
    /// - Returns: the photo; the existing one if the account already sent the same picture.
    /// - Throws: errors of the pieces; `badInput` if this is not an intact picture, with
    ///   `isTooLong` if it exceeds the limit; `notAllowed` if the picture was removed here;
    ///   `inputOutput`, with `isDiskFull` if the disk is full; `tryLater`.
    package func receivePicture<Pieces: AsyncSequence & Sendable>(
        _ pieces: Pieces, upTo limit: Int, _ draft: PictureDraft
    ) async throws -> PhotoID where Pieces.Element: Collection<UInt8> {
        var arriving = try await beginPicture(upTo: limit)
        do {
            for try await piece in pieces { try await arriving.write(piece) }
            return try await store(arriving, draft)
        } catch {
            await arriving.giveUp()
            throw error
        }
    }

    /// Prepares to receive a picture that arrives together with other data, before its details are
    /// known.
    ///
    /// - Parameter limit: the maximum size in bytes.
    /// - Throws: `inputOutput` if the catalog is not writable.
    package func beginPicture(upTo limit: Int) async throws -> ArrivingPicture {
        try await offload { [self] in
            ArrivingPicture(self, in: try catalog.beginWriting(), key: "upload", upTo: limit)
        }
    }

    /// Stores a completely received picture as a photo, like `receivePicture`.
    ///
    /// - Throws: like `receivePicture`; the caller must then call `giveUp` on the picture.
    package func store(_ picture: ArrivingPicture, _ draft: PictureDraft) async throws -> PhotoID {
        var picture = picture
        try await picture.flush()
        return try await offload { [self, picture] in
            let id = try picture.finish(draft).id
            picture.session.end()
            locateReceived(id)
            return id
        }
    }

    /// Looks up the place of a stored photo; one not found now is looked up by the next command that
    /// locates photos.
    func locateReceived(_ id: PhotoID) {
        let command = ArrivingPicture.command
        try? places.locateQueued(
            of: [id], WorkContext(WorkOptions(), command: command, in: catalog), command: command)
    }
}

extension GalleryError {
    /// True if an upload exceeded the size limit.
    package var isTooLong: Bool { systemError == EFBIG }

    /// True if an upload is not a picture of a supported type.
    package var isWrongType: Bool { systemError == EMEDIUMTYPE }
}

/// The details of a picture to be received: its owner and its section.
package struct PictureDraft: Sendable {
    /// The section that lists it; created if necessary.
    package var section: SectionReference
    /// The origin of the photo.
    package var origin: Origin
    /// The owner of the photo, nil for the owner without an account; the same bytes sent by another
    /// account are a different photo.
    package var account: Account?
    /// The title and description, in this order; the same bytes sent with other texts are also a
    /// different photo.
    ///
    /// Empty for a picture that has not been published yet.
    package var sentAs: [String]
    /// The name of the sent file, whose date is used if the metadata have none; nil if unknown.
    ///
    /// It is stored with a photo of the camera section.
    package var fileName: String?
    /// Returns the existing photo for these bytes, so that nothing is stored; nil if there is none.
    var known: @Sendable (FileDigest) throws -> PhotoID? = { _ in nil }

    /// Creates the draft of a picture.
    package init(section: SectionReference, origin: Origin, account: Account?, sentAs: [String]) {
        self.section = section
        self.origin = origin
        self.account = account
        self.sentAs = sentAs
    }
}
