import Basics
import Foundation

/// The output folder of a site: tracks its contents in a manifest, and what a run writes, keeps and
/// removes.
///
/// Only files named in the manifest are ever replaced or removed. A file gets its final name when
/// it is complete, and the manifest names it once it is on disk. Belongs to one thread.
final class SiteFolder {
    /// The maximum size of a manifest in bytes; anything larger was not written by gallery.
    private static let maximumManifestSize = 1 << 30

    /// The folder, absolute.
    let path: BytePath
    private let isDryRun: Bool
    /// The manifest, with unsaved changes of its entries.
    private var manifest = SiteManifest()
    /// The parts that this run wrote or kept.
    private var processed: Set<String> = []
    /// True if the previous run finished, so that files outside its manifest were not written by
    /// gallery.
    private var wasWhole = false
    private var hasChanged = false
    private var folders: Set<BytePath> = []
    private var lastSaved = ContinuousClock.now
    private var saving = Duration.zero
    private var locked: Descriptor?
    /// The time of the run, in seconds of Unix time.
    private let now = Date().unixSeconds

    /// Opens a folder; creates it if missing.
    ///
    /// - Throws: `inputOutput` if it cannot be created or read; `badInput` if it contains files
    ///   other than a site; `tryLater` while another export uses it.
    init(_ path: BytePath, isDryRun: Bool) throws {
        self.path = path
        self.isDryRun = isDryRun
        if let status = path.status, status.kind != .folder {
            throw GalleryError(.inputOutput, "'\(path.escaped)' is not a folder: name another one")
        }
        if !isDryRun {
            try path.makeFolders()
            locked = try Descriptor.locked(forExport: path)
        }
        if let known = try read() {
            wasWhole = known.isWhole
            manifest = known
            if !known.isWhole, !isDryRun { removeUnfinished() }
        } else if path.children().contains(where: { !AtomicFile.isIncompleteName($0) }) {
            throw GalleryError(
                .badInput,
                "'\(path.escaped)' contains files that are not part of a gallery site: name a new or an "
                    + "empty folder")
        }
    }

    /// The state of a part.
    enum State {
        /// Up to date, with these files.
        case current([String])
        /// Missing or outdated.
        case due
        /// Blocked by a file that was not written by an export.
        case taken
    }

    /// Returns the state of a part; an up-to-date part is kept.
    ///
    /// - Parameter subject: the digest of the part's subject, if it is recorded.
    func state(of part: String, _ inputs: UInt64, subject: UInt64? = nil, isFile: Bool) -> State {
        guard let entry = manifest.entries[part] else {
            return isFile && wasWhole && path.appending(part).exists ? .taken : .due
        }
        guard entry.inputs == inputs, entry.subject?.digest == subject,
            entry.files.allSatisfy({ path.appending($0).exists })
        else { return .due }
        processed.insert(part)
        return .current(entry.files)
    }

    /// True if this run already wrote or kept the part.
    func isProcessed(_ part: String) -> Bool { processed.contains(part) }

    /// Returns the files of a part that this run wrote or kept; nil for other parts.
    func files(of part: String) -> [String]? {
        isProcessed(part) ? manifest.entries[part]?.files : nil
    }

    /// Returns when the subject of a part last changed, in seconds of Unix time: now if it is new
    /// or changed.
    func date(of part: String, subject: UInt64) -> Int64 {
        guard let known = manifest.entries[part]?.subject, known.digest == subject else {
            return now
        }
        return known.since
    }

    /// Records a written part.
    func note(_ part: String, _ inputs: UInt64, subject: UInt64? = nil, _ files: [String]) {
        let entry = SiteManifest.Entry(
            inputs: inputs, files: files,
            subject: subject.map { .init(digest: $0, since: date(of: part, subject: $0)) })
        let before = manifest.entries.updateValue(entry, forKey: part)
        processed.insert(part)
        hasChanged = true
        guard !isDryRun else { return }
        for file in before?.files ?? [] where !files.contains(file) {
            path.appending(file).remove()
        }
    }

    /// Marks the folder as incomplete before the first change.
    ///
    /// - Throws: `inputOutput`.
    func begin() throws {
        guard !isDryRun, manifest.isWhole || !path.appending(SiteManifest.name).exists else {
            return
        }
        try save(isWhole: false)
    }

    /// Saves the manifest if the last save is some seconds ago.
    ///
    /// - Throws: `inputOutput`.
    func savePeriodically() throws {
        // Saving the manifest of a large site is slow; limit it to one thirtieth of the time.
        guard !isDryRun, ContinuousClock.now - lastSaved > max(.seconds(5), saving * 30) else {
            return
        }
        try save(isWhole: false)
    }

    /// Removes the parts that this run neither wrote nor kept, and marks the folder as complete.
    ///
    /// - Returns: the number of removed files.
    /// - Throws: `inputOutput`.
    func finish() throws -> Int {
        let rest = manifest.entries.filter { !processed.contains($0.key) }
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
        if !isDryRun, hasChanged || !manifest.isWhole { try save(isWhole: true) }
        return removed
    }

    /// Saves the manifest of an interrupted run, so that the next run continues from it.
    func saveUnfinished() {
        guard !isDryRun, hasChanged else { return }
        try? save(isWhole: false)
    }

