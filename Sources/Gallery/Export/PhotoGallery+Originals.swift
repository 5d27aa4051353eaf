public import Basics
import Catalog
import Export
import Foundation
public import GalleryModel
import Glibc

extension PhotoGallery {
    /// Copies the pictures of a query into a folder under readable names, and writes rows that
    /// refer to the copies.
    ///
    /// Photos with an edit are rendered, upright and at full size, unless `includesEdits` is false;
    /// their rows and sidecars describe the rendered picture. A file whose content has changed is a
    /// failed item. Existing pictures are never overwritten: one with the same bytes is used as the
    /// copy, otherwise the copy gets a number, such as ` (2)`. A photo that is listed several times
    /// is copied once, and all its rows refer to that copy.
    ///
    /// Each copy has an XMP sidecar with its metadata and faces. The folder also contains
    /// `metadata.csv`, with one row per photo and section, whatever the format of the rows passed
    /// to the sink; rows of earlier exports stay as long as their copies exist. If a run is
    /// stopped, the table contains the pictures copied so far.
    ///
    /// - Parameters:
    ///   - query: the photos, in the order of the rows.
    ///   - folder: the output folder; created if missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - options: the format and columns of the rows passed to the sink; whether edits are
    ///     applied.
    ///   - sink: receives the bytes of the rows; called on one thread at a time.
    /// - Throws: `usage` for an invalid template or column, and if the folder is in the catalog's
    ///   folder; `badInput`, before anything is copied, if the folder has a `metadata.csv` of
    ///   another program; `inputOutput` if the folder cannot be created or the disk is full;
    ///   `tryLater` if another export is writing to the folder; errors of the sink.
    public func exportOriginals(
        _ query: PhotoQuery, to folder: BytePath,
        nameTemplate: String = ExportOptions.standardName, options: ExportOptions,
        sink: @escaping @Sendable ([UInt8]) throws -> Void = { _ in }
    ) async throws -> OriginalsSummary {
        try await stoppable { [self] stop in
            try copyOriginals(of: query, to: folder, nameTemplate, options, stop, sink)
        }
    }

    private func copyOriginals(
        of query: PhotoQuery, to folder: BytePath, _ nameTemplate: String,
        _ options: ExportOptions, _ stop: StopFlag, _ sink: ([UInt8]) throws -> Void
    ) throws -> OriginalsSummary {
        let work = WorkContext(options.work, stop: stop, command: "export", in: catalog)
        let template: NameTemplate
        do { template = try NameTemplate(nameTemplate) } catch {
            throw GalleryError(.usage, "\(error)")
        }
        try checkOutput(folder, as: .files)
        let root = PhotoGallery.absolute(folder)
        let table = OriginalsTable(in: root)
        if work.isDryRun { try table.check() }
        var summary = OriginalsSummary(csvPath: table.path)
        // The copies contain exact positions, so hiding them in rows and sidecars would be
        // pointless.
        let filter = try PositionFilter(.exact, settings: settings)
        var rows = EncodedStream(encoder: try options.encoder(), filter: filter)
        let naming: @Sendable (ListedPhoto) -> ListedPhoto? = { row in
            guard row.photo.picture?.path != nil else { return nil }
            return options.includesEdits ? row.asRendered : row
        }
        if work.isDryRun {
            var paths: [PhotoID: BytePath] = [:]
            try forEachNamedCopy(
                query, template, includesRaw: options.needsRaw, naming: naming
            ) { copy in
                let path = copy.name.map { root.appending($0) }
                if copy.isRepeated { paths[copy.row.photo.id] = path }
                summary.count(path == nil ? .missing : .copied)
                try rows.append(copy.row, sourceFile: path, to: sink)
            } again: { row in
                try rows.append(row, sourceFile: paths[row.photo.id], to: sink)
            }
            _ = try rows.finish(sink)
            return summary
        }
        do { try root.makeFolders() } catch { throw GalleryError(.inputOutput, "\(error)") }
        try table.begin()
        var tableRows = EncodedStream(
            encoder: try ExportOptions(format: .csv).encoder(), filter: filter)
        let total = try rowCount(of: query)
        var done = 0
        var lastKept = ContinuousClock.now
        // The copies of photos with several rows, and the photo as rendered, if it was.
        var copies: [PhotoID: (path: BytePath?, rendered: Photo?)] = [:]
        func append(_ row: ListedPhoto, _ path: BytePath?) throws {
            try tableRows.append(row, sourceFile: path ?? BytePath(""), to: table.append)
            try rows.append(row, sourceFile: path ?? BytePath(""), to: sink)
            // A kill loses the rows of the last seconds; the next export finds their copies.
            if ContinuousClock.now - lastKept > .seconds(2) {
                try tableRows.drain(table.append)
                lastKept = .now
            }
            done += 1
            work.progress("originals", done, of: total)
        }
        do {
            let preparation = CopyPreparation(
                gallery: self, folder: root, includesEdits: options.includesEdits,
                // A single picture uses every core, several use one core each.
                threads: total == 1 ? work.threads : 1)
            // A small window, because rendered pictures are held in memory.
            try OrderedWork<NamedRow, (NamedRow, CopyPreparation.Outcome)>(
                work, window: work.threads * 2
            ).run { [self] push in
                try forEachNamedRow(
                    query, template, includesRaw: options.needsRaw,
                    naming: naming, push)
            } makeWorker: {
                { row in (row, preparation.outcome(of: row)) }
            } consume: { rows in
                try work.checkCancellation()
                for (row, outcome) in rows {
                    try work.checkCancellation()
                    switch row {
                    case .copy(let named):
                        var row = named.row
                        let copy = try copyWithSidecar(
                            of: row.photo, to: named.name.map { root.appending($0) }, outcome,
                            work, &summary)
                        if named.isRepeated {
                            copies[row.photo.id] = (
                                copy?.path, copy?.photo == row.photo ? nil : copy?.photo
                            )
                        }
                        if let copy { row.photo = copy.photo }
                        try append(row, copy?.path)
                    case .again(var row):
                        let copy = copies[row.photo.id]
                        if let rendered = copy?.rendered { row.photo = rendered }
                        try append(row, copy?.path)
                    }
                }
            }
        } catch {
            // The table keeps the pictures copied so far; the caller gets the error that ended the
            // run.
            _ = try? tableRows.finish(table.append)
            try? table.finish()
            throw error
        }
        _ = try tableRows.finish(table.append)
        try table.finish()
        _ = try rows.finish(sink)
        return summary
    }

