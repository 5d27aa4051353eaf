package import GalleryModel

/// Writes who made a photo, where it is from and under which terms it may be used, as licences ask for.
///
/// Source: https://wiki.creativecommons.org/wiki/Best_practices_for_attribution (title, author, source,
/// licence)
package enum CreditLine {
    /// One line, such as `"Low tide" by Ana (Flickr), https://…, CC BY 2.0, https://…`.
    ///
    /// Nil where there is nobody to give credit to: a photo from a camera that names neither a creator nor
    /// a copyright nor a licence.
    ///
    /// - Parameter isChanged: whether the copy was edited, which the licences want to be told.
    package static func text(for photo: Photo, isChanged: Bool = false) -> String? {
        let details = photo.details
        let creator = line(details.creator)
        let notice = line(details.copyright)
        guard details.origin != .camera || creator != nil || notice != nil || details.license != nil
        else { return nil }
        var subject = line(details.title).map { "\"\($0)\"" } ?? "Photo"
        if let creator { subject += " by \(creator)" }
        if let origin = name(of: details.origin) { subject += " (\(origin))" }
        var parts: [String?] = [subject, line(details.sourceURL)]
        // A notice that does no more than name the creator tells nothing new.
        if notice != creator { parts.append(notice) }
        parts.append(line(details.license?.name))
        parts.append(line(details.license?.url))
        if isChanged { parts.append("changed from the original") }
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// A line of a file `CREDITS.txt`: `name: credit` with a line end.
    package static func entry(_ credit: String, named name: String) -> String {
        "\(line(name) ?? "?"): \(credit)\n"
    }

    /// What the supplier wants to be credited as, `creator/origin`, for IPTC's Credit Line; nil for a
    /// person's own photos and where no creator is known.
    static func supplier(of details: PhotoDetails) -> String? {
        guard let origin = name(of: details.origin), let creator = line(details.creator) else {
            return nil
        }
        return "\(creator)/\(origin)"
    }

    private static func name(of origin: Origin) -> String? {
        switch origin {
        case .camera, .share, .campaign: nil
        case .flickr: "Flickr"
        }
    }

    /// The text on one line: blanks for line ends and control characters, none at the ends or doubled.
    private static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let words = text.unicodeScalars.split { scalar in
            if scalar.properties.isWhitespace { return true }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: return true
            // Overrides of the reading direction would turn the rest of the line around.
            case .format: return (0x202A...0x202E).contains(scalar.value)
            default: return false
            }
        }
        return words.isEmpty ? nil : words.map { String($0) }.joined(separator: " ")
    }
}
