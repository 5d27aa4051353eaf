import ArgumentParser
import Basics
import Foundation
import Gallery
import GalleryModel

/// The options of `gallery share` for the destination.
struct ShareTargetFlags: ParsableArguments {
    @Option(
        help: .value(
            "file|dir|zip", "Write a picture, a zip archive, a mail message, or files in a folder."),
        completion: .file())
    var to: Operand?

    @Flag(help: "Open a mail message with the copies, or write it (--to FILE.eml).")
    var mail = false

    @Option(help: .value("address", "Recipient of the message (repeatable)."))
    var mailTo: [Operand] = []

    @Option(help: .value("text", "Subject of the message."))
    var subject: Operand?

    @Flag(name: .customLong("print"), help: "Print the copies.")
    var prints = false

    @Option(help: .value("name", "Printer (default: the system's default printer)."))
    var printer: Operand?

    @Flag(help: "Create a link that anyone can use to view the photos; it is shown only once.")
    var link = false

    func validate() throws {
        try refuse(
            if: to == nil && !mail && !prints && !link,
            "no destination given; use --to FILE.jpg, --to DIR/, --to FILE.zip, --mail, --print "
                + "or --link")
        let other = prints ? "--print" : mail ? "--mail" : to != nil ? "--to" : nil
        try refuse(link ? other : nil) { "--link cannot be combined with \($0)" }
        try refuse(
            if: prints && (mail || to != nil),
            "--print cannot be combined with \(mail ? "--mail" : "--to")")
        try refuse(if: printer != nil && !prints, "--printer requires --print")
        try refuse(if: printer?.text.isEmpty == true, "--printer requires a name")
        try InvalidValue.check {
            if !link, case .mail = try target() { return }
            if mail {
                throw InvalidValue.error(
                    "--to", to?.text ?? "",
                    expected: "a name ending in .eml; omit --to to open the mail program")
            }
            if !mailTo.isEmpty || subject != nil {
                throw GalleryError(
                    .usage, "\(mailTo.isEmpty ? "--subject" : "--mail-to") requires --mail")
            }
        }
    }

    /// Returns the target for the gallery.
    ///
    /// - Throws: `usage` if the name is not a picture, archive, message or folder.
    func target() throws(GalleryError) -> ShareTarget {
        if prints { return .printer(named: printer?.text) }
        guard let to else { return .mail(message(nil)) }
        return try target(named: to.text)
    }

    /// Parses a value of `--to`: an existing folder or a name ending in `/` is a folder; other
    /// names are recognized by their extension, and a name without an extension is a new folder.
    ///
    /// - Throws: `usage` for an empty name, `-` or an unsupported extension.
    func target(named text: String) throws(GalleryError) -> ShareTarget {
        guard !text.isEmpty, text != "-" else {
            throw InvalidValue.error("--to", text, expected: "a picture, a folder or a .zip file")
        }
        let path = BytePath(text)
        if text.hasSuffix("/") || path.isFolder { return .folder(path) }
        let name = text.split(separator: "/").last.map(String.init) ?? text
        // A leading dot marks a hidden file and does not begin an extension.
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else {
            return .folder(path)
        }
        switch name[dot...].dropFirst().lowercased() {
        case "jpg", "jpeg", "png", "webp": return .file(path)
        case "zip": return .zip(path)
        case "eml": return .mail(message(path))
        default:
            throw InvalidValue.error(
                "--to", text,
                expected: "a name ending in .jpg, .png, .webp, .zip or .eml, or in / for a new "
                    + "folder")
        }
    }

    private func message(_ path: BytePath?) -> ShareMail {
        var message = ShareMail()
        message.path = path
        message.recipients = mailTo.map(\.text)
        message.subject = subject?.text
        return message
    }
}

/// The options for the size and metadata of shared pictures.
struct KeepFlags: ParsableArguments {
    @Option(
        help: .value(
            "pixels|full|half",
            "Long edge in pixels, full or half (default: the setting share.longestSide)."))
    var size: Operand?

    @Option(help: .value("quality", "Quality, 1 to 100 (default: the setting share.quality)."))
    var quality: Int?

    @Flag(help: "Keep positions and places.")
    var keepLocation = false

    @Flag(help: "Keep make and model of camera and lens.")
    var keepCamera = false

    @Flag(help: "Keep serial numbers of camera and lens.")
    var keepSerials = false

    @Flag(help: "Keep names of people and their face regions.")
    var keepNames = false

    @Flag(help: "Keep titles and headlines.")
    var keepTitle = false

    @Flag(help: "Keep descriptions and alternative texts.")
    var keepDescription = false

    @Flag(help: "Keep tags and ratings.")
    var keepTags = false

