import ArgumentParser
import Basics
import Gallery
import GalleryWeb
import Logging

/// The command `gallery serve`.
struct ServeCommand: CatalogCommand {
    static let explanation = """
        Serves the catalog as pages and as an HTTP API, to this machine alone unless --host says \
        otherwise. Prints its address once it is ready, and ends with SIGINT or SIGTERM.
        """
    static let examples = [
        CommandExample("gallery serve", "look at http://127.0.0.1:8080/ in a browser"),
        CommandExample("gallery serve --port 0", "take a free port"),
        CommandExample(
            "gallery serve --host 0.0.0.0 --password-file ~/gallery-password",
            "let other machines in, with a password"),
        CommandExample(
            "gallery serve --share --host 0.0.0.0 --password-file ~/gallery-password",
            "let people of the house share photos"),
        CommandExample(
            "gallery serve --campaign summer --host 0.0.0.0 --password-file ~/gallery-password",
            "let accounts publish photos in a feed"),
        CommandExample(
            "gallery serve --read-only --catalog /media/archive", "look at a catalog on a medium"),
    ]
    static let configuration = documented("serve", "Serve the catalog as a web page and HTTP API.")

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @OptionGroup var served: ServedAddress

    @Flag(
        help: ArgumentHelp(
            "Speak the photo-share protocol: what accounts share is given to everybody, and accounts may send "
                + "photos."))
    var share = false

    @Option(
        help: ArgumentHelp(
            "Show a campaign's feed and speak its protocol: accounts sign in and publish posts, everybody may read "
                + "them.", valueName: "name"))
    var campaign: String?

    @Flag(help: "Change nothing, whoever asks; works on a medium that cannot be written.")
    var readOnly = false

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "The address that people use, where a proxy stands in front.", valueName: "url"))
    var baseURL: String?

    @Option(
        name: .customLong("tls-certificate"),
        help: ArgumentHelp(
            "A certificate in PEM, behind it those that vouch for it: connections are encrypted. It is "
                + "read again when it changes.", valueName: "file"), completion: .file())
    var certificate: Operand?

    @Option(
        name: .customLong("tls-key"),
        help: ArgumentHelp("The certificate's key in PEM.", valueName: "file"), completion: .file())
    var key: Operand?

    @OptionGroup var catalog: CatalogOptions

    func validate() throws {
        try InvalidValue.check("--port", port, in: 0...65_535, expected: "0 to 65535")
        if host.isEmpty {
            throw ValidationError(
                InvalidValue.message("--host", host, expected: "an address of this machine"))
        }
        if (certificate == nil) != (key == nil) {
            throw ValidationError("--tls-certificate and --tls-key belong together: give both")
        }
        _ = try baseURL.map(ServedAddress.trimmed)
        if let campaign, CampaignFeed.objection(toName: campaign) {
            throw ValidationError(
                InvalidValue.message(
                    "--campaign", campaign, expected: "a name of 1 to 100 characters"))
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let log = Logger(label: "gallery") { _ in MessageLog() }
        let options = try options(run, log)
        let gallery = try readOnly ? run.galleryForReading() : run.gallery()
        Interruption.allow(seconds: GalleryServer.patience + 1)
        if let campaign { try gallery.campaign(campaign).prepare() }
        let server = GalleryServer(gallery, options, log: log)
        let announcement = ServeAnnouncement(options, catalog)
        try await server.run { announcement.say(port: $0) }
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
        options.baseURL = try baseURL.map(ServedAddress.trimmed)
        try served.apply(to: &options, settings)
        if let certificate, let key {
            options.certificate = try ServerCertificate(
                chain: BytePath(certificate.text), key: BytePath(key.text), log: log)
        }
        var format = AccessLog.Format(rawValue: settings.serve.log)
        if catalog.verbose, format == nil { format = .text }
        options.accessLog = format.map { format in
            // Lines that cannot be written have no better place to go.
            AccessLog(format) { try? StandardStream.error.write($0, waits: true) }
        }
        options.allow(openFiles: OpenFiles.raiseLimit())
        return options
    }
}
