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
    ]
    static let configuration = documented("serve", "Serve the catalog as a web page and HTTP API.")

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes a free one.")
    var port = 8080

    @OptionGroup var served: ServedAddress

    @OptionGroup var catalog: CatalogOptions

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        var options = ServerOptions()
        options.host = host
        options.port = port
        try served.apply(to: &options, try run.settings())
        Interruption.allow(seconds: GalleryServer.patience + 1)
        let server = GalleryServer(try run.gallery(), options, log: Logger(label: "gallery"))
        try await server.run { port in
            try? StandardOutput.shared.write("listening on http://\(host):\(port)\n")
            try? StandardOutput.shared.flush()
        }
        return .printed
    }
}
