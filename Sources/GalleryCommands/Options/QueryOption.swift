import ArgumentParser
import Gallery
import GalleryModel

/// The option `--where` of commands that take photos.
struct QueryOption: ParsableArguments {
    @Option(
        name: .customLong("where"), parsing: .unconditional,
        help: ArgumentHelp(
            "Which photos, such as 'tag:dog taken:2024'; 'gallery help find' says more.",
            valueName: "query"),
        completion: .query)
    var text: Operand?

    func validate() throws {
        guard let text, text.text.allSatisfy(\.isWhitespace) else { return }
        throw ValidationError("--where needs a query, such as tag:dog; leave it out for all photos")
    }

    /// Whether a query was given.
    var isSet: Bool { text != nil }

    /// What the query says; without one every photo fits.
    ///
    /// - Throws: `usage` for a text that is no query.
    func filter(in gallery: PhotoGallery) throws(GalleryError) -> PhotoFilter {
        guard let text else { return .everything }
        return try gallery.filter(text.text)
    }

    /// Refuses a command line that names no photo: neither operands nor a query.
    ///
    /// - Throws: `ValidationError`.
    func checkNames(_ operands: [Operand], _ kinds: String = "photos") throws {
        if operands.isEmpty, !isSet {
            throw ValidationError(
                "no photo named: give \(kinds), or --where QUERY for all that fit")
        }
    }

    /// What the query says about photos that targets name; without one every photo fits.
    ///
    /// - Throws: `usage` for targets outside the catalog, and for a text that is no query.
    func filter(
        for targets: [WorkTarget], _ run: CommandRun
    ) throws(GalleryError) -> PhotoFilter {
        guard isSet else { return .everything }
        guard targets.allSatisfy(\.isCatalog) else {
            throw GalleryError(
                .usage,
                "--where chooses among photos of the catalog: leave out files, folders and positions"
            )
        }
        return try filter(in: run.gallery())
    }

    /// Refuses a query beside standard input.
    ///
    /// - Throws: `ValidationError`.
    func checkOperands(_ operands: [Operand]) throws {
        if isSet, operands.haveStandardInput {
            throw ValidationError(
                "--where chooses among photos of the catalog: leave out - for standard input")
        }
    }
}
