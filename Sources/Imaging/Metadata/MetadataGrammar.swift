import Basics
internal import CExiv2Shim

/// The form that a tag's value must have to be included in shared copies by default.
///
/// The name of a tag does not guarantee what a program or user wrote into it: any value other than
/// a number, a date or a word from a list is removed.
enum MetadataGrammar: Hashable, Sendable {
    /// At most this many numbers, for example `200`, `28/5` or `-0.3`.
    case numbers(Int)
    /// Four digits as bytes, for example `48 50 51 50`.
    case version
    /// A day, or a day and a time, in the formats of EXIF, IPTC and XMP.
    case date
    /// A time of day.
    case time
    /// A UTC offset.
    case offset
    /// The digits of a fraction of a second.
    case fraction
    /// A file name rule of EXIF.
    case interoperability
    /// A value from the IPTC's list of digital source types.
    case sourceType

    /// Returns true if a tag's text has this form.
    ///
    /// - Parameter isNumbers: true for bytes, numbers and dates of EXIF and IPTC, as text.
    func holds(_ text: String, isNumbers: Bool, of key: String) -> Bool {
        // exiv2 reads invalid IPTC dates as text.
        let fits =
            isNumbers
            ? isNumeric || key.hasPrefix("Iptc.")
            : key.hasPrefix("Xmp.") || key.hasPrefix("Exif.") && !isNumeric
        return fits && matches(text)
    }

    /// True if EXIF stores such values as numbers.
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
            return (1...limit).contains(parts.count) && parts.allSatisfy(MetadataGrammar.isNumber)
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

    /// Source: IPTC, http://cv.iptc.org/newscodes/digitalsourcetype/, including retired values.
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

    /// Returns true for `HH:MM[:SS[.F]]`, with or without a UTC offset.
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
        count.contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
    }
}

extension MetadataTags {
    /// Returns the form that a tag's value must have; nil for free text.
    static func grammar(of key: String) -> MetadataGrammar? { technical[key] ?? ratings[key] }
}

/// Decides which tags of an original are carried to a copy.
struct MetadataFilter: Sendable {
    private let rules: MetadataTransfer.Rules
    /// Kinds that are taken only from the packet.
    private let removed: MetadataTransfer.Rules
    private let keepsEverything: Bool
    /// True if titles, descriptions and keywords are taken only from the packet.
    private let usesPacketTexts: Bool
    /// True if the original contains place names, which take precedence over looked-up ones.
    private var hasPlace = false

    /// The size limit for numbers in EXIF, in bytes; the rationals of a lens specification take 32.
    private static let maximumNumberLength = 64

    /// Creates a filter.
    ///
    /// - Parameter hasPacket: true if there is a packet, which then determines title, description
    ///   and keywords: if it has none, the original's must not be used instead.
    init(_ rules: MetadataTransfer.Rules, _ removed: MetadataTransfer.Rules = [], hasPacket: Bool) {
        self.rules = rules
        self.removed = removed
        keepsEverything = rules == .everything
        usesPacketTexts = hasPacket && !keepsEverything
    }

    /// Decides about a tag of the original or the packet, an item of its list or one language of
    /// its text.
    ///
    /// - Parameter replace: receives the new text if the verdict is to replace it.
    mutating func verdict(on item: cexiv2_item, replace: (String) -> Void) -> cexiv2_verdict {
        let key = String(cString: item.key)
        let isPacket = item.source == CEXIV2_SOURCE_SIDECAR
        let isPlace = MetadataTags.places.contains(MetadataTags.property(of: key))
        // The original's tags precede the packet's.
        if isPacket, isPlace, hasPlace { return CEXIV2_DROP }
        let text = MetadataFilter.text(of: item, key)
        let isText = text != nil && item.form != CEXIV2_FORM_NUMBERS
        // The name of a language is also free text.
        let isPlain = isText && item.form != CEXIV2_FORM_LANGUAGE
        if !isPacket {
            let isWanted = keepsEverything ? isValidForCopy(key) : isAllowed(key, isText: isPlain)
            guard isWanted, !isRemoved(key) else { return CEXIV2_DROP }
        }
        let grammar = keepsEverything ? nil : MetadataTags.grammar(of: key)
        if let grammar {
            guard let text, isPlain || !isText,
                grammar.holds(text, isNumbers: !isText, of: key)
            else { return CEXIV2_DROP }
        }
        // Allowed numbers are shorter; a longer value could contain anything.
        let isTooLong = text == nil && item.length > MetadataFilter.maximumNumberLength
        if isTooLong, !keepsEverything { return CEXIV2_DROP }
        // IPTC is converted to UTF-8. EXIF text is rewritten to remove bytes after its end.
        let isKept =
            !isText || key.hasPrefix("Xmp.") && grammar == nil
            || key.hasPrefix("Exif.") && keepsEverything
        if !isKept, text?.isEmpty == true { return CEXIV2_DROP }
        hasPlace = hasPlace || isPlace && !isPacket
        guard let text, !isKept else { return CEXIV2_KEEP }
        replace(text)
        return CEXIV2_REPLACE
    }

    /// Returns the text of an item; nil for structures and for values that are not examined.
    private static func text(of item: cexiv2_item, _ key: String) -> String? {
        guard item.text != nil else { return nil }
        let bytes = UnsafeBufferPointer(start: item.text, count: item.length)
        // EXIF's Copyright contains two notices separated by a NUL.
        let isCopyright = key == "Exif.Image.Copyright"
        return (isCopyright ? MetadataText.decodeCopyright(bytes) : MetadataText.decode(bytes))
            ?? ""
    }

    /// Returns true if a tag of an original is also valid for a copy with other pixels.
    private func isValidForCopy(_ key: String) -> Bool {
        let property = MetadataTags.property(of: key)
        if MetadataTags.pixelTags.contains(property) { return false }
        let group = MetadataTags.group(of: property)
        if MetadataTags.pixelGroups.contains(group) { return false }
        // Maker notes can also contain pictures.
        let isMakers = key.hasPrefix("Exif.") && !["Image", "Photo", "GPSInfo"].contains(group)
        let tag = property.split(separator: ".").last ?? ""
        return !isMakers || !(tag.contains("Preview") || tag.contains("Thumbnail"))
    }

    private func isRemoved(_ key: String) -> Bool {
        !removed.isEmpty
            && MetadataTags.listed.contains { removed.contains($0) && $1.contains(key) }
    }

    /// Returns true if a tag of an original can be shared.
    private func isAllowed(_ key: String, isText: Bool) -> Bool {
        guard isListed(key) else { return false }
        if usesPacketTexts, MetadataTags.catalogTags.contains(key) { return false }
        // Their levels can be places, which were removed from the packet's keywords.
        if usesPacketTexts, !rules.contains(.location), MetadataTags.hierarchies.contains(key) {
            return false
        }
        return isText || !MetadataTags.texts.contains(key)
    }

    private func isListed(_ key: String) -> Bool {
        if MetadataTags.technical[key] != nil { return true }
        if MetadataTags.listed.contains(where: { rules.contains($0) && $1.contains(key) }) {
            return true
        }
        return rules.contains(.location)
            && (MetadataTags.places.contains(MetadataTags.property(of: key))
                || key.hasPrefix("Exif.GPSInfo.") || key.hasPrefix("Xmp.exif.GPS"))
    }
}
