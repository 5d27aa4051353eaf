import Basics
import GalleryModel

/// The metadata on the page of a photo, in its language.
struct PhotoFacts {
    let photo: Photo
    /// The photo's positions in sections.
    let entries: [SectionEntry]
    let language: PageLanguage
    /// The link targets of tags, people and places.
    var addresses: any PageAddresses = ServerAddresses()
    /// The file name of the track that its position comes from; nil for none or if it is not
    /// shared.
    var track: String?
    /// True for a shared photo, whose stored files are not described.
    var isShared = false
    /// True to include the size of the picture.
    var includesSize = true

    /// The values for the template `photo`, without unknown metadata.
    var values: [String: Any] {
        var values: [String: Any] = [:]
        if let clock = TakenClock(photo) {
            let words = [
                clock.words(in: language),
                photo.isDateGuessed ? language.say("photo.date-guessed") : nil,
                photo.dateDoubt.map { _ in language.say("calendar.check") },
            ].compactMap(\.self)
            values["taken"] = ["iso": clock.text, "words": words.joined(separator: " · ")]
        }
        let gear = Set(["photo.camera", "photo.lens", "photo.exposure"].map { language.say($0) })
        values["facts"] = facts.filter { !gear.contains($0.label) }
            .map { ["label": $0.label, "texts": $0.texts] as [String: Any] }
        values["gear"] = facts.filter { gear.contains($0.label) }.flatMap(\.texts)
            .joined(separator: " · ")
        values["hasPlace"] = !placeLinks.isEmpty || photo.coordinate != nil
        values["placeLinks"] = placeLinks
        values["isHome"] = photo.location?.source == .home
        values["trackName"] = photo.location?.source == .track ? track : nil
        if let coordinate = photo.coordinate {
            var position = [
                "text": text(coordinate),
                "map": "geo:\(coordinate.latitude),\(coordinate.longitude)",
            ]
            position["near"] = addresses.photos(.condition(.near(coordinate, kilometers: 1)))
            values["position"] = position
        }
        if let place = photo.coordinate ?? photo.location?.coordinate,
            let address = addresses.map(at: place)
        {
            values["mapped"] = [
                "mapAddress": address, "mapAt": "\(place.latitude),\(place.longitude)",
                "mapSource": photo.location?.source.rawValue ?? PositionSource.photo.rawValue,
            ]
        }
        values["people"] = photo.people.map { link($0, .named($0)) }
        values["tags"] = photo.tags.filter { !$0.isEmpty }.map { link($0, .tag($0)) }
        values["sectionLinks"] = entries.map { entry in
            var link = link(language.name(of: entry.section), addresses.section(entry.section))
            link["album"] =
                entry.section.kind == .album && entry.position != nil ? entry.section.name : nil
            link["isGone"] = entry.isDelisted
            return link
        }
        if let license = photo.license, !license.name.isEmpty {
            values["license"] = link(license.name, PageAddress.link(license.url))
        }
        values["creator"] = maker
        values["source"] = PageAddress.link(photo.sourceURL).map {
            link(photo.origin == .flickr ? "Flickr" : language.say("photo.its-page"), $0)
        }
        return values
    }

    /// Returns a text with a link to the photos that meet a condition.
    private func link(_ text: String, _ condition: PhotoCondition) -> [String: Any] {
        link(text, addresses.photos(.condition(condition)))
    }

    /// Returns a text with a link if there is an address.
    private func link(_ text: String, _ address: String?) -> [String: Any] {
        ["linkText": text, "linkAddress": address.map { $0 as Any } ?? false]
    }

    private var placeLinks: [[String: Any]] {
        guard let place = photo.location?.place else { return [] }
        var links: [[String: Any]] = []
        if let district = place.district { links.append(link(district, .city(district))) }
        if let city = place.city { links.append(link(city, .city(city))) }
        if let region = place.region, region != place.city {
            links.append(link(region, .region(region)))
        }
        if let code = place.countryCode ?? place.country,
            let name = language.country(place.countryCode, place.country)
        {
            links.append(link(name, .country(code)))
        }
        return links
    }

