import Basics
import Gallery
import GalleryWeb

/// Says where a server is, once it listens: one line for programs, and what helps people.
struct ServeAnnouncement: Sendable {
    private let options: ServerOptions
    private let isQuiet: Bool

    /// Makes the announcement of a server.
    init(_ options: ServerOptions, _ catalog: CatalogOptions) {
        self.options = options
        isQuiet = catalog.quiet
    }

    /// Says it.
    ///
    /// - Parameter port: where the server listens.
    func say(port: Int) {
        let address = options.address(port: port)
        // Whoever closed the stream does not want to know.
        try? StandardOutput.shared.write("listening on \(address)\n")
        try? StandardOutput.shared.flush()
        guard !isQuiet else { return }
        if options.sendsPasswordsOpenly {
            StandardError.shared.write(
                Message.line(
                    "photo sharing sends passwords in addresses, and nothing encrypts them here: give "
                        + "--tls-certificate and --tls-key, or let programs send tokens "
                        + "('gallery token create NAME --account NAME')"))
        }
        if let baseURL = options.baseURL {
            StandardError.shared.write(Message.line("people reach it at \(baseURL)"))
        }
        guard StandardError.shared.isTerminal, let phone = phoneAddress(port: port),
            let code = QRCode(phone)
        else { return }
        StandardError.shared.write(Message.line("for a phone: \(phone)"))
        StandardError.shared.write(code.terminalText)
    }

    /// What a phone in the same network opens; nil where none can.
    private func phoneAddress(port: Int) -> String? {
        if let baseURL = options.baseURL { return baseURL }
        guard !ServerOptions.isLoopback(options.host) else { return nil }
        guard ["0.0.0.0", "::"].contains(options.host) else { return options.address(port: port) }
        guard let own = HostAddresses.own else { return nil }
        var shown = options
        shown.host = own
        return shown.address(port: port)
    }
}