    @Flag(help: "Keep creator, copyright, license and credit.")
    var keepCredit = false

    @Flag(help: "Keep everything: share the stored files unchanged.")
    var keepAll = false

    func validate() throws {
        _ = try size.map { try ShareSize($0) }
        try InvalidValue.check("--quality", quality, in: 1...100, expected: "1 to 100")
        let isOnlyOption = firstGivenOption == "--keep-all"
        try refuse(keepAll && !isOnlyOption ? firstGivenOption : nil) {
            "--keep-all shares the stored files unchanged; omit \($0)"
        }
    }

    /// The name of the first given option, `--keep-all` last; nil if none was given.
    var firstGivenOption: String? {
        [
            ("--size", size != nil), ("--quality", quality != nil),
            ("--keep-location", keepLocation), ("--keep-camera", keepCamera),
            ("--keep-serials", keepSerials), ("--keep-names", keepNames),
            ("--keep-title", keepTitle), ("--keep-description", keepDescription),
            ("--keep-tags", keepTags), ("--keep-credit", keepCredit), ("--keep-all", keepAll),
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
    /// Parses the value of `--size`.
    ///
    /// - Throws: `ValidationError` for an invalid value.
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

/// The options of `gallery share` for the copies.
struct ShareFlags: ParsableArguments {
    @OptionGroup var keep: KeepFlags

    @Option(help: .value("template", "File name template, such as {title} (default: {date}-{id})."))
    var name: String?

    @Flag(help: "Share pictures without edits.")
    var unedited = false

    func validate() throws {
        try refuse(
            if: keep.keepAll && unedited,
            "--keep-all shares the stored files unchanged; omit --unedited")
    }

    /// The name of the first given option; nil if none was given.
    var firstGivenOption: String? {
        keep.firstGivenOption ?? (name != nil ? "--name" : unedited ? "--unedited" : nil)
    }

    /// The options for the gallery.
    var options: ShareOptions {
        var options = keep.options
        options.nameTemplate = name
        options.includesEdits = !unedited
        return options
    }
}

/// The options of `gallery share --link`: shared data, password and expiry.
struct ShareLinkFlags: ParsableArguments {
    @Flag(help: "For --link: share pictures at full size.")
    var originals = false

    @Flag(
        help:
            "For --link: share positions, names, titles, tags and descriptions; with --originals, unedited files are shared unchanged."
    )
    var metadata = false

    @Option(
        help: .value("days|date", "Days until the link expires, or its last day (default: never)."))
    var expires: Operand?

    @Flag(help: "Prompt for a password for the link.")
    var password = false

    @Option(
        name: .customLong("password-file"),
        help: .value(
            "file", "File with the link's password in its first line, or - for standard input."),
        completion: .file())
    var passwordFile: Operand?

    @Option(
        name: .customLong("base-url"),
        help: .value("url", "Address of the server (default: the setting serve.baseURL)."))
    var baseURL: Operand?

    /// The name of the first given option; nil if none was given.
    var firstGivenOption: String? {
        [
            ("--originals", originals), ("--metadata", metadata), ("--expires", expires != nil),
            ("--password", password), ("--password-file", passwordFile != nil),
            ("--base-url", baseURL != nil),
        ].first(where: \.1)?.0
    }

    func validate() throws {
        try refuse(
            if: password && passwordFile != nil,
            "--password cannot be combined with --password-file")
        try InvalidValue.check(
            "--expires", expires?.text,
            expected: "1 to 36500 days, or a future date such as 2027-01-31"
        ) { ShareLinkFlags.instant($0) != nil }
        if let baseURL { _ = try ServerBaseURL.trimmed(baseURL.text) }
    }

    /// Returns the options for the gallery, prompting for the password if requested.
    ///
    /// - Throws: the errors of `PasswordOption.read`.
    func options() throws -> ShareLinkOptions {
        var options = ShareLinkOptions()
        options.contents = ShareContents(originals: originals, metadata: metadata)
        options.expires = expires.flatMap { ShareLinkFlags.instant($0.text) }
        if password || passwordFile != nil {
            options.password = try PasswordOption.read(
                passwordFile, for: "the link", minimumLength: 1)
        }
        return options
    }

    /// Parses a number of days or a date into the instant of expiry; nil if invalid or in the past.
    private static func instant(_ text: String) -> Date? {
        if let days = Int(text) {
            return (1...36_500).contains(days) ? Date() + TimeInterval(days) * 86_400 : nil
        }
        guard let end = ShareLinkOptions.instant(text + "T23:59:59Z") else { return nil }
        // The day ends at midnight in the user's time zone.
        let date = end - TimeInterval(TimeZone.current.secondsFromGMT(for: end))
        return date > Date() ? date : nil
    }
}
