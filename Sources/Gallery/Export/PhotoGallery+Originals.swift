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
    /// as the copy, beside one with other bytes the copy gets ` (2)` and so on. Beside each copy goes an
    /// XMP sidecar with what is known, faces too. The folder also gets `metadata.csv`, with a row a photo, whatever the format of
    /// the rows handed to the sink.
    ///
    /// - Parameters:
    ///   - sections: the sections, in the order of the rows.
    ///   - folder: where the copies go; made when missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - options: the format and the columns of the rows handed to the sink; whether edits are applied.
    ///   - work: progress, failed items and a dry run.
    ///   - sink: gets the bytes of the rows.
    /// - Throws: `usage` for a bad template or column; `inputOutput` where the folder cannot be made;
    ///   what the sink throws.
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
        var summary = OriginalsSummary(csvPath: root.appending("metadata.csv"))
        // The copies hold their positions: rows and sidecars beside them hide nothing.
        let filter = try PositionFilter(.exact, settings: settings)
        var rows = EncodedStream(encoder: try options.encoder(), filter: filter)
        if work.isDryRun {
            try forEachOriginal(sections, options, template, root) { row, target in
                summary.count(target == nil ? .missing : .copied)
                try rows.append(row, sourceFile: target, to: sink)
            }
            _ = try rows.finish(sink)
            return summary
        }
        do { try FileCopy.makeFolders(root) } catch { throw GalleryError(.inputOutput, "\(error)") }
        var table = EncodedStream(
            encoder: try ExportOptions(format: .csv).encoder(), filter: filter)
        let file = try AtomicFile(summary.csvPath)
        let total = sections.reduce(0) { $0 + $1.count }
        let problems = ItemProblems(catalog, command: "export", isDryRun: work.isDryRun)
        try forEachOriginal(sections, options, template, root) { row, target in
            try Task.checkCancellation()
            var row = row
            var written: BytePath?
            do {
                if let copy = try copyOriginal(of: row.photo, to: target, options, work, problems) {
                    written = copy.path
                    row.photo = copy.photo
                    summary.count(copy.item)
                    let sidecar = copy.path.appendingText(".xmp")
                    if try writeSidecar(of: row.photo, to: sidecar, work, problems) == nil {
                        summary.failedSidecars += 1
                    }
                } else {
                    summary.count(.missing)
                }
            } catch let failure as FileCopy.Failure where failure.number == ENOSPC {
                throw GalleryError(.inputOutput, "\(failure): free some space and export again")
            } catch let failure as FileCopy.Failure {
                summary.count(.failed)
                work.itemFailed(
                    ItemFailure(subject: "photo \(row.photo.id)", message: "\(failure)"))
            } catch let failure as GalleryError {
                summary.count(.failed)
                try problems.record("photo \(row.photo.id) (export)", failure.message)
                work.itemFailed(
                    ItemFailure(subject: "photo \(row.photo.id)", message: failure.message))
            }
            try rows.append(row, sourceFile: written ?? BytePath(""), to: sink)
            try table.append(row, sourceFile: written ?? BytePath(""), to: file.write)
            work.progress(.init(activity: "originals", done: summary.total, total: total))
        }
        _ = try rows.finish(sink)
        _ = try table.finish(file.write)
        try file.finish()
        return summary
    }

    /// Hands out each row with the path its copy shall have; nil where no picture is stored.
    private func forEachOriginal(
        _ sections: [PhotoSection], _ options: ExportOptions, _ template: NameTemplate,
        _ root: BytePath, body: (ListedPhoto, BytePath?) throws -> Void
    ) throws {
        var names = UniqueNames()
        _ = names.claim(BytePath("metadata.csv"))
        for section in sections {
            try forEachBatchAhead(in: section, includesRaw: options.needsRaw) { rows in
                for row in rows {
                    let hasPicture = row.photo.picture?.path != nil
                    let named = options.includesEdits ? row.asRendered : row
                    let name = hasPicture ? names.claim(template.path(for: named)) : nil
                    try body(row, name.map { root.appending($0) })
                }
            }
        }
    }

    /// Copies a photo's largest stored picture or renders it; beside a file with other bytes under a
    /// numbered name.
    ///
    /// - Returns: where the copy is, what was done, and the photo as its copy shows it; nil without a
    ///   stored picture.
    private func copyOriginal(
        of photo: Photo, to target: BytePath?, _ options: ExportOptions, _ work: WorkOptions,
        _ problems: ItemProblems
    ) throws -> (path: BytePath, item: OriginalsSummary.Item, photo: Photo)? {
        guard let target, let source = photo.picture?.path else { return nil }
        // A stored edit that cannot be read must not give the unedited picture instead.
        if options.includesEdits, try photo.edit ?? edit(of: photo.id) != nil {
            let rendered = try render(photo)
            let (path, isPresent) = try NewFile.placeNumbered(rendered.bytes, at: target)
            let subject = "photo \(photo.id) (export)"
            if rendered.warnings.isEmpty {
                try problems.clear(subject)
            } else {
                let message = rendered.warnings.joined(separator: "; ")
                try problems.record(subject, message)
                work.itemFailed(ItemFailure(subject: "photo \(photo.id)", message: message))
            }
            return (path, isPresent ? .present : .copied, photo.rendered(rendered, at: path))
        }
        try PictureBytes.check(photo, in: catalog.folder)
        for number in 1...9999 {
            let path = number == 1 ? target : target.numbered(number)
            switch try FileCopy.copy(from: source, to: path) {
            case .copied: return (path, .copied, photo)
            case .present: return (path, .present, photo)
            case .occupied: continue
            }
        }
        throw FileCopy.Failure(path: target, number: EEXIST)
    }
}

extension OriginalsSummary {
    enum Item {
        case copied, present, missing, failed
    }

    var total: Int { copied + present + missing + failed }

    mutating func count(_ item: Item) {
        switch item {
        case .copied: copied += 1
        case .present: present += 1
        case .missing: missing += 1
        case .failed: failed += 1
        }
    }
}