    /// The labeled rows.
    var facts: [(label: String, texts: [String])] {
        var facts: [(label: String, texts: [String])] = []
        func add(_ key: String, _ texts: String?...) {
            let nonempty = texts.compactMap(\.self).filter { !$0.isEmpty }
            if !nonempty.isEmpty { facts.append((language.say(key), nonempty)) }
        }
        add("photo.faces", photo.shownFaces.map { language.say("count.faces", count: $0.count) })
        add("photo.camera", [photo.make, photo.model].compactMap(\.self).joined(separator: " "))
        add("photo.lens", photo.lens)
        add("photo.exposure", exposure)
        if includesSize {
            add(
                "photo.size", photo.shownSize.map { pixels($0.width, $0.height) },
                photo.edit.map { _ in language.say("photo.edited") })
        }
        let stored = photo.pictures.filter { $0.state == .stored || $0.state == .offline }
        if !isShared, !stored.isEmpty {
            facts.append((language.say("photo.stored"), stored.map(text)))
        }
        add(
            "photo.rating",
            photo.rating.map { $0 < 0 ? language.say("photo.rejected") : language.rating($0) })
        add("photo.owner", maker)
        add("photo.visible", visibility)
        add("photo.copyright", photo.copyright)
        add("photo.uploaded", photo.dateUploaded.map { words($0.unixSeconds) })
        if !isShared { add("photo.added", words(photo.dateAdded.unixSeconds)) }
        add("photo.file", photo.title == nil ? nil : photo.fileName)
        return facts
    }

    /// The creator, or else the owner; owners of campaign photos are omitted, as their names are
    /// used for sign-in.
    private var maker: String? { photo.creator ?? (photo.origin == .campaign ? nil : photo.owner) }

    /// The audience of the photo at its origin; nil if unknown.
    private var visibility: String? {
        if photo.isPublic == true { return language.say("photo.everyone") }
        let groups = [
            photo.isFriend == true ? language.say("photo.friends") : nil,
            photo.isFamily == true ? language.say("photo.family") : nil,
        ].compactMap(\.self)
        if !groups.isEmpty {
            return language.say("photo.owners", ["groups": language.list(groups)])
        }
        return photo.isPublic == false ? language.say("photo.owner-alone") : nil
    }

    private func words(_ seconds: Int64) -> String {
        let date = CivilDate(unixSeconds: seconds)
        return "\(language.day(date)), \(date.clock()) (UTC)"
    }

    /// Describes a stored picture, such as `large: 1,024 × 768 pixels, JPEG, 245 kB`.
    private func text(_ picture: Picture) -> String {
        let size = picture.width.flatMap { width in picture.height.map { pixels(width, $0) } }
        let details = [
            size, picture.fileType, picture.byteCount.map(language.bytes),
            picture.damage.map { language.say("photo.damaged", ["reason": $0]) },
            picture.state == .offline ? language.say("photo.disk-away") : nil,
        ].compactMap(\.self)
        return "\(language.text(picture.size.message)): " + details.joined(separator: ", ")
    }

    private func pixels(_ width: Int, _ height: Int) -> String {
        language.say(
            "photo.pixels", ["width": language.number(width), "height": language.number(height)])
    }

    private var exposure: String {
        let time = photo.exposureFraction ?? photo.exposureTime.map(short)
        return [
            time.map { "\($0) s" }, photo.fNumber.map { "f/\(short($0))" },
            photo.iso.map { "ISO \($0)" }, photo.focalLength.map { "\(short($0)) mm" },
        ].compactMap(\.self).joined(separator: " · ")
    }

