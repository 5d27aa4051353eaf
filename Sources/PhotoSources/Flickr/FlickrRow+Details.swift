import GalleryModel

extension FlickrRow {
    /// A value one level down, as `getInfo` nests them; nil where it is missing or null.
    func nested(_ field: Field, _ name: String) -> SourceJSON.Value? {
        guard let value = self[field]?[name], value.kind != .null else { return nil }
        return value
    }

    /// The person's real name, else the screen name, entities decoded once.
    var creator: String? {
        let names = [
            self[.realName]?.text, nested(.owner, "realname")?.text, self[.ownerName]?.text,
            nested(.owner, "username")?.text,
        ]
        return names.lazy.compactMap { $0 }.first { !$0.isEmpty }.map(HTMLEntities.decode)
    }

    /// The tags in Flickr's order, then the machine tags that are not among them.
    var tagList: [String] {
        var tags: [String]
        if let list = nested(.tags, "tag") {
            tags = list.elements.compactMap { $0["raw"]?.text ?? $0.text }
        } else {
            tags = FlickrRow.words(text(.tags))
        }
        if let machineTags = text(.machineTags) {
            let known = Set(tags)
            tags += FlickrRow.words(machineTags).filter { !known.contains($0) }
        }
        return tags.map(HTMLEntities.decode)
    }

    static func words(_ text: String?) -> [String] {
        guard let text else { return [] }
        return text.utf8.split(separator: UInt8(ascii: " ")).map { String(Substring($0)) }
    }

    /// When the photo was taken, as EXIF writes dates; nil where Flickr says that it does not know.
    ///
    /// A date known to the month or year alone (granularity 4 or 6) or roughly (8) is the first
    /// moment of that month or year, as Flickr sends it; the granularity stays in the raw JSON.
    var dateTimeOriginal: String? {
        guard integer(.dateTakenUnknown) != 1, nested(.dates, "takenunknown")?.integer != 1,
            let text = text(.dateTaken) ?? nested(.dates, "taken")?.text
        else { return nil }
        return FlickrDate.dateTimeOriginal(text)
    }

    /// A length of the original in pixels; nil where it is not given or not positive.
    func originalLength(_ field: Field, _ other: Field) -> Int? {
        guard let length = integer(field) ?? integer(other), length > 0 else { return nil }
        return length
    }

    /// The location; nil where Flickr has none, which it says as 0, 0 with accuracy 0.
    var coordinate: Coordinate? {
        guard let latitude = (self[.latitude] ?? nested(.location, "latitude"))?.double,
            let longitude = (self[.longitude] ?? nested(.location, "longitude"))?.double
        else { return nil }
        if latitude == 0, longitude == 0 {
            let accuracy = (self[.accuracy] ?? nested(.location, "accuracy"))?.integer ?? 0
            guard accuracy > 0 else { return nil }
        }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// A yes or no, in the row itself or in `visibility`.
    func flag(_ field: Field, _ name: String) -> Bool? {
        (integer(field) ?? nested(.visibility, name)?.integer).map { $0 != 0 }
    }
}