    /// Copies a photo's picture and writes its sidecar; failures are reported as failed items.
    ///
    /// - Returns: the path of the copy and the photo as the copy shows it; nil without a copy.
    /// - Throws: `inputOutput` if the disk is full, as every other copy would fail as well.
    private func copyWithSidecar(
        of photo: Photo, to target: BytePath?, _ outcome: CopyPreparation.Outcome,
        _ work: WorkContext, _ summary: inout OriginalsSummary
    ) throws -> (path: BytePath, photo: Photo)? {
        if let target { try checkOutput(target, as: .files) }
        do {
            guard let target, photo.picture != nil else {
                summary.count(.missing)
                return nil
            }
            let copy =
                if let rendering = try outcome.get() {
                    try place(rendering, of: photo, at: target, work)
                } else {
                    try copyOriginal(of: photo, to: target, work)
                }
            summary.count(copy.item)
            let sidecar = copy.path.appendingText(".xmp")
            if try writeSidecar(of: copy.photo, to: sidecar, copy.source, work) == nil {
                summary.failedSidecars += 1
            }
            return (copy.path, copy.photo)
        } catch {
            try work.fail(.photo(photo.id), with: error, problem: .photo(photo.id, .export))
            summary.count(.failed)
            return nil
        }
    }

    /// Writes a rendered picture, with a numbered name if a file with other content has its name.
    private func place(
        _ rendering: PreparedRendering, of photo: Photo, at target: BytePath, _ work: WorkContext
    ) throws -> OriginalCopy {
        var copy = rendering.present.map { (path: $0, isPresent: true) }
        if copy == nil {
            copy = try NewFile.placeNumbered(
                rendering.bytes, at: target, permissions: rendering.source.permissions)
        }
        guard let (path, isPresent) = copy else { throw FileError(path: target, number: EEXIST) }
        let problem = ProblemSubject.photo(photo.id, .export)
        if rendering.warnings.isEmpty {
            try work.succeed(problem)
        } else {
            try work.fail(
                .photo(photo.id), rendering.warnings.joined(separator: "; ") + "; check the copy",
                problem: problem)
        }
        return OriginalCopy(
            path: path, item: isPresent ? .present : .copied,
            photo: photo.rendered(rendering.copy, faces: rendering.faces, at: path),
            source: rendering.source)
    }

