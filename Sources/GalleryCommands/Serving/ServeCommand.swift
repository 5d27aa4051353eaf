import ArgumentParser
import Basics
import Gallery
import GalleryWeb
import Logging

/// The command `gallery serve`.
struct ServeCommand: CatalogCommand {
    static let explanation = """
        Serves the catalog as web pages and an HTTP API, by default only on this machine (see \
        --host). Prints the address when ready, and exits on SIGINT or SIGTERM.
        """
    static let examples: KeyValuePairs = [
        "gallery serve": "browse the catalog at http://127.0.0.1:8080/",
        "gallery serve --port 0": "use a free port",
        "gallery serve --host 0.0.0.0 --password-file ~/gallery-password":
            "allow access from other machines, with a password",
        "gallery serve --share --host 0.0.0.0 --password-file ~/gallery-password":
            "share photos in a local network",
        "gallery serve --campaign summer --host 0.0.0.0 --password-file ~/gallery-password":
            "let accounts publish photos in a feed",
        "gallery serve --read-only --catalog /media/archive": "serve a catalog on read-only media",
    ]
    static let configuration = documented("serve", "Serve the catalog as a web page and HTTP API.")

    @Option(help: "Address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "Port to listen on; 0 selects a free port.")
    var port = 8080

    @Option(
        name: .customLong("password-file"),
        help: .value(
            "file",
            "File with the owner's password in its first line; required for access from other machines."
        ), completion: .file())
    var passwordFile: Operand?

    @Flag(
        help:
            "Enable the photo-share protocol: shared photos are public, and accounts can send photos."
    )
    var share = false

    @Option(
        help: .value(
            "name",
            "Serve a campaign's feed: posts are public, and accounts can sign in and publish."))
    var campaign: String?

    @Flag(help: "Reject all changes; also works on read-only media.")
    var readOnly = false

    @Option(
        name: .customLong("base-url"),
        help: .value("url", "Public address, if the server is behind a proxy."))
    var baseURL: String?

    @Option(
        name: .customLong("tls-certificate"),
        help: .value(
            "file",
            "Encrypt connections with this certificate chain in PEM format, reloaded when it changes."
        ), completion: .file())
    var certificate: Operand?

    @Option(
        name: .customLong("tls-key"),
        help: .value("file", "Private key of the certificate in PEM format."), completion: .file())
    var key: Operand?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try InvalidValue.check("--port", port, in: 0...65_535, expected: "0 to 65535")
        try InvalidValue.check("--host", host, expected: "an address of this machine") {
            !$0.isEmpty
        }
        try refuse(
            if: (certificate == nil) != (key == nil),
            "--tls-certificate and --tls-key must be given together")
        _ = try baseURL.map(ServerBaseURL.trimmed)
        try InvalidValue.check("--campaign", campaign, expected: "a name of 1 to 100 characters") {
            !CampaignFeed.objection(toName: $0)
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let log = Logger(label: "gallery") { _ in MessageLog() }
        let options = try options(run, log)
        let gallery = try run.gallery(isCreated: !readOnly, isReadOnly: readOnly)
        Interruption.allow(seconds: GalleryServer.patience + 1)
        if let campaign { try gallery.campaign(campaign).prepare() }
        let server = GalleryServer(gallery, options, log: log)
        let isQuiet = catalog.quiet
        try await server.run { Self.announce(options, port: $0, isQuiet: isQuiet) }
        return .printed
    }

    private func options(_ run: CommandRun, _ log: Logger) throws -> ServerOptions {
        let settings = try run.settings()
        var options = ServerOptions()
        options.host = host
        options.port = port
        options.isReadOnly = readOnly
        options.isSharing = share
        options.campaign = campaign
        options.maximumUploadBytes = settings.serve.uploadMaximumBytes
        options.baseURL = try baseURL.map(ServerBaseURL.trimmed)
        try setAccess(of: &options, settings)
        if let certificate, let key {
            options.certificate = try ServerCertificate(
                chain: BytePath(certificate.text), key: BytePath(key.text), log: log)
        }
        var format = AccessLog.Format(rawValue: settings.serve.log.rawValue)
        if catalog.verbose, format == nil { format = .text }
        options.accessLog = format.map { format in
            // Errors are ignored because they cannot be reported anywhere else.
            AccessLog(format) { try? StandardStream.error.write($0, waits: true) }
        }
        options.allow(openFiles: OpenFiles.raiseLimit())
        return options
    }

    /// Sets the access rules from the password and the settings.
    ///
    /// - Throws: `configuration` for an unacceptable password, and if other machines would have
    ///   access without a password; errors of reading the file.
    private func setAccess(
        of options: inout ServerOptions, _ settings: GallerySettings
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
                    "the password in the first line of '\(passwordFile.text)' is not acceptable: "
                        + "\(objection); expected \(PasswordRule.minimumLength) characters or more")
            }
            options.password = password
        }
        guard options.password != nil || ServerOptions.isLoopback(options.host) else {
            throw GalleryError(
                .configuration,
                "'\(options.host)' is accessible from other machines, and no password is set; give "
                    + "--password-file FILE, or omit --host to serve only this machine")
        }
        guard options.password != nil || !options.isReachedByOthers else {
            throw GalleryError(
                .configuration,
                "a base URL, serve.hosts or serve.trustedProxies allows access from other machines, and "
                    + "no password is set; give --password-file FILE")
        }
    }
}

