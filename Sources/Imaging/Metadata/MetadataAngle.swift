/// Reads the latitude or the longitude that one source tells.
struct MetadataAngle: Sendable {
    /// What the angle is measured from.
    enum Axis: String, Sendable {
        case latitude, longitude
    }

    /// Degrees, positive in the north and the east; nil where the tags make no angle.
    private(set) var degrees: Double?
    /// The hemisphere as the file writes it; nil where it writes none, and always for XMP, whose
    /// values end with it.
    let reference: String?
    /// The components and the hemisphere as the file writes them.
    let written: String
    /// What is odd, `name: sentence`.
    private(set) var warnings: [String] = []
    /// Whether there is no component.
    var isEmpty: Bool { values.isEmpty }

    private let axis: Axis
    private let name: String
    private let values: [MetadataValue]

    /// Reads the tags of a source.
    init(_ axis: Axis, _ all: MetadataValues, _ source: MetadataSource) {
        let isLatitude = axis == .latitude
        self.axis = axis
        name =
            switch source {
            case .xmp: "XMP's \(axis.rawValue)"
            case .sidecar: "the sidecar's \(axis.rawValue)"
            default: "the \(axis.rawValue)"
            }
        values = all.all(source, isLatitude ? .latitude : .longitude).filter {
            !MetadataAngle.written($0).isEmpty
        }
        reference = all.text(isLatitude ? .latitudeRef : .longitudeRef, [source])
            .map(MetadataAngle.shortened)
        written = (values.map(MetadataAngle.written) + [reference].compactMap(\.self))
            .joined(separator: " ")
        if values.isEmpty {
            let others = all.all(source, isLatitude ? .longitude : .latitude)
                .map(MetadataAngle.written).filter { !$0.isEmpty }
            guard !others.isEmpty else { return }
            let other = isLatitude ? "longitude" : "latitude"
            add(
                isLatitude ? .missingLatitude : .missingLongitude,
                "\(name) is missing beside the \(other) "
                    + MetadataAngle.quoted(others.joined(separator: " ")))
        } else if case .text(let bytes) = values[0] {
            readText(MetadataText.decode(bytes) ?? "")
        } else {
            readNumbers()
        }
    }

    /// EXIF's three fractions: degrees, minutes, seconds.
    private mutating func readNumbers() {
        let parts = values.prefix(3).compactMap(MetadataValues.number)
        guard parts.count == values.prefix(3).count else {
            return add(.zeroDenominator, "\(name) has a denominator of zero: \(quotation)")
        }
        if values.count == 2 {
            add(.twoComponents, "\(name) has two components, degrees and minutes: \(quotation)")
        } else if values.count > 3 {
            add(.tooManyComponents, "\(name) has more than three components: \(quotation)")
        }
        take(parts, reference)
    }

    /// XMP's `DDD,MM,SSk` and `DDD,MM.mmk`, and the signed decimals that some programs write; blanks in
    /// place of the commas and before the hemisphere count, as for ExifTool.
    private mutating func readText(_ text: String) {
        var body = MetadataAngle.trimmed(text[...])
        var hemisphere = reference
        if let last = body.last, last.isLetter {
            hemisphere = String(last)
            body = MetadataAngle.trimmed(body.dropLast())
        }
        let parts =
            body.contains(",")
            ? body.split(separator: ",", omittingEmptySubsequences: false)
            : body.split(whereSeparator: \.isWhitespace)
        let numbers = parts.map(MetadataAngle.trimmed).compactMap(MetadataAngle.decimal)
        guard numbers.count == parts.count, (1...3).contains(numbers.count) else {
            return add(.unreadable, "\(name) is no angle: \(quotation)")
        }
        take(numbers, hemisphere)
    }

    /// Adds degrees, minutes and seconds up and sets the sign.
    private mutating func take(_ parts: [Double], _ hemisphere: String?) {
        // ExifTool rounds to 60 seconds: a whole minute is written so, and nothing is odd about it.
        for (index, part) in parts.enumerated().dropFirst() where abs(part) > 60 {
            let unit = index == 1 ? "minutes" : "seconds"
            add(
                index == 1 ? .minutesOutOfRange : .secondsOutOfRange,
                "\(name) has more than 60 \(unit): \(quotation)")
        }
        let magnitude = zip(parts, [1.0, 60, 3600]).reduce(0) { $0 + abs($1.0) / $1.1 }
        let isNegative = parts.contains { $0 < 0 }
        let signed = isNegative ? -magnitude : magnitude
        let value = hemisphere.map { facing($0, magnitude, signed) } ?? undirected(signed)
        // The noise of dividing by 60 and 3600 goes: ten decimals are a hundredth of a millimetre.
        let rounded = (value * 1e10).rounded() / 1e10
        let limit = axis == .latitude ? 90.0 : 180
        guard abs(rounded) <= limit else {
            return add(
                axis == .latitude ? .latitudeOutOfRange : .longitudeOutOfRange,
                "\(name) lies beyond \(Int(limit)) degrees: \(quotation)")
        }
        // Minus zero becomes zero.
        degrees = rounded + 0
    }

    private mutating func facing(
        _ hemisphere: String, _ magnitude: Double, _ signed: Double
    ) -> Double {
        let letter = hemisphere.prefix(1)
        let isNegative: Bool
        switch (axis, letter.uppercased()) {
        case (.latitude, "N"), (.longitude, "E"): isNegative = false
        case (.latitude, "S"), (.longitude, "W"): isNegative = true
        default:
            add(
                .unknownReference,
                "\(name) has the unknown hemisphere '\(hemisphere)', \(assumption(signed)): "
                    + quotation)
            return signed
        }
        if letter != letter.uppercased() {
            add(.lowercaseReference, "\(name) has its hemisphere in lower case: \(quotation)")
        }
        if signed < 0 {
            add(.signedValue, "\(name) has a sign and a hemisphere, which counts: \(quotation)")
        }
        return isNegative ? -magnitude : magnitude
    }

    private mutating func undirected(_ signed: Double) -> Double {
        add(.missingReference, "\(name) has no hemisphere, \(assumption(signed)): \(quotation)")
        return signed
    }

    /// The value as sentences end with it.
    private var quotation: String { MetadataAngle.quoted(written) }

    private func assumption(_ signed: Double) -> String {
        signed < 0 ? "its sign counts" : "taken for \(axis == .latitude ? "N" : "E")"
    }

    private mutating func add(_ warning: PositionWarning, _ sentence: String) {
        warnings.append(warning.text(sentence))
    }

    /// A decimal number; the hexadecimal forms and the words that `Double` reads are none.
    private static func decimal(_ text: Substring) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// A value as the file writes it; empty text for none.
    static func written(_ value: MetadataValue) -> String {
        switch value {
        case .number(let numerator, let denominator): "\(numerator)/\(denominator)"
        case .text(let bytes): shortened(MetadataText.decode(bytes) ?? "")
        }
    }

    /// A value for a sentence: in quotes, and no longer than a person reads.
    static func quoted(_ text: String) -> String {
        text.count > 40 ? "'\(text.prefix(39))…'" : "'\(text)'"
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    /// One line of at most 64 characters: no position needs more, and hostile files write millions.
    private static func shortened(_ text: String) -> String {
        let line = MetadataText.line(String(text.prefix(65))) ?? ""
        return line.count > 64 ? line.prefix(63) + "…" : line
    }
}
