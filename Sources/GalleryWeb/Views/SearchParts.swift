import Basics
import Gallery
import GalleryModel

/// The parts of an interpreted search on a page of photos, each of which a link removes.
extension GalleryPage {
    /// The maximum number of parts whose removal is counted.
    private static let counted = 8
    /// The time limit for each count.
    private static let patience = Duration.milliseconds(100)

    /// Returns the values of the parts.
    ///
    /// - Parameter address: returns the address of the search for another text.
    func parts(of plain: PlainQuery, address: (String) -> String) -> [[String: Any]] {
        plain.parts.enumerated().map { index, part in
            [
                "partText": part.text, "partKind": language.name(of: part.meaning.kind),
                "partNote": language.note(on: part) ?? "", "partQuery": part.meaning.query,
                "partAddress": address(plain.text(without: index)),
            ]
        }
    }

    /// Returns the parts without which photos are found, with their numbers.
    ///
    /// - Parameter query: the listed photos.
    func excluding(
        of plain: PlainQuery, _ query: PhotoQuery, address: (String) -> String
    ) throws -> [[String: Any]] {
        guard plain.parts.count > 1 else { return [] }
        return try plain.parts.indices.prefix(Self.counted).compactMap { index in
            var query = query
            query.filter = try request.filter(plain.query(without: index), in: gallery)
            guard let count = try gallery.count(query, within: Self.patience), count > 0 else {
                return nil
            }
            return [
                "partText": plain.parts[index].text,
                "partAddress": address(plain.text(without: index)),
                "partCount": language.say("count.photos", count: count),
            ]
        }
    }

    /// Returns the values for a query that cannot be parsed, with a link to its likely correction.
    func fault(_ error: GalleryError, address: (String) -> String) -> [String: Any] {
        var values = Pages.fault(error, in: language)
        guard let correction = error.query?.correction else { return values }
        if correction.wrong.last == ":" {
            values["reason"] = language.say("search.not-filter", ["name": correction.wrong])
            values["isEnglish"] = false
        }
        values["excerpt"] = ""
        values["correction"] = correction.query
        values["correctionAddress"] = address(correction.query)
        return values
    }
}

extension PageLanguage {
    /// Returns the name of a kind of parts.
    func name(of kind: PlainQuery.Kind) -> String { say("search.kind-\(kind.rawValue)") }

    /// Returns the period of a part whose words name it indirectly, such as `last summer`; nil for
    /// other parts.
    func note(on part: PlainQuery.Part) -> String? {
        guard case .from(let first?, through: let last?) = part.meaning.span else { return nil }
        let names = (first == last ? [first] : [first, last]).map { date in
            guard let month = date.month else { return CivilDate.padded(date.year, 4) }
            let civil = CivilDate(year: date.year, month: month, day: date.day ?? 1)
            return date.day == nil ? self.month(civil) : day(civil)
        }
        let note = names.joined(separator: " – ")
        func key(_ text: String) -> String { Place.key(text).replacing(" de ", with: " ") }
        return key(note) == key(part.text) ? nil : note
    }
}
