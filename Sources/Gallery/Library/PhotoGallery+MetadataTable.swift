public import Basics
import Catalog
import Export
import GalleryModel
import Glibc

extension GalleryMetadata {
    /// Applies a table that `export` wrote as CSV, perhaps edited in a spreadsheet, as one step for
    /// `undo`.
    ///
    /// Rows belong to the photos of their IDs. Only cells that differ from the photo's values are
    /// applied. A cell is a conflict if the photo had its value before a later change, or if the
    /// photo's value changed after the file was saved; that value is kept. Conflicts and rows that
    /// cannot be applied are reported as failed items, with their lines.
    ///
    /// - Parameters:
    ///   - path: the table; nil for standard input.
    ///   - isPartial: true to apply the other rows if some cannot be applied; otherwise nothing is
    ///     changed then.
    ///   - options: receives the failures; a dry run stores nothing.
    /// - Throws: `notFound` if the file does not exist; `badInput` if it is not such a table;
    ///   `tryLater` if a photo changes meanwhile; errors of the catalog.
    public func apply(
        tableAt path: BytePath?, isPartial: Bool = false, options: WorkOptions = WorkOptions()
    ) async throws -> MetadataSummary {
        try await gallery.perform("set", options) { [gallery] work in
            var changes = TableChanges(gallery: gallery, work: work)
            let unknownColumns = try changes.read(path)
            try changes.removeConflicts()
            let isRefused = !changes.failures.isEmpty && !isPartial
            let problems = changes.failures + changes.conflicts
            for problem in problems.sorted(by: { $0.line < $1.line }) {
                work.reportFailure(.line(problem.line), problem.message)
            }
            var change = PhotosChange()
            if !isRefused { change.metadata = changes.metadata }
            let seen = changes.seen
            var summary = try gallery.metadata.apply(change, command: "set", work) { photo in
                if MetadataTable.texts(of: photo) != seen[photo.id] {
                    throw GalleryError(
                        .tryLater,
                        "another program is changing photo \(photo.id): run the command again")
                }
            }
            summary.conflicts = changes.conflicts.count
            summary.failed += changes.failures.count
            summary.isRefused = isRefused
            summary.unknownColumns = unknownColumns
            return summary
        }
    }
}

/// The changes that the rows of a table make.
private struct TableChanges {
    /// The number of photos that are read together.
    private static let batchSize = 512

    let gallery: PhotoGallery
    let work: WorkContext
    /// The values of changed photos before, as compared.
    var seen: [PhotoID: [String]] = [:]
    /// Rows that cannot be applied.
    var failures: [(line: Int, message: String)] = []
    /// Cells that are older than the photo's values.
    var conflicts: [(line: Int, message: String)] = []
    var changes: [PhotoID: MetadataChange] = [:]
    /// The first row of each photo.
    var lines: [PhotoID: Int] = [:]
    /// Photos with a row that cannot be applied.
    var refused: Set<PhotoID> = []
    /// When the table was saved, in milliseconds since 1970-01-01 UTC; nil for standard input.
    var saved: Int64?

    /// The changes in the order of the photos.
    var metadata: [(PhotoID, MetadataChange)] {
        changes.filter { !refused.contains($0.key) && !$0.value.isEmpty }
            .map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 }
    }

    /// Reads the rows of a file, or of standard input.
    ///
    /// - Returns: columns that are not those of an export.
    mutating func read(_ path: BytePath?) throws -> [String] {
        let name = path.map { "'\($0.escaped)'" } ?? "standard input"
        do {
            guard let path else {
                return try read(name) { try StandardStream.input.readSome(atMost: 1 << 18) }
            }
            let file = try Descriptor(path)
            let status = try file.status()
            if status.kind == .folder { throw FileError(path: path, number: EISDIR) }
            if status.kind == .file { saved = status.modified / 1_000_000 }
            return try read(name) { try file.readSome(atMost: 1 << 18) }
        } catch let error as FileError {
            throw switch error.number {
            case ENOENT: GalleryError(.notFound, "no file \(name)")
            case EISDIR: GalleryError(.badInput, "\(name) is a folder; give a CSV file")
            default: GalleryError(.inputOutput, "cannot read \(name): \(error.reason)")
            }
        }
    }

    private mutating func read(_ name: String, _ next: () throws -> [UInt8]) throws -> [String] {
        var table = MetadataTable(name)
        var batch: [MetadataTable.Row] = []
        try table.forEachRow(next) { row in
            batch.append(row)
            if batch.count == Self.batchSize {
                try take(batch)
                batch = []
            }
        }
        try take(batch)
        failures += table.failures
        return table.unknownColumns
    }

    private mutating func take(_ rows: [MetadataTable.Row]) throws {
        try work.checkCancellation()
        let photos = try gallery.catalog.photos(ids: rows.map(\.id)).keyed(by: \.id)
        for row in rows {
            do {
                guard let photo = photos[row.id] else {
                    throw MetadataTable.Failure("no photo \(row.id)")
                }
                try take(row, of: photo)
            } catch let failure as MetadataTable.Failure {
                failures.append((row.line, failure.message))
                refused.insert(row.id)
            }
        }
    }

    private mutating func take(_ row: MetadataTable.Row, of photo: Photo) throws {
        let change = try row.change(of: photo)
        // A photo has a row for each of its sections.
        if let first = lines[photo.id], change != changes[photo.id] ?? MetadataChange() {
            throw MetadataTable.Failure("it differs from line \(first) about the same photo")
        }
        lines[photo.id] = lines[photo.id] ?? row.line
        if !change.isEmpty {
            changes[photo.id] = change
            seen[photo.id] = MetadataTable.texts(of: photo)
        }
    }

    /// Leaves out cells that are older than the photos' values.
    mutating func removeConflicts() throws {
        for page in metadata.map(\.0).pages(of: Self.batchSize) {
            try work.checkCancellation()
            let photos = try gallery.catalog.photos(ids: page)
            for (id, earlier) in try gallery.catalog.earlier(photos) {
                guard var change = changes[id], let now = seen[id] else { continue }
                let old = earlier.map {
                    (texts: MetadataTable.texts(of: $0.photo), replaced: $0.replaced)
                }
                for (index, column) in MetadataTable.columns.enumerated() {
                    guard let value = column.newText(change) else { continue }
                    let isOlder = old.contains { old in
                        let isLater = saved.map { old.replaced > $0 } ?? false
                        return old.texts[index] != now[index]
                            && (isLater || old.texts[index] == value)
                    }
                    guard isOlder else { continue }
                    column.remove(&change)
                    let message =
                        "photo \(id), \(column.column.name): it was changed since the export, and "
                        + "keeps the new value; to replace that, use 'gallery set \(id)'"
                    conflicts.append((lines[id] ?? 0, message))
                }
                changes[id] = change
            }
        }
    }
}
