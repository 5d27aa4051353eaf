import Basics
import Catalog
import Foundation
import GalleryModel
import Glibc
import Imaging
import PhotoSources

/// Stores the results of an import's readers in batches.
struct ImportStore {
    /// Photos stored in one transaction.
    private static let batchLength = 256
    /// The maximum time that a finished photo waits to be stored, in seconds.
    static let patience = 1.0

    /// The free disk space required for the rows of a batch and of each photo in it, in bytes.
    private static let reserve: (batch: Int64, photo: Int64) = (1 << 20, 16 << 10)

    let catalog: PhotoCatalog
    /// Nil for a dry run.
    let session: WritingSession?
    let work: WorkContext
    let body: ([ImportedFile]) throws -> Void
    let entry = CommandEntry("import")
    var photos: [(ImportedPhoto, part: BytePath?, row: Int)] = []
    /// The rows since the last batch; those of photos are completed when they are stored.
    var rows: [ImportedFile] = []
    var problems: [(subject: ProblemSubject, message: String)] = []
    var notes: [(subject: ProblemSubject, message: String)] = []
    /// The photos of the files read in a dry run, by digest; id 0 for new ones.
    var planned: [String: PhotoID] = [:]
    var seen: [SourceStamp] = []
    var lastStored = Date()
    /// The number of skipped Google Takeout files.
    var takeoutFiles = 0
    /// The results so far.
    var summary = ImportSummary()

    /// Takes findings and stores what is due.
    mutating func take(_ findings: [CameraImport.Finding]) throws {
        for finding in findings {
            try take(finding)
            if rows.count >= Self.batchLength
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
            photos.append((photo, part, rows.count))
            let path = photo.source?.path ?? BytePath("")
            addPicture(path, damage: photo.file.damage, photo.warnings, isRead: true)
        case .unchanged(let outcome, let stamp):
            seen.append(stamp)
            // It was reported when the file was read; the problem stays in the list.
            addPicture(stamp.path, damage: outcome.damage, outcome.warnings, isRead: false)
            count(outcome, row: rows.count - 1)
        case .skipped(let reason, let path):
            switch reason {
            case .hidden, .systemFolder: summary.hidden += 1
            case .special: summary.ignored += 1
            case .sidecar, .knownFolder: break
            }
            rows.append(ImportedFile(path: path, outcome: .skipped, reason: reason.rawValue))
        case .failed(let error, let path): try take(error, of: path)
        }
    }

    private mutating func take(_ error: CameraError, of path: BytePath) throws {
        var outcome = ImportedFile.Outcome.failed
        switch error {
        case .unsupported(_, let format) where format.isCameraFormat:
            summary.unsupported[format.exiftoolName, default: 0] += 1
            outcome = .unsupported
        case .unsupported:
            summary.ignored += 1
            if path.isTakeoutFile { takeoutFiles += 1 }
            outcome = .skipped
        case .cannotCopy(_, let number) where [ENOSPC, EDQUOT, EROFS, EIO].contains(number):
            // Every other copy would fail as well.
            throw GalleryError(
                .inputOutput,
                "cannot write into the catalog '\(catalog.folder.escaped)': "
                    + "\(SystemMessage.text(number)); free some space and import again",
                systemError: number)
        case .damaged, .notAPicture:
            outcome = .damaged
            fallthrough
        default:
            summary.failed += 1
            problems.append((.path(path), error.cause))
            work.reportFailure(.path(path), error.cause)
        }
        rows.append(ImportedFile(path: path, outcome: outcome, reason: error.cause))
    }

    /// Adds the row of a picture, and records its damage and problems with its metadata.
    private mutating func addPicture(
        _ path: BytePath, damage: String?, _ warnings: [String], isRead: Bool
    ) {
        let outcome: ImportedFile.Outcome = damage != nil ? .damaged : isRead ? .new : .known
        rows.append(ImportedFile(path: path, outcome: outcome, warnings: warnings))
        let subject = ProblemSubject.path(path)
        let note =
            warnings.isEmpty
            ? nil : "some of its metadata was not used: \(warnings.joined(separator: "; "))"
        if let note, isRead { work.options.itemNoted(ItemFailure(subject: subject, message: note)) }
        guard let message = damage.map(AnalyzedPicture.damage) else {
            if let note { notes.append((subject, note)) }
            return
        }
        rows[rows.count - 1].reason = message
        problems.append((subject, [message, note].compactMap(\.self).joined(separator: "; ")))
        guard isRead else { return }
        summary.damaged += 1
        work.reportFailure(subject, message)
    }