extension ServeCommand {
    /// Prints the address of a server that is ready: one line for programs, and hints for people.
    ///
    /// - Parameters:
    ///   - port: the port on which the server listens.
    ///   - isQuiet: true to print only the line for programs.
    fileprivate static func announce(_ options: ServerOptions, port: Int, isQuiet: Bool) {
        let address = options.address(port: port)
        // Errors are ignored: the server also runs with standard output closed.
        try? StandardOutput.shared.write("listening on \(address)\n")
        try? StandardOutput.shared.flush()
        guard !isQuiet else { return }
        if options.sendsPasswordsOpenly {
            StandardError.shared.report(
                "photo sharing sends passwords in URLs, and this server does not encrypt them; use "
                    + "--tls-certificate and --tls-key, or have programs send tokens "
                    + "('gallery token create NAME --account NAME')")
        }
        if let baseURL = options.baseURL {
            StandardError.shared.report("public address: \(baseURL)")
        }
        guard StandardError.shared.isTerminal, let phone = phoneAddress(of: options, port: port),
            let code = QRCode(phone)
        else { return }
        StandardError.shared.report("for a phone: \(phone)")
        StandardError.shared.write(code.terminalText)
    }

    /// Returns the address for a phone in the same network; nil if the server is not accessible.
    private static func phoneAddress(of options: ServerOptions, port: Int) -> String? {
        if let baseURL = options.baseURL { return baseURL }
        guard !ServerOptions.isLoopback(options.host) else { return nil }
        guard ["0.0.0.0", "::"].contains(options.host) else { return options.address(port: port) }
        guard let own = HostAddresses.own else { return nil }
        var shown = options
        shown.host = own
        return shown.address(port: port)
    }
}

/// The public address of a server.
enum ServerBaseURL {
    /// Returns a base URL without its trailing slash.
    ///
    /// - Throws: `ValidationError` if the text is not a URL, or has a path.
    static func trimmed(_ url: String) throws -> String {
        try InvalidValue.check(
            "--base-url", url,
            expected: "an address without a path, such as https://photos.example.org"
        ) { url in
            (url.hasPrefix("http://") || url.hasPrefix("https://"))
                && url.split(separator: "/").count == 2
        }
        return url.hasSuffix("/") ? String(url.dropLast()) : url
    }
}

/// Writes the server's log messages to standard error, in the format of the commands.
struct MessageLog: LogHandler {
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.notice

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) { StandardError.shared.report("\(event.message)") }
}
