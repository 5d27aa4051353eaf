import Basics
import Foundation
import GalleryModel
import Imaging

/// One run of giving photos away.
///
/// ```
/// photos, a few at a time → rendered (a thread a core) → named → the target, in order
/// ```
struct ShareRun: Sendable {
    /// Photos that are ready and wait for their turn, at most.
    private static let chunkLength = 32

    let gallery: PhotoGallery
    let photos: [Photo]
    let target: ShareTarget
    let options: ShareOptions
    let work: WorkOptions
    let stop: StopFlag
    private let format: RenderFormat

    /// - Throws: `usage` for options that do not fit each other or the target; `notFound` for a photo in
    ///   the trash.
    init(
        gallery: PhotoGallery, photos: [Photo], target: ShareTarget, options: ShareOptions,
        work: WorkOptions, stop: StopFlag
    ) throws(GalleryError) {
        try options.check()
        guard !photos.isEmpty else {
            throw GalleryError(.usage, "there is no photo to give away: name one, such as camera/1")
        }
        if let photo = photos.first(where: { $0.dateTrashed != nil }) {
            throw GalleryError(
                .notFound,
                "photo '\(photo.id)' lies in the trash: 'gallery restore \(photo.id)' brings it back"
            )
        }
        self.gallery = gallery
        self.photos = photos
        self.target = target
        self.options = options
        self.work = work
        self.stop = stop
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
        let problems = ItemProblems(gallery.catalog, command: "share", isDryRun: work.isDryRun)
        var done = 0
        for start in stride(from: 0, to: photos.count, by: Self.chunkLength) {
            let chunk = Array(photos[start..<min(start + Self.chunkLength, photos.count)])
            try prepare(chunk) { photo, result in
                let subject = ProblemSubject.photo(photo.id, .share)
                switch result {
                case .success(let prepared):
                    try body(prepared, &summary)
                    for remark in prepared.remarks { work.remark("photo \(photo.id): \(remark)") }
                    if prepared.warnings.isEmpty {
                        try problems.clear(subject)
                    } else {
                        summary.damaged += 1
                        let warnings = prepared.warnings.joined(separator: "; ")
                        try report(
                            "\(warnings); look at the copy, or give away another one", photo,
                            problems)
                    }
                case .failure(let failure):
                    summary.failed += 1
                    try report(failure.message, photo, problems)
                }
                done += 1
                work.progress(.init(activity: "photos", done: done, total: photos.count))
            }
        }
    }

    private func report(
        _ message: String, _ photo: Photo, _ problems: ItemProblems
    ) throws {
        try problems.record(.photo(photo.id, .share), message)
        work.itemFailed(ItemFailure(subject: .photo(photo.id), message: message))
    }

    private func prepare(
        _ chunk: [Photo], _ body: (Photo, Result<PreparedPhoto, GalleryError>) throws -> Void
    ) throws {
        // One picture gets every core, several get a core each.
        let isAlone = photos.count == 1
        let pipeline = OrderedWork<Photo, (Photo, Result<PreparedPhoto, GalleryError>)>(
            threads: min(work.threadCount, chunk.count), stop: stop)
        var isPrinted = false
        if case .printer = target { isPrinted = true }
        try pipeline.run { push in
            for photo in chunk where !push(photo) { return }
        } makeWorker: { [self, isPrinted] in
            let preparation = try SharePreparation(
                gallery, options, format: format, isPrinted: isPrinted,
                threads: isAlone ? work.threadCount : 1, isDryRun: work.isDryRun)
            return { photo in
                (photo, Result { () throws(GalleryError) in try preparation.prepared(photo) })
            }
        } consume: { outputs in
            for (photo, result) in outputs { try body(photo, result) }
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
