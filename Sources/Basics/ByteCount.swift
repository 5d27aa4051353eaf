/// Spells numbers of bytes for people.
package enum ByteCount {
    /// A number of bytes with a decimal unit, such as `512 bytes`, `1.4 MB` or `23 GB`.
    package static func text(_ count: Int64) -> String {
        guard count >= 1000 else { return "\(count) byte\(count == 1 ? "" : "s")" }
        var value = Double(count)
        var unit = ""
        for next in ["kB", "MB", "GB", "TB"] where value >= 999.5 || unit.isEmpty {
            value /= 1000
            unit = next
        }
        if value < 9.95 {
            let tenths = Int((value * 10).rounded())
            return "\(tenths / 10).\(tenths % 10) \(unit)"
        }
        return "\(Count.text(Int(value.rounded()))) \(unit)"
    }
}
