/// The work that a server was asked for.
extension Schema {
    static let jobs = ""
}
