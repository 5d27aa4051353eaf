import Basics
import Export
import GalleryModel

/// One run of sharing photos.
///
/// ```
/// photos → rendered (one thread per core) → named → the target, in order
/// ```
struct ShareRun: Sendable {
    /// The maximum number of prepared photos that wait to be written.
    private static let window = 32

    let gallery: PhotoGallery
    let photos: [Photo]
    let target: ShareTarget
    var options: ShareOptions
    let work: WorkContext

    /// Shares the photos.
    ///
    /// - Throws: `usage` for options that conflict with each other or the target; as
    ///   `GalleryShares.send`.
    mutating func run() throws -> ShareSummary {
        try options.check()
        guard !photos.isEmpty else {
            throw GalleryError(.usage, "no photos to share: name one, such as camera/1")
        }
        // Photos are printed at full size.
        if case .printer = target, options.size == .standard { options.size = .full }
        options.format = try targetFormat()
        let export = gallery.export
        do {
            return switch target {
            case .file(let path): try shareFile(export.checkOutput(path, as: .files))
            case .folder(let path): try shareFolder(export.checkOutput(path, as: .files))
            case .zip(let path): try shareArchive(export.checkOutput(path, as: .files))
            case .mail(let mail): try shareMail(mail)
            case .printer(let printer, let copies): try sharePrint(printer, copies)
            }
        } catch let error as FileError {
            throw GalleryError(.inputOutput, "\(error): \(error.advice("share"))")
        }
    }

    /// The name, path and state of a photo's copy.
    typealias Placed = (name: String, path: BytePath?, isPresent: Bool)

    /// Passes the photos that can be shared to `place` in order, and returns the result.
    ///
    /// - Parameter place: returns nil if it could not share a photo and reported that.
    func share(_ place: (PreparedPhoto) throws -> Placed?) throws -> ShareSummary {
        // A single picture uses all cores; several use one core each.
        let threads = min(work.threads, photos.count)
        let isSinglePhoto = photos.count == 1
        var summary = ShareSummary()
        var done = 0
        try OrderedWork<Photo, (Photo, Result<PreparedPhoto, GalleryError>)>(
            work, threads: threads, window: Self.window
        ).run { push in
            for photo in photos where !push(photo) { return }
        } makeWorker: { [self] in
            let preparation = try SharePreparation(
                gallery, options, threads: isSinglePhoto ? work.threads : 1,
                isDryRun: work.isDryRun)
            return { photo in
                (photo, Result { () throws(GalleryError) in try preparation.prepared(photo) })
            }
        } consume: { outputs in
            for (photo, result) in outputs {
                try take(photo, result, &summary, place)
                done += 1
                work.progress("photos", done, of: photos.count)
            }
        }
        return summary
    }

    private func take(
        _ photo: Photo, _ result: Result<PreparedPhoto, GalleryError>,
        _ summary: inout ShareSummary, _ place: (PreparedPhoto) throws -> Placed?
    ) throws {
        let subject = ProblemSubject.photo(photo.id)
        let problem = ProblemSubject.photo(photo.id, .share)
        let prepared: PreparedPhoto
        do throws(GalleryError) { prepared = try result.get() } catch {
            summary.failed += 1
            return try work.fail(subject, error.message, problem: problem)
        }
        guard let placed = try place(prepared) else {
            summary.failed += 1
            return
        }
        if placed.isPresent { summary.present += 1 } else { summary.shared += 1 }
        summary.photos.append(
            SharedPhoto(
                photoID: photo.id, name: placed.name, path: placed.path, width: prepared.width,
                height: prepared.height, byteCount: Int64(prepared.bytes.count),
                isPresent: placed.isPresent, warnings: prepared.warnings + prepared.remarks))
        for remark in prepared.remarks { work.remark("photo \(photo.id): \(remark)") }
        if prepared.warnings.isEmpty { return try work.succeed(problem) }
        summary.damaged += 1
        let warnings = prepared.warnings.joined(separator: "; ")
        try work.fail(
            subject, "\(warnings); check the copy, or share another photo", problem: problem)
    }

    /// Returns the format that the target and the options request.
    private func targetFormat() throws(GalleryError) -> RenderFormat {
        guard case .file(let path) = target else { return options.format ?? .jpeg }
        guard options.nameTemplate == nil else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' is a file name: omit the name template, or name a folder "
                    + "or a .zip archive")
        }
        guard photos.count == 1 else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' is a single file, but there are \(photos.count) photos: name a folder or a .zip "
                    + "archive")
        }
        // An unmodified original keeps its own format, whatever extension the user chose.
        if options.keepsAll { return .jpeg }
        guard let format = RenderFormat(fileExtension: path.fileExtension) else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' does not end with .jpg, .png or .webp: name such a file, a "
                    + "folder or a .zip archive")
        }
        guard options.format == nil || options.format == format else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' is not a \(options.format?.rawValue ?? "") file: omit the format, "
                    + "or name another file")
        }
        return format
    }
}

