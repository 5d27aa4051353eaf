import Basics
import Foundation
import GalleryModel

/// The folder of a site: what is in it by its manifest, what a run makes, and what is left over then.
///
/// Only what the manifest names is ever replaced or removed. Files are complete when they have their names; the
/// manifest names them once they are on the disk. Belongs to one thread.
final class SiteFolder {
    /// A manifest longer than this is none of ours.
    private static let longestManifest = 1 << 30

    /// The folder, absolute.
    let path: BytePath
    private let isDryRun: Bool
    private var manifest: SiteManifest
    /// The parts that this run made or kept.
    private var met: Set<String> = []
    /// Whether the manifest that lies in the folder tells that the folder is whole.
    private var isToldWhole: Bool
    /// Whether the run before reached its end, so that what it did not note is somebody else's.
    private var wasWhole = false
    private var hasChanged = false
    private var folders: Set<BytePath> = []
    private var lastSaved = ContinuousClock.now
    private var saving = Duration.zero
    private var locked: Descriptor?
    /// The moment of the run, in seconds of Unix time.
    private let now = Date().unixSeconds

    /// Opens a folder, which is made where it is missing.
    ///
    /// - Throws: `inputOutput` where it cannot be made or read; `badInput` where it holds what no site is;
    ///   `tryLater` while another export has it.
    init(_ path: BytePath, isDryRun: Bool) throws(GalleryError) {
        self.path = path
        self.isDryRun = isDryRun
        manifest = SiteManifest()
        isToldWhole = false
        if let status = path.status, status.kind != .folder {
            throw GalleryError(
                .inputOutput, "'\(path.escaped)' is a file and no folder: name another one")
        }
        if !isDryRun { try take() }
        if let known = try read() {
            wasWhole = known.isWhole
            manifest = known
            isToldWhole = known.isWhole
            if !known.isWhole, !isDryRun { removeUnfinished() }
        } else if path.children().contains(where: { !AtomicFile.isPart($0) }) {
            throw GalleryError(
                .badInput,
                "'\(path.escaped)' holds files that no site of gallery has: name a new folder, or an "
                    + "empty one")
        }
    }

    /// How a part is there.
    enum Standing {
        /// As it would be made now.
        case current([String])
        /// Not, or of something else.
        case due
        /// Under its name lies a file that no run made.
        case taken
    }

    /// Whether a part is there as it would be made now; then it is kept.
    ///
    /// - Parameter subject: what it is about, where that is to be noted, too.
    func standing(
        of part: String, _ inputs: UInt64, subject: UInt64? = nil, isFile: Bool
    ) -> Standing {
        guard let entry = manifest.entries[part] else {
            return isFile && wasWhole && path.appending(part).exists ? .taken : .due
        }
        guard entry.inputs == inputs, entry.subject?.digest == subject,
            entry.files.allSatisfy({ path.appending($0).exists })
        else { return .due }
        met.insert(part)
        return .current(entry.files)
    }

    /// Whether this run made or kept a part already.
    func isMet(_ part: String) -> Bool { met.contains(part) }

    /// The files of a part; nil where there is none.
    func files(of part: String) -> [String]? { manifest.entries[part]?.files }

    /// Since when a part is about what it is about, in seconds of Unix time: now where it was about something else, or is
    /// new.
    func date(of part: String, subject: UInt64) -> Int64 {
        guard let known = manifest.entries[part]?.subject, known.digest == subject else {
            return now
        }
        return known.since
    }

    /// Notes that a part was made.
    func note(_ part: String, _ inputs: UInt64, subject: UInt64? = nil, _ files: [String]) {
        let entry = SiteManifest.Entry(
            inputs: inputs, files: files,
            subject: subject.map { .init(digest: $0, since: date(of: part, subject: $0)) })
        let before = manifest.entries.updateValue(entry, forKey: part)
        met.insert(part)
        hasChanged = true
        guard !isDryRun else { return }
        for file in before?.files ?? [] where !files.contains(file) {
            path.appending(file).remove()
        }
    }

