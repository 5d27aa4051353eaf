package import Gallery

/// Lengths along the sides of a picture as a person types them, all in one unit.
package enum PictureLengths: Hashable, Sendable {
    /// Pixels.
    case pixels([Double])
    /// Fractions of the side: `10%` is 0.1.
    case fractions([Double])

    /// Reads numbers with commas between them, all with a percent sign or none.
    ///
    /// - Parameters:
    ///   - count: how many numbers there must be.
    ///   - option: the option that the text is the value of, for messages, such as `--crop`.
    ///   - expected: what to give instead, for messages.
    /// - Throws: `usage` for anything else.
    package init(
        text: String, count: Int, option: String, expected: String
    ) throws(GalleryError) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { part in
            part.filter { $0 != " " }
        }
        let percents = parts.count { $0.hasSuffix("%") }
        let numbers = parts.compactMap { part in
            Double(part.hasSuffix("%") ? String(part.dropLast()) : String(part))
        }
        guard parts.count == count, numbers.count == count, numbers.allSatisfy(\.isFinite) else {
            throw GalleryError(.usage, InvalidValue.message(option, text, expected: expected))
        }
        guard percents == 0 || percents == count else {
            throw GalleryError(
                .usage,
                InvalidValue.message(
                    option, text, expected: "all numbers in pixels or all in percent"))
        }
        self = percents == 0 ? .pixels(numbers) : .fractions(numbers.map { $0 / 100 })
    }

    /// The numbers, whatever their unit.
    package var numbers: [Double] {
        switch self {
        case .pixels(let numbers), .fractions(let numbers): numbers
        }
    }
}
