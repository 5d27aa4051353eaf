/// Says what the value of a tag must look like to be given away unasked.
///
/// What a tag is called says nothing about what a program or a person wrote into it: anything else than a
/// number, a date or a word of a list stays behind, whatever it says.
enum MetadataGrammar: Hashable, Sendable {
    /// At most so many numbers, such as `200`, `28/5` or `-0.3`.
    case numbers(Int)
    /// Four digits as bytes, such as `48 50 51 50`.
    case version
    /// A day, or a day and a time, in the forms of EXIF, IPTC and XMP.
    case date
    /// A time of day.
    case time
    /// How far a clock is from UTC.
    case offset
    /// The digits behind the seconds.
    case fraction
    /// A rule of EXIF's for file names.
    case interoperability
    /// A word of the IPTC's list of digital source types.
    case sourceType

    /// Whether a tag's value is what it should be.
    func holds(_ value: MetadataJudge.Value, of key: String) -> Bool {
        switch value {
        case .numbers(let text):
            // What is no date in IPTC, exiv2 reads as text.
            return (isNumeric || key.hasPrefix("Iptc.")) && matches(text)
        case .text(let text):
            return (key.hasPrefix("Xmp.") || key.hasPrefix("Exif.") && !isNumeric) && matches(text)
        // The name of a language is free text as well.
        case .language, .other: return false
        }
    }

    /// Whether EXIF holds it as numbers.
    private var isNumeric: Bool {
        switch self {
        case .numbers, .version: true
        default: false
        }
    }

    private func matches(_ text: String) -> Bool {
        switch self {
        case .numbers(let limit):
            let parts = text.split(separator: " ")
            return (1...limit).contains(parts.count)
                && parts.allSatisfy(MetadataGrammar.isNumber)
        case .version:
            let parts = text.split(separator: " ")
            return parts.count == 4
                && parts.allSatisfy { MetadataGrammar.digitBytes.contains(String($0)) }
        case .date: return MetadataGrammar.isDate(text)
        case .time: return MetadataGrammar.isTime(text[...])
        case .offset: return MetadataDate.offset(text) != nil
        case .fraction: return MetadataGrammar.isDigits(text[...], 1...9)
        case .interoperability: return ["R98", "R03", "THM"].contains(text)
        case .sourceType: return MetadataGrammar.sourceTypes.contains(text)
        }
    }

    private static let digitBytes = Set((0x30...0x39).map(String.init))

    /// Source: IPTC, http://cv.iptc.org/newscodes/digitalsourcetype/, retired ones included.
    private static let sourceTypes = Set(
        [
            "algorithmicMedia", "algorithmicallyEnhanced", "composite", "compositeCapture",
            "compositeSynthetic", "compositeWithTrainedAlgorithmicMedia", "computationalCapture",
            "dataDrivenMedia", "digitalArt", "digitalCapture", "digitalCreation", "humanEdits",
            "minorHumanEdits", "negativeFilm", "positiveFilm", "print", "screenCapture",
            "softwareImage", "trainedAlgorithmicMedia", "virtualRecording",
        ].map { "http://cv.iptc.org/newscodes/digitalsourcetype/" + $0 })

    private static func isNumber(_ text: Substring) -> Bool {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy(isDecimal)
    }

    private static func isDecimal(_ text: Substring) -> Bool {
        let isSigned = text.first == "-" || text.first == "+"
        let parts = (isSigned ? text.dropFirst() : text)
            .split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && isDigits(parts[0], 1...10)
            && parts.dropFirst().allSatisfy { isDigits($0, 1...17) }
    }

    private static func isDate(_ text: String) -> Bool {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) {
            $0 == "T" || $0 == " "
        }
        let day = parts[0].split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "-" }
        guard day.count <= 3, isDigits(day[0], 4...4),
            day.dropFirst().allSatisfy({ isDigits($0, 2...2) })
        else { return false }
        return parts.count == 1 || day.count == 3 && isTime(parts[1])
    }

    /// `HH:MM[:SS[.F]]`, with the offset from UTC or without it.
    private static func isTime(_ text: Substring) -> Bool {
        let end = text.firstIndex { $0 == "+" || $0 == "-" || $0 == "Z" } ?? text.endIndex
        guard end == text.endIndex || MetadataDate.offset(String(text[end...])) != nil else {
            return false
        }
        let clock = text[..<end].split(separator: ".", omittingEmptySubsequences: false)
        let fields = clock[0].split(separator: ":", omittingEmptySubsequences: false)
        return clock.count <= 2 && (2...3).contains(fields.count)
            && fields.allSatisfy { isDigits($0, 2...2) }
            && clock.dropFirst().allSatisfy { isDigits($0, 1...9) }
    }

    private static func isDigits(_ text: Substring, _ count: ClosedRange<Int>) -> Bool {
        count.contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }
}

extension MetadataTags {
    /// What a tag's value must look like; nil for text.
    static func grammar(of key: String) -> MetadataGrammar? { technical[key] ?? ratings[key] }
}
