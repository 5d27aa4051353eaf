import Basics
import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery show PHOTO`.
struct ShowCommand: CatalogCommand {
    static let explanation = """
        A photo is named by its catalog id, its place in a section or Flickr's id. With --format \
        json the output is one object with the keys of 'gallery export', Raw (what the origin \
        sent), Sections, DateTrashed and Publications (what 'gallery publish' sent where).

        --faces -o FILE.jpg also writes the upright picture with a numbered frame around each face.
        """
    static let examples = [
        CommandExample("gallery show dogs/1", "everything known about the first of the dogs"),
        CommandExample("gallery show 42 --format json | jq .Raw", "what the origin sent"),
        CommandExample("gallery show 42 --faces -o check.jpg", "look at the faces that were found"),
        CommandExample("gallery show flickr:53574198477", "a photo by Flickr's id"),
    ]
    static let configuration = documented("show", "Show everything known about a photo.")

    @Argument(help: "The photo, such as 42, dogs/1 or flickr:53574198477.")
    var photo: Operand

    @Flag(help: "Draw the faces into the file that --output names.")
    var faces = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("Where to write the picture with the faces.", valueName: "file"),
        completion: .file(extensions: ["jpg"]))
    var file: Operand?

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        if faces != (file != nil) {
            throw ValidationError(
                faces
                    ? "--faces draws a picture: name the file with -o FILE.jpg"
                    : "-o is about --faces: give both")
        }
        if file?.text.isEmpty == true || file?.text == "-" {
            throw ValidationError("--output needs a file: name one, such as check.jpg")
        }
        if let file, ![".jpg", ".jpeg"].contains(where: file.text.lowercased().hasSuffix) {
            throw ValidationError(
                InvalidValue.message(
                    "--output", file.text, expected: "a name that ends with .jpg"))
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        var photo = try gallery.photo(named: photo)
        if let file {
            try await gallery.drawFaces(of: photo, to: BytePath(file.text))
            run.say(
                "drew \(Count.text(photo.faces?.count ?? 0, "face")) into '\(BytePath(file.text))'")
        }
        photo = try gallery.verifyingPaths(of: photo)
        let places = try gallery.places(of: photo.id)
        let publications = try gallery.publications(of: photo.id)
        switch output.format {
        case .table:
            let facts = PhotoFacts.lines(
                photo, places: places, track: try gallery.trackName(of: photo.id),
                publications: publications)
            let width = facts.reduce(0) { max($0, $1.label.count) }
            for fact in facts {
                let padding = String(repeating: " ", count: width - fact.label.count + 2)
                try StandardOutput.shared.write(
                    "\(fact.label)\(padding)\(DisplayText.escaped(fact.text))\n")
            }
        case .csv:
            var rows = PhotoOutput(.csv)
            try rows.append([ShowCommand.row(photo, places)])
            try rows.finish()
        case .json, .jsonl:
            photo.details.rawJSON = try gallery.rawJSON(of: photo.id)
            let row = ShowCommand.row(photo, places)
            guard let object = try PhotoOutput.objects([row], includesRaw: true).first else {
                return .printed
            }
            let more = RowValue.object([
                ("Sections", .list(places.map(\.value))),
                ("DateTrashed", RowValue(instant: photo.dateTrashed)),
                ("Publications", .list(publications.map(PublishRows.object))),
            ])
            try StandardOutput.shared.write(
                Array(object.dropLast()) + [0x2C] + more.json.dropFirst() + [0x0A])
        }
        return .printed
    }

    private static func row(_ photo: Photo, _ places: [SectionEntry]) -> ListedPhoto {
        ListedPhoto(
            section: places.first?.section.text ?? "", position: places.first?.position ?? 0,
            photo: photo, isGone: places.first?.isGone ?? false)
    }
}

extension SectionEntry {
    /// The place as JSON.
    var value: RowValue {
        .object([
            ("section", .text(section.text)), ("position", RowValue(position)),
            ("gone", .flag(isGone)),
        ])
    }
}
