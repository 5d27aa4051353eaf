import Basics
import Catalog
import Export
package import GalleryModel

/// What a site is made with: photos as they may be told, their pictures, and files that are written where they
/// are not there as they are to be.
///
/// Belongs to the thread of `PhotoGallery.makeSite`.
package final class SiteWork {
    /// How many photos are made ready at a time: as many as keep memory flat, and all cores busy.
    package static let photosAtOnce = 2400

    let gallery: PhotoGallery
    let options: SiteContent
    let work: WorkContext
    let folder: SiteFolder
    let filter: PositionFilter
    /// What was done so far.
    package internal(set) var summary: SiteSummary
    private var names = UniqueNames()

    init(
        _ gallery: PhotoGallery, _ folder: SiteFolder, _ options: SiteContent, _ work: WorkContext
    ) throws(GalleryError) {
        self.gallery = gallery
        self.options = options
        self.work = work
        self.folder = folder
        filter = try PositionFilter(options.share.positions, settings: gallery.settings)
        summary = SiteSummary(path: folder.path)
    }

    /// A name for a folder of the site that no other one has, made of any text.
    ///
    /// The same texts in the same order get the same names.
    package func folderName(_ text: String) -> String {
        names.claim(BytePath(SafeFileName(text).text)).escaped
    }

    /// Those of some photos that were named which do not lie in the trash.
    package func shown(_ ids: [PhotoID]) throws -> [PhotoID] {
        try gallery.catalog.photos(ids: ids).filter { $0.dateTrashed == nil }.map(\.id)
    }

    /// Writes files, each where it is not there as it is to be; one that cannot be made is a failed item.
    ///
    /// - Throws: `inputOutput` where the disk is full; `CancellationError`.
    package func write(_ files: [SiteFile]) throws {
        try work.checkCancellation()
        var due: [SiteFile] = []
        for file in files where !folder.isMet(file.name) {
            switch folder.standing(
                of: file.name, file.inputs, subject: file.subject, isFile: true)
            {
            case .current: summary.present += 1
            case .due: due.append(file)
            case .taken:
                summary.failed += 1
                let path = folder.path.appending(file.name)
                work.tellFailed(
                    .path(path), "it is there already and no export made it: move it away first")
            }
        }
        guard !due.isEmpty else { return }
        if work.isDryRun {
            for file in due {
                folder.note(file.name, file.inputs, subject: file.subject, [file.name])
            }
            summary.pages += due.count
            return
        }
        try folder.begin()
        for file in due { try folder.makeFolder(of: file.name) }
        let root = folder.path
        try OrderedWork<SiteFile, (SiteFile, Result<Int, any Error>)>(work).run { [due] push in
            for file in due where !push(file) { return }
        } makeWorker: {
            { file in (file, Result { try SiteWork.write(file, in: root) }) }
        } consume: { results in
            for (file, result) in results { try take(file, result) }
            try folder.saveNowAndThen()
        }
    }

    /// Whether a file was made or kept in this run.
    package func isMet(_ name: String) -> Bool { folder.isMet(name) }

    /// Since when a file is about what it is about, in seconds of Unix time; it need not be written yet.
    ///
    /// - Parameter subject: as the file's.
    package func date(of name: String, subject: UInt64) -> Int64 {
        folder.date(of: name, subject: subject)
    }

    /// Tells how much is done.
    package func progress(_ done: Int, of total: Int) { work.progress("photos", done, of: total) }

    private func take(_ file: SiteFile, _ result: Result<Int, any Error>) throws {
        do {
            summary.writtenBytes += Int64(try result.get())
            summary.pages += 1
            folder.note(file.name, file.inputs, subject: file.subject, [file.name])
        } catch {
            summary.failed += 1
            try work.fail(.path(folder.path.appending(file.name)), with: error)
        }
    }

    /// Makes a file and gives it its name; one that has the same bytes already stays as it is.
    private static func write(_ file: SiteFile, in root: BytePath) throws -> Int {
        let bytes = try file.make()
        let path = root.appending(file.name)
        if NewFile.holds(bytes, path) { return 0 }
        try AtomicFile.replace(path, with: bytes, syncs: false)
        return bytes.count
    }
}