    /// Stores the pending photos.
    ///
    /// - Throws: `inputOutput` with `isDiskFull` if the disk is full, before anything of the batch
    ///   is stored.
    mutating func flush() throws {
        lastStored = Date()
        if let session {
            if !photos.isEmpty, !hasSpace {
                throw GalleryError(.inputOutput, "the disk is full", systemError: ENOSPC)
            }
            let batch = photos
            photos.removeAll(keepingCapacity: true)
            let finished = batch.compactMap { photo, part, _ in
                part.map { ($0, photo.file.digest, photo.file.fileExtension) }
            }
            try session.finish(finished)
            let outcomes = try catalog.store(batch.map(\.0), noting: entry)
            for (outcome, photo) in zip(outcomes, batch) { count(outcome, row: photo.row) }
            try session.settle(finished)
            try catalog.touch(seen)
            try catalog.recordProblems(problems, command: "import")
            try catalog.recordProblems(notes, command: "import", areNotes: true)
        } else {
            for (photo, _, row) in photos {
                var outcome = try plannedOutcome(photo)
                if planned.updateValue(outcome.id, forKey: photo.details.originID) != nil {
                    outcome = ImportOutcome(id: outcome.id, kind: .unchanged, isDuplicate: true)
                }
                count(outcome, row: row)
            }
            photos.removeAll(keepingCapacity: true)
        }
        problems.removeAll()
        notes.removeAll()
        seen.removeAll()
        let reported = rows
        rows.removeAll(keepingCapacity: true)
        try body(reported)
        work.progress("files", summary.files)
    }

    /// True if the disk has space for the pending rows, or its free space is unknown.
    private var hasSpace: Bool {
        let needed = Self.reserve.batch + Int64(photos.count) * Self.reserve.photo
        return catalog.folder.freeBytes.map { $0 >= needed } ?? true
    }

    /// Reports data that the user may miss.
    func reportTakeoutFiles() {
        if takeoutFiles == 0 { return }
        work.remark(
            "\(Count.text(takeoutFiles, "JSON file")) of Google Takeout not read: dates, "
                + "positions and descriptions found only there are missing")
    }

    /// Stores the complete photos once the disk is full, removes the rest, and reports the missing
    /// ones.
    ///
    /// - Parameter left: returns the number and total size of pictures not in the catalog.
    /// - Returns: the error that ends the import.
    mutating func endOnFullDisk(
        leaving left: () throws -> (files: Int, bytes: Int64)?
    ) throws -> GalleryError {
        session?.removeParts(except: Set(photos.compactMap(\.part)))
        while !photos.isEmpty, !hasSpace { photos.removeLast().part?.remove() }
        // The remaining rows were not stored.
        rows.removeSubrange(min((photos.last?.row ?? -1) + 1, rows.count)...)
        try flush()
        var message =
            "the disk with the catalog '\(catalog.folder.escaped)' is full: imported "
            + "\(Count.text(summary.new, "photo"))"
        if let left = try left() {
            let free = catalog.folder.freeBytes ?? 0
            message +=
                "; not imported: \(Count.text(left.files, "picture")) "
                + "(\(ByteCount.text(left.bytes))), for which "
                + "\(ByteCount.text(max(left.bytes - free, 1))) more space is needed"
        }
        message += ". Free some space and import again"
        try catalog.recordProblems([(.path(catalog.folder), message)], command: "import")
        return GalleryError(.inputOutput, message, systemError: ENOSPC)
    }

    /// Returns the outcome of storing a photo, for a dry run.
    private func plannedOutcome(_ photo: ImportedPhoto) throws -> ImportOutcome {
        let known = try found(
            catalog.photo(origin: .camera, originID: photo.details.originID), unless: .noPhoto)
        if let known {
            let kind: StoredPhoto.Outcome = try catalog.isMoved(photo) ? .moved : .unchanged
            return ImportOutcome(id: known.id, kind: known.dateTrashed == nil ? kind : .trashed)
        }
        let followed = try catalog.followedPhoto(of: photo)
        return ImportOutcome(
            id: followed ?? PhotoID(rawValue: 0), kind: followed == nil ? .new : .updated)
    }

    private mutating func count(_ outcome: ImportOutcome, row: Int) {
        if outcome.id.rawValue > 0 { rows[row].id = outcome.id }
        let (count, reason): (WritableKeyPath<ImportSummary, Int>, String)
        switch outcome.kind {
        case .new:
            summary.new += 1
            if summary.photos.count < 1000 { summary.photos.append(outcome.id) }
            return
        case .unchanged:
            if outcome.isDuplicate { summary.duplicates += 1 }
            (count, reason) = (\.known, outcome.isDuplicate ? "is a duplicate" : "already imported")
        case .updated: (count, reason) = (\.updated, "updated")
        case .moved: (count, reason) = (\.moved, "moved")
        case .trashed: (count, reason) = (\.trashed, "in the trash")
        }
        summary[keyPath: count] += 1
        if rows[row].outcome != .damaged { rows[row].outcome = .known }
        rows[row].reason = rows[row].reason ?? reason
    }
}

extension BytePath {
    /// True for files that Google Takeout writes beside a picture, such as
    /// `IMG_1.JPG.supplemental-metadata.json`, whose name may be truncated.
    fileprivate var isTakeoutFile: Bool {
        let parts = lastComponent.escaped.lowercased().split(separator: ".")
        return parts.last == "json"
            && parts.dropFirst().dropLast().contains { CameraError.endings.contains(String($0)) }
    }
}

extension PictureFormat {
    /// True for formats that cameras and image editors write: pictures and videos.
    var isCameraFormat: Bool {
        if case .video = self { return true }
        return isPicture
    }
}
