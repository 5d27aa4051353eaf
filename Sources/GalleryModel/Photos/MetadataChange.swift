package import Basics

/// A change of the metadata of photos by a user; members that are nil or empty change nothing.
public struct MetadataChange: Hashable, Sendable {
    /// A field that a user can change.
    public enum Field: String, Hashable, Sendable, CaseIterable {
        case title, description, tags, rating, favorite, date, location
    }

    /// A new date taken.
    public enum Taken: Hashable, Sendable {
        /// A clock time, `YYYY:MM:DD HH:MM:SS`.
        case date(String)
        /// The number of seconds by which the clock was slow.
        case shift(seconds: Int64)
    }

    /// Fields that get the value of the file or the server again, before the other changes.
    public var cleared: Set<Field> = []
    /// The new title; an empty text is no title.
    public var title: String?
    /// The new description; an empty text is no description.
    public var description: String?
    /// The new tags, in order, in place of all others.
    public var tags: [String]?
    /// Tags to add; compared without case.
    public var addedTags: [String] = []
    /// Tags to remove; compared without case.
    public var removedTags: [String] = []
    /// The rating in stars, 0...5.
    public var rating: Int?
    /// True for a favorite.
    public var isFavorite: Bool?
    /// The date taken.
    public var taken: Taken?
    /// The UTC offset of the clock: `+HH:MM`, `-HH:MM` or `Z`.
    public var offset: String?
    /// Where the photo was taken.
    public var location: Coordinate?

    /// Creates a change of nothing.
    public init() {}

    /// True if it changes nothing.
    public var isEmpty: Bool { self == MetadataChange() }
}

/// A field of a photo that a user changed, with its values as shown.
package struct ChangedField: Sendable {
    /// The photo.
    package var id: PhotoID
    /// The field, or `album`.
    package var field: String
    /// The value before: a text, number, boolean, list of texts, or null.
    package var before: JSONValue
    /// The value after.
    package var after: JSONValue

    /// Creates the description of a change.
    package init(_ id: PhotoID, _ field: String, before: JSONValue, after: JSONValue) {
        (self.id, self.field, self.before, self.after) = (id, field, before, after)
    }
}

