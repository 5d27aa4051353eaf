import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel

/// The flags `--favorite` and `--no-favorite`.
enum FavoriteMark: String, EnumerableFlag {
    case favorite, noFavorite

    static func help(for value: FavoriteMark) -> ArgumentHelp? {
        switch value {
        case .favorite: "Mark as a favorite."
        case .noFavorite: "Do not mark as a favorite."
        }
    }
}

/// The options of `gallery set` that define the change.
struct MetadataFlags: ParsableArguments {
    @Option(
        parsing: .unconditional, help: .value("text", "The title; '' for none."))
    var title: Operand?

    @Option(parsing: .unconditional, help: .value("text", "The description; '' for none."))
    var description: Operand?

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value("tag", "Add a tag, unless the photo has it in any case (repeatable)."))
    var tag: [Operand] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value("tag", "Remove a tag, ignoring case (repeatable)."))
    var untag: [Operand] = []

    @Option(parsing: .unconditional, help: .value("stars", "The rating, 0 to 5."))
    var rating: Operand?

    @Flag var favorite: FavoriteMark?

    @Option(
        parsing: .unconditional,
        help: .value("date", "The date taken by the camera's clock, YYYY:MM:DD HH:MM:SS."))
    var date: Operand?

    @Option(
        parsing: .unconditional,
        help: .value("time", "Move the date taken by [+-]HH:MM[:SS], or by days such as -1d."))
    var shift: Operand?

    @Option(
        parsing: .unconditional,
        help: .value("offset", "The UTC offset of the camera's clock, +HH:MM or -HH:MM."))
    var offset: Operand?

    @Option(parsing: .unconditional, help: .value("lat,lon", "The position in decimal degrees."))
    var location: Operand?

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value("name", "Add to an album filled by hand, created if new (repeatable)."))
    var album: [Operand] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value("name", "Remove from an album filled by hand (repeatable)."))
    var noAlbum: [Operand] = []

    @Option(
        parsing: .unconditionalSingleValue,
        help: .value(
            "fields",
            "Show the value of the file or server again: "
                + MetadataChange.Field.allCases.map(\.rawValue).joined(separator: ", ")
                + " (comma-separated)."),
        completion: .list(MetadataChange.Field.allCases.map(\.rawValue)))
    var clear: [Operand] = []

    func validate() throws {
        try InvalidValue.check { _ = try change() }
        for (option, names) in [("--album", album), ("--no-album", noAlbum)] {
            try InvalidValue.check(
                option, names.map(\.text).first { $0.allSatisfy(\.isWhitespace) },
                expected: "the name of an album"
            ) { _ in false }
        }
        try refuse(if: date != nil && shift != nil, "--date and --shift cannot be combined")
        let cleared = (try? clearedFields()) ?? []
        for (field, option) in changedFields where cleared.contains(field) {
            throw ValidationError("\(option) and --clear \(field) cannot be combined")
        }
        try Self.refuseBoth("--tag", tag, "--untag", untag)
        try Self.refuseBoth("--album", album, "--no-album", noAlbum)
    }

    /// The albums with true to add the photos, and false to remove them.
    var albums: [(name: String, adds: Bool)] {
        album.map { ($0.text, true) } + noAlbum.map { ($0.text, false) }
    }

    /// Returns the change defined by the options.
    ///
    /// - Throws: `usage` for an invalid value.
    func change() throws -> MetadataChange {
        func value<Value>(
            _ option: String, _ operand: Operand?, expected: String, _ parse: (String) -> Value?
        ) throws -> Value? {
            guard let text = operand?.text else { return nil }
            if let value = parse(text) { return value }
            throw InvalidValue.error(option, text, expected: expected)
        }
        func tags(_ option: String, _ operands: [Operand]) throws -> [String] {
            try operands.compactMap { operand in
                try value(option, operand, expected: "a tag, such as dog") { text in
                    let words = text.split(whereSeparator: \.isWhitespace)
                    return words.isEmpty ? nil : words.joined(separator: " ")
                }
            }
        }
        var change = MetadataChange()
        change.cleared = try clearedFields()
        change.title = title?.text
        change.description = description?.text
        change.addedTags = try tags("--tag", tag)
        change.removedTags = try tags("--untag", untag)
        change.rating = try value("--rating", rating, expected: "0 to 5", ManualValue.rating)
        change.isFavorite = favorite.map { $0 == .favorite }
        let taken = try value(
            "--date", date, expected: "an existing date and time, such as '2024:05:17 10:00:00'",
            ManualValue.date)
        let shift = try value(
            "--shift", shift, expected: "[+-]HH:MM[:SS] or [+-]Nd, such as -01:30 or +1d",
            ManualValue.shift)
        change.taken = taken.map { .date($0) } ?? shift.map { .shift(seconds: $0) }
        change.offset = try value(
            "--offset", offset, expected: "+HH:MM or -HH:MM, from -12:00 to +14:00",
            ManualValue.offset)
        change.location = try value(
            "--location", location, expected: "LAT,LON in decimal degrees, such as -33.8,151.2"
        ) { Coordinate(text: $0) }
        return change
    }

    private func clearedFields() throws -> Set<MetadataChange.Field> {
        let names = clear.flatMap {
            $0.text.split(separator: ",", omittingEmptySubsequences: false)
        }
        return Set(
            try names.map { name in
                let name = name.trimmingCharacters(in: .whitespaces)
                if let field = MetadataChange.Field(rawValue: name.lowercased()) { return field }
                let all = MetadataChange.Field.allCases.map(\.rawValue).joined(separator: ", ")
                throw InvalidValue.error("--clear", name, expected: all)
            })
    }

    /// The fields that options other than `--clear` change.
    private var changedFields: [(MetadataChange.Field, option: String)] {
        let options: [(MetadataChange.Field, String, Bool)] = [
            (.title, "--title", title != nil), (.description, "--description", description != nil),
            (.tags, "--tag", !tag.isEmpty), (.tags, "--untag", !untag.isEmpty),
            (.rating, "--rating", rating != nil), (.favorite, "--favorite", favorite == .favorite),
            (.favorite, "--no-favorite", favorite == .noFavorite), (.date, "--date", date != nil),
            (.date, "--shift", shift != nil), (.date, "--offset", offset != nil),
            (.location, "--location", location != nil),
        ]
        return options.filter(\.2).map { ($0.0, $0.1) }
    }

    private static func refuseBoth(
        _ option: String, _ operands: [Operand], _ other: String, _ others: [Operand]
    ) throws {
        let names = Set(others.map { SectionReference.key($0.text) })
        let both = operands.first { names.contains(SectionReference.key($0.text)) }
        try refuse(both?.text) { "\(option) '\($0)' and \(other) '\($0)' cannot be combined" }
    }
}

