public import Basics
import Export
public import GalleryModel

extension GalleryExport {
    /// Writes an XMP sidecar for each photo of a query into a folder, named like the copies of
    /// `originals` with `.xmp` appended.
    ///
    /// Face regions follow the Metadata Working Group and are relative to the stored picture.
    /// Sidecars that another program wrote or changed are not replaced. A photo that is listed
    /// several times has one sidecar.
    ///
    /// - Parameters:
    ///   - query: the photos.
    ///   - folder: the output folder; created if missing.
    ///   - nameTemplate: see `ExportOptions.standardName`.
    ///   - positions: the precision of positions.
    ///   - options: progress, failed items and a dry run.
    /// - Throws: `usage` for an invalid template, and if the folder is in the catalog's folder;
    ///   `inputOutput` if the folder cannot be created or the disk is full.
    public func sidecars(
        _ query: PhotoQuery, to folder: BytePath,
        nameTemplate: String = ExportOptions.standardName,
        positions: PositionPrivacy = .exact, options: WorkOptions = WorkOptions()
    ) async throws -> FilesSummary {
        try await gallery.perform("export", options) { [self] work in
            let template = try NameTemplate(nameTemplate)
            let filter = try PositionFilter(positions, settings: settings)
            let root = try checkOutput(folder, as: .files)
            var summary = FilesSummary(of: "sidecars", ifNone: "nothing to write")
            let total = try gallery.rowCount(of: query)
            if !work.isDryRun { try root.makeFolders() }
            var done = 0
            try OrderedWork<NamedRow, (NamedRow, PhotoSidecar.Source?)>(work).run { push in
                try forEachNamedRow(
                    query, includesRaw: false, naming: { template.path(for: $0) }, push)
            } makeWorker: {
                { row in
                    let isDue = row.name != nil && !work.isDryRun
                    return (row, isDue ? PhotoSidecar.Source(of: row.row.photo, in: catalog) : nil)
                }
            } consume: { rows in
                for (row, source) in rows {
                    try work.checkCancellation()
                    // A photo has one sidecar, as it has one copy.
                    done += 1
                    guard let name = row.name else { continue }
                    let outcome = try writeSidecar(
                        of: filter.applied(to: row.row.photo),
                        to: root.appending(name).appendingText(".xmp"), source, work)
                    switch outcome {
                    case .copied: summary.written += 1
                    case .present: summary.present += 1
                    case .occupied, nil: summary.failed += 1
                    }
                    work.progress("sidecars", done, of: total)
                }
            }
            if !work.isDryRun { try Descriptor(folder: root).syncFileSystem() }
            return summary
        }
    }

    /// Writes one sidecar; returns nil on failure, which is reported as a failed item.
    ///
    /// - Parameter source: the properties of the picture's file; nil to write nothing.
    func writeSidecar(
        of photo: Photo, to path: BytePath, _ source: PhotoSidecar.Source?, _ work: WorkContext
    ) throws -> NewFile.Outcome? {
        guard let source else { return .copied }
        // A template may produce folders, one of which may be the catalog's.
        try checkOutput(path, as: .files)
        do {
            try path.parent.makeFolders()
            let outcome = try PhotoSidecar.write(
                PhotoSidecar.bytes(of: photo, source), to: path, permissions: source.permissions)
            if outcome != .occupied {
                try work.succeed(.path(path))
                return outcome
            }
        } catch {
            try work.fail(.path(path), with: error)
            return nil
        }
        try work.fail(
            .path(path), "another program wrote or changed this sidecar: it was not replaced")
        return nil
    }
}

extension BytePath {
    /// Returns the path with text appended.
    func appendingText(_ text: String) -> BytePath { BytePath(bytes: bytes + Array(text.utf8)) }
}

/// The outcome of writing sidecars or cropped faces.
public struct FilesSummary: Hashable, Sendable {
    /// The number of files written.
    public var written = 0
    /// The number of files that already existed with the same content.
    public var present = 0
    /// The number of files not written, because of an error or because another program wrote them.
    public var failed = 0
    /// The name of the files, and the text if there are none.
    private let (noun, none): (String, String)

    init(of noun: String, ifNone none: String) { (self.noun, self.none) = (noun, none) }
}

extension FilesSummary: WorkSummary {
    /// The outcome as a sentence.
    public var sentence: String {
        let facts = Count.list([
            (written, "written"), (present, "already present"), (failed, "failed"),
        ])
        return "\(noun): \(facts ?? none)"
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}