    private func text(_ coordinate: Coordinate) -> String {
        let north = language.say(coordinate.latitude < 0 ? "photo.south" : "photo.north")
        let east = language.say(coordinate.longitude < 0 ? "photo.west" : "photo.east")
        let degrees = [coordinate.latitude, coordinate.longitude].map {
            language.decimal("\((abs($0) * 100_000).rounded() / 100_000)°")
        }
        // With decimal commas, a semicolon separates the numbers.
        let separator = language == .spanish ? ";" : ","
        return "\(degrees[0]) \(north)\(separator) \(degrees[1]) \(east)"
            + (coordinate.altitude.map { "\(separator) \(short($0)) m" } ?? "")
    }

    /// Formats a number with at most two decimal places, since files store some as binary
    /// fractions.
    private func short(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        guard let whole = Int(exactly: rounded) else { return language.decimal("\(rounded)") }
        return "\(whole)"
    }
}

extension PageLanguage {
    /// Formats a rating from 0 to 5 stars.
    func rating(_ stars: Int) -> String {
        stars == 0 ? say("photo.unrated") : say("count.stars", count: stars)
    }
}

/// The date and time taken, in the camera's local time and known precision, as text.
struct TakenClock: Hashable, Sendable {
    /// The date and time in ISO 8601, with the offset if known, or reduced to the month or year.
    let text: String
    private let date: CivilDate
    private let precision: TakenDate.Precision
    /// True if the date is doubtful.
    private let isDoubtful: Bool

    /// Reads a photo's date; nil if it is missing or invalid.
    init?(_ photo: Photo) {
        guard let taken = TakenDate(photo.details), let text = photo.details.takenAt() else {
            return nil
        }
        self.text = text
        date = taken.civil
        precision = taken.precision
        isDoubtful = photo.dateDoubt != nil
    }

    /// Reads the date (UTC) when a photo was added.
    init(added photo: Photo) {
        date = CivilDate(unixSeconds: photo.dateAdded.unixSeconds)
        (text, precision, isDoubtful) = (date.isoText, .second, false)
    }

    /// The date and time without the offset; nil if only the month or year is known.
    var exact: String? { precision == .second ? String(text.prefix(19)) : nil }

    /// The key for grouping photos: the day, month or year in ISO 8601; empty for doubtful dates.
    var group: String { isDoubtful ? "" : String(text.prefix(10)) }

    /// Returns the heading of a group and its note: `17 May 2024` and `Friday`.
    func heading(in language: PageLanguage) -> (text: String, note: String) {
        if isDoubtful { return (language.say("calendar.check"), "") }
        return (day(in: language), precision == .second ? language.weekday(date) : "")
    }

    /// Formats the day, such as `17 May 2024`, or else the month or year: `June 1978`, `1978`.
    func day(in language: PageLanguage) -> String {
        switch precision {
        case .second: language.day(date)
        case .month: language.month(date)
        case .year: String(date.year)
        }
    }

    /// Formats the days of the first and the last photo, such as `17 May – 3 June 2024`; nil without
    /// dates.
    static func span(of photos: [Photo], in language: PageLanguage) -> String? {
        let clocks = photos.compactMap { TakenClock($0) }
        guard let first = clocks.first, let last = clocks.last else { return nil }
        let days = [first, last].map { $0.day(in: language) }
        if days[0] == days[1] { return days[0] }
        let isInOneYear = first.precision == .second && first.date.year == last.date.year
        return (isInOneYear ? language.day(first.date, hasYear: false) : days[0]) + " – " + days[1]
    }

    /// Formats the day and time, such as `17 May 2024, 14:03:22 (+02:00)`.
    func words(in language: PageLanguage) -> String {
        guard precision == .second else { return day(in: language) }
        let offset = text.dropFirst(19)
        return "\(day(in: language)), \(date.clock())"
            + (offset.isEmpty ? "" : offset == "Z" ? " (UTC)" : " (\(offset))")
    }
}
