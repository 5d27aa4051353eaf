import ArgumentParser
import Foundation
import Gallery
import GalleryModel

/// The options of `gallery share --link` that say what the link gives, to whom and how long.
struct ShareLinkFlags: ParsableArguments {
    @Flag(help: "Let a link give pictures of full size.")
    var originals = false

    @Flag(
        help:
            "Let a link tell positions, names, titles, tags and descriptions, not only titles and credits of what is public on Flickr; with --originals, unedited files go as they are."
    )
    var metadata = false

    @Option(
        help: ArgumentHelp(
            "After how many days, or at the end of which day, the link ends, else never.",
            valueName: "days|date"))
    var expires: Operand?

    @Flag(help: "Ask for a password of the link on the terminal.")
    var password = false

    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "A file whose first line is the link's password, or - for standard input.",
            valueName: "file"),
        completion: .file())
    var passwordFile: Operand?

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The address of the server, else the setting serve.baseURL.", valueName: "url"))
    var baseURL: Operand?

    /// The first option that was given; nil for none.
    var firstGiven: String? {
        [
            ("--originals", originals), ("--metadata", metadata), ("--expires", expires != nil),
            ("--password", password), ("--password-file", passwordFile != nil),
            ("--base-url", baseURL != nil),
        ].first(where: \.1)?.0
    }

    func validate() throws {
        if password, passwordFile != nil {
            throw ValidationError("--password asks and --password-file reads: give one")
        }
        if let expires, ShareLinkFlags.instant(expires.text) == nil {
            throw ValidationError(
                InvalidValue.message(
                    "--expires", expires.text,
                    expected: "1 to 36500 days, or a day to come such as 2027-01-31"))
        }
        if let baseURL { _ = try ServedAddress.trimmed(baseURL.text) }
    }

    /// The options for the gallery; asks for the password.
    ///
    /// - Throws: as `PasswordOption.read`.
    func options() throws -> ShareLinkOptions {
        var options = ShareLinkOptions()
        options.gift = ShareGift(originals: originals, metadata: metadata)
        options.expires = expires.flatMap { ShareLinkFlags.instant($0.text) }
        if password || passwordFile != nil {
            options.password = try PasswordOption.read(
                passwordFile, for: "the link", shortest: 1)
        }
        return options
    }

    /// The instant at which a link of so many days, or until a day, ends.
    private static func instant(_ text: String) -> Date? {
        if let days = Int(text) {
            return (1...36_500).contains(days) ? Date() + TimeInterval(days) * 86_400 : nil
        }
        guard let end = ShareLinkOptions.instant(text + "T23:59:59Z") else { return nil }
        // The day ends where the person is.
        let date = end - TimeInterval(TimeZone.current.secondsFromGMT(for: end))
        return date > Date() ? date : nil
    }
}
