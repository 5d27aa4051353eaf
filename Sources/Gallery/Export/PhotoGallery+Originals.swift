public import Basics
import Catalog
import Export
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Copies the pictures of a query into a folder under readable names, and writes rows that point
    /// at the copies.
    ///
    /// Photos with an edit are rendered, upright and at full size, unless `includesEdits` is false; their
    /// rows and sidecars describe the rendered picture. A file that no longer holds the picture that it
    /// held is a failed item. An existing picture is never overwritten: one with the same bytes is taken
    /// as the copy, beside one with other bytes the copy gets ` (2)` and so on. A photo that is listed
    /// several times is copied once, and its rows point at that copy. Beside each copy goes an
    /// XMP sidecar with what is known, faces too. The folder also gets `metadata.csv`, with a row a photo in a
    /// section, whatever the format of the rows handed to the sink; rows of earlier exports into the folder
    /// stay in it as long as their copies are there. A run that is stopped leaves the rows of what it copied.
    ///
    /// - Parameters:
    ///   - query: the photos, in the order of the rows.
    ///   - folder: where the copies go; made when missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - options: the format and the columns of the rows handed to the sink; whether edits are applied.
    ///   - sink: gets the bytes of the rows; called on one thread at a time.
    /// - Throws: `usage` for a bad template or column; `badInput`, before anything is copied, where the
    ///   folder has a `metadata.csv` that anything else wrote; `inputOutput` where the folder cannot be made
    ///   and where the disk is full; `tryLater` while another export has the folder; what the sink throws.
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
        let root = PhotoGallery.absolute(folder)
        let table = OriginalsTable(in: root)
        if work.isDryRun { try table.check() }
        var summary = OriginalsSummary(csvPath: table.path)
        // The copies hold their positions: rows and sidecars beside them hide nothing.
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
        // The copies of photos that come again, and what those show that were rendered.
        var copies: [PhotoID: (path: BytePath?, rendered: Photo?)] = [:]
        func append(_ row: ListedPhoto, _ path: BytePath?) throws {
            try tableRows.append(row, sourceFile: path ?? BytePath(""), to: table.append)
            try rows.append(row, sourceFile: path ?? BytePath(""), to: sink)
            // A kill loses the rows of the last seconds; an export again finds their copies.
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
                // One picture gets every core, several get a core each.
                threads: total == 1 ? work.threads : 1)
            // Few are under way: the rendered pictures wait in memory.
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
            // What was copied so far stays in the table; why the run ended is what the caller must know.
            _ = try? tableRows.finish(table.append)
            try? table.finish()
            throw error
        }
        _ = try tableRows.finish(table.append)
        try table.finish()
        _ = try rows.finish(sink)
        return summary
    }

    /// Copies a photo's picture and writes its sidecar; what fails is a failed item.
    ///
    /// - Returns: where the copy is, and the photo as the copy shows it; nil without one.
    /// - Throws: `inputOutput` where the disk is full: every other copy would fail as well.
    private func copyWithSidecar(
        of photo: Photo, to target: BytePath?, _ outcome: CopyPreparation.Outcome,
        _ work: WorkContext, _ summary: inout OriginalsSummary
    ) throws -> (path: BytePath, photo: Photo)? {
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

    /// Gives a rendered picture its name, beside a file with other bytes a numbered one.
    private func place(
        _ rendering: PreparedRendering, of photo: Photo, at target: BytePath, _ work: WorkContext
    ) throws -> OriginalCopy {
        var place = rendering.present.map { (path: $0, isPresent: true) }
        if place == nil {
            place = try NewFile.placeNumbered(
                rendering.bytes, at: target, permissions: rendering.source.permissions)
        }
        guard let (path, isPresent) = place else { throw FileError(path: target, number: EEXIST) }
        let problem = ProblemSubject.photo(photo.id, .export)
        if rendering.warnings.isEmpty {
            try work.succeed(problem)
        } else {
            try work.fail(
                .photo(photo.id), rendering.warnings.joined(separator: "; "), problem: problem)
        }
        return OriginalCopy(
            path: path, item: isPresent ? .present : .copied,
            photo: photo.rendered(rendering.copy, faces: rendering.faces, at: path),
            source: rendering.source)
    }

    /// Copies a photo's largest stored picture, beside a file with other bytes under a numbered name.
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
    /// What its sidecar has of the picture's file.
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
