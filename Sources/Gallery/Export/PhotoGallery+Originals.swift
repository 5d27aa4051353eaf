public import Basics
import Catalog
import Export
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Copies the pictures of sections into a folder under readable names, and writes rows that point
    /// at the copies.
    ///
    /// Photos with an edit are rendered, upright and at full size, unless `includesEdits` is false; their
    /// rows and sidecars describe the rendered picture. A file that no longer holds the picture that it
    /// held is a failed item. An existing picture is never overwritten: one with the same bytes is taken
    /// as the copy, beside one with other bytes the copy gets ` (2)` and so on. A photo that several of the
    /// sections list is copied once, and its rows point at that copy. Beside each copy goes an
    /// XMP sidecar with what is known, faces too. The folder also gets `metadata.csv`, with a row a photo in a
    /// section, whatever the format of the rows handed to the sink; rows of earlier exports into the folder
    /// stay in it as long as their copies are there. A run that is stopped leaves the rows of what it copied.
    ///
    /// - Parameters:
    ///   - sections: the sections, in the order of the rows.
    ///   - folder: where the copies go; made when missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - options: the format and the columns of the rows handed to the sink; whether edits are applied.
    ///   - work: progress, failed items and a dry run.
    ///   - sink: gets the bytes of the rows.
    /// - Throws: `usage` for a bad template or column; `badInput`, before anything is copied, where the
    ///   folder has a `metadata.csv` that anything else wrote; `inputOutput` where the folder cannot be made
    ///   and where the disk is full; `tryLater` while another export has the folder; what the sink throws.
    public func exportOriginals(
        _ sections: [PhotoSection], to folder: BytePath, nameTemplate: String,
        options: ExportOptions, work: WorkOptions = WorkOptions(),
        sink: ([UInt8]) throws -> Void
    ) throws -> OriginalsSummary {
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
        let naming: (ListedPhoto) -> ListedPhoto? = { row in
            guard row.photo.picture?.path != nil else { return nil }
            return options.includesEdits ? row.asRendered : row
        }
        if work.isDryRun {
            var paths: [PhotoID: BytePath] = [:]
            try forEachNamedCopy(
                in: sections.distinct, template, includesRaw: options.needsRaw, naming: naming
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
        let total = sections.distinct.reduce(0) { $0 + $1.count }
        let problems = ItemProblems(catalog, command: "export", isDryRun: work.isDryRun)
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
            work.progress(.init(activity: "originals", done: done, total: total))
        }
        do {
            try forEachNamedCopy(
                in: sections.distinct, template, includesRaw: options.needsRaw, naming: naming
            ) { named in
                try Task.checkCancellation()
                var row = named.row
                let copy = try copyWithSidecar(
                    of: row.photo, to: named.name.map { root.appending($0) }, options, work,
                    problems, &summary)
                if named.isRepeated {
                    copies[row.photo.id] = (
                        copy?.path, copy?.photo == row.photo ? nil : copy?.photo
                    )
                }
                if let copy { row.photo = copy.photo }
                try append(row, copy?.path)
            } again: { row in
                var row = row
                let copy = copies[row.photo.id]
                if let rendered = copy?.rendered { row.photo = rendered }
                try append(row, copy?.path)
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
        of photo: Photo, to target: BytePath?, _ options: ExportOptions, _ work: WorkOptions,
        _ problems: ItemProblems, _ summary: inout OriginalsSummary
    ) throws -> (path: BytePath, photo: Photo)? {
        let message: String
        do {
            guard let copy = try copyOriginal(of: photo, to: target, options, work, problems) else {
                summary.count(.missing)
                return nil
            }
            summary.count(copy.item)
            let sidecar = copy.path.appendingText(".xmp")
            let outcome = try writeSidecar(
                of: copy.photo, to: sidecar, work, problems, source: copy.source)
            if outcome == nil { summary.failedSidecars += 1 }
            return (copy.path, copy.photo)
        } catch let failure as FileError {
            if failure.isDiskFull { throw GalleryError.diskFull(failure) }
            message = "\(failure)"
        } catch let failure as GalleryError where !failure.isDiskFull {
            message = failure.message
        }
        summary.count(.failed)
        try problems.record(.photo(photo.id, .export), message)
        work.itemFailed(ItemFailure(subject: .photo(photo.id), message: message))
        return nil
    }

    /// Copies a photo's largest stored picture or renders it; beside a file with other bytes under a
    /// numbered name.
    ///
    /// - Returns: nil without a stored picture.
    private func copyOriginal(
        of photo: Photo, to target: BytePath?, _ options: ExportOptions, _ work: WorkOptions,
        _ problems: ItemProblems
    ) throws -> OriginalCopy? {
        guard let target, photo.picture != nil else { return nil }
        // A stored edit that cannot be read must not give the unedited picture instead.
        if options.includesEdits, try photo.edit ?? edit(of: photo.id) != nil {
            let file = try PictureBytes.open(photo, in: catalog)
            let sidecar = PhotoSidecar.Source(renderedFrom: file)
            let rendered = try render(photo)
            let (path, isPresent) = try NewFile.placeNumbered(
                rendered.bytes, at: target, permissions: sidecar.permissions)
            let subject = ProblemSubject.photo(photo.id, .export)
            if rendered.warnings.isEmpty {
                try problems.clear(subject)
            } else {
                let message = rendered.warnings.joined(separator: "; ")
                try problems.record(subject, message)
                work.itemFailed(ItemFailure(subject: .photo(photo.id), message: message))
            }
            return OriginalCopy(
                path: path, item: isPresent ? .present : .copied,
                photo: photo.rendered(rendered, at: path), source: sidecar)
        }
        let source = try PictureBytes.open(photo, in: catalog)
        let sidecar = PhotoSidecar.Source(source)
        for number in 1...9999 {
            let path = number == 1 ? target : target.numbered(number)
            let outcome = try copy(source, of: photo, to: path)
            if outcome == .occupied { continue }
            try problems.clear(.photo(photo.id, .export))
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
