import Basics
package import GalleryModel

/// Creates attributions: the creator, source and license of a photo.
///
/// Source: https://wiki.creativecommons.org/wiki/Best_practices_for_attribution (title, author,
/// source, license)
package enum CreditLine {
    /// Returns one line, such as `"Low tide" by Ana (Flickr), https://…, CC BY 2.0, https://…`.
    ///
    /// Nil if there is no one to credit: a photo without creator, copyright, license and, except for
    /// camera photos, source; the origin by itself is not a credit.
    ///
    /// - Parameter isChanged: whether the copy was edited, which licenses require to be stated.
    package static func text(for photo: Photo, isChanged: Bool = false) -> String? {
        let details = photo.details
        let creator = line(details.creator)
        let notice = line(details.copyright)
        guard
            creator != nil || notice != nil || details.license != nil
                || details.origin != .camera && details.sourceURL != nil
        else { return nil }
        var subject = line(details.title).map { "\"\($0)\"" } ?? "Photo"
        if let creator { subject += " by \(creator)" }
        if let origin = name(of: details.origin) { subject += " (\(origin))" }
        var parts: [String?] = [subject, line(details.sourceURL)]
        // A notice that only repeats the creator is redundant.
        if notice != creator { parts.append(notice) }
        parts.append(line(details.license?.name))
        parts.append(line(details.license?.url))
        if isChanged { parts.append("changed from the original") }
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Returns a line of `CREDITS.txt`: `name: credit` with a line ending; empty without a credit.
    package static func entry(_ credit: String?, named name: String) -> String {
        credit.map { "\(line(name) ?? "?"): \($0)\n" } ?? ""
    }

    /// Returns `creator/origin` for IPTC's Credit Line; nil for the user's own photos and for an
    /// unknown creator.
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

    /// Returns the text on one line: runs of whitespace and control characters become single
    /// spaces, without any at the ends.
    private static func line(_ text: String?) -> String? {
        guard let text else { return nil }
        let words = text.unicodeScalars.split { scalar in
            // Direction overrides would reverse the rest of the line.
            scalar.properties.isWhitespace || scalar.isControl
                || (0x202A...0x202E).contains(scalar.value)
        }
        return words.isEmpty ? nil : words.map { String($0) }.joined(separator: " ")
    }
}
