import ArgumentParser
import Gallery
import GalleryModel

/// The options that say how large pictures are that are given away, and what goes along with them.
struct KeepFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The most pixels of the longest side, full, or half of them, else the setting.",
            valueName: "pixels|full|half"))
    var size: Operand?

    @Option(
        help: ArgumentHelp(
            "How good the encoding is, 1 to 100, else the setting.", valueName: "quality"))
    var quality: Int?

    @Flag(help: "Leave positions and places in.")
    var keepLocation = false

    @Flag(help: "Leave make and model of camera and lens in.")
    var keepCamera = false

    @Flag(help: "Leave serial numbers of cameras and lenses in.")
    var keepSerials = false

    @Flag(help: "Leave names of people in, and where their faces are.")
    var keepNames = false

    @Flag(help: "Leave titles and headlines in.")
    var keepTitle = false

    @Flag(help: "Leave descriptions and alternative texts in.")
    var keepDescription = false

    @Flag(help: "Leave tags and ratings in.")
    var keepTags = false

    @Flag(help: "Leave creator, copyright, licence and credit in.")
    var keepCredit = false

    @Flag(help: "Give the stored files away as they are, with everything in them.")
    var keepAll = false

    func validate() throws {
        _ = try size.map { try ShareSize($0) }
        try InvalidValue.check("--quality", quality, in: 1...100, expected: "1 to 100")
        guard keepAll else { return }
        if let other = firstGiven(butKeepAll: true) {
            throw ValidationError(
                "--keep-all gives the stored files away as they are: leave out \(other)")
        }
    }

    /// The first option that was given; nil for none.
    func firstGiven(butKeepAll isKeepAllFine: Bool = false) -> String? {
        [
            ("--size", size != nil), ("--quality", quality != nil),
            ("--keep-location", keepLocation), ("--keep-camera", keepCamera),
            ("--keep-serials", keepSerials),
            ("--keep-names", keepNames), ("--keep-title", keepTitle),
            ("--keep-description", keepDescription), ("--keep-tags", keepTags),
            ("--keep-credit", keepCredit), ("--keep-all", keepAll && !isKeepAllFine),
        ].first(where: \.1)?.0
    }

    /// The options for the gallery.
    var options: ShareOptions {
        var options = ShareOptions()
        if let given = size.flatMap({ try? ShareSize($0) }) { options.size = given }
        options.quality = quality
        if keepLocation { options.positions = .exact }
        options.keepsCamera = keepCamera
        options.keepsSerials = keepSerials
        options.keepsNames = keepNames
        options.keepsTitle = keepTitle
        options.keepsDescription = keepDescription
        options.keepsTags = keepTags
        options.keepsCredit = keepCredit
        options.keepsAll = keepAll
        return options
    }
}

extension ShareSize {
    /// Reads the value of `--size`.
    ///
    /// - Throws: `ValidationError` for a value that is none.
    init(_ operand: Operand) throws {
        switch operand.text.lowercased() {
        case "full": self = .full
        case "half": self = .half
        default:
            guard let pixels = Int(operand.text), (1...PhotoEdit.maximumSide).contains(pixels)
            else {
                throw ValidationError(
                    InvalidValue.message(
                        "--size", operand.text,
                        expected: "1 to \(PhotoEdit.maximumSide) pixels, full or half"))
            }
            self = .longest(pixels)
        }
    }
}

/// The options of `gallery share` that say what the copies are like.
struct ShareFlags: ParsableArguments {
    @OptionGroup var keep: KeepFlags

    @Option(
        help: ArgumentHelp(
            "How copies are named, such as {title}, else {date}-{id}.", valueName: "template"))
    var name: String?

    @Flag(help: "Give the pictures away as they were before any edit.")
    var unedited = false

    func validate() throws {
        guard keep.keepAll, unedited else { return }
        throw ValidationError(
            "--keep-all gives the stored files away as they are: leave out --unedited")
    }

    /// The first option that was given; nil for none.
    func firstGiven() -> String? {
        keep.firstGiven() ?? (name != nil ? "--name" : unedited ? "--unedited" : nil)
    }

    /// The options for the gallery.
    var options: ShareOptions {
        var options = keep.options
        options.nameTemplate = name
        options.includesEdits = !unedited
        return options
    }
}
