public import Basics
import Catalog
import Export
import Foundation
public import GalleryModel
import Glibc

extension GalleryExport {
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
    public func originals(
        _ query: PhotoQuery, to folder: BytePath,
        nameTemplate: String = ExportOptions.standardName, options: ExportOptions,
        sink: @escaping @Sendable ([UInt8]) throws -> Void = { _ in }
    ) async throws -> OriginalsSummary {
        try await gallery.perform("export", options.work) { [self] work in
            try copyOriginals(of: query, to: folder, nameTemplate, options, work, sink)
        }
    }

    private func copyOriginals(
        of query: PhotoQuery, to folder: BytePath, _ nameTemplate: String,
        _ options: ExportOptions, _ work: WorkContext, _ sink: ([UInt8]) throws -> Void
    ) throws -> OriginalsSummary {
        let template = try NameTemplate(nameTemplate)
        let root = try checkOutput(folder, as: .files)
        let table = OriginalsTable(in: root)
        var summary = OriginalsSummary(csvPath: table.path)
        // The rows contain exact positions: the copies do, so hiding them would be pointless.
        var rows = try options.encoder()
        var tableRows = try ExportOptions(format: .csv).encoder()
        if work.isDryRun {
            try table.check()
        } else {
            try root.makeFolders()
            try table.begin()
        }
        let total = try gallery.rowCount(of: query)
        var done = 0
        var lastKept = ContinuousClock.now
        func append(_ row: ListedPhoto, _ path: BytePath?) throws {
            if work.isDryRun { return try rows.append(row, sourceFile: path, to: sink) }
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
        // The copies of photos with several rows, and the photo as rendered, if it was.
        var copies: [PhotoID: (path: BytePath?, rendered: Photo?)] = [:]
        do {
            // A small window, because rendered pictures are held in memory.
            try OrderedWork<NamedRow, (NamedRow, Result<PreparedRendering?, any Error>)>(
                work, window: work.threads * 2
            ).run { [self] push in
                try forEachNamedRow(
                    query, includesRaw: options.needsRaw,
                    naming: { row in
                        guard let picture = row.photo.picture, picture.path != nil else {
                            return nil
                        }
                        let isRendered = options.includesEdits && row.photo.edit != nil
                        return template.path(
                            for: row, ending: isRendered && picture.fileType != "PNG" ? "jpg" : nil)
                    }, push)
            } makeWorker: { [self] in
                // A single picture uses every core, several use one core each.
                let threads = total == 1 ? work.threads : 1
                let rendersEdits = options.includesEdits && !work.isDryRun
                return { row in
                    guard rendersEdits, let name = row.name else { return (row, .success(nil)) }
                    return (
                        row,
                        Result {
                            try gallery.edits.rendering(
                                of: row.row.photo, at: root.appending(name), threads: threads)
                        }
                    )
                }
            } consume: { rows in
                for (named, rendering) in rows {
                    try work.checkCancellation()
                    var row = named.row
                    if named.isAgain {
                        let copy = copies[row.photo.id]
                        row.photo = copy?.rendered ?? row.photo
                        try append(row, copy?.path)
                        continue
                    }
                    let copy = try copyWithSidecar(
                        of: row.photo, to: named.name.map { root.appending($0) }, rendering,
                        work, &summary)
                    if named.isRepeated {
                        copies[row.photo.id] = (
                            copy?.path, copy?.photo == row.photo ? nil : copy?.photo
                        )
                    }
                    row.photo = copy?.photo ?? row.photo
                    try append(row, copy?.path)
                }
            }
        } catch {
            // The table keeps the pictures copied so far; the caller gets the error that ended the
            // run.
            if !work.isDryRun {
                try? tableRows.finish(table.append)
                try? table.finish()
            }
            throw error
        }
        if !work.isDryRun {
            try tableRows.finish(table.append)
            try table.finish()
        }
        try rows.finish(sink)
        return summary
    }

    /// Copies a photo's picture and writes its sidecar.
    ///
    /// - Returns: the copy; nil if there is none, which is counted and reported.
    /// - Throws: if no more pictures can be copied, for example because the disk is full.
    private func copyWithSidecar(
        of photo: Photo, to target: BytePath?, _ rendering: Result<PreparedRendering?, any Error>,
        _ work: WorkContext, _ summary: inout OriginalsSummary
    ) throws -> (path: BytePath, photo: Photo)? {
        guard let target else {
            summary.missing += 1
            return nil
        }
        if work.isDryRun {
            summary.copied += 1
            return (target, photo)
        }
        try checkOutput(target, as: .files)
        let problem = ProblemSubject.photo(photo.id, .export)
        do {
            let rendering = try rendering.get()
            let source: PhotoSidecar.Source
            let placed: (path: BytePath, isPresent: Bool)
            if let rendering {
                source = rendering.source
                placed =
                    try rendering.present.map { ($0, true) }
                    ?? NewFile.placeNumbered(
                        rendering.bytes, at: target, permissions: source.permissions)
            } else {
                let picture = try PictureBytes.open(photo, in: catalog)
                source = PhotoSidecar.Source(picture)
                do {
                    placed = try NewFile.numbered(target) {
                        try picture.copy(to: $0, permissions: source.permissions)
                    }
                } catch let error as PictureAbsence {
                    throw GalleryError(error, of: photo)
                }
            }
            if let warnings = rendering?.warnings, !warnings.isEmpty {
                try work.fail(
                    .photo(photo.id), warnings.joined(separator: "; ") + "; check the copy",
                    problem: problem)
            } else {
                try work.succeed(problem)
            }
            if placed.isPresent { summary.present += 1 } else { summary.copied += 1 }
            let copied =
                rendering.map { photo.rendered($0.copy, faces: $0.faces, at: placed.path) } ?? photo
            let sidecar = placed.path.appendingText(".xmp")
            if try writeSidecar(of: copied, to: sidecar, source, work) == nil {
                summary.failedSidecars += 1
            }
            return (placed.path, copied)
        } catch {
            try work.fail(.photo(photo.id), with: error, problem: problem)
            summary.failed += 1
            return nil
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

    /// The number of failed items.
    package var failedItems: Int { failed + failedSidecars }
}

extension VerifiedPicture {
    /// The permissions of copies: readable by the users who can read the picture.
    var copyPermissions: mode_t {
        guard let status = try? file.status() else { return NewFile.ownerOnly }
        return NewFile.ownerOnly | status.permissions & 0o444
    }
}

extension NewFile {
    /// Writes bytes to a path, or to the first numbered variant that is free or has the same bytes.
    ///
    /// - Throws: the system's error.
    static func placeNumbered(
        _ bytes: [UInt8], at path: BytePath, permissions: mode_t = standardPermissions
    ) throws -> (path: BytePath, isPresent: Bool) {
        try numbered(path) { try place(bytes, at: $0, permissions: permissions) }
    }

    /// Passes a path and its numbered variants to a closure until one is not occupied.
    ///
    /// - Throws: errors of the closure; `EEXIST` if all are occupied.
    static func numbered(
        _ path: BytePath, _ place: (BytePath) throws -> Outcome
    ) throws -> (path: BytePath, isPresent: Bool) {
        for number in 1...9_999 {
            let candidate = number == 1 ? path : path.numbered(number)
            let outcome = try place(candidate)
            if outcome != .occupied { return (candidate, outcome == .present) }
        }
        throw FileError(path: path, number: EEXIST)
    }
}
