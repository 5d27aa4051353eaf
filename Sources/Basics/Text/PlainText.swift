/// Takes out of texts what no name and no description is made of.
package enum PlainText {
    /// A text as one line: each run of control characters, line breaks among them, is one blank.
    package static func line(_ text: String) -> String {
        withoutControls(text.unicodeScalars, keeping: [])
    }

    /// A text whose lines end with `\n`: of other control characters but tabs, each run is one blank.
    package static func lines(_ text: String) -> String {
        let breaks = text.replacing("\r\n", with: "\n").replacing("\r", with: "\n")
        return withoutControls(breaks.unicodeScalars, keeping: ["\n", "\t"])
    }

    private static func withoutControls(
        _ text: String.UnicodeScalarView, keeping kept: Set<Unicode.Scalar>
    ) -> String {
        var result = String.UnicodeScalarView()
        var isWithinRun = false
        for scalar in text {
            let isPlain =
                scalar.properties.generalCategory != .control || kept.contains(scalar)
            if isPlain { result.append(scalar) } else if !isWithinRun { result.append(" ") }
            isWithinRun = !isPlain
        }
        return String(result)
    }
}
