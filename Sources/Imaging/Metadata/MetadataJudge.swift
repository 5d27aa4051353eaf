/// Decides which tags of an original a copy gets.
struct MetadataJudge: Sendable {
    /// What becomes of a tag.
    enum Verdict: Hashable {
        /// It is left out.
        case drop
        /// It goes along as it is.
        case keep
        /// It goes along with this text.
        case replace(String)
    }

    /// The value of a tag, one item of its list or one language of its text.
    enum Value: Hashable {
        /// A text.
        case text(String)
        /// A text with the name of its language.
        case language(String)
        /// What EXIF and IPTC hold as bytes, numbers and dates, written out.
        case numbers(String)
        /// A structure, or a value of so many bytes that is not looked at.
        case other(byteCount: Int)
    }

    private let rules: MetadataTransfer.Rules
    /// Whether titles, descriptions and keywords come from the packet alone.
    private let ownsTexts: Bool

    /// Bytes of numbers in EXIF: the rationals of a lens' specification are 32.
    private static let longestNumber = 64

    /// - Parameter hasPacket: whether there is a packet, which says what of title, description and keywords
    ///   goes along: where it has none, the original's must not stand in for it.
    init(_ rules: MetadataTransfer.Rules, hasPacket: Bool) {
        self.rules = rules
        ownsTexts = hasPacket && !rules.keepsEverything
    }

    /// Decides about a tag.
    ///
    /// - Parameters:
    ///   - key: exiv2's, such as `Exif.Photo.FNumber`.
    ///   - isPacket: whether it comes from the packet of the program's own, and not from the original.
    ///   - value: what it holds.
    func verdict(on key: String, isPacket: Bool, value: Value) -> Verdict {
        if !isPacket {
            let isWanted =
                rules.keepsEverything ? isTrueOfCopy(key) : isAllowed(key, value)
            guard isWanted else { return .drop }
        }
        let grammar = rules.keepsEverything ? nil : MetadataTags.grammar(of: key)
        if let grammar, !grammar.holds(value, of: key) { return .drop }
        switch value {
        case .other(let byteCount):
            // No number that may be given away is as long; anything may stand in one that claims to be.
            let isNumber = rules.keepsEverything || byteCount <= MetadataJudge.longestNumber
            return isNumber ? .keep : .drop
        case .numbers: return .keep
        case .text(let text), .language(let text):
            if key.hasPrefix("Xmp."), grammar == nil { return .keep }
            // IPTC becomes UTF-8 as a whole. What stands behind the end of a text of EXIF goes with it.
            if key.hasPrefix("Exif."), rules.keepsEverything { return .keep }
            return text.isEmpty ? .drop : .replace(text)
        }
    }

    /// Whether a tag of an original holds for a copy with other pixels as well.
    private func isTrueOfCopy(_ key: String) -> Bool {
        let property = MetadataTags.property(of: key)
        if MetadataTags.ofPixels.contains(property) { return false }
        let group = MetadataTags.group(of: property)
        if MetadataTags.groupsOfPixels.contains(group) { return false }
        // Camera makers' notes hold pictures as well.
        let isMakers = key.hasPrefix("Exif.") && !["Image", "Photo", "GPSInfo"].contains(group)
        let tag = property.split(separator: ".").last ?? ""
        return !isMakers || !(tag.contains("Preview") || tag.contains("Thumbnail"))
    }

    /// Whether a tag of an original may be given away.
    private func isAllowed(_ key: String, _ value: Value) -> Bool {
        guard isListed(key) else { return false }
        if ownsTexts, MetadataTags.isOfCatalog(key) { return false }
        // Their levels may be places, which the packet's keywords were rid of.
        if ownsTexts, !rules.keepsLocation, MetadataTags.hierarchies.contains(key) { return false }
        if case .text = value { return true }
        return !MetadataTags.texts.contains(key)
    }

    private func isListed(_ key: String) -> Bool {
        if MetadataTags.technical[key] != nil { return true }
        if rules.keepsCamera, MetadataTags.cameras.contains(key) { return true }
        if rules.keepsSerials, MetadataTags.serials.contains(key) { return true }
        if rules.keepsTitle, MetadataTags.titles.contains(key) { return true }
        if rules.keepsDescription, MetadataTags.descriptions.contains(key) { return true }
        if rules.keepsTags {
            if MetadataTags.keywords.contains(key) || MetadataTags.ratings[key] != nil {
                return true
            }
        }
        if rules.keepsCredit, MetadataTags.credits.contains(key) { return true }
        if rules.keepsLocation {
            let property = MetadataTags.property(of: key)
            if MetadataTags.places.contains(property) || key.hasPrefix("Exif.GPSInfo.")
                || key.hasPrefix("Xmp.exif.GPS")
            {
                return true
            }
        }
        return rules.keepsNames && (key == MetadataTags.people || MetadataTags.owners.contains(key))
    }
}