    /// Creates the folder of a file.
    ///
    /// - Throws: `inputOutput`.
    func makeFolder(of file: String) throws {
        let folder = path.appending(file).parent
        guard !isDryRun, folders.insert(folder).inserted else { return }
        try folder.makeFolders()
    }

    private func save(isWhole: Bool) throws {
        let start = ContinuousClock.now
        manifest.isWhole = isWhole
        // The files must be on disk before the manifest names them.
        try locked?.syncFileSystem()
        try AtomicFile.replace(
            path.appending(SiteManifest.name), with: manifest.bytes, followsLink: false)
        lastSaved = .now
        saving = lastSaved - start
    }

    private func read() throws -> SiteManifest? {
        let file = path.appending(SiteManifest.name)
        guard file.exists else { return nil }
        guard let manifest = SiteManifest(try file.contents(atMost: Self.maximumManifestSize))
        else {
            throw GalleryError(
                .badInput,
                "'\(file.escaped)' cannot be read: the site was made by another version of gallery or is "
                    + "damaged; name a new folder")
        }
        return manifest
    }

    /// Removes partial files of a killed run.
    private func removeUnfinished() {
        // A run that was killed early recorded no file of a folder that it wrote to.
        var folders = Set([path] + path.children().map { path.appending($0) })
        for entry in manifest.entries.values {
            for file in entry.files { folders.insert(path.appending(file).parent) }
        }
        for folder in folders {
            for name in folder.children() where AtomicFile.isIncompleteName(name) {
                folder.appending(name).remove()
            }
        }
    }
}

/// The manifest of a site's folder: its parts with their inputs and files.
///
/// ```
/// gallery-site 1 whole
/// 3f0c1d2e4b5a6978 photos/42.html
/// 90ab12cd34ef5678 pictures/42	pictures/42-240.jpg	pictures/42-640.jpg
/// 12cd34ef567890ab photos/43.html	@1732420000 5a69783f0c1d2e4b
/// ```
/// A part that consists of one file has the file's name. Names are relative, with slashes. `@`
/// precedes the time when the part's subject last changed, in seconds of Unix time, and the
/// subject's digest.
struct SiteManifest {
    /// A written part.
    struct Entry: Hashable {
        /// The digest of everything the part is made from.
        var inputs: UInt64
        /// The part's files.
        var files: [String]
        /// The part's subject; nil if its changes are not tracked.
        var subject: Subject?
    }

    /// The subject of a part, without the surrounding page.
    struct Subject: Hashable {
        /// The digest of the subject.
        var digest: UInt64
        /// When the subject last changed, in seconds of Unix time.
        var since: Int64
    }

    /// The manifest's file name.
    static let name = ".gallery-site"
    private static let head = "gallery-site 1 "
    private static let whole = "whole"

    /// The parts by name.
    var entries: [String: Entry] = [:]
    /// True if the run that wrote the manifest finished.
    var isWhole = false

    /// Makes the manifest of an empty folder.
    init() {}

    /// Parses a manifest; nil if it is not a complete manifest of this program.
    ///
    /// Names that lead out of the folder are invalid.
    init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst(), bytes.last == UInt8(ascii: "\n"),
            case let head = String(decoding: first, as: UTF8.self), head.hasPrefix(Self.head)
        else { return nil }
        isWhole = head.dropFirst(Self.head.count) == Self.whole
        entries.reserveCapacity(lines.count)
        for line in lines {
            guard line.count > 17, line[line.startIndex + 16] == UInt8(ascii: " "),
                let inputs = UInt64(String(decoding: line.prefix(16), as: UTF8.self), radix: 16)
            else { return nil }
            var names = line.dropFirst(17).split(separator: UInt8(ascii: "\t")).map {
                String(decoding: $0, as: UTF8.self)
            }
            var subject: Subject?
            if names.count > 1, let text = names.last, text.hasPrefix("@") {
                guard let read = Subject(text) else { return nil }
                subject = read
                names.removeLast()
            }
            guard let name = names.first, names.allSatisfy(Self.isWithin) else { return nil }
            let files = names.count == 1 ? names : Array(names.dropFirst())
            entries[name] = Entry(inputs: inputs, files: files, subject: subject)
        }
    }

    /// The manifest's contents, in a stable order.
    var bytes: [UInt8] {
        var text = Self.head + (isWhole ? Self.whole : "unfinished") + "\n"
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            text += entry.inputs.hexadecimal + " " + name
            if entry.files != [name] { for file in entry.files { text += "\t" + file } }
            if let subject = entry.subject {
                text += "\t@\(subject.since) " + subject.digest.hexadecimal
            }
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// Returns true if a name refers to a file below the folder.
    private static func isWithin(_ name: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
        }
    }
}

extension SiteManifest.Subject {
    /// Parses `@1732420000 5a69783f0c1d2e4b`, with a year of four digits; nil for anything else.
    fileprivate init?(_ text: String) {
        let parts = text.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard text.hasPrefix("@"), parts.count == 2, let since = Int64(parts[0]),
            (0..<253_402_300_800).contains(since), let digest = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(digest: digest, since: since)
    }
}
