/// What a grid of photos is laid out from.
extension Schema {
    static let gridColumns = ""
}
