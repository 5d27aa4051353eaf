public import Basics
public import GalleryModel
import Imaging

extension PhotoGallery {
    /// Imports pictures from files and, recursively, folders into the camera section.
    ///
    /// The places of new positions are looked up at the end. A file that is damaged or cannot be
    /// read becomes a problem, and the import continues. A damaged picture that can be decoded in
    /// part is imported and marked. Canceling the task keeps imported pictures; importing again
    /// completes the work.
    ///
    /// - Parameters:
    ///   - paths: files and folders; read one by one on a separate thread, so the sequence may
    ///     block, for example on standard input.
    ///   - inPlace: true to leave the files where they are; false to copy them into the catalog.
    ///   - options: progress, failed items, notes, a dry run, the number of readers.
    ///   - body: receives the row of each file, in order, once its photo is stored; called on one
    ///     thread at a time. Errors that it throws end the work.
    /// - Throws: `notFound` if none of the paths exists; `inputOutput` if the disk is full;
    ///   `tryLater` if the catalog is locked; `CancellationError`.
    public func importPhotos(
        from paths: some Sequence<BytePath> & Sendable, inPlace: Bool = false,
        options: WorkOptions = WorkOptions(),
        body: @escaping @Sendable ([ImportedFile]) throws -> Void = { _ in }
    ) async throws -> ImportSummary {
        try ReverseGeocoder.checkOverrides(settings)
        return try await perform("import", options) { [self] work in
            let summary = try CameraImport(
                catalog: catalog, inPlace: inPlace, limits: DecodeLimits(settings), work: work
            ).run(paths, body: body)
            try places.locateQueued(work, command: "import")
            return summary
        }
    }
}

/// The result of importing a file: a row of `gallery import`.
public struct ImportedFile: Hashable, Sendable {
    /// The outcome for a file.
    public enum Outcome: String, Hashable, Sendable {
        /// The file is a new photo.
        case new
        /// The catalog already has the photo.
        case known
        /// The file is damaged; if there is an id, the decodable part was imported.
        case damaged
        /// The file is hidden, a sidecar, or not a picture.
        case skipped
        /// The file has a camera or image format that is not yet supported.
        case unsupported
        /// The file could not be read.
        case failed
    }

    /// The absolute path.
    public var path: BytePath
    /// The outcome.
    public var outcome: Outcome
    /// The reason, as a phrase that follows the path; nil for a new photo.
    public var reason: String?
    /// The photo; nil if there is none, and for a new photo in a dry run.
    public var id: PhotoID?
    /// Warnings about the file's metadata: unreadable or doubtful parts.
    public var warnings: [String] = []
}

/// The outcome of an import.
public struct ImportSummary: Sendable {
    /// The number of photos that the catalog did not have.
    public var new = 0
    /// The number of files whose content the catalog already had; nothing is stored twice.
    public var known = 0
    /// The number of those at a path that the catalog did not know.
    public var duplicates = 0
    /// The number of photos whose file or sidecar has changed details.
    public var updated = 0
    /// The number of in-place photos found at a new path.
    public var moved = 0
    /// The number of files whose photo is in the trash and stays there.
    public var trashed = 0
    /// The number of files per unsupported format, by exiftool's type name.
    public var unsupported: [String: Int] = [:]
    /// The number of files that are not pictures.
    public var ignored = 0
    /// The number of skipped hidden files and folders, folders of deleted files and system folders.
    public var hidden = 0
    /// The number of photos imported in place below the given paths whose files have been deleted.
    public var missing = 0
    /// The number of damaged files imported because a part can be decoded; they also count as new
    /// or known.
    public var damaged = 0
    /// The number of files and folders that could not be read, or of which nothing can be decoded.
    public var failed = 0
    /// The number of bytes read.
    public var bytesRead: Int64 = 0
    /// The catalog ids of the new photos in the order of import, limited to the first 1,000.
    public var photos: [PhotoID] = []
    /// True if nothing was stored.
    public var isDryRun = false

    /// The number of files examined.
    public var files: Int {
        new + known + updated + moved + trashed + failed + ignored + unsupported.values.reduce(0, +)
    }
}

extension ImportSummary: WorkSummary {
    /// The outcome, such as `imported 3, skipped 12 already imported and 2 of unsupported types (2
    /// AVI)`.
    public var sentence: String {
        let types = unsupported.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(Count.text($0.value)) \($0.key)" }
        let kinds = unsupported.values.reduce(0, +)
        let skipped = [
            (duplicates, Count.text(duplicates, "duplicate")),
            (known - duplicates, "\(Count.text(known - duplicates)) already imported"),
            (trashed, "\(Count.text(trashed)) in the trash"),
            (ignored, Count.text(ignored, "other file")),
            (hidden, "\(Count.text(hidden)) hidden"),
            (kinds, "\(Count.text(kinds)) of unsupported types (\(types.joined(separator: ", ")))"),
        ].filter { $0.0 > 0 }.map(\.1)
        let verbs =
            isDryRun
            ? ["import", "update", "move", "skip"] : ["imported", "updated", "moved", "skipped"]
        var facts: [String] = []
        if new > 0 || damaged > 0 {
            facts.append(
                "\(verbs[0]) \(Count.text(new))"
                    + (damaged > 0 ? " (\(Count.text(damaged)) damaged)" : ""))
        }
        if updated > 0 { facts.append("\(verbs[1]) \(Count.text(updated))") }
        if moved > 0 { facts.append("\(verbs[2]) \(Count.text(moved))") }
        if let last = skipped.last {
            let first = skipped.dropLast().joined(separator: ", ")
            facts.append("\(verbs[3]) " + (first.isEmpty ? last : "\(first) and \(last)"))
        }
        if failed > 0 { facts.append("\(Count.text(failed)) failed") }
        if missing > 0 { facts.append("\(Count.text(missing)) missing") }
        if facts.isEmpty { return "nothing to import" }
        return (isDryRun ? "would " : "") + facts.joined(separator: ", ")
    }

    /// The counts for JSON and CSV.
    package var members: [JSONMember] {
        let types = unsupported.sorted { $0.key < $1.key }.map {
            (key: $0.key, value: $0.value.json)
        }
        return [
            ("section", "camera"), ("files", files), ("new", new), ("known", known),
            ("duplicates", duplicates), ("updated", updated), ("moved", moved),
            ("trashed", trashed), ("unsupported", JSONValue.object(types)), ("ignored", ignored),
            ("hidden", hidden), ("damaged", damaged), ("failed", failed), ("missing", missing),
            ("bytesRead", Int(bytesRead)),
        ]
    }

    /// The number of failed items.
    package var failedItems: Int { failed + damaged }
}
