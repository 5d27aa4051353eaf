/// Who may use a server of the catalog.
extension Schema {
    static let accounts = ""
}
