import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel
import Glibc
import Synchronization

/// One run of a command: loads settings, opens the catalog, reports failures and ends the command.
final class CommandRun {
    /// The catalog and the verbosity.
    let catalog: CatalogOptions
    /// The options passed to the gallery's operations.
    let work: WorkOptions
    /// The queries on the command line.
    private let queries: [String]
    private let failures = ItemFailures()
    private var loadedSettings: GallerySettings?
    private var openGallery: PhotoGallery?

    /// Creates a run and connects the gallery's callbacks to standard error.
    init(_ catalog: CatalogOptions, _ work: WorkOptions, queries: [String]) {
        self.catalog = catalog
        self.queries = queries
        var work = work
        work.budgetAdvice = "run the command again then, or use --wait"
        if catalog.quiet { work.progress = { _ in } }
        let isVerbose = catalog.verbose
        work.itemFailed = { [failures] in failures.report($0, showsIgnored: isVerbose) }
        if isVerbose { work.itemNoted = { StandardError.shared.write(Message.line($0)) } }
        if !catalog.quiet { work.remark = StandardError.shared.report }
        self.work = work
    }

    /// Returns the settings; `--catalog` takes precedence.
    ///
    /// - Throws: `configuration`.
    func settings() throws(GalleryError) -> GallerySettings {
        if let loadedSettings { return loadedSettings }
        var settings = try GallerySettings.load(environment: try ProcessEnvironment.read())
        if let folder = catalog.folder { settings.catalog.path = BytePath(folder.text) }
        loadedSettings = settings
        return settings
    }

    /// Returns the value and source of each setting; `--catalog` takes precedence.
    ///
    /// - Throws: `configuration`.
    func settingValues() throws(GalleryError) -> [SettingValue] {
        try SettingValue.all(
            of: try settings(), environment: try ProcessEnvironment.read(),
            hasCatalogFlag: catalog.folder != nil)
    }

    /// Returns the catalog; the first call opens it.
    ///
    /// - Parameters:
    ///   - isCreated: true to create a missing catalog.
    ///   - isReadOnly: true to open it only for reading.
    /// - Throws: `configuration`; `notFound` if the catalog does not exist; errors of opening it.
    func gallery(
        isCreated: Bool = false, isReadOnly: Bool = false
    ) throws(GalleryError) -> PhotoGallery {
        if let openGallery { return openGallery }
        let settings = try settings()
        let path = try settings.catalogPath(environment: try ProcessEnvironment.read())
        let database = path.appending("catalog.sqlite")
        let isMissing = database.denial(of: F_OK)?.number == ENOENT
        if isMissing, !isCreated {
            // An invalid query is reported first.
            for query in queries { try PhotoGallery.parse(query: query) }
            throw GalleryError(
                .notFound, "no catalog in '\(path.escaped)'; 'gallery import' creates one")
        }
        // A dry run does not create the catalog. It uses an empty one that is deleted at the end.
        let temporary = try isMissing && work.isDryRun ? CommandRun.temporaryFolder() : nil
        let gallery =
            isReadOnly
            ? try PhotoGallery.openForReading(at: path, settings: settings)
            : try PhotoGallery.open(at: temporary?.path ?? path, settings: settings)
        OpenGalleries.add(gallery, removing: temporary)
        openGallery = gallery
        catalog.explain("catalog: \(path)")
        catalog.explain("Flickr key: \(settings.flickr.apiKey == nil ? "none" : "set")")
        return gallery
    }

    /// Runs a body with an empty temporary catalog if the catalog does not exist, so that a refused
    /// command creates none.
    ///
    /// - Throws: errors of opening the catalog and of the body.
    func rehearse(_ body: (PhotoGallery) throws -> Void) throws {
        guard try existingGallery() == nil else { return }
        let folder = try CommandRun.temporaryFolder()
        let gallery = try PhotoGallery.open(at: folder.path, settings: try settings())
        OpenGalleries.add(gallery, removing: folder)
        try body(gallery)
    }

    private static func temporaryFolder() throws(GalleryError) -> PrivateFolder {
        let folder = getenv("TMPDIR").map { String(cString: $0) }
        do throws(PrivateFolder.Failure) {
            return try PrivateFolder(temporaryIn: folder.map { ["TMPDIR": $0] } ?? [:])
        } catch { throw GalleryError(.inputOutput, error.description) }
    }

