package import Basics
import Export
package import GalleryModel

extension GalleryExport {
    /// Exports a static site to a folder, or updates an existing one.
    ///
    /// Up-to-date files are kept; files that are no longer needed are removed. Canceling the task
    /// keeps the files written so far, and the next run continues there.
    ///
    /// - Parameters:
    ///   - folder: an empty or missing folder, or one written by an earlier export.
    ///   - share: the metadata to publish, the size of pictures and the options of the work.
    ///   - hasCopies: whether each photo has a downloadable copy, as `gallery share` makes it.
    ///   - body: makes the site, on a separate thread.
    /// - Throws: `usage` for conflicting options, for a share without edits and for a folder inside
    ///   the catalog's; `badInput` for a folder with other contents; `inputOutput`; `tryLater` while
    ///   another export uses the folder; errors of `body`; `CancellationError`.
    package func site(
        in folder: BytePath, _ share: ShareOptions, hasCopies: Bool,
        body: @escaping @Sendable (SiteWork) throws -> Void
    ) async throws -> SiteSummary {
        try share.check()
        guard share.includesEdits else {
            throw GalleryError(
                .usage, "the pictures of a site show the photos' edits: omit --unedited")
        }
        let path = try checkOutput(folder, as: .files)
        return try await gallery.perform("export", share.work) { [self] work in
            let folder = try SiteFolder(path, isDryRun: work.isDryRun)
            let site = try SiteWork(gallery, folder, share, hasCopies: hasCopies, work)
            do {
                try body(site)
            } catch {
                folder.saveUnfinished()
                throw error
            }
            // Failed files are retried by the next run; the folder still counts as complete.
            site.summary.removed = try folder.finish()
            return site.summary
        }
    }
}

/// The tools for making a site: photos without private data, their pictures, and files that are
/// written only if outdated.
///
/// Belongs to the thread of `GalleryExport.site`.
package final class SiteWork {
    /// The number of photos prepared at a time: enough to keep all cores busy with bounded memory.
    package static let photosPerBatch = 2400

    let gallery: PhotoGallery
    let hasCopies: Bool
    let work: WorkContext
    let folder: SiteFolder
    let preparation: SharePreparation
    /// The result so far.
    package internal(set) var summary: SiteSummary
    private var names = UniqueNames()

    init(
        _ gallery: PhotoGallery, _ folder: SiteFolder, _ share: ShareOptions, hasCopies: Bool,
        _ work: WorkContext
    ) throws(GalleryError) {
        self.gallery = gallery
        self.hasCopies = hasCopies
        self.work = work
        self.folder = folder
        preparation = try SharePreparation(gallery, share)
        summary = SiteSummary(path: folder.path)
    }

    /// Returns a unique folder name for any text.
    ///
    /// The same texts in the same order give the same names.
    package func folderName(_ text: String) -> String {
        names.claim(BytePath(SafeFileName(text).text)).escaped
    }

    /// Returns those of the given photos that are not in the trash.
    package func shown(_ ids: [PhotoID]) throws -> [PhotoID] {
        try gallery.visiblePhotos(ids).map(\.id)
    }

    /// Writes missing and outdated files; a file that cannot be made is a failed item.
    ///
    /// - Throws: `inputOutput` if the disk is full; `CancellationError`.
    package func write(_ files: [SiteFile]) throws {
        let due = try due(files)
        guard !due.isEmpty else { return }
        for file in due { try folder.makeFolder(of: file.name) }
        let root = folder.path
        typealias Written = (file: SiteFile, result: Result<(String, byteCount: Int), any Error>)
        try OrderedWork<SiteFile, Written>(work).run { [due] push in
            for file in due where !push(file) { return }
        } makeWorker: { [gallery, share = preparation.options] in
            let preparation = try SharePreparation(gallery, share)
            return { file in (file, Result { try file.write(root, preparation) }) }
        } consume: { results in
            for (file, result) in results {
                do {
                    let (name, byteCount) = try result.get()
                    note(file, name, byteCount)
                } catch {
                    summary.failed += 1
                    try work.fail(
                        file.photo.map { .photo($0) } ?? .path(root.appending(file.name)),
                        with: error, problem: file.photo.map { .photo($0, .share) })
                }
            }
            try folder.savePeriodically()
        }
    }

    /// Returns the files to write: missing and outdated ones; none in a dry run.
    ///
    /// - Throws: `inputOutput`; `CancellationError`.
    func due(_ files: [SiteFile]) throws -> [SiteFile] {
        try work.checkCancellation()
        var due: [SiteFile] = []
        for file in files where !folder.isProcessed(file.part) {
            switch folder.state(
                of: file.part, file.inputs, subject: file.subject, isFile: file.photo == nil)
            {
            case .current: summary.present += 1
            case .due where work.isDryRun: note(file, file.name, 0)
            case .due: due.append(file)
            case .taken:
                summary.failed += 1
                let path = folder.path.appending(file.name)
                work.reportFailure(
                    .path(path), "already exists and was not written by an export: move it away")
            }
        }
        if !due.isEmpty { try folder.begin() }
        return due
    }

    /// Records a written file by its final name.
    func note(_ file: SiteFile, _ name: String, _ byteCount: Int) {
        if file.photo == nil { summary.pages += 1 } else { summary.pictures += 1 }
        summary.writtenBytes += Int64(byteCount)
        folder.note(file.part, file.inputs, subject: file.subject, [name])
    }

    /// Returns when the subject of a file last changed, in seconds of Unix time; the file need not
    /// be written yet.
    ///
    /// - Parameter subject: the digest of the file's subject.
    package func date(of name: String, subject: UInt64) -> Int64 {
        folder.date(of: name, subject: subject)
    }

    /// Reports progress.
    package func progress(_ done: Int, of total: Int) { work.progress("photos", done, of: total) }
}

