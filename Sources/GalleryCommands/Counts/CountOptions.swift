import ArgumentParser
import Gallery
import GalleryModel

/// Which photos a command counts, and how many rows it prints.
struct CountOptions: ParsableArguments {
    @Argument(help: "The section; the whole catalog without one.", completion: .sections)
    var section: Operand?

    @OptionGroup var query: QueryOption

    /// The photos.
    ///
    /// - Throws: `usage` for a text that is no query; `notFound` for a section that there is none of.
    func photos(in gallery: PhotoGallery) throws(GalleryError) -> PhotoQuery {
        let filter = try query.filter(in: gallery)
        guard let section else { return PhotoQuery.everything.filtered(filter) }
        let named = try gallery.section(SectionReference(text: section.text))
        return PhotoQuery.section(named).filtered(filter)
    }
}

/// A command that counts photos by name.
protocol NameCountCommand: CatalogCommand {
    /// What has the name, as the column is called: `tag`.
    static var subject: String { get }
    /// Which photos.
    var counted: CountOptions { get }
    /// How many names to print at most.
    var limit: Int? { get }
    /// How rows are printed.
    var output: RowFormatOption { get }

    /// The counts, most photos first.
    func counts(_ query: PhotoQuery, in gallery: PhotoGallery) throws(GalleryError) -> [NameCount]
}

extension NameCountCommand {
    func validate() throws {
        try InvalidValue.check("--limit", limit, in: 0..., expected: "0 or more")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let found = try counts(try counted.photos(in: gallery), in: gallery)
        try Output.write(
            found.prefix(limit ?? .max).map { [.text($0.name), .integer($0.photos)] },
            as: output.format,
            columns: [
                Output.Column(Self.subject, Self.subject.uppercased()),
                Output.Column("photos", "PHOTOS", isNumeric: true),
            ])
        return .printed
    }
}
