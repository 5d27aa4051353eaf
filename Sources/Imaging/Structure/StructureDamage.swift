/// Says what is wrong with the structure of a picture file.
struct StructureDamage: Error {
    /// A lower-case sentence without a full stop.
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
