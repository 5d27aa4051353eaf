import ArgumentParser
import Gallery
import GalleryModel

/// The command `gallery faces list [SECTION/PHOTO…]`.
struct FacesListCommand: CatalogCommand {
    static let explanation = """
        A row a face, of all sections without operands, numbered left to right within its photo. \
        'detector' is haar, yunet, person (drawn or kept by you) or metadata (named by another \
        program).
        """
    static let examples = [
        CommandExample("gallery faces list camera", "the faces of a section"),
        CommandExample("gallery faces list 42", "number the faces of a photo"),
        CommandExample("gallery faces list --where person:Ana --format csv", "where Ana is"),
    ]
    static let configuration = documented("list", "List the faces that are known.")

    @Argument(
        help: ArgumentHelp("Sections and photos; all without one.", valueName: "section/photo"),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var output: RowFormatOption
    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        var rows = Output(output.format, columns: FacesListCommand.columns)
        var count = 0
        func append(_ photo: Photo) throws {
            for row in FacesListCommand.rows(photo.faces ?? [], of: photo) {
                try rows.append(row)
                count += 1
            }
        }
        let photos = try gallery.query(named: operands, query)
        var met: Set<PhotoID> = []
        for scope in photos.scopes {
            let part = PhotoQuery([scope], filter: photos.filter)
            if case .photos = scope {
                // Named ones count where no section lists them, too.
                try gallery.forEachPhoto(once: part) { photo in
                    if met.insert(photo.id).inserted { try append(photo) }
                }
                continue
            }
            try gallery.forEachPhoto(part) { batch in
                try Task.checkCancellation()
                for row in batch where row.photo.faces?.isEmpty == false {
                    if met.insert(row.photo.id).inserted { try append(row.photo) }
                }
                return true
            }
        }
        try rows.finish()
        guard count == 0 else { return .printed }
        return CommandOutcome(notes: [
            !query.isSet
                ? "no faces there: 'gallery faces' looks for some where nobody looked yet"
                : "no photo with faces fits"
        ])
    }

    /// Prints the faces of one photo.
    ///
    /// - Throws: what standard output throws.
    static func write(_ faces: [Face], of photo: Photo, as format: RowFormat) throws {
        try Output.write(rows(faces, of: photo), as: format, columns: columns)
    }

    private static let columns = [
        Output.Column("id", "PHOTO", isNumeric: true), Output.Column("face", "N", isNumeric: true),
        Output.Column("name", "NAME"), Output.Column("rectangle", "RECTANGLE"),
        Output.Column("x", nil), Output.Column("y", nil), Output.Column("width", nil),
        Output.Column("height", nil), Output.Column("score", "SCORE", isNumeric: true),
        Output.Column("detector", "DETECTOR"),
    ]

    private static func rows(_ faces: [Face], of photo: Photo) -> [[RowValue]] {
        faces.enumerated().map { index, face in
            let box = face.rectangle
            return [
                .integer(Int(photo.id.rawValue)), .integer(index + 1), RowValue(face.name),
                .text(box.text), .decimal(box.x), .decimal(box.y), .decimal(box.width),
                .decimal(box.height), RowValue(face.score.map(FaceRows.rounded)),
                .text(face.source.rawValue),
            ]
        }
    }
}
