import ArgumentParser
import Basics
import Gallery
import GalleryWeb

/// Whom `gallery serve` lets in, and under which names: its flag and the settings.
struct ServedAddress: ParsableArguments {
    @Option(
        name: .customLong("password-file"),
        help: ArgumentHelp(
            "A file whose first line is the owner's password; without one only this machine is served.",
            valueName: "file"),
        completion: .file())
    var passwordFile: Operand?

    /// Adds what the flag and the settings say.
    ///
    /// - Throws: `configuration` for a password that cannot be taken, and where other machines were served
    ///   without one; what reading the file throws.
    func apply(
        to options: inout ServerOptions, _ settings: GallerySettings
    ) throws(GalleryError) {
        if options.baseURL == nil, var url = settings.serve.baseURL {
            while url.hasSuffix("/") { url.removeLast() }
            options.baseURL = url
        }
        options.hosts = settings.serve.hosts
        options.trustedProxies = settings.serve.trustedProxies.compactMap { IPNetwork(text: $0) }
        if let passwordFile {
            let password = try PasswordFile.read(passwordFile.text)
            if let objection = PasswordRule.objection(to: password) {
                throw GalleryError(
                    .configuration,
                    "the password in the first line of '\(passwordFile.text)' cannot be taken: "
                        + "\(objection); expected \(PasswordRule.shortest) characters or more")
            }
            options.password = password
        }
        guard options.password != nil || ServerOptions.isLoopback(options.host) else {
            throw GalleryError(
                .configuration,
                "'\(options.host)' can be reached from other machines, and no password is set: give "
                    + "--password-file FILE, or leave --host out to serve this machine alone")
        }
        guard options.password != nil || !options.isReachedByOthers else {
            throw GalleryError(
                .configuration,
                "a base URL, serve.hosts or serve.trustedProxies brings others here, and no password is set: "
                    + "give --password-file FILE")
        }
    }

    /// The address that people use, without a slash at its end.
    ///
    /// - Throws: `ValidationError` for what is none, or has a path.
    static func trimmed(_ url: String) throws -> String {
        let isURL = url.hasPrefix("http://") || url.hasPrefix("https://")
        guard isURL, let place = url.split(separator: "/").dropFirst().first, !place.isEmpty,
            url.split(separator: "/").count == 2
        else {
            throw ValidationError(
                InvalidValue.message(
                    "--base-url", url,
                    expected: "an address without a path, such as https://photos.example.org"))
        }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}
