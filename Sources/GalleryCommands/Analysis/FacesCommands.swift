import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The commands `gallery faces …`; the default is `detect`.
struct FacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "faces", abstract: "Detect, name and edit faces.",
        discussion: """
            'gallery faces dogs' is short for 'gallery faces detect dogs'; see 'gallery faces \
            detect --help'. Names, added faces and rejections are kept when faces are detected \
            again.
            """,
        subcommands: [
            FacesDetectCommand.self, FacesListCommand.self, FacesNameCommand.self,
            FacesRejectCommand.self, FacesAddCommand.self, FacesCropCommand.self,
        ], defaultSubcommand: FacesDetectCommand.self)
}

/// The command `gallery faces list [SECTION/PHOTO…]`.
struct FacesListCommand: RowCommand {
    static let explanation = """
        Lists the faces in the given photos, or in all sections, one face per row, from left to \
        right within a photo. Face numbers never change, even when faces are detected again, added \
        or rejected, so they can have gaps. 'detector' is haar, yunet, person (added or confirmed \
        by you) or metadata (named by another program).
        """
    static let examples: KeyValuePairs = [
        "gallery faces list camera": "list the faces in a section",
        "gallery faces list 42": "show the face numbers of a photo",
        "gallery faces list --where person:Ana --format csv": "list the faces in photos of Ana",
    ]
    static let configuration = documented("list", "List known faces.")

    @Argument(
        help: .value("section/photo", "Sections and photos (default: all sections)."),
        completion: .sections)
    var operands: [Operand] = []

    @OptionGroup var query: QueryOption

    @OptionGroup var output: ListingOptions

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let rows = try Output(output.format, FacesListCommand.layout, choosing: output.columns)
        var count = 0
        var met: Set<PhotoID> = []
        func append(_ photos: [Photo]) throws {
            let faces = photos.filter { met.insert($0.id).inserted }
                .flatMap { FacesListCommand.faces($0.faces ?? [], of: $0) }
            try rows.write(faces)
            count += faces.count
        }
        let photos = try gallery.query(named: operands, query)
        for scope in photos.scopes {
            let part = PhotoQuery([scope], filter: photos.filter)
            if case .photos = scope {
                // Photos given individually are listed even if they are in no section.
                try gallery.forEachPhoto(once: part) { try append([$0]) }
                continue
            }
            try gallery.forEachPhoto(part) { batch in
                try Task.checkCancellation()
                try append(batch.map(\.photo))
                return true
            }
        }
        try rows.finish()
        guard count == 0 else { return .printed }
        return .note(
            query.isSet
                ? "no photo with faces matches"
                : "no faces found; detect faces with 'gallery faces'")
    }

    /// Prints the faces of one photo, and nothing else.
    ///
    /// - Throws: errors of standard output.
    static func write(
        _ faces: [Face], of photo: Photo, as options: RowFormatOption
    ) throws -> CommandOutcome {
        try Output.write(self.faces(faces, of: photo), as: options.requested, layout)
    }

    /// A face of a photo with its number.
    private typealias NumberedFace = (photo: PhotoID, number: Int, face: Face)

    private static let layout = RowLayout<NumberedFace>([
        RowColumn("id", "PHOTO", isNumeric: true) { $0.photo },
        RowColumn("face", "N", isNumeric: true) { $0.number },
        RowColumn("name", "NAME") { $0.face.name },
        RowColumn("rectangle", "RECTANGLE") { $0.face.rectangle.text },
        RowColumn("x", nil) { $0.face.rectangle.x }, RowColumn("y", nil) { $0.face.rectangle.y },
        RowColumn("width", nil) { $0.face.rectangle.width },
        RowColumn("height", nil) { $0.face.rectangle.height },
        RowColumn("score", "SCORE", isNumeric: true) { $0.face.score.map(FaceRows.rounded) },
        RowColumn("detector", "DETECTOR") { $0.face.source.rawValue },
    ])

    private static func faces(_ faces: [Face], of photo: Photo) -> [NumberedFace] {
        faces.numbered.map { (photo.id, $0, $1) }
    }
}

/// The command `gallery faces add PHOTO X,Y,W,H`.
struct FacesAddCommand: RowCommand {
    static let explanation = """
        The rectangle is in pixels of the upright picture, with the origin at the top left: left \
        edge, top edge, width, height. It is kept when faces are detected again.
        """
    static let examples: KeyValuePairs = [
        "gallery faces add camera/3 120,80,64,64 --name Ana": "add and name a face"
    ]
    static let configuration = documented("add", "Add a face that was not detected.")

    @Argument(help: "Photo, such as 42 or camera/3.")
    var photo: Operand

    @Argument(help: .value("x,y,w,h", "Rectangle in pixels."))
    var rectangle: Operand