    /// Copies a photo's largest stored picture, with a numbered name if a file with other content
    /// has its name.
    private func copyOriginal(
        of photo: Photo, to target: BytePath, _ work: WorkContext
    ) throws -> OriginalCopy {
        let source = try PictureBytes.open(photo, in: catalog)
        let sidecar = PhotoSidecar.Source(source)
        for number in 1...9999 {
            let path = number == 1 ? target : target.numbered(number)
            let outcome = try copy(source, of: photo, to: path)
            if outcome == .occupied { continue }
            try work.succeed(.photo(photo.id, .export))
            return OriginalCopy(
                path: path, item: outcome == .copied ? .copied : .present, photo: photo,
                source: sidecar)
        }
        throw FileError(path: target, number: EEXIST)
    }

    private func copy(
        _ source: borrowing VerifiedPicture, of photo: Photo, to path: BytePath
    ) throws -> NewFile.Outcome {
        do { return try FileCopy.copy(from: source, to: path) } catch let error as PictureAbsence {
            throw GalleryError(error, of: photo)
        }
    }
}

/// A copy of a photo's picture.
private struct OriginalCopy {
    let path: BytePath
    let item: OriginalsSummary.Item
    /// The photo as the copy shows it.
    let photo: Photo
    /// The properties for its sidecar.
    let source: PhotoSidecar.Source
}

extension OriginalsSummary {
    enum Item {
        case copied, present, missing, failed
    }

    mutating func count(_ item: Item) {
        switch item {
        case .copied: copied += 1
        case .present: present += 1
        case .missing: missing += 1
        case .failed: failed += 1
        }
    }
}

/// The outcome of copying pictures.
public struct OriginalsSummary: Hashable, Sendable {
    /// The number of pictures copied in this run.
    public var copied = 0
    /// The number of pictures whose copy already existed.
    public var present = 0
    /// The number of photos without a stored picture; they have a row but no copy.
    public var missing = 0
    /// The number of pictures that could not be read or written.
    public var failed = 0
    /// The number of sidecars not written because of an error or because another program wrote
    /// them.
    public var failedSidecars = 0
    /// The CSV file in the folder that lists the copies.
    public var csvPath: BytePath
}

extension OriginalsSummary: WorkSummary {
    /// The outcome as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (copied, "copied"), (present, "already present"), (missing, "without a picture"),
            (failed, "failed"), (failedSidecars, "sidecars not written"),
        ])
        return "originals: \(facts ?? "nothing to copy"); table: '\(csvPath)'"
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] {
        [
            ("copied", copied), ("present", present), ("missing", missing), ("failed", failed),
            ("failedSidecars", failedSidecars), ("table", csvPath.escaped),
        ]
    }

    /// The number of failed items.
    package var failedItems: Int { failed + failedSidecars }
}

/// Copies pictures out of the catalog: completely or not at all, sharing blocks if the file system
/// supports it.
enum FileCopy {
    /// Copies a picture and creates missing folders.
    ///
    /// Users without access to the picture have no access to the copy.
    ///
    /// - Throws: `FileError`; `PictureAbsence` if the picture is modified meanwhile.
    static func copy(
        from picture: borrowing VerifiedPicture, to target: BytePath
    ) throws -> NewFile.Outcome {
        let permissions = permissions(of: picture)
        return try picture.copy(to: target, permissions: permissions)
    }

    /// Returns the permissions of a file created from a picture, before the umask is applied.
    ///
    /// Users who can read the picture can read the file, and its owner can write it.
    static func permissions(of picture: borrowing VerifiedPicture) -> mode_t {
        guard let status = try? picture.file.status() else { return NewFile.ownerOnly }
        return NewFile.ownerOnly | status.permissions & 0o444
    }
}

extension NewFile {
    /// Writes bytes under a name, or under a numbered one such as ` (2)` if a file with other
    /// content has it.
    ///
    /// - Returns: the path of the bytes, and whether they already existed.
    /// - Throws: the system's error.
    static func placeNumbered(
        _ bytes: [UInt8], at path: BytePath, permissions: mode_t = standardPermissions
    ) throws(FileError) -> (path: BytePath, isPresent: Bool) {
        for number in 1...9_999 {
            let candidate = number == 1 ? path : path.numbered(number)
            switch try place(bytes, at: candidate, permissions: permissions) {
            case .copied: return (candidate, false)
            case .present: return (candidate, true)
            case .occupied: continue
            }
        }
        throw FileError(path: path, number: EEXIST)
    }
}