extension ShareRun {
    /// The name of the file with credits that accompanies photos.
    static let creditsName = "CREDITS.txt"

    /// Writes one photo to the given file.
    func shareFile(_ path: BytePath) throws -> ShareSummary {
        var summary = try share { prepared in
            if options.keepsAll { try checkEnding(of: path, prepared) }
            var outcome = NewFile.Outcome.copied
            if !work.isDryRun { outcome = try NewFile.place(prepared.bytes, at: path) }
            if outcome == .occupied { throw GalleryError.taken(path) }
            return (path.lastComponent.escaped, path, outcome == .present)
        }
        summary.path = summary.photos.isEmpty ? nil : path
        return summary
    }

    /// Writes photos and their credits to a folder.
    func shareFolder(_ folder: BytePath) throws -> ShareSummary {
        guard !folder.exists || folder.isFolder else {
            throw GalleryError(
                .inputOutput, "'\(folder.escaped)' is not a folder: name another one")
        }
        var names = UniqueNames()
        _ = names.claim(BytePath(Self.creditsName))
        var credits = ""
        var summary = try share { prepared in
            var (path, isPresent) = (folder.appending(names.claim(BytePath(prepared.name))), false)
            if !work.isDryRun {
                (path, isPresent) = try NewFile.placeNumbered(prepared.bytes, at: path)
            }
            let name = path.lastComponent.escaped
            credits += CreditLine.entry(prepared.credit, named: name)
            return (name, path, isPresent)
        }
        if !work.isDryRun, !credits.isEmpty {
            _ = try NewFile.placeNumbered(
                Array(credits.utf8), at: folder.appending(Self.creditsName))
        }
        summary.path = folder
        return summary
    }

    /// Writes photos and their credits to an archive, which appears when it is complete.
    func shareArchive(_ path: BytePath) throws -> ShareSummary {
        guard !path.exists || !path.isFolder else {
            throw GalleryError(.inputOutput, "'\(path.escaped)' is a folder: name another archive")
        }
        var names = UniqueNames()
        _ = names.claim(BytePath(Self.creditsName))
        if !work.isDryRun { try path.parent.makeFolders() }
        let part = NewFile.part(beside: path)
        defer { part.remove() }
        var credits = ""
        var archive = work.isDryRun ? nil : try ZipWriter(path: part)
        var summary = try share { prepared in
            let name = names.claim(BytePath(prepared.name)).escaped
            try archive?.append(
                name: name, bytes: prepared.bytes, date: ZipDate(prepared.photo.details))
            credits += CreditLine.entry(prepared.credit, named: name)
            return (name, nil, false)
        }
        if !credits.isEmpty {
            try archive?.append(
                name: Self.creditsName, bytes: Array(credits.utf8), date: ZipDate(nil))
        }
        try archive.take()?.finish()
        // Do not create an empty archive.
        if !work.isDryRun, summary.photos.isEmpty { return summary }
        summary.path = path
        if work.isDryRun { return summary }
        if try !path.exists && NewFile.rename(part, to: path) { return summary }
        guard part.exists, try NewFile.isSame(part, path) else { throw GalleryError.taken(path) }
        for index in summary.photos.indices { summary.photos[index].isPresent = true }
        (summary.present, summary.shared) = (summary.photos.count, 0)
        return summary
    }

    private func checkEnding(of path: BytePath, _ prepared: PreparedPhoto) throws(GalleryError) {
        let ending = BytePath(prepared.name).fileExtension
        let isRight =
            path.fileExtension == ending
            || (RenderFormat(fileExtension: path.fileExtension).map {
                $0 == RenderFormat(fileExtension: ending)
            } ?? false)
        guard isRight else {
            throw GalleryError(
                .usage,
                "the original is a .\(ending) file, which does not match '\(path.escaped)': name a "
                    + ".\(ending) file, or omit --keep-all")
        }
    }
}

extension GalleryError {
    /// Makes the error for an existing file that must not be overwritten.
    static func taken(_ path: BytePath) -> GalleryError {
        GalleryError(
            .inputOutput,
            "'\(path.escaped)' already exists with other contents: name another file, or remove it "
                + "first")
    }
}