    /// Returns the catalog for adding pictures; warns if its permissions are wider than the
    /// settings specify.
    ///
    /// - Parameter isCreated: true to create a missing catalog.
    /// - Throws: the errors of `gallery(isCreated:)`.
    func galleryForAdding(isCreated: Bool = true) throws(GalleryError) -> PhotoGallery {
        let gallery = try gallery(isCreated: isCreated)
        if gallery.ignoresRestrictionSetting {
            let folder = gallery.path.escaped
            catalog.printMessage(
                "other users of this machine can read the catalog '\(folder)'; to prevent it, run "
                    + "'chmod go-rwx \(folder)'; to allow it, set catalog.sharedMode")
        }
        return gallery
    }

    /// Returns the catalog if it exists, without creating one; otherwise nil.
    ///
    /// - Throws: errors of opening it.
    func existingGallery() throws(GalleryError) -> PhotoGallery? {
        if let openGallery { return openGallery }
        guard let path = try? settings().catalogPath(environment: ProcessEnvironment.read()),
            path.appending("catalog.sqlite").status != nil
        else { return nil }
        return try gallery()
    }

    /// Prints a message while the command is running.
    func printMessage(_ text: String) {
        StandardError.shared.endProgress()
        catalog.printMessage(text)
    }

    /// Ends the run: prints the summary, the notes and the number of failures.
    ///
    /// - Throws: the outcome's failure; `ExitCode` 1 if items failed.
    func end(_ outcome: CommandOutcome) throws {
        StandardError.shared.endProgress()
        for sentence in outcome.sentences {
            catalog.printMessage((work.isDryRun ? "dry run: " : "") + sentence)
        }
        for note in outcome.notes { catalog.printMessage(note) }
        for detail in outcome.details { catalog.explain(detail) }
        if let failure = outcome.failure { throw failure }
        let failed = max(failures.count, outcome.failed - failures.ignoredCount)
        guard failed > 0 else { return }
        if outcome.recordsProblems {
            catalog.printMessage(
                "\(Count.text(failed, "item")) failed"
                    + (work.isDryRun ? "" : "; see 'gallery problems'"))
        }
        throw ExitCode(1)
    }
}

/// Prints failed items on standard error and counts them.
private final class ItemFailures: Sendable {
    private let number = Atomic<Int>(0)
    private let ignored = Atomic<Int>(0)

    /// The number of failed items, without those the user chose to ignore.
    var count: Int { number.load(ordering: .relaxed) }
    /// The number of failed items that the user chose to ignore.
    var ignoredCount: Int { ignored.load(ordering: .relaxed) }

    func report(_ failure: ItemFailure, showsIgnored: Bool) {
        if failure.isIgnored {
            ignored.add(1, ordering: .relaxed)
            if !showsIgnored { return }
        } else {
            number.add(1, ordering: .relaxed)
        }
        StandardError.shared.write(Message.line(failure))
    }
}

/// The galleries opened by a command, closed before the process ends.
///
/// Exiting without closing would leave SQLite's write-ahead log next to the database; a catalog
/// that is then made read-only, or copied to a read-only medium, could not be opened.
enum OpenGalleries {
    /// The longest time that unfinished work may delay the end of the process, in seconds.
    private static let patience = 1.0

    private static let galleries = Mutex<[(gallery: PhotoGallery, folder: PrivateFolder?)]>([])

    /// Registers an open gallery.
    ///
    /// - Parameter folder: a folder to delete after the gallery is closed.
    static func add(_ gallery: PhotoGallery, removing folder: PrivateFolder? = nil) {
        galleries.withLock { $0.append((gallery, folder)) }
    }

    /// Closes the galleries; gives up after a second if one is still in use.
    static func close() {
        let open = galleries.withLock(\.self)
        guard !open.isEmpty else { return }
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
            for (gallery, folder) in open {
                gallery.close()
                if let folder { try? FileManager.default.removeItem(atPath: folder.name) }
            }
            done.signal()
        }
        _ = done.wait(timeout: .now() + patience)
    }
}

/// The environment variables that define settings.
enum ProcessEnvironment {
    /// Returns `HOME` and all variables that begin with `XDG_` or `GALLERY_`.
    ///
    /// - Throws: `configuration` if a value is not valid UTF-8.
    static func read() throws(GalleryError) -> [String: String] {
        var result: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            next += 1
            let bytes = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: bytes[..<equals], as: UTF8.self)
            let isWanted = name == "HOME" || name.hasPrefix("XDG_") || name.hasPrefix("GALLERY_")
            guard isWanted else { continue }
            let value = BytePath(bytes: bytes[(equals + 1)...])
            guard let text = value.string else {
                throw GalleryError(
                    .configuration, "the environment variable \(name) is not valid UTF-8")
            }
            result[name] = text
        }
        return result
    }
}
