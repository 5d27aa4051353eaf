import Basics
import Foundation
import GalleryModel

@testable import Catalog

/// Tests photos one by one, from their rows only.
struct NaiveFilter {
    let photos: [Photo]
    /// The sections that list a photo, also while it is in the trash, with the mark for delisted
    /// ones.
    let places: [PhotoID: [SectionEntry]]

    init(_ catalog: PhotoCatalog) throws {
        let ids = try catalog.read { db in
            try db.integers("SELECT id FROM photo ORDER BY id").map(PhotoID.init(rawValue:))
        }
        photos = try catalog.photos(ids: ids)
        places = try catalog.entries(of: ids)
    }

    /// The unedited photos outside the trash that have a stored file of an earlier one.
    var copies: [Photo] {
        let listed = photos.filter { $0.dateTrashed == nil && $0.edit == nil }
        return listed.indices.filter { index in
            let files = Set(listed[index].files)
            return listed[..<index].contains { !files.isDisjoint(with: $0.files) }
        }.map { listed[$0] }
    }

    /// The matching photos in the order in which they were added.
    func fitting(_ filter: PhotoFilter) -> [Photo] {
        photos.filter { photo in
            photo.dateTrashed == nil
                ? fits(filter, photo, isTrashed: false)
                : lets(photo, in: filter)
        }
    }

    /// True if a query includes a photo in the trash.
    private func lets(_ photo: Photo, in filter: PhotoFilter) -> Bool {
        switch filter {
        case .any(let parts): parts.contains { lets(photo, in: $0) }
        case .all(let parts):
            parts.contains { lets(photo, in: $0) }
                && parts.allSatisfy { fits($0, photo, isTrashed: true) }
        case .not, .condition:
            fits(filter, photo, isTrashed: true) && !fits(filter, photo, isTrashed: false)
        }
    }

    private func fits(_ filter: PhotoFilter, _ photo: Photo, isTrashed: Bool) -> Bool {
        switch filter {
        case .all(let parts): parts.allSatisfy { fits($0, photo, isTrashed: isTrashed) }
        case .any(let parts): parts.contains { fits($0, photo, isTrashed: isTrashed) }
        case .not(let part): !fits(part, photo, isTrashed: isTrashed)
        case .condition(.state(.trashed)): isTrashed
        case .condition(let condition): fits(condition, photo)
        }
    }

    private func fits(_ condition: PhotoCondition, _ photo: Photo) -> Bool {
        func same(_ one: String?, _ other: String) -> Bool {
            one.map { LabelKey.key($0) == LabelKey.key(other) } ?? false
        }
        func has(_ one: String?, words other: String) -> Bool {
            one.map { " \(LabelKey.key($0)) ".contains(" \(LabelKey.key(other)) ") } ?? false
        }
        let place = photo.location?.place
        switch condition {
        case .words(let text), .prefix(let text):
            let isPrefix = if case .prefix = condition { true } else { false }
            let wanted = Self.words(text)
            let texts: [String?] = [
                photo.title, photo.caption, photo.tags.joined(separator: " "), photo.creator,
                photo.fileName, place?.country, place?.region, place?.city, place?.district,
            ]
            return texts.contains {
                Self.containsPhrase(wanted, isPrefix: isPrefix, in: Self.words($0 ?? ""))
            }
        case .tag(let name): return photo.tags.contains { same($0, name) }
        case .near(let center, let kilometers):
            return photo.coordinate.map { $0.distanceKm(to: center) <= kilometers } ?? false
        case .box(let box): return photo.coordinate.map(box.contains) ?? false
        case .home(let box):
            return photo.coordinate == nil && photo.location?.source == .home
                && photo.location.map { box.contains($0.coordinate) } == true
        case .country(let name):
            return place?.countryCode == name.uppercased() || same(place?.country, name)
        case .region(let name): return same(place?.region, name)
        case .city(let name): return same(place?.city, name) || same(place?.district, name)
        case .faces(let range): return photo.faces.map { range.contains($0.count) } ?? false
        case .person(let name): return photo.faces?.contains { has($0.name, words: name) } ?? false
        case .named(let name):
            return photo.faces?.contains { $0.name.map(Place.key) == Place.key(name) } ?? false
        case .taken(let span):
            let seconds = span.seconds(today: CivilDate(unixSeconds: PhotoCatalog.now()))
            return Self.period(photo).map {
                seconds.contains($0.lowerBound.flooredSeconds)
                    && seconds.contains(($0.upperBound - 1).flooredSeconds)
            } ?? false
        case .added(let span):
            return span.seconds(today: CivilDate(unixSeconds: PhotoCatalog.now()))
                .contains(Int64(photo.dateAdded.timeIntervalSince1970))
        case .license(let name): return same(photo.license?.name, name)
        case .camera(let words):
            return has([photo.make ?? "", photo.model ?? ""].joined(separator: " "), words: words)
        case .lens(let words): return has(photo.lens, words: words)
        case .rating(let range): return photo.rating.map(range.contains) ?? false
        case .type(let name): return same(photo.picture?.fileType, name)
        case .size(let range):
            return photo.picture?.byteCount.map { range.contains(Int($0)) } ?? false
        case .section(let reference):
            return places[photo.id]?.contains { $0.section == reference } ?? false
        case .owner(let name): return same(photo.owner, name) || has(photo.creator, words: name)
        case .state(.public): return photo.isPublic == true
        case .state(.edited): return photo.edit != nil
        case .state(.favorite): return photo.isFavorite
        case .state(.damaged): return photo.pictures.contains { $0.damage != nil }
        case .state(.delisted): return places[photo.id]?.contains(where: \.isDelisted) ?? false
        // The photos include no posts.
        case .state(.unpublished): return photo.origin == .campaign && photo.originID.hasPrefix("/")
        // No file of the scene was left in its folder.
        case .state(.missing): return false
        case .state(.trashed): return photo.dateTrashed != nil
        case .has(.position): return photo.coordinate != nil
        case .has(.faces): return !(photo.faces ?? []).isEmpty
        case .has(.title): return photo.title != nil
        case .has(.tags): return !photo.tags.isEmpty
        case .has(.picture): return photo.picture != nil
        case .has(.date): return Self.taken(photo) != nil
        case .has(.home): return photo.coordinate == nil && photo.location?.source == .home
        }
    }

