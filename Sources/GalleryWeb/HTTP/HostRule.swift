/// Which hosts a request may name, so that another site cannot reach the server under a name of its own
/// (DNS rebinding).
struct HostRule: Sendable {
    /// Makes the rule.
    init(_ options: ServerOptions) {}

    /// - Throws: 421 for another host; 400 without one.
    func check(_ client: Client) throws(Problem) {}
}