/// A photo of a site: its public metadata and pictures.
package struct SitePhoto: Sendable {
    /// The photo without private data.
    package let photo: Photo
    /// The digest of everything pages show of the photo, including the names of its picture files.
    package let inputs: UInt64
    /// The picture files by long edge, smallest first; empty if none could be made.
    package let pictures: [(side: Int, file: String)]
    /// The downloadable copy; nil for none.
    package let copy: SiteCopy?
}

/// A copy of a photo among the files of a site, as `gallery share` makes it.
package struct SiteCopy: Hashable, Sendable {
    /// The file's name in the site.
    package let file: String
    /// The file name for downloads.
    package let name: String
    /// The maximum length of its long edge in pixels; nil for no limit.
    package let longEdge: Int?
    /// The digest of everything the copy is made from.
    let inputs: UInt64
    /// True if the copy differs from the original because of an edit.
    let isChanged: Bool
    /// True if the copy has the same edit as the pictures on the pages.
    package let hasPageEdit: Bool
}

/// A file of a site, rewritten when its `inputs` change.
package struct SiteFile: Sendable {
    /// The name relative to the site's folder, with slashes; of a copy, the expected one.
    let name: String
    /// The digest of everything the file is made from.
    let inputs: UInt64
    /// The digest of the file's subject, without the surrounding page; nil if its changes are not
    /// tracked.
    var subject: UInt64?
    /// The photo that the file is a copy of; nil for other files.
    var photo: PhotoID?
    /// Writes the file on any thread, and returns its name and size.
    let write: @Sendable (BytePath, SharePreparation) throws -> (String, byteCount: Int)

    /// The file's name in the manifest.
    var part: String { photo.map { "copies/\($0)" } ?? name }

    /// Makes a description of a file, which is written only if missing or outdated.
    package init(
        _ name: String, inputs: UInt64, subject: UInt64? = nil,
        make: @escaping @Sendable () throws -> [UInt8]
    ) {
        self.name = name
        self.inputs = inputs
        self.subject = subject
        write = { root, _ in
            let bytes = try make()
            let path = root.appending(name)
            // The file may have the same contents in spite of other inputs.
            if NewFile.holds(bytes, path) { return (name, 0) }
            try AtomicFile.replace(path, with: bytes, syncs: false, followsLink: false)
            return (name, bytes.count)
        }
    }

    /// Makes a description of a photo's copy, as `gallery share` makes it.
    init(copyOf photo: Photo, inputs: UInt64) {
        name = SitePicture.copy(of: photo.id, "jpg")
        self.inputs = inputs
        self.photo = photo.id
        write = { root, preparation in
            let prepared = try preparation.prepared(photo)
            let file = SitePicture.copy(of: photo.id, BytePath(prepared.name).fileExtension)
            try AtomicFile.replace(
                root.appending(file), with: prepared.bytes, syncs: false, followsLink: false)
            return (file, prepared.bytes.count)
        }
    }
}

/// The result of making a site.
package struct SiteSummary: Hashable, Sendable {
    /// The number of pages and supporting files written.
    package var pages = 0
    /// The number of picture files written.
    package var pictures = 0
    /// The number of files already up to date.
    package var present = 0
    /// The number of obsolete files removed.
    package var removed = 0
    /// The number of photos without pictures because of errors, and of files that could not be
    /// written.
    package var failed = 0
    /// The total size of the written files in bytes.
    package var writtenBytes: Int64 = 0
    /// The folder.
    package var path: BytePath
}

extension SiteSummary: WorkSummary {
    /// The result as a sentence.
    package var sentence: String {
        let facts = Count.list([
            (pages, pages == 1 ? "page" : "pages"),
            (pictures, pictures == 1 ? "picture" : "pictures"),
            (present, "already present"), (removed, "removed"), (failed, "failed"),
        ])
        return "site: \(facts ?? "nothing to write") in '\(path.escaped)'"
            + (writtenBytes > 0 ? ", \(ByteCount.text(writtenBytes))" : "")
    }

    /// The number of failed items.
    package var failedItems: Int { failed }
}
