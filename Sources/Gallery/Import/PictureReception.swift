import Basics
import Catalog
import GalleryModel
import Glibc
import Imaging
import PhotoSources

/// Takes one picture that comes in pieces: into a file of a session first, then into the catalog, whole or not at all.
///
/// What is not finished is seen nowhere: a killed program leaves its session's folder, which the next one clears away.
struct PictureReception: Sendable {
    /// The command that the journal names.
    static let command = "upload"

    private let gallery: PhotoGallery
    private let session: WritingSession
    private let part: BytePath

    /// Makes the file.
    ///
    /// - Throws: `inputOutput` where the catalog cannot be written.
    init(in gallery: PhotoGallery) throws {
        self.gallery = gallery
        session = try gallery.catalog.beginWriting()
        part = session.part(key: "upload")
    }

    /// Writes a piece.
    ///
    /// - Parameter offset: where it begins in the file.
    /// - Throws: `inputOutput` where it cannot be written; `isDiskFull` tells of a full disk.
    func write(_ piece: [UInt8], at offset: Int) throws(GalleryError) {
        do throws(FileError) {
            // For its owner alone until the catalog's own mode says more.
            let file = try Descriptor(
                part, for: .writing, offset == 0 ? [.new, .noFollow] : .noFollow,
                permissions: 0o600)
            try piece.withUnsafeBytes { bytes in
                Result { () throws(FileError) in try file.write(bytes, at: offset) }
            }.get()
        } catch {
            throw GalleryError(
                .inputOutput, "the picture cannot be stored: \(error.reason)",
                systemError: error.number)
        }
    }

    /// Looks at the whole file and stores the photo.
    ///
    /// - Throws: `badInput` for what is no whole picture of a type that is taken; `notAllowed` for one that a
    ///   person removed; `usage` for a section that another server fills; `inputOutput`, `tryLater`.
    func finish(_ draft: PictureDraft) throws -> PhotoID {
        let limits = DecodeLimits(gallery.settings)
        let file = try read(limits)
        try checkDecodes(limits)
        if let known = try draft.known(file.digest) {
            session.end()
            return known
        }
        var details = file.details
        details.origin = draft.origin
        details.originID = try originID(of: draft, file.digest)
        details.owner = draft.account?.name
        details.title = draft.sentAs.first
        try checkStays(details, draft.account, file.digest)
        let entry = CommandEntry(Self.command)
        let section = try gallery.catalog.makeSection(draft.section, noting: entry)
        guard section.query == nil, section.filter == nil else {
            throw GalleryError(
                .usage, "the section '\(section.reference.text)' is filled by another server")
        }
        let finished = WritingSession.Finished(
            part: part, digest: file.digest, fileExtension: file.format.fileExtension)
        try session.finish([finished])
        let received = ImportedPhoto(
            source: nil,
            file: PictureFile(
                digest: file.digest, byteCount: file.byteCount,
                fileType: file.format.exiftoolName, fileExtension: file.format.fileExtension,
                width: file.details.width, height: file.details.height, damage: nil),
            details: details, isStored: true, storedOrientation: file.storedOrientation,
            faceRegions: file.faceRegions)
        let stored = try gallery.catalog.store([received], in: section, noting: entry)
        try session.settle([finished])
        session.end()
        guard let photo = stored.first else {
            throw GalleryError(.bug, "a picture was stored without an answer")
        }
        return photo.id
    }

    /// Leaves nothing behind.
    func giveUp() { session.end() }

    private func read(_ limits: DecodeLimits) throws -> CameraFile {
        let file: CameraFile
        do throws(CameraError) {
            file = try CameraFileReader(limits: limits).read(part)
        } catch {
            switch error {
            case .empty, .missing: throw GalleryError(.badInput, "the picture is empty")
            case .unsupported(_, .unknown):
                throw GalleryError(.badInput, "what was sent is no picture of a known type")
            case .unsupported(_, let format):
                throw GalleryError(
                    .badInput,
                    "what was sent is \(format.exiftoolName): expected JPEG, PNG, HEIC, AVIF, WebP, TIFF or GIF"
                )
            case .damaged(_, let reason):
                throw GalleryError(.badInput, "the picture is damaged: \(reason)")
            case .unreadable, .notAFile, .changed, .cannotCopy:
                throw GalleryError(.inputOutput, "the picture cannot be read back")
            }
        }
        // Whoever sends it has it whole.
        if let damage = file.damage {
            throw GalleryError(.badInput, "the picture is damaged: \(damage)")
        }
        return file
    }

    /// Whether it can be given: all of its pixels, within the limits, which its head tells first.
    private func checkDecodes(_ limits: DecodeLimits) throws {
        let picture: DecodedPicture
        do throws(ImagingError) {
            picture = try PictureDecoder(limits: limits).decode(
                path: part, as: .bgr, longestSide: nil, colour: .sRGB)
        } catch {
            switch error {
            case .tooMuchMemory(let bytes, let limit):
                throw GalleryError(
                    .badInput,
                    "the picture is too large: working on it takes \(ByteCount.text(Int64(bytes))) of "
                        + "memory, and this server allows \(ByteCount.text(Int64(limit)))")
            case .tooManyPixels(let width, let height, let limit):
                throw GalleryError(
                    .badInput,
                    "the picture is too large: it claims \(width) x \(height) pixels, and this server "
                        + "allows \(limit)")
            default: throw GalleryError(imaging: error)
            }
        }
        let longest = max(picture.pixels.width, picture.pixels.height)
        guard longest <= JPEGEncoder.longestSide else {
            throw GalleryError(
                .badInput,
                "the picture is too large: it has a side of \(longest) pixels, and a JPEG has at most "
                    + "\(JPEGEncoder.longestSide)")
        }
    }

    /// The id of the photo at its origin.
    private func originID(of draft: PictureDraft, _ digest: FileDigest) throws -> String {
        let id = draft.originID(sha256: digest.hexadecimal)
        guard draft.origin == .share, try photo(draft.origin, id) == nil else { return id }
        // Earlier versions knew it by its bytes alone.
        var old = draft
        old.sentAs = []
        let oldID = old.originID(sha256: digest.hexadecimal)
        let known = try photo(draft.origin, oldID)
        return known != nil && known?.details.title == draft.sentAs.first ? oldID : id
    }

    /// Checks that no person removed the picture here, also as something else; what is there may be sent again.
    private func checkStays(
        _ details: PhotoDetails, _ account: Account?, _ digest: FileDigest
    ) throws {
        let known = try photo(details.origin, details.originID)
        if let known, known.dateTrashed == nil { return }
        guard try !gallery.catalog.isRemoved(sha256: digest.hexadecimal, of: account?.id) else {
            throw GalleryError(
                .notAllowed,
                "this picture was removed here: the owner of the gallery can restore it"
            )
        }
    }

    /// The photo with an id at its origin, also one in the trash.
    private func photo(_ origin: Origin, _ id: String) throws -> Photo? {
        do throws(CatalogError) {
            return try gallery.catalog.photo(origin: origin, originID: id)
        } catch {
            guard error.code == .noPhoto else { throw error }
            return nil
        }
    }
}
