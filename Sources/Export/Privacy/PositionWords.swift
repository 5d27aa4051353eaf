/// Takes a tag apart into words, numbers and marks, and finds positions among them.
struct PositionWords {
    private enum Part: Equatable {
        case word(String)
        /// Without its sign; `decimals` counts the digits behind the point.
        case number(Double, decimals: Int)
        case mark(Character)
    }

    private static let degreeMarks: Set<Character> = ["°", "º", "˚", "∘"]
    private static let degreeWords: Set<String> = ["deg", "degree", "degrees"]
    private static let minuteMarks: Set<Character> = ["'", "′", "’", "´", "`"]
    private static let northern: Set<String> = ["n", "s", "north", "south", "nord", "sud", "süd"]
    private static let eastern: Set<String> = [
        "e", "w", "o", "east", "west", "est", "ouest", "ost", "oeste", "este",
    ]
    /// What makes a number in front of it something else than degrees.
    private static let units: Set<String> = [
        "cm", "ev", "f", "fps", "ft", "gb", "h", "hz", "in", "k", "kg", "km", "m", "mb", "mi",
        "mm", "mp", "ms", "p", "px", "x",
    ]

    private var parts: [Part] = []

    /// Takes a text in lower case apart.
    init(_ text: String) {
        var rest = text.replacing("%2c", with: ",").replacing("%20", with: " ")[...]
        // A comma is a decimal point where there is no other one.
        let point: Character = rest.contains(".") ? "." : ","
        while let first = rest.first {
            if PositionWords.isLetter(first) {
                let word = rest.prefix(while: PositionWords.isLetter)
                parts.append(.word(String(word)))
                rest = rest.dropFirst(word.count)
            } else if first.isWholeNumber {
                parts.append(PositionWords.takeNumber(&rest, point: point))
            } else {
                parts.append(.mark(first.isWhitespace ? " " : first))
                rest.removeFirst()
            }
        }
    }

    private static func takeNumber(_ rest: inout Substring, point: Character) -> Part {
        var run = rest.prefix { $0.isWholeNumber || $0 == "." }
        while run.last == "." { run.removeLast() }
        var digits = run
        // With a comma for a point, one digit behind it is a list: `1,2`.
        if point == ",", rest.dropFirst(run.count).first == "," {
            let behind = rest.dropFirst(run.count + 1).prefix(while: \.isWholeNumber)
            if behind.count >= 2 { digits = rest.prefix(run.count + 1 + behind.count) }
        }
        rest = rest.dropFirst(digits.count)
        let halves = digits.split(separator: point, omittingEmptySubsequences: false)
        // Dates and versions have more than one point.
        guard halves.count <= 2 else { return .mark("#") }
        let decimals = halves.count == 2 ? halves[1].count : 0
        let ascii = String(
            digits.prefix(40).map { character in
                character.wholeNumberValue.map { Character("\($0 % 10)") } ?? "."
            })
        return Double(ascii).map { .number($0, decimals: decimals) } ?? .mark("#")
    }

    /// Whether the text holds a position, or one half of it.
    var tellPosition: Bool {
        hasNamedNumber || hasPair || hasMinutes || hasHemispheres || hasExactNumber
    }

    /// `lat=48`, `longitude: 4`, `lat 48.39`: behind a blank alone a number needs decimals.
    private var hasNamedNumber: Bool {
        parts.indices.contains { index in
            guard case .word(let word) = parts[index], PositionTag.predicates.contains(word) else {
                return false
            }
            var isAssigned = false
            for next in parts.indices.dropFirst(index + 1) {
                switch parts[next] {
                case .mark(let mark): isAssigned = isAssigned || mark == "=" || mark == ":"
                case .number(_, let decimals): return isAssigned || (decimals > 0 && isFree(next))
                case .word: return false
                }
            }
            return false
        }
    }

    /// Two numbers with decimals one after the other, such as `48.39, -4.49`.
    private var hasPair: Bool {
        var first: Double?
        for (index, part) in parts.enumerated() {
            switch part {
            case .mark: break
            case .word(let word):
                if !PositionWords.isDirection(word), !PositionTag.predicates.contains(word),
                    !PositionWords.degreeWords.contains(word)
                {
                    first = nil
                }
            case .number(let value, let decimals):
                guard decimals > 0, value <= 180, isFree(index) else {
                    first = nil
                    continue
                }
                if let first, min(first, value) <= 90 { return true }
                first = value
            }
        }
        return false
    }

