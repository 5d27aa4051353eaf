import ArgumentParser
import Basics
import Gallery
import GalleryModel
import Synchronization

/// One run of a command: its settings, its catalog, its work and how it ends.
final class CommandRun {
    /// How much to say, and to whom.
    let catalog: CatalogOptions
    /// How the gallery is to work.
    let work: WorkOptions
    private let failures = ItemFailures()
    private var knownSettings: GallerySettings?
    private var openGallery: PhotoGallery?

    /// Begins a run.
    init(_ catalog: CatalogOptions, _ mode: RunMode) {
        self.catalog = catalog
        let bar = ProgressBar(isShown: mode.showsProgress && !catalog.quiet)
        var work = WorkOptions()
        work.isDryRun = mode.isDryRun
        work.waitsForBudget = mode.waits
        work.budgetAdvice = "run the command again then, or let it wait with --wait"
        work.jobs = mode.jobs
        work.progress = { bar.update($0) }
        work.itemFailed = { [failures] in failures.report($0) }
        if !catalog.quiet { work.remark = { StandardError.shared.write(Message.line($0)) } }
        self.work = work
    }

    /// The settings; `--catalog` wins.
    ///
    /// - Throws: `configuration`.
    func settings() throws(GalleryError) -> GallerySettings {
        if let knownSettings { return knownSettings }
        var settings = try GallerySettings.load(environment: try ProcessEnvironment.read())
        if let folder = catalog.folder { settings.catalog.path = BytePath(folder.text) }
        knownSettings = settings
        return settings
    }

    /// What each setting is, and who says so; `--catalog` wins.
    ///
    /// - Throws: `configuration`.
    func settingValues() throws(GalleryError) -> [SettingValue] {
        let values = try SettingValue.all(environment: try ProcessEnvironment.read())
        guard let folder = catalog.folder else { return values }
        return values.map { value in
            value.definition.name == "catalog.path"
                ? SettingValue(
                    definition: value.definition, text: BytePath(folder.text).escaped,
                    source: .flag("--catalog")) : value
        }
    }

    /// The catalog, which the first call opens.
    ///
    /// - Throws: `configuration`, and what opening throws.
    func gallery() throws(GalleryError) -> PhotoGallery {
        try gallery(PhotoGallery.open)
    }

    /// The catalog, opened to read it alone.
    ///
    /// - Throws: `configuration`, and what opening throws.
    func galleryForReading() throws(GalleryError) -> PhotoGallery {
        try gallery { path, settings throws(GalleryError) in
            try PhotoGallery.openForReading(at: path, settings: settings)
        }
    }

    private func gallery(
        _ open: (BytePath, GallerySettings) throws(GalleryError) -> PhotoGallery
    ) throws(GalleryError) -> PhotoGallery {
        if let openGallery { return openGallery }
        let settings = try settings()
        let path = try settings.catalogPath(environment: try ProcessEnvironment.read())
        let gallery = try open(path, settings)
        OpenGalleries.add(gallery)
        openGallery = gallery
        catalog.explain("catalog: \(gallery.path)")
        catalog.explain("Flickr key: \(settings.flickr.apiKey == nil ? "none" : "set")")
        return gallery
    }

    /// The catalog to put pictures into; says where others can read it against the settings.
    ///
    /// - Throws: `configuration`, and what opening throws.
    func galleryToAdd() throws(GalleryError) -> PhotoGallery {
        let gallery = try gallery()
        if gallery.isOpenInSpiteOfSetting {
            let folder = gallery.path.escaped
            catalog.say(
                "other users of this machine can read the catalog '\(folder)', as it was made: "
                    + "'chmod go-rwx \(folder)' closes it, catalog.sharedMode says that it shall be so"
            )
        }
        return gallery
    }

    /// The catalog where there is one, so that looking into it makes none.
    ///
    /// - Throws: `configuration`, and what opening throws.
    func galleryIfThere() throws(GalleryError) -> PhotoGallery? {
        if let openGallery { return openGallery }
        guard let environment = try? ProcessEnvironment.read(),
            let path = try? settings().catalogPath(environment: environment),
            path.appending("catalog.sqlite").status != nil
        else { return nil }
        return try gallery()
    }

    /// Says what a person may want to know while the command goes on.
    func say(_ text: String) {
        StandardError.shared.endProgress()
        catalog.say(text)
    }

    /// Ends the run: what was done, what went wrong, and the status.
    ///
    /// - Throws: the outcome's failure; `ExitCode` 1 where items failed.
    func end(_ outcome: CommandOutcome) throws {
        StandardError.shared.endProgress()
        for sentence in outcome.sentences {
            catalog.say((work.isDryRun ? "dry run: " : "") + sentence)
        }
        for note in outcome.notes { catalog.say(note) }
        if let failure = outcome.failure { throw failure }
        let failed = max(failures.count, outcome.failed)
        guard failed > 0 else { return }
        if outcome.areListed {
            catalog.say(
                "\(Count.text(failed, "item")) failed"
                    + (work.isDryRun ? "" : ": 'gallery problems' lists them"))
        }
        throw ExitCode(1)
    }
}

/// How a command works.
struct RunMode: Sendable {
    /// Whether it only says what would be done.
    var isDryRun = false
    /// Whether a progress bar is shown where a person looks on.
    var showsProgress = false
    /// How many things are done at the same time; nil for one a core.
    var jobs: Int?
    /// Whether it waits when the hourly budget of requests is spent.
    var waits = false
}

/// Names failed items on standard error and counts them.
private final class ItemFailures: Sendable {
    private let number = Atomic<Int>(0)

    /// How many items failed.
    var count: Int { number.load(ordering: .relaxed) }

    func report(_ failure: ItemFailure) {
        number.add(1, ordering: .relaxed)
        let subject = failure.subject.map { "\($0.text): " } ?? ""
        StandardError.shared.write(Message.line(subject + failure.message))
    }
}
