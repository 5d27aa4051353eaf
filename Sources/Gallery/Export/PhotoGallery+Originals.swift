import Catalog
import Export
import Foundation
public import GalleryModel

extension PhotoGallery {
    /// Copies the pictures of sections into a folder under readable names, and writes rows that point
    /// at the copies.
    ///
    /// An existing picture is never overwritten: one with the same bytes is taken as the copy, beside one
    /// with other bytes the copy gets ` (2)` and so on. Beside each copy goes an XMP sidecar with what is
    /// known, faces too. The folder also gets `metadata.csv`, with a row a photo, whatever the format of
    /// the rows handed to the sink.
    ///
    /// - Parameters:
    ///   - sections: the sections, in the order of the rows.
    ///   - folder: where the copies go; made when missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - options: the format and the columns of the rows handed to the sink.
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
            var written: BytePath?
            do {
                let (path, result) = try copyOriginal(of: row.photo, to: target)
                written = path
                summary.count(result)
                if let path {
                    let sidecar = path.appendingText(".xmp")
                    if try writeSidecar(of: row.photo, to: sidecar, work, problems) == nil {
                        summary.failedSidecars += 1
                    }
                }
            } catch let failure as FileCopy.Failure where failure.number != ENOSPC {
                summary.count(.failed)
                work.itemFailed(
                    ItemFailure(subject: "photo \(row.photo.id)", message: "\(failure)"))
            } catch let failure as FileCopy.Failure {
                throw GalleryError(.inputOutput, "\(failure): free some space and export again")
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
                    let name = hasPicture ? names.claim(template.path(for: row)) : nil
                    try body(row, name.map { root.appending($0) })
                }
            }
        }
    }

    /// Copies a photo's largest stored picture; beside a file with other bytes under a numbered name.
    private func copyOriginal(
        of photo: Photo, to target: BytePath?
    ) throws -> (BytePath?, OriginalsSummary.Item) {
        guard let target, let source = photo.picture?.path else { return (nil, .missing) }
        for number in 1...9999 {
            let path = number == 1 ? target : target.numbered(number)
            switch try FileCopy.copy(from: source, to: path) {
            case .copied: return (path, .copied)
            case .present: return (path, .present)
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

extension BytePath {
    /// The path with ` (N)` before its extension.
    fileprivate func numbered(_ number: Int) -> BytePath {
        let name = lastComponent.bytes
        let dot =
            name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.endIndex
        return parent.appending(
            BytePath(bytes: name[..<dot] + Array(" (\(number))".utf8) + name[dot...]))
    }
}