/// The command `gallery set PHOTO/SECTION…`.
struct SetCommand: WorkingCommand, RowCommand {
    static let explanation = """
        What you say about photos is stored apart from their files and servers, takes precedence \
        everywhere, and survives every import and refresh. Originals are never changed; XMP \
        sidecars, copies and exports contain your values. 'gallery show' prints both values, \
        --clear returns to that of the file or server, and 'gallery undo' reverts the command. A \
        section means all photos in it.

        --dry-run and --format print a row per changed field: id, field, before and after.

        --from applies a table of 'gallery export --format csv' that was edited, such as in \
        LibreOffice; rows are matched by ID and checked against SHA256. It changes Title, \
        Description, Tags, DateTimeOriginal, OffsetTimeOriginal, GPSLatitude with GPSLongitude, \
        and Rating and Favorite, which --columns exports. Only cells that differ from the catalog \
        are applied. A cell that contains an older value of the photo, or whose value changed \
        after the file was saved, is listed as a conflict and not applied (status 1). If a row \
        cannot be applied, nothing is changed without --partial.
        """
    static let examples: KeyValuePairs = [
        "gallery set 42 --title 'Dog on the beach' --tag dog --rating 4": "describe a photo",
        "gallery set camera --where taken:2024-05-17 --shift -01:00":
            "correct a clock that was an hour fast",
        "gallery set dogs/1 dogs/2 --location -33.8,151.2 --favorite":
            "set the position of two photos and mark them as favorites",
        "gallery set --where 'is:favorite rating:5' --album Best": "add photos to an album",
        "gallery set 42 --clear title,date": "return to the title and date of the file",
        "gallery set --from photos.csv -n": "show what an edited table would change",
    ]
    static let configuration = documented(
        "set", "Set titles, tags, ratings, dates and positions of photos.")

    @Argument(help: .value("photo/section", "Photos and sections."), completion: .sections)
    var photo: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup(title: "Changes") var flags: MetadataFlags

    @Option(
        help: .value("file", "Apply an edited table of 'gallery export', or - for standard input."),
        completion: .file(extensions: ["csv"]))
    var from: Operand?

    @Flag(help: "Apply a table although some of its rows cannot be applied.")
    var partial = false

    @OptionGroup var work: WorkFlags
    @OptionGroup var output: OptionalRowFormatOption

    func validate() throws {
        // `MetadataFlags.validate()` has already rejected invalid values.
        let change = (try? flags.change()) ?? MetadataChange()
        let isPlain = change.isEmpty && flags.albums.isEmpty
        try refuse(if: partial && from == nil, "--partial requires --from FILE.csv")
        if let from {
            try refuse(if: from.text.isEmpty, "--from requires a CSV file, or - for standard input")
            try refuse(if: !isPlain, "--from cannot be combined with other changes")
            try refuse(
                if: !photo.isEmpty || query.isSet,
                "--from takes its photos from the table; omit photos, sections and --where")
            return
        }
        try query.requirePhotos(photo, "photos or sections")
        try query.checkNames(photo, "photo or section", "42 or camera/3")
        try refuse(
            if: isPlain,
            "no change given; use --title, --description, --tag, --untag, --rating, --favorite, "
                + "--no-favorite, --date, --shift, --offset, --location, --album, --no-album, "
                + "--clear or --from")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        let summary: MetadataSummary
        if let from {
            summary = try await gallery.metadata.apply(
                tableAt: from.text == "-" ? nil : BytePath(from.text), isPartial: partial,
                options: run.work)
        } else {
            let photos = try gallery.query(named: photo, query)
            summary = try await gallery.metadata.set(
                photos, try flags.change(), albums: flags.albums, options: run.work)
        }
        let format = output.format ?? (work.dryRun && !catalog.quiet ? .table : nil)
        try Output.write(summary.fields, as: format, Self.layout)
        var outcome = CommandOutcome(summary, recordsProblems: false)
        if !summary.unknownColumns.isEmpty {
            let names = summary.unknownColumns.map { "'\($0)'" }.joined(separator: ", ")
            outcome.notes.append("note: unknown columns were ignored: \(names)")
        }
        if summary.isRefused {
            outcome.notes.append(
                "nothing was changed: correct these rows, or apply the others with --partial")
        }
        return outcome
    }

    /// The rows in every format.
    static let layout = RowLayout<ChangedField>([
        RowColumn("id", "ID", isNumeric: true) { $0.id },
        RowColumn("field", "FIELD") { $0.field },
        RowColumn("before", "BEFORE") { $0.before },
        RowColumn("after", "AFTER") { $0.after },
    ])
}