    @Option(help: .value("name", "Name of the person."), completion: .people)
    var name: Operand?

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: RowFormatOption

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let parts = rectangle.text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0.filter { $0 != " " }) }
        guard numbers.count == 4, parts.count == 4 else {
            throw InvalidValue.error(
                "rectangle", rectangle.text,
                expected: "left, top, width and height in pixels, such as 120,80,64,64")
        }
        let gallery = try run.gallery()
        let photo = try gallery.photo(named: photo)
        let box = FaceRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        let faces = try gallery.faces.add(box, to: photo, name: name?.text, isDryRun: dryRun.isSet)
        return try FacesListCommand.write(faces, of: photo, as: output)
    }
}

/// The command `gallery faces name PHOTO N NAME`.
struct FacesNameCommand: RowCommand {
    static let explanation = """
        'gallery faces list' shows the number of each face; numbers never change. The name is kept \
        when faces are detected again; --nobody removes it.
        """
    static let examples: KeyValuePairs = [
        "gallery faces name camera/3 1 \"Ana María\"": "name the first face",
        "gallery faces name 42 2 --nobody": "remove a name",
    ]
    static let configuration = documented("name", "Name a face.")

    @Argument(help: "Photo, such as 42 or camera/3.", completion: .sections)
    var photo: Operand

    // An empty list: otherwise fish would suggest names of people here.
    @Argument(
        help: .value("face-number", "Number of the face in the photo."), completion: .list([]))
    var number: Int

    @Argument(help: "Name of the person.", completion: .people)
    var name: Operand?

    @Flag(help: "Remove the name.")
    var nobody = false

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: RowFormatOption

    func validate() throws {
        try refuse(
            if: (name == nil) != nobody,
            nobody
                ? "--nobody cannot be combined with a name"
                : "give the name of the person, or --nobody")
    }

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photo = try gallery.photo(named: photo)
        let faces = try gallery.faces.name(
            number, of: photo, as: name?.text, isDryRun: dryRun.isSet)
        return try FacesListCommand.write(faces, of: photo, as: output)
    }
}

/// The command `gallery faces reject PHOTO N…`.
struct FacesRejectCommand: RowCommand {
    static let explanation = """
        Rejected detections do not return when faces are detected again; to restore one, use \
        'gallery faces add' with the same rectangle. 'gallery faces list' shows the numbers; the \
        numbers of other faces do not change.
        """
    static let examples: KeyValuePairs = [
        "gallery faces reject camera/3 2": "reject the second detection"
    ]
    static let configuration = documented("reject", "Mark detections as not faces.")

    @Argument(help: "Photo, such as 42 or camera/3.")
    var photo: Operand

    @Argument(help: .value("face-number", "Numbers of the faces in the photo."))
    var numbers: [Int]

    @OptionGroup var dryRun: DryRunFlag

    @OptionGroup var output: RowFormatOption

    func perform(_ run: CommandRun) throws -> CommandOutcome {
        let gallery = try run.gallery()
        let photo = try gallery.photo(named: photo)
        let faces = try gallery.faces.reject(numbers, of: photo, isDryRun: dryRun.isSet)
        return try FacesListCommand.write(faces, of: photo, as: output)
    }
}

/// The command `gallery faces crop SECTION/PHOTO… -o DIR`.
struct FacesCropCommand: WorkingCommand {
    static let explanation = """
        Writes each known face to an upright JPEG file, named after the photo's ID, the face's \
        number and the person's name. Existing files are not overwritten.
        """
    static let examples: KeyValuePairs = [
        "gallery faces crop camera -o faces": "crop all faces in a section",
        "gallery faces crop camera --where person:Ana --size 256 -o ana":
            "crop the faces in photos of Ana, up to 256 pixels",
    ]
    static let configuration = documented("crop", "Save faces as pictures.")

    @Argument(help: .value("section/photo", "Sections and photos."), completion: .sections)
    var operands: [Operand] = []

    @Option(
        name: .shortAndLong, help: .value("dir", "Output folder; created if missing."),
        completion: .directory)
    var output: Operand

    @Option(help: .value("pixels", "Maximum long edge of a crop in pixels (default: no limit)."))
    var size: Int?

    @Option(help: .value("percent", "Margin around a face, in percent of its long edge."))
    var margin = 40

    @OptionGroup var query: QueryOption

    @OptionGroup var work: WorkFlags
    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try query.requirePhotos(operands, "sections or photos")
        try refuse(if: output.text.isEmpty || output.text == "-", "--output requires a folder")
        try InvalidValue.check("--size", size, in: 1...65_500, expected: "1 to 65500 pixels")
        try InvalidValue.check("--margin", margin, in: 0...500, expected: "0 to 500 percent")
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var options = FaceCropOptions()
        options.margin = Double(margin) / 100
        options.longEdge = size
        let gallery = try run.gallery()
        let summary = try await gallery.faces.crop(
            try gallery.query(named: operands, query), to: BytePath(output.text),
            options: options.with(run.work))
        return CommandOutcome(summary)
    }
}
