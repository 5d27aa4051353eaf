import Gallery

extension ImportSummary {
    /// The members of the JSON object that `import` prints.
    var members: [(String, RowValue)] {
        let types = unsupported.sorted { $0.key < $1.key }.map {
            ($0.key, RowValue.integer($0.value))
        }
        return [
            ("section", .text("camera")), ("files", .integer(files)), ("new", .integer(new)),
            ("known", .integer(known)), ("updated", .integer(updated)), ("moved", .integer(moved)),
            ("trashed", .integer(trashed)), ("unsupported", .object(types)),
            ("ignored", .integer(ignored)), ("hidden", .integer(hidden)),
            ("damaged", .integer(damaged)),
            ("failed", .integer(failed)), ("bytesRead", .integer(Int(bytesRead))),
        ]
    }

    /// What was done, for a person, such as
    /// `camera: 3 new, 12 known already; not yet supported: 2 HEIC`.
    var sentence: String {
        let facts = [
            (new, "new"), (known, "known already"), (updated, "updated"), (moved, "moved"),
            (trashed, "in the trash"), (ignored, "no pictures"), (damaged, "damaged"),
            (failed, "failed"),
        ].filter { $0.0 > 0 }.map { "\(Count.text($0.0)) \($0.1)" }
        let types = unsupported.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            .map { "\(Count.text($0.value)) \($0.key)" }
        return "camera: " + (facts.isEmpty ? "nothing to import" : facts.joined(separator: ", "))
            + (types.isEmpty ? "" : "; not yet supported: \(types.joined(separator: ", "))")
    }
}