    /// The words of a text; each Han and Kana character is a word.
    static func words(_ text: String) -> [String] {
        var words = [""]
        for character in text.folding(
            options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        {
            if character == "ł" {
                words[words.count - 1] += "l"
            } else if character >= "\u{3041}" && character <= "\u{9FFF}" {
                words += [String(character), ""]
            } else if character.isLetter || character.isNumber {
                words[words.count - 1].append(character)
            } else {
                words.append("")
            }
        }
        return words.filter { !$0.isEmpty }
    }

    private static func containsPhrase(
        _ words: [String], isPrefix: Bool, in text: [String]
    ) -> Bool {
        guard !words.isEmpty, text.count >= words.count else { return false }
        return (0...(text.count - words.count)).contains {
            let part = text[$0..<($0 + words.count)]
            let isEnd = words.last.map { part.last?.hasPrefix($0) == true } ?? false
            return isPrefix
                ? isEnd && part.dropLast() == words.dropLast() : Array(part) == words
        }
    }

    /// The time, month or year on the camera's clock, in microseconds; nil for an invalid date.
    static func period(_ photo: Photo) -> Range<Int64>? {
        guard let text = photo.dateTimeOriginal else { return nil }
        let numbers = text.prefix(19).split { ": ".contains($0) }.compactMap { Int($0) }
        let (isDay, isMonth) = (numbers.count == 6, numbers.count == 2)
        guard isDay || isMonth || text.count == 4, let year = numbers.first, year > 0 else {
            return nil
        }
        let (month, day) = (isDay || isMonth ? numbers[1] : 1, isDay ? numbers[2] : 1)
        guard CivilDate.exists(year: year, month: month, day: day) else { return nil }
        func microseconds(_ year: Int, _ month: Int) -> Int64 {
            Int64(CivilDate.days(year: year, month: month, day: day)) * 86_400_000_000
        }
        let begin = microseconds(year, month)
        if isDay {
            let seconds = numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
            let fraction = Double("0.\(photo.details.subSecTimeOriginal ?? "0")") ?? 0
            let moment =
                begin + Int64(seconds) * 1_000_000 + Int64((fraction * 1_000_000).rounded())
            return moment..<moment + 1
        }
        return
            begin..<(isMonth && month < 12
            ? microseconds(year, month + 1) : microseconds(year + 1, 1))
    }

    /// The time when a photo was taken, or the start of its month or year, in microseconds; nil
    /// also for a doubtful date.
    static func taken(_ photo: Photo) -> Int64? {
        photo.dateDoubt == nil ? period(photo)?.lowerBound : nil
    }

    /// The time when a photo was taken, else added, in microseconds; the year 0 for a doubtful
    /// date.
    static func date(_ photo: Photo) -> Int64 {
        photo.dateDoubt != nil
            ? -62_167_219_200_000_000
            : taken(photo) ?? Int64(photo.dateAdded.timeIntervalSince1970) * 1_000_000
    }

    /// The month of a photo's date.
    static func month(_ photo: Photo) -> String {
        String(CivilDate(unixSeconds: date(photo).flooredSeconds).text().prefix(7))
    }

    /// Width divided by height of a photo as displayed, in thousandths; 0 if its size is unknown.
    static func aspect(_ photo: Photo) -> Int {
        guard let size = photo.shownSize else { return 0 }
        return Int((Double(size.width) / Double(size.height) * 1000).rounded())
    }

    /// Photos in an order, ranked ones first.
    static func sorted(_ photos: [Photo], _ order: PhotoOrder) -> [PhotoID] {
        func rank(_ photo: Photo) -> (Int64, String)? {
            switch order.key {
            case .taken: taken(photo).map { ($0, "") }
            case .added: (Int64(photo.dateAdded.timeIntervalSince1970), "")
            case .date: photo.dateDoubt == nil ? (date(photo), "") : nil
            case .title: photo.title.map { (0, LabelKey.key($0)) }
            case .rating: photo.rating.map { (Int64($0), "") }
            case .size: photo.picture?.byteCount.map { (Int64($0), "") }
            case .relevance: nil
            }
        }
        func comes(_ one: (Int64, String, PhotoID), before other: (Int64, String, PhotoID)) -> Bool
        {
            if one.0 != other.0 { return one.0 < other.0 }
            if one.1 != other.1 { return one.1.utf8.lexicographicallyPrecedes(other.1.utf8) }
            return one.2.rawValue < other.2.rawValue
        }
        var ranked = photos.compactMap { photo in rank(photo).map { ($0.0, $0.1, photo.id) } }
            .sorted(by: comes)
        var others = photos.filter { rank($0) == nil }.map(\.id)
        if order.isDescending {
            ranked.reverse()
            others.reverse()
        }
        return ranked.map(\.2) + others
    }
}

extension Photo {
    /// The digests of its stored files.
    var files: [String] { pictures.compactMap(\.sha256) }
}
