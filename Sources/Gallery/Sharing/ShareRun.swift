import Basics
import Export
import Foundation
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
    let options: ShareOptions
    let work: WorkContext
    private let format: RenderFormat

    /// - Throws: `usage` for options that conflict with each other or the target.
    init(
        gallery: PhotoGallery, photos: [Photo], target: ShareTarget, options: ShareOptions,
        work: WorkContext
    ) throws(GalleryError) {
        try options.check()
        guard !photos.isEmpty else {
            throw GalleryError(.usage, "no photos to share: name one, such as camera/1")
        }
        self.gallery = gallery
        self.photos = photos
        self.target = target
        self.options = options
        self.work = work
        format = try ShareRun.format(of: target, photos.count, options)
    }

    func run() throws -> ShareSummary {
        if let path = target.path { try gallery.checkOutput(path, as: .files) }
        return switch target {
        case .file(let path): try shareFile(PhotoGallery.absolute(path))
        case .folder(let path): try shareFolder(PhotoGallery.absolute(path))
        case .zip(let path): try shareArchive(PhotoGallery.absolute(path))
        case .mail(let mail): try shareMail(mail)
        case .printer(let print): try sharePrint(print)
        }
    }

    /// Passes the photos that can be shared to `body` in order, and counts the others.
    func forEachPrepared(
        _ summary: inout ShareSummary,
        _ body: (PreparedPhoto, inout ShareSummary) throws -> Void
    ) throws {
        // A single picture uses all cores; several use one core each.
        let threads = min(work.threads, photos.count)
        let isSinglePhoto = photos.count == 1
        var isPrinted = false
        if case .printer = target { isPrinted = true }
        var done = 0
        try OrderedWork<Photo, (Photo, Result<PreparedPhoto, GalleryError>)>(
            work, threads: threads, window: Self.window
        ).run { push in
            for photo in photos where !push(photo) { return }
        } makeWorker: { [self, isPrinted] in
            let preparation = try SharePreparation(
                gallery, options, format: format, isPrinted: isPrinted,
                threads: isSinglePhoto ? work.threads : 1, isDryRun: work.isDryRun)
            return { photo in
                (photo, Result { () throws(GalleryError) in try preparation.prepared(photo) })
            }
        } consume: { outputs in
            for (photo, result) in outputs {
                try take(photo, result, &summary, body)
                done += 1
                work.progress("photos", done, of: photos.count)
            }
        }
    }

    private func take(
        _ photo: Photo, _ result: Result<PreparedPhoto, GalleryError>,
        _ summary: inout ShareSummary,
        _ body: (PreparedPhoto, inout ShareSummary) throws -> Void
    ) throws {
        let subject = ProblemSubject.photo(photo.id)
        let problem = ProblemSubject.photo(photo.id, .share)
        switch result {
        case .success(let prepared):
            try body(prepared, &summary)
            for remark in prepared.remarks { work.remark("photo \(photo.id): \(remark)") }
            if prepared.warnings.isEmpty {
                try work.succeed(problem)
            } else {
                summary.damaged += 1
                let warnings = prepared.warnings.joined(separator: "; ")
                try work.fail(
                    subject, "\(warnings); check the copy, or share another photo",
                    problem: problem)
            }
        case .failure(let failure):
            summary.failed += 1
            try work.fail(subject, failure.message, problem: problem)
        }
    }

    private static func format(
        of target: ShareTarget, _ count: Int, _ options: ShareOptions
    ) throws(GalleryError) -> RenderFormat {
        guard case .file(let path) = target else { return options.format ?? .jpeg }
        guard options.nameTemplate == nil else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' is a file name: omit the name template, or name a folder "
                    + "or a .zip archive")
        }
        guard count == 1 else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' is a single file, but there are \(count) photos: name a folder or a .zip "
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
        var summary = ShareSummary()
        try forEachPrepared(&summary) { prepared, summary in
            if options.keepsAll { try checkEnding(of: path, prepared) }
            var isPresent = false
            if !work.isDryRun {
                switch try translated({ try NewFile.place(prepared.bytes, at: path) }) {
                case .copied: break
                case .present: isPresent = true
                case .occupied: throw GalleryError.taken(path)
                }
            }
            summary.add(prepared, named: path.lastComponent.escaped, at: path, isPresent)
            summary.path = path
        }
        return summary
    }

    /// Writes photos and their credits to a folder.
    func shareFolder(_ folder: BytePath) throws -> ShareSummary {
        guard !folder.exists || folder.isFolder else {
            throw GalleryError(
                .inputOutput, "'\(folder.escaped)' is not a folder: name another one")
        }
        var summary = ShareSummary()
        summary.path = folder
        var names = UniqueNames()
        _ = names.claim(BytePath(Self.creditsName))
        var credits = CreditNotes()
        try forEachPrepared(&summary) { prepared, summary in
            var path = folder.appending(names.claim(BytePath(prepared.name)))
            var isPresent = false
            if !work.isDryRun {
                (path, isPresent) = try translated {
                    try NewFile.placeNumbered(prepared.bytes, at: path)
                }
            }
            let name = path.lastComponent.escaped
            credits.add(prepared, named: name)
            summary.add(prepared, named: name, at: path, isPresent)
        }
        if !work.isDryRun, let text = credits.text {
            _ = try translated {
                try NewFile.placeNumbered(
                    Array(text.utf8), at: folder.appending(Self.creditsName))
            }
        }
        return summary
    }

    /// Writes photos and their credits to an archive, which appears when it is complete.
    func shareArchive(_ path: BytePath) throws -> ShareSummary {
        guard !path.exists || !path.isFolder else {
            throw GalleryError(
                .inputOutput, "'\(path.escaped)' is a folder: name another archive")
        }
        var summary = ShareSummary()
        var names = UniqueNames()
        _ = names.claim(BytePath(Self.creditsName))
        if work.isDryRun {
            try forEachPrepared(&summary) { prepared, summary in
                let name = names.claim(BytePath(prepared.name)).escaped
                summary.add(prepared, named: name, at: nil, false)
            }
            summary.path = path
            return summary
        }
        try translated { try path.parent.makeFolders() }
        let part = path.parent.appending(".gallery-\(UUID().uuidString).part")
        defer { part.remove() }
        var credits = CreditNotes()
        var archive: ZipWriter
        do { archive = try ZipWriter(path: part) } catch {
            throw GalleryError(.inputOutput, "\(error)")
        }
        try forEachPrepared(&summary) { prepared, summary in
            let name = names.claim(BytePath(prepared.name)).escaped
            try translated {
                try archive.append(
                    name: name, bytes: prepared.bytes, date: ZipDate(prepared.photo.details))
            }
            credits.add(prepared, named: name)
            summary.add(prepared, named: name, at: nil, false)
        }
        if let text = credits.text {
            try translated {
                try archive.append(
                    name: Self.creditsName, bytes: Array(text.utf8), date: ZipDate(nil))
            }
        }
        do { try archive.finish() } catch { throw GalleryError(.inputOutput, "\(error)") }
        // Do not create an empty archive.
        guard !summary.photos.isEmpty else { return summary }
        summary.path = path
        if path.exists {
            guard try translated({ try NewFile.isSame(part, path) }) else {
                throw GalleryError.taken(path)
            }
            for index in summary.photos.indices { summary.photos[index].isPresent = true }
            (summary.present, summary.shared) = (summary.photos.count, 0)
            return summary
        }
        guard try translated({ try NewFile.rename(part, to: path) }) else {
            throw GalleryError.taken(path)
        }
        return summary
    }

    private func checkEnding(
        of path: BytePath, _ prepared: PreparedPhoto
    ) throws(GalleryError) {
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

/// Collects the credits of photos by file name.
struct CreditNotes {
    private var lines = ""

    mutating func add(_ prepared: PreparedPhoto, named name: String) {
        add(prepared.photo, isChanged: prepared.isChanged, named: name)
    }

    /// Adds the credit of a photo without private metadata.
    mutating func add(_ photo: Photo, isChanged: Bool, named name: String) {
        if let credit = Self.credit(of: photo, isChanged: isChanged) { add(credit, named: name) }
    }

    /// Adds a credit returned by `credit(of:isChanged:)`.
    mutating func add(_ credit: String, named name: String) {
        lines += CreditLine.entry(credit, named: name)
    }

    /// Returns the credit of a photo; nil if there is nothing to credit.
    static func credit(of photo: Photo, isChanged: Bool) -> String? {
        // The origin by itself is not a credit.
        let details = photo.details
        guard
            details.creator != nil || details.copyright != nil || details.license != nil
                || details.sourceURL != nil
        else { return nil }
        return CreditLine.text(for: photo, isChanged: isChanged)
    }

    /// The contents of `CREDITS.txt`; nil if no photo has a credit.
    var text: String? { lines.isEmpty ? nil : lines }
}

extension ShareRun {
    /// Runs a body and translates errors of files and archives.
    func translated<Value>(_ body: () throws -> Value) throws(GalleryError) -> Value {
        do { return try body() } catch let error as FileError {
            throw GalleryError(.inputOutput, "\(error): \(error.advice("share"))")
        } catch let error as ExportError {
            throw GalleryError(.inputOutput, "\(error)")
        } catch {
            throw GalleryError(translating: error)
        }
    }
}

extension ShareSummary {
    mutating func add(
        _ prepared: PreparedPhoto, named name: String, at path: BytePath?, _ isPresent: Bool
    ) {
        add(
            SharedPhoto(
                photoID: prepared.photo.id, name: name, path: path, width: prepared.width,
                height: prepared.height, byteCount: Int64(prepared.bytes.count),
                isPresent: isPresent, warnings: prepared.warnings + prepared.remarks))
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
