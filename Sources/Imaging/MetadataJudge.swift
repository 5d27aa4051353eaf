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

    private let rules: MetadataTransfer.Rules
    /// Takes names out of texts.
    private let texts: NameRemoval
    /// Takes names out of keywords.
    private let keywords: NameRemoval
    /// Whether titles, descriptions and keywords come from the packet alone.
    private let ownsTexts: Bool

    /// Bytes of numbers in EXIF: the rationals of a lens' specification are 32.
    private static let longestNumber = 64

    /// - Parameters:
    ///   - names: the people whose names are taken out.
    ///   - places: the places whose names are taken out.
    ///   - hasPacket: whether there is a packet. Names and places were taken out of its title, description
    ///     and keywords: where nothing is left of one, the original's must not stand in for it.
    init(_ rules: MetadataTransfer.Rules, names: [String], places: [String], hasPacket: Bool) {
        self.rules = rules
        let people = rules.keepsNames ? [] : names
        texts = NameRemoval(people: people)
        keywords = NameRemoval(people: people, places: rules.keepsLocation ? [] : places)
        ownsTexts = hasPacket && !(rules.keepsNames && rules.keepsLocation)
    }

    /// Decides about a tag.
    ///
    /// - Parameters:
    ///   - key: exiv2's, such as `Exif.Photo.FNumber`.
    ///   - isPacket: whether it comes from the packet of the program's own, and not from the original.
    ///   - text: the value, or one item of a list; nil where it is no text.
    ///   - byteCount: how many bytes the value has.
    func verdict(on key: String, isPacket: Bool, text: String?, byteCount: Int) -> Verdict {
        let isWanted = isPacket || (rules.keepsEverything ? isTrueOfCopy(key) : isAllowed(key))
        guard isWanted else { return .drop }
        if ownsTexts, !isPacket, MetadataTags.isOfCatalog(key) { return .drop }
        if !rules.keepsNames, MetadataTags.namesPeople(key) { return .drop }
        if !isPacket, !rules.keepsEverything, MetadataTags.isText(key) == (text == nil) {
            return .drop
        }
        // Editors write paths of the author's disk there.
        if !isPacket, !rules.keepsEverything, key == "Xmp.dc.source",
            text?.lowercased().hasPrefix("http") != true
        {
            return .drop
        }
        guard let text else {
            // No number that may be given away is as long; anything may stand in one that claims to be.
            let isNumber = rules.keepsEverything || byteCount <= MetadataJudge.longestNumber
            return isNumber ? .keep : .drop
        }
        var result = text
        if MetadataTags.isKeyword(key) {
            if !rules.keepsLocation, MetadataTags.tellsPlace(keyword: text) { return .drop }
            if !rules.keepsNames, NameRemoval.isOfPeople(text) { return .drop }
            guard let kept = keywords.applied(toKeyword: text) else { return .drop }
            result = kept
        } else if MetadataTags.isProse(key) {
            result = texts.applied(to: text)
        }
        if result != text { return result.isEmpty ? .drop : .replace(result) }
        if key.hasPrefix("Xmp.") { return .keep }
        // IPTC becomes UTF-8 as a whole. What stands behind the end of a text of EXIF goes with it.
        if key.hasPrefix("Exif."), rules.keepsEverything { return .keep }
        return result.isEmpty ? .drop : .replace(result)
    }

    /// The names of people that a tag's text gives.
    static func names(toldBy key: String, _ text: String) -> [String] {
        if MetadataTags.isPersonName(key) { return [text] }
        return MetadataTags.isKeyword(key)
            ? NameRemoval.people(inKeyword: text) : []
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
    private func isAllowed(_ key: String) -> Bool {
        if MetadataTags.allowed.contains(key) { return true }
        if rules.keepsSerials, MetadataTags.serials.contains(key) { return true }
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
