import Foundation

/// What a machine that watches servers reads.
///
/// Source: https://prometheus.io/docs/instrumenting/exposition_formats/, "Text-based format", 0.0.4.
struct MetricsText {
    /// The type of the text.
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// The text.
    private(set) var text = ""

    /// What a number is.
    enum Kind: String {
        /// It only grows.
        case counter
        /// It goes up and down.
        case gauge
        /// Counts below limits.
        case histogram
    }

    /// Begins a family of numbers.
    mutating func family(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
    }

    /// Adds a number to the family.
    mutating func add(
        _ name: String, _ labels: [(name: String, value: String)] = [], _ value: Double
    ) {
        let shown = labels.map { "\($0.name)=\"\(MetricsText.escaped($0.value))\"" }
        let braces = shown.isEmpty ? "" : "{\(shown.joined(separator: ","))}"
        let whole = value.rounded() == value && abs(value) < 1e15
        text += "\(name)\(braces) \(whole ? String(Int64(value)) : String(value))\n"
    }

    /// Adds a family of one number.
    mutating func single(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        family(name, kind, help)
        add(name, [], value)
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
            "\n", with: "\\n")
    }
}
