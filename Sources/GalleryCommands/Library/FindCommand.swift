import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery find QUERY…`.
struct FindCommand: CatalogCommand {
    static let explanation = """
        A word is looked for in titles, descriptions, tags, file names and the names of \
        owners and places: whole, without case and accents.

            dog beach          both              dog or cat         one or both
            "red dog"          side by side      not:dog, -dog      not that
            (dog or cat) red   grouped           tag:"my dog"       a value with blanks
            tag: camera: lens: type: license: owner: person: section:dogs
            country:FR region: city:  near:LAT,LON,KM  bbox: home:WEST,SOUTH,EAST,NORTH
            faces:2  faces:>0  rating:>=4  rating:2..4  size:<5MB
            taken:2024-05  taken:2023..2024  added:>=2024-05-17  added:"last 30 days"
            is:public, edited, damaged, delisted, unpublished, trashed (else no trash)
            has: and no:position, faces, title, tags, picture, date, home
        """
    static let examples = [
        CommandExample("gallery find dog beach --sort taken:desc", "the newest first"),
        CommandExample("gallery find '(tag:dog or tag:cat) faces:>0' --count", "how many"),
        CommandExample("gallery find taken:2024-05 country:FR -- -tag:private", "a journey"),
        CommandExample("gallery remove --where 'camera:webcam no:tags' -n", "as --where"),
    ]
    static let configuration = documented("find", "Find photos across all sections.")

    @Argument(
        help: ArgumentHelp(
            "Words and conditions; in quotes where the shell would take them apart.",
            valueName: "query"),
        completion: .query)
    var query: [Operand] = []

    @OptionGroup var page: PageOptions

    @Flag(help: "Print how many photos there are, and nothing else.")
    var count = false

    @Flag(help: "Print what was understood, what finds the photos and how many rows were read.")
    var explain = false

    @Flag(help: "Make the index of words anew.")
    var reindex = false

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if [count, explain, reindex].count(where: \.self) > 1 {
            throw ValidationError("--count, --explain and --reindex exclude each other: give one")
        }
        if count, page.limit != nil || page.cursor != nil {
            throw ValidationError("--count counts all photos: leave out --limit and --after")
        }
        if reindex, !query.isEmpty {
            throw ValidationError("--reindex takes no query: it is about all photos")
        }
        if !reindex, text.allSatisfy(\.isWhitespace) {
            throw ValidationError(
                "no query given: 'gallery find tag:dog' finds dogs, 'gallery help find' says more")
        }
    }

    /// Says what an operand means whose quotes the shell may have taken, such as `tag:red car`; nil for none.
    private var unquotedValue: String? {
        for text in query.map(\.text) where !text.contains("\"") {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, QueryKey(rawValue: parts[0].lowercased()) != nil,
                !parts[1].contains(":"),
                let blank = parts[1].firstIndex(where: \.isWhitespace)
            else { continue }
            return
                "'\(text)' asks for '\(parts[0]):\(parts[1][..<blank])' and for words beside it; a value "
                + "with blanks stands in quotes within those of the shell: '\(parts[0]):\"\(parts[1])\"'"
        }
        return nil
    }

    /// The operands side by side, as one query.
    private var text: String { query.map(\.text).joined(separator: " ") }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        if reindex {
            let photos = try await gallery.rebuildWords()
            return CommandOutcome(sentences: [
                "\(Count.text(photos, "photo")) in the index of words"
            ])
        }
        let found = PhotoQuery(
            [.everything], filter: try gallery.filter(text), order: page.order ?? PhotoOrder(.added)
        )
        if count {
            try StandardOutput.shared.write("\(try gallery.count(found))\n")
            return .printed
        }
        if explain {
            try ExplanationRows.write(
                try gallery.explanation(of: page.page(of: found)), as: output.format)
            return .printed
        }
        return try list(page.page(of: found), of: gallery)
    }

    private func list(_ query: PhotoQuery, of gallery: PhotoGallery) throws -> CommandOutcome {
        var photos = PhotoOutput(output.format, showsSections: true)
        var isEmpty = true
        let next = try gallery.forEachPhoto(query) { batch in
            try Task.checkCancellation()
            try photos.append(batch)
            isEmpty = isEmpty && batch.isEmpty
            return true
        }
        try photos.finish()
        if isEmpty, let value = unquotedValue { return CommandOutcome(notes: [value]) }
        return CommandOutcome(notes: page.continuation(at: next))
    }
}