    /// `48°23'`, `48 deg 23'`, `48° 23.4`, `48.39° N`.
    private var hasMinutes: Bool {
        let solid = parts.filter { $0 != .mark(" ") }
        return solid.indices.contains { index in
            guard case .number(let degrees, _) = solid[index], degrees <= 180,
                isDegree(solid.dropFirst(index + 1).first)
            else { return false }
            let rest = solid.dropFirst(index + 2)
            switch rest.first {
            case .word(let word): return PositionWords.isDirection(word)
            case .number(let minutes, let decimals):
                guard minutes < 60 else { return false }
                guard decimals == 0, case .mark(let mark) = rest.dropFirst().first else {
                    return decimals > 0
                }
                return PositionWords.minuteMarks.contains(mark)
            default: return false
            }
        }
    }

    /// `N48 W4`, `48 23 24 N 4 29 W`: a number at each of two directions.
    private var hasHemispheres: Bool {
        var north: Int?
        var east: Int?
        for index in parts.indices {
            guard case .word(let word) = parts[index], touchesNumber(index) else { continue }
            if PositionWords.northern.contains(word) { north = index }
            if PositionWords.eastern.contains(word) { east = index }
        }
        guard let north, let east else { return false }
        // The fifth episode of the third season is no position: `s03e05`.
        let isEpisode =
            parts[north] == .word("s") && parts[east] == .word("e") && east == north + 2
        return !isEpisode
    }

    /// `48.390417` and `48.39N`: the halves of a position in tags of their own.
    private var hasExactNumber: Bool {
        parts.indices.contains { index in
            guard case .number(let value, let decimals) = parts[index], value <= 180,
                isFree(index)
            else { return false }
            if decimals >= 4 { return true }
            let isBlank = { (part: Part) in part == .mark(" ") }
            for near in [
                parts[..<index].last { !isBlank($0) }, parts[(index + 1)...].first { !isBlank($0) },
            ] {
                guard case .word(let word) = near, PositionWords.isDirection(word) else { continue }
                // `0.25s` is an exposure.
                if decimals >= (word == "s" ? 3 : 2) { return true }
            }
            return false
        }
    }

    /// Whether no word makes the number something else than degrees: `v2.0`, `f/2.8`, `50.0 mm`.
    private func isFree(_ index: Int) -> Bool {
        var before = parts[..<index]
        if before.last == .mark("/"), before.dropLast().last == .word("f") { return false }
        if before.last == .mark(".") { before.removeLast() }
        if case .word(let word) = before.last, !PositionWords.isDirection(word),
            !PositionTag.predicates.contains(word)
        {
            return false
        }
        let behind = parts[(index + 1)...]
        if case .word(let word) = behind.first {
            return PositionWords.isDirection(word) || PositionWords.degreeWords.contains(word)
                || PositionTag.predicates.contains(word)
        }
        if behind.first == .mark(" "), case .word(let word) = behind.dropFirst().first {
            return !PositionWords.units.contains(word)
        }
        return true
    }

    /// Whether a number stands beside the part, with blanks and the marks of angles between or not.
    private func touchesNumber(_ index: Int) -> Bool {
        let isGap = { (part: Part) -> Bool in
            guard case .mark(let mark) = part else { return false }
            return mark == " " || mark == "\"" || mark == "″" || mark == "”"
                || PositionWords.degreeMarks.contains(mark)
                || PositionWords.minuteMarks.contains(mark)
        }
        for part in [
            parts[..<index].last { !isGap($0) }, parts[(index + 1)...].first { !isGap($0) },
        ] {
            if case .number(let value, _) = part, value <= 180 { return true }
        }
        return false
    }

    private func isDegree(_ part: Part?) -> Bool {
        switch part {
        case .mark(let mark): PositionWords.degreeMarks.contains(mark)
        case .word(let word): PositionWords.degreeWords.contains(word)
        default: false
        }
    }

    private static func isLetter(_ character: Character) -> Bool {
        // Unicode counts the ordinal sign, which many write for degrees, among the letters.
        character.isLetter && !degreeMarks.contains(character)
    }

    private static func isDirection(_ word: String) -> Bool {
        northern.contains(word) || eastern.contains(word)
    }
}
