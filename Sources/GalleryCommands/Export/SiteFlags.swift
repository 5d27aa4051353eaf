import ArgumentParser
import Gallery
import GalleryModel
import GalleryWeb

/// The options of `gallery export --format html` that say what the pages are like.
struct SiteFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp("The title of the pages, else the section's name.", valueName: "text"))
    var title: Operand?

    @Option(help: "Whether the pages are light or dark; auto does as the visitor's system.")
    var theme: SiteOptions.Theme?

    @Option(
        help: ArgumentHelp(
            "The language of the pages: en or es.", valueName: "code"),
        completion: .list(SiteOptions.languages))
    var language: String?

    @Flag(help: "Let search engines list the pages.")
    var allowRobots = false

    @Option(
        help: ArgumentHelp(
            "The address that the folder will have; makes a feed and tells pages their address.",
            valueName: "url"))
    var baseURL: String?

    @Flag(help: "Add a copy of each photo to take away, as 'gallery share' makes it.")
    var copies = false

    @Flag(help: "Offer all copies in one archive, photos.zip.")
    var zip = false

    @OptionGroup var keep: KeepFlags

    func validate() throws {
        if let language, !SiteOptions.languages.contains(language) {
            throw ValidationError(
                InvalidValue.message(
                    "--language", language,
                    expected: SiteOptions.languages.joined(separator: " or ")))
        }
    }

    /// The name of an option that was given; nil where none was.
    var given: String? {
        let options = [
            ("--title", title != nil), ("--theme", theme != nil), ("--language", language != nil),
            ("--allow-robots", allowRobots), ("--base-url", baseURL != nil), ("--copies", copies),
            ("--zip", zip),
        ]
        return options.first(where: \.1)?.0 ?? keep.firstGiven()
    }

    /// The options for the site.
    ///
    /// - Parameter cell: the cells that positions are coarsened to, in kilometres; nil for none.
    func options(coarsening cell: Double?) -> SiteOptions {
        var options = SiteOptions()
        options.content.share = keep.options
        if let cell { options.content.share.positions = .coarse(kilometres: cell) }
        options.content.hasCopies = copies || zip
        options.hasArchive = zip
        options.title = title?.text
        options.theme = theme ?? .auto
        options.language = language ?? options.language
        options.isListed = allowRobots
        options.address = baseURL
        return options
    }
}

extension SiteOptions.Theme: ExpressibleByArgument {}
