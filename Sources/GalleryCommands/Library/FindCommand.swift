import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery find QUERY…`.
struct FindCommand: RowCommand {
    static let explanation = """
        Words match whole words in titles, descriptions, tags, file names, owners and places, \
        ignoring case and accents. Only is:trashed finds photos in the trash.

            dog beach          both words        dog or cat         either word
            "red dog"          a phrase          not:dog, -dog      without the word
            (dog or cat) red   a group           img_40*            words that begin so
            tag:"my dog" camera: lens: type: license: owner: person: section:dogs
            country:FR region: city:  near:LAT,LON,KM  bbox: home:WEST,SOUTH,EAST,NORTH
            faces:2  faces:>0  rating:>=4  rating:2..4  size:<5MB
            taken:2024-05  taken:2023..2024  added:>=2024-05-17  added:"last 30 days"
            is:public edited favorite damaged delisted missing unpublished trashed
            has: and no:position, faces, title, tags, picture, date, home
        """
    static let examples: KeyValuePairs = [
        "gallery find dog beach --sort taken:desc": "list the newest first",
        "gallery find taken:2024-05 country:FR -- -tag:private": "find the photos of a trip",
        "gallery find --plain Ana last summer": "search with everyday words",
        "gallery remove --where 'camera:webcam no:tags' -n": "use a query in another command",
    ]
    static let configuration = documented("find", "Find photos across all sections.")

    @Argument(
        help: .value(
            "query", "Words and conditions; quote them if they contain spaces or shell characters."),
        completion: .query)
    var query: [Operand] = []

    @Flag(
        help: """
            Interpret everyday words, such as 'last summer' or 'two people', and print the query on \
            standard error.
            """)
    var plain = false

    @OptionGroup var page: PageOptions

    @Flag(help: "Print only the number of matching photos.")
    var count = false

    @Flag(help: "Show how the query was parsed, how it is executed and how many rows it reads.")
    var explain = false

    @Flag(help: "Rebuild the word index.")
    var reindex = false

    @OptionGroup var output: ListingOptions

    func validate() throws {
        try refuse(
            if: [count, explain, reindex].count(where: \.self) > 1,
            "--count, --explain and --reindex cannot be combined")
        try refuse(
            if: count && (page.limit != nil || page.cursor != nil),
            "--count cannot be combined with --limit or --after")
        try refuse(
            if: reindex && (!query.isEmpty || plain),
            "--reindex takes no query; it indexes all photos")
        try refuse(
            if: !reindex && text.allSatisfy(\.isWhitespace),
            "no query given; try 'gallery find tag:dog', or see 'gallery help find'")
    }

    /// A hint about an operand whose quotes the shell may have removed, such as `tag:red car`; nil
    /// if no operand looks like that.
    private var unquotedValue: String? {
        for text in query.map(\.text) where !text.contains("\"") {
            let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, QueryKey(rawValue: parts[0].lowercased()) != nil,
                !parts[1].contains(":"),
                let blank = parts[1].firstIndex(where: \.isWhitespace)
            else { continue }
            return
                "'\(text)' searches for '\(parts[0]):\(parts[1][..<blank])' and separate words; to "
                + "search for a value with spaces, also quote the value: "
                + "'\(parts[0]):\"\(parts[1])\"'"
        }
        return nil
    }

    /// The operands joined into one query.
    private var text: String { query.map(\.text).joined(separator: " ") }

    var queries: [String] { reindex || plain ? [] : [text] }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var photos = try PhotoOutput(output.format, columns: output.columns, showsSections: true)
        let gallery = try run.gallery()
        if reindex {
            let photos = try await gallery.rebuildWords()
            return .sentence("indexed \(Count.text(photos, "photo"))")
        }
        let text = plain ? try gallery.plainQuery(text).query : text
        if plain { catalog.printMessage("query: \(text)") }
        let found = PhotoQuery(
            [.everything], filter: try gallery.filter(text), order: page.order ?? PhotoOrder(.added)
        )
        if count {
            try StandardOutput.shared.write("\(try gallery.count(found))\n")
            return .printed
        }
        if explain {
            try gallery.explanation(of: page.page(of: found)).print(as: output.format)
            return .printed
        }
        let next = try photos.write(page.page(of: found), of: gallery)
        if photos.isEmpty {
            return .note(unquotedValue ?? (output.format == .table ? "no photo matches" : nil))
        }
        return .note(page.continuation(at: next))
    }
}

extension QueryExplanation {
    /// Prints the explanation as lines of text, or as one row.
    ///
    /// - Throws: errors of standard output.
    fileprivate func print(as format: RowFormat) throws {
        if format == .table {
            let lines =
                ["parsed as: \(understood)"]
                + (steps.isEmpty ? ["nothing to look up"] : steps).map { "found by: \($0)" }
                + ["photos: \(photos)", "rows read: \(rowsRead)"]
            for line in lines { try StandardOutput.shared.write(DisplayText.escaped(line) + "\n") }
            return
        }
        if format.isJSON {
            return try StandardOutput.shared.write(Self.layout.object(self).compact + [0x0A])
        }
        try Output.write([self], as: format, Self.layout)
    }

    private static let layout = RowLayout<QueryExplanation>([
        RowColumn("understood", nil) { $0.understood },
        RowColumn("steps", nil) { $0.steps.joined(separator: "; ") }.inJSON { $0.steps.json },
        RowColumn("photos", nil) { $0.photos }, RowColumn("rowsRead", nil) { $0.rowsRead },
    ])
}