    /// Says in the folder that it is being changed, before anything is.
    ///
    /// - Throws: `inputOutput`.
    func begin() throws(GalleryError) {
        guard !isDryRun, isToldWhole || !path.appending(SiteManifest.name).exists else { return }
        try save(isWhole: false)
    }

    /// Saves the manifest where that is some seconds ago.
    ///
    /// - Throws: `inputOutput`.
    func saveNowAndThen() throws(GalleryError) {
        // Of a large site it takes a while: no more than a thirtieth of the time.
        guard !isDryRun, ContinuousClock.now - lastSaved > max(.seconds(5), saving * 30) else {
            return
        }
        try save(isWhole: false)
    }

    /// Removes the parts that this run did not meet and says that the folder is whole.
    ///
    /// - Returns: how many files were removed.
    /// - Throws: `inputOutput`.
    func finish(isWhole: Bool = true) throws(GalleryError) -> Int {
        let rest = manifest.entries.filter { !met.contains($0.key) }
        var removed = 0
        if !rest.isEmpty { try begin() }
        for (part, entry) in rest {
            removed += entry.files.count
            manifest.entries[part] = nil
            hasChanged = true
            guard !isDryRun else { continue }
            for file in entry.files {
                let file = path.appending(file)
                file.remove()
                if file.parent != path { file.parent.removeEmptyFolder() }
            }
        }
        if !isDryRun, hasChanged || !isToldWhole { try save(isWhole: isWhole) }
        return removed
    }

    /// Saves what was made so far, for the run that goes on.
    func giveUp() {
        guard !isDryRun, hasChanged else { return }
        try? save(isWhole: false)
    }

    /// Makes the folder of a file.
    ///
    /// - Throws: `inputOutput`.
    func makeFolder(of file: String) throws(GalleryError) {
        let folder = path.appending(file).parent
        guard !isDryRun, folders.insert(folder).inserted else { return }
        do throws(FileError) { try folder.makeFolders() } catch { throw GalleryError(error) }
    }

    private func save(isWhole: Bool) throws(GalleryError) {
        let start = ContinuousClock.now
        manifest.isWhole = isWhole
        do throws(FileError) {
            // What it names is on the disk before it names it.
            try locked?.syncFileSystem()
            try AtomicFile.replace(path.appending(SiteManifest.name), with: manifest.bytes)
        } catch {
            throw GalleryError(error)
        }
        isToldWhole = isWhole
        lastSaved = .now
        saving = lastSaved - start
    }

    private func take() throws(GalleryError) {
        do throws(FileError) {
            try path.makeFolders()
            locked = try Descriptor(folder: path)
        } catch {
            throw GalleryError(error)
        }
        // A file system without locks has one export at a time by its user's care alone.
        if (try? locked?.lock(waiting: false)) == false {
            throw GalleryError(
                .tryLater,
                "another export writes into '\(path.escaped)': wait until it ends, then export again"
            )
        }
    }

    private func read() throws(GalleryError) -> SiteManifest? {
        let file = path.appending(SiteManifest.name)
        guard file.exists else { return nil }
        let bytes: [UInt8]
        do throws(FileError) { bytes = try file.contents(atMost: Self.longestManifest) } catch {
            throw GalleryError(.inputOutput, "\(error)")
        }
        guard let manifest = SiteManifest(bytes) else {
            throw GalleryError(
                .badInput,
                "'\(file.escaped)' cannot be read: another version of gallery made the site, or it is "
                    + "damaged; name a new folder")
        }
        return manifest
    }

    /// Removes what a killed run had not completed.
    private func removeUnfinished() {
        var folders: Set<BytePath> = [path]
        for entry in manifest.entries.values {
            for file in entry.files { folders.insert(path.appending(file).parent) }
        }
        for folder in folders {
            for name in folder.children() where AtomicFile.isPart(name) {
                folder.appending(name).remove()
            }
        }
    }
}
