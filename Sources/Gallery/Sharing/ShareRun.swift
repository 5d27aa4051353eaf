import Basics
import Foundation
import GalleryModel
import Imaging

/// One run of giving photos away.
///
/// ```
/// photos → rendered (a thread a core) → named → the target, in order
/// ```
struct ShareRun: Sendable {
    /// Photos that are ready and wait for their turn, at most.
    private static let window = 32

    let gallery: PhotoGallery
    let photos: [Photo]
    let target: ShareTarget
    let options: ShareOptions
    let work: WorkContext
    private let format: RenderFormat

    /// - Throws: `usage` for options that do not fit each other or the target.
    init(
        gallery: PhotoGallery, photos: [Photo], target: ShareTarget, options: ShareOptions,
        work: WorkContext
    ) throws(GalleryError) {
        try options.check()
        guard !photos.isEmpty else {
            throw GalleryError(.usage, "there is no photo to give away: name one, such as camera/1")
        }
        self.gallery = gallery
        self.photos = photos
        self.target = target
        self.options = options
        self.work = work
        format = try ShareRun.format(of: target, photos.count, options)
    }

    func run() throws -> ShareSummary {
        switch target {
        case .file(let path): try shareFile(PhotoGallery.absolute(path))
        case .folder(let path): try shareFolder(PhotoGallery.absolute(path))
        case .zip(let path): try shareArchive(PhotoGallery.absolute(path))
        case .mail(let mail): try shareMail(mail)
        case .printer(let print): try sharePrint(print)
        }
    }

    /// Hands out the photos that can be given away, in order, and counts the others.
    func forEachPrepared(
        _ summary: inout ShareSummary,
        _ body: (PreparedPhoto, inout ShareSummary) throws -> Void
    ) throws {
        // One picture gets every core, several get a core each.
        let threads = min(work.threads, photos.count)
        let isAlone = photos.count == 1
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
                threads: isAlone ? work.threads : 1, isDryRun: work.isDryRun)
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
                    subject, "\(warnings); look at the copy, or give away another one",
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
                "'\(path.escaped)' has its name already: leave out the template of names, or name a folder "
                    + "or a .zip archive")
        }
        guard count == 1 else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' is one file and there are \(count) photos: name a folder or a .zip "
                    + "archive")
        }
        // An unaltered original has the ending that is asked for, whatever it is.
        if options.keepsAll { return .jpeg }
        guard let format = RenderFormat(fileExtension: path.fileExtension) else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' ends with none of .jpg, .png and .webp: name a file that does, a "
                    + "folder or a .zip archive")
        }
        guard options.format == nil || options.format == format else {
            throw GalleryError(
                .usage,
                "'\(path.escaped)' says another format than \(options.format?.rawValue ?? ""): leave "
                    + "out the format, or name another file")
        }
        return format
    }
}
