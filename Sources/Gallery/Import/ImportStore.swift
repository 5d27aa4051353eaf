import Basics
import Catalog
import Foundation
import GalleryModel
import Glibc
import Imaging
import PhotoSources

/// Stores what an import's readers found, in batches.
struct ImportStore {
    /// Photos stored in one transaction.
    private static let batchLength = 256
    /// The longest that a finished photo waits to be stored, in seconds.
    static let patience = 1.0

    private let catalog: PhotoCatalog
    private let session: WritingSession?
    private let work: WorkContext
    private let entry = CommandEntry("import")
    private var photos: [(ImportedPhoto, part: BytePath?)] = []
    private var problems: [(subject: ProblemSubject, message: String)] = []
    private var metInDryRun: Set<String> = []
    private var seen: [SourceStamp] = []
    private var lastStored = Date()
    /// What was done so far.
    var summary = ImportSummary()

    init(catalog: PhotoCatalog, session: WritingSession?, work: WorkContext) {
        self.catalog = catalog
        self.session = session
        self.work = work
    }

    /// Takes findings and stores what is due.
    mutating func take(_ findings: [CameraImport.Finding]) throws {
        for finding in findings {
            try take(finding)
            if photos.count + seen.count >= Self.batchLength
                || Date().timeIntervalSince(lastStored) > Self.patience
            {
                try flush()
            }
        }
    }

    private mutating func take(_ finding: CameraImport.Finding) throws {
        switch finding {
        case .read(let photo, let part):
            summary.bytesRead += photo.file.byteCount
            photos.append((photo, part))
            if let message = AnalysedPhoto.damage(photo.file.damage.map { [$0] } ?? []),
                let source = photo.source
            {
                let subject = ProblemSubject.path(source.path)
                summary.damaged += 1
                problems.append((subject, message))
                work.tellFailed(subject, message)
            }
        case .unchanged(let outcome, let stamp):
            seen.append(stamp)
            // Told when it was read; it stays in the list.
            if let message = AnalysedPhoto.damage(outcome.damage.map { [$0] } ?? []) {
                problems.append((.path(stamp.path), message))
            }
            count(outcome)
        case .failed(.unsupported(_, let format), _) where format.isCameraFormat:
            summary.unsupported[format.exiftoolName, default: 0] += 1
        case .failed(.unsupported, _):
            summary.ignored += 1
        case .failed(.cannotCopy(_, let number), _)
        where [ENOSPC, EDQUOT, EROFS, EIO].contains(number):
            // Every other copy would fail as well.
            throw GalleryError(
                .inputOutput,
                "cannot write into the catalog '\(catalog.folder.escaped)': "
                    + "\(SystemMessage.text(number)); free some space and import again")
        case .failed(let error, let path):
            summary.failed += 1
            problems.append((.path(path), error.cause))
            work.tellFailed(.path(path), error.cause)
        }
    }

    /// Stores what waits.
    mutating func flush() throws {
        lastStored = Date()
        let batch = photos
        photos.removeAll(keepingCapacity: true)
        if let session {
            let finished = batch.compactMap { photo, part in
                part.map {
                    WritingSession.Finished(
                        part: $0, digest: photo.file.digest,
                        fileExtension: photo.file.fileExtension)
                }
            }
            try session.finish(finished)
            try catalog.store(batch.map(\.0), noting: entry).forEach { count($0) }
            try session.settle(finished)
            try catalog.touch(seen)
            try catalog.recordProblems(problems, command: "import")
        } else {
            for (photo, _) in batch {
                let isFirst = metInDryRun.insert(photo.details.originID).inserted
                let outcome = try wouldBe(photo)
                count(isFirst ? outcome : ImportOutcome(id: outcome.id, kind: .known))
            }
        }
        problems.removeAll()
        seen.removeAll()
        work.progress("files", summary.files)
    }

    /// What storing a photo would do, for a dry run.
    private func wouldBe(_ photo: ImportedPhoto) throws -> ImportOutcome {
        do throws(CatalogError) {
            let known = try catalog.photo(origin: .camera, originID: photo.details.originID)
            return ImportOutcome(id: known.id, kind: known.dateTrashed == nil ? .known : .trashed)
        } catch {
            guard error.code == .noPhoto else { throw error }
            return ImportOutcome(id: PhotoID(rawValue: 0), kind: .new)
        }
    }

    private mutating func count(_ outcome: ImportOutcome) {
        switch outcome.kind {
        case .new:
            summary.new += 1
            if summary.photos.count < 1000 { summary.photos.append(outcome.id) }
        case .known: summary.known += 1
        case .updated: summary.updated += 1
        case .moved: summary.moved += 1
        case .trashed: summary.trashed += 1
        }
    }
}

extension PictureFormat {
    /// Whether cameras and picture programs make files of the type: pictures and films.
    var isCameraFormat: Bool {
        if case .video = self { return true }
        return isPicture
    }
}