/// The metadata that a user gave a photo; nil is no value of the user, an empty text is no text.
package struct ManualMetadata: Hashable, Sendable {
    /// The title.
    package var title: String?
    /// The description.
    package var caption: String?
    /// Tags that the user added; all tags, in order, if the user replaced them.
    package var addedTags: [String] = []
    /// Tags of the origin that the user removed.
    package var removedTags: [String] = []
    /// The rating in stars, 0...5.
    package var rating: Int?
    /// True for a favorite, false for a photo that the user does not want to be one.
    package var isFavorite: Bool?
    /// The date taken, `YYYY:MM:DD HH:MM:SS`.
    package var dateTimeOriginal: String?
    /// The fraction of its second.
    package var subSecTimeOriginal: String?
    /// The UTC offset of its clock.
    package var offsetTimeOriginal: String?

    /// Creates metadata without values.
    package init() {}

    /// True if the user gave no metadata.
    package var isEmpty: Bool { self == ManualMetadata() }

    /// The tags of the origin as a user changed them.
    package static func tags(
        _ origin: [String], adding added: [String], removing removed: [String]
    ) -> [String] {
        if added.isEmpty, removed.isEmpty { return origin }
        let removedKeys = Set(removed.map(key))
        let kept = origin.map { (tag: $0, key: key($0)) }.filter { !removedKeys.contains($0.key) }
        let keptKeys = Set(kept.map(\.key))
        let addedKeys = added.map(key)
        if keptKeys.isSubset(of: addedKeys) { return added }
        return kept.map(\.tag)
            + zip(added, addedKeys).filter { !keptKeys.contains($1) }.map { $0.0 }
    }

    /// The key by which tags are compared, without case; most tags need no tables of Unicode.
    private static func key(_ tag: String) -> String {
        let isPlain = tag.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        return isPlain ? tag.lowercased() : SectionReference.key(tag)
    }

    /// The details of an origin as a user changed them.
    package func shown(over origin: PhotoDetails) -> PhotoDetails {
        var details = origin
        func text(_ text: String?, _ old: String?) -> String? {
            text.map { $0.isEmpty ? nil : $0 } ?? old
        }
        details.title = text(title, origin.title)
        details.caption = text(caption, origin.caption)
        details.tags = Self.tags(origin.tags, adding: addedTags, removing: removedTags)
        details.rating = rating ?? origin.rating
        if let dateTimeOriginal {
            details.dateTimeOriginal = dateTimeOriginal
            details.subSecTimeOriginal = subSecTimeOriginal
            (details.dateSource, details.isDateGuessed) = (nil, false)
        }
        details.offsetTimeOriginal = offsetTimeOriginal ?? origin.offsetTimeOriginal
        return details
    }

    /// The metadata after a change.
    ///
    /// - Parameter origin: the details of the photo from its origin.
    /// - Throws: `UnchangeableDate` if the date is shifted, but is unknown or not exact.
    package func applying(
        _ change: MetadataChange, over origin: PhotoDetails
    ) throws(UnchangeableDate) -> ManualMetadata {
        var new = self
        for field in change.cleared {
            switch field {
            case .title: new.title = nil
            case .description: new.caption = nil
            case .tags: (new.addedTags, new.removedTags) = ([], [])
            case .rating: new.rating = nil
            case .favorite: new.isFavorite = nil
            case .date:
                new.dateTimeOriginal = nil
                (new.subSecTimeOriginal, new.offsetTimeOriginal) = (nil, nil)
            case .location: break
            }
        }
        new.title = change.title ?? new.title
        new.caption = change.description ?? new.caption
        new.changeTags(change, over: origin.tags)
        new.rating = change.rating ?? new.rating
        new.isFavorite = change.isFavorite ?? new.isFavorite
        switch change.taken {
        case .date(let text)?: (new.dateTimeOriginal, new.subSecTimeOriginal) = (text, nil)
        case .shift(let seconds)?:
            let old = new.shown(over: origin)
            guard let date = TakenDate(old), date.precision == .second else {
                throw UnchangeableDate(date: old.dateTimeOriginal)
            }
            let moved = CivilDate(unixSeconds: date.seconds + seconds)
            guard (1...9999).contains(moved.year) else {
                throw UnchangeableDate(date: old.dateTimeOriginal)
            }
            new.dateTimeOriginal = moved.text(day: ":")
            new.subSecTimeOriginal = old.subSecTimeOriginal
        case nil: break
        }
        new.offsetTimeOriginal = change.offset ?? new.offsetTimeOriginal
        return new
    }

    private mutating func changeTags(_ change: MetadataChange, over origin: [String]) {
        if let tags = change.tags {
            let keys = Set(tags.map(Self.key))
            addedTags = tags.uniqued(by: Self.key)
            removedTags = origin.filter { !keys.contains(Self.key($0)) }
            // The origin's own tags in their own order are no values of the user.
            if addedTags == origin { addedTags = [] }
        }
        let added = Set(change.addedTags.map(Self.key))
        if !added.isEmpty {
            removedTags.removeAll { added.contains(Self.key($0)) }
            let shown = Self.tags(origin, adding: addedTags, removing: removedTags)
            let known = Set(shown.map(Self.key))
            addedTags += change.addedTags.uniqued(by: Self.key)
                .filter { !known.contains(Self.key($0)) }
        }
        let removed = Set(change.removedTags.map(Self.key))
        if !removed.isEmpty {
            addedTags.removeAll { removed.contains(Self.key($0)) }
            let known = Set(removedTags.map(Self.key))
            removedTags += origin.filter {
                let key = Self.key($0)
                return removed.contains(key) && !known.contains(key)
            }
        }
    }
}

/// A date that cannot be shifted.
package struct UnchangeableDate: Error, Hashable {
    /// The date as shown; nil if it is unknown.
    package var date: String?
}

extension PhotoDetails {
    /// The fields whose values differ between two versions of a photo's metadata.
    package func changedFields(
        from old: PhotoDetails, of id: PhotoID, isFavorite: (before: Bool, after: Bool)
    ) -> [ChangedField] {
        var fields: [ChangedField] = []
        func compare<Value: JSONConvertible & Equatable>(
            _ field: MetadataChange.Field, _ before: Value, _ after: Value
        ) {
            guard before != after else { return }
            fields.append(
                ChangedField(
                    id, field.rawValue, before: JSONValue(before), after: JSONValue(after)))
        }
        compare(.title, old.title, title)
        compare(.description, old.caption, caption)
        compare(.tags, old.tags, tags)
        compare(.rating, old.rating, rating)
        compare(.favorite, isFavorite.before, isFavorite.after)
        compare(.date, old.takenText, takenText)
        return fields
    }

    /// The date taken with its UTC offset, as in EXIF: `2024:05:17 10:00:00+02:00`.
    private var takenText: String? { dateTimeOriginal.map { $0 + (offsetTimeOriginal ?? "") } }
}
