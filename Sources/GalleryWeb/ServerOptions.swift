/// What a server is to do.
package struct ServerOptions: Sendable {
    /// The address to listen on: a name or an IP address.
    package var host = "127.0.0.1"
    /// The port; 0 takes a free one.
    package var port = 8080
    /// The owner's password; nil for none, which serves the machine itself alone.
    package var password: String?
    /// Whether requests that change something are refused.
    package var isReadOnly = false
    /// The address that people use, without a slash at its end; nil where it is what the server listens on.
    package var baseURL: String?

    /// Makes the defaults.
    package init() {}
}
