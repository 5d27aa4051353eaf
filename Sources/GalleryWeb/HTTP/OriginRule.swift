import HTTPTypes

/// Whether a request that changes something comes from a page of this server, or from no page at all.
struct OriginRule: Sendable {
    /// Makes the rule.
    init(_ options: ServerOptions) {}

    /// - Throws: 403 for a request that another origin's page sent.
    func check(_ headers: HTTPFields, _ client: Client) throws(Problem) {}
}
