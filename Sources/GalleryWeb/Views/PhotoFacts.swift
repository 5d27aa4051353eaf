import Basics
import GalleryModel

/// What is known about a photo, in the words of its page.
struct PhotoFacts {
    let photo: Photo
    /// Where sections list it.
    let places: [SectionEntry]
    let language: PageLanguage
    /// Where its tags, people and places lead.
    var addresses: any PageAddresses = ServerAddresses()
    /// The file of the track that its position is of; nil for none, and where it is not told.
    var track: String?
    /// Whether it is told to who was given the photo: what the gallery knows of its files is not.
    var isShared = false
    /// Whether it is told how large the picture is that is stored.
    var tellsSize = true

    /// The values for the template `photo`: what is unknown has none.
    var values: [String: Any] {
        var values: [String: Any] = [:]
        if let clock = TakenClock(photo) {
            values["taken"] = ["iso": clock.text, "words": clock.words(in: language)]
        }
        values["facts"] = facts.map { ["label": $0.label, "texts": $0.texts] as [String: Any] }
        values["hasPlace"] = !placeLinks.isEmpty || photo.coordinate != nil
        values["placeLinks"] = placeLinks
        values["isHome"] = photo.location?.source == .home
        values["trackName"] = photo.location?.source == .track ? track : nil
        if let coordinate = photo.coordinate {
            values["position"] =
                [
                    "text": text(coordinate),
                    "near": addresses.photos(.condition(.near(coordinate, kilometres: 1)))
                        .map { $0 as Any } ?? false,
                    "map": "geo:\(coordinate.latitude),\(coordinate.longitude)",
                ] as [String: Any]
        }
        if let place = photo.coordinate ?? photo.location?.coordinate,
            let address = addresses.map(at: place)
        {
            values["mapped"] = [
                "mapAddress": address, "mapAt": "\(place.latitude),\(place.longitude)",
                "mapSource": photo.location?.source.rawValue ?? PositionSource.photo.rawValue,
            ]
        }
        values["people"] = photo.people.map {
            link($0, addresses.photos(.condition(.named($0))))
        }
        values["hasPeople"] = !photo.people.isEmpty
        values["tags"] = photo.tags.filter { !$0.isEmpty }.map {
            link($0, addresses.photos(.condition(.tag($0))))
        }
        values["hasTags"] = photo.tags.contains { !$0.isEmpty }
        values["sectionLinks"] = places.map { entry in
            var link = link(entry.section.name, addresses.section(entry.section))
            link["place"] = entry.position.map {
                language.say("photo.number", ["number": language.number($0)])
            }
            link["isGone"] = entry.isGone
            return link
        }
        values["hasSections"] = !places.isEmpty
        values["license"] = linkable(photo.license?.name, photo.license?.url)
        values["creator"] = maker
        values["source"] = photo.sourceURL.flatMap { text in
            PageAddress.link(text).map {
                link(photo.origin == .flickr ? "Flickr" : language.say("photo.its-page"), $0)
            }
        }
        return values
    }

    /// A text that leads somewhere where there is an address.
    private func link(_ text: String, _ address: String?) -> [String: Any] {
        ["linkText": text, "linkAddress": address.map { $0 as Any } ?? false]
    }

    /// A text that leads to another server where the address is one of the web.
    private func linkable(_ text: String?, _ address: String?) -> [String: Any]? {
        guard let text, !text.isEmpty else { return nil }
        return link(text, PageAddress.link(address))
    }

    private var placeLinks: [[String: Any]] {
        guard let place = photo.location?.place else { return [] }
        var links: [[String: Any]] = []
        if let city = place.city {
            links.append(link(city, addresses.photos(.condition(.city(city)))))
        }
        if let region = place.region, region != place.city {
            links.append(link(region, addresses.photos(.condition(.region(region)))))
        }
        if let code = place.countryCode ?? place.country,
            let name = language.country(place.countryCode, place.country)
        {
            links.append(link(name, addresses.photos(.condition(.country(code)))))
        }
        for index in links.indices.dropLast() { links[index]["separator"] = true }
        return links.map { $0.merging(["separator": false]) { own, _ in own } }
    }

    /// What is told in rows of words.
    var facts: [(label: String, texts: [String])] {
        var facts: [(label: String, texts: [String])] = []
        func add(_ label: String, _ texts: String?...) {
            let told = texts.compactMap(\.self).filter { !$0.isEmpty }
            if !told.isEmpty { facts.append((label, told)) }
        }
        add(
            language.say("photo.faces"),
            photo.shownFaces.map { language.say("count.faces", count: $0.count) })
        add(
            language.say("photo.camera"),
            [photo.make, photo.model].compactMap(\.self).joined(separator: " "))
        add(language.say("photo.lens"), photo.lens)
        add(language.say("photo.exposure"), exposure)
        if tellsSize {
            add(
                language.say("photo.size"),
                photo.shownGeometry.map { pixels($0.result.width, $0.result.height) },
                photo.edit.map { _ in language.say("photo.edited") })
        }
        let stored = photo.pictures.filter { $0.state == .stored || $0.state == .offline }
        if !isShared, !stored.isEmpty {
            facts.append((language.say("photo.stored"), stored.map(text)))
        }
        add(language.say("photo.rating"), rating)
        add(language.say("photo.owner"), maker)
        add(language.say("photo.visible"), visibility)
        add(language.say("photo.copyright"), photo.copyright)
        add(language.say("photo.uploaded"), photo.dateUploaded.map { words($0.unixSeconds) })
        if !isShared { add(language.say("photo.added"), words(photo.dateAdded.unixSeconds)) }
        add(language.say("photo.file"), photo.title == nil ? nil : photo.fileName)
        return facts
    }

    /// Who made the photo, by name where there is one; a campaign tells nobody's sign-in name.
    private var maker: String? {
        photo.creator ?? (photo.origin == .campaign ? nil : photo.owner)
    }

    /// Who may see the photo at its origin; nil where that is not told.
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

    /// A stored picture, such as `large: 1,024 × 768 pixels, JPEG, 245 kB`.
    private func text(_ picture: Picture) -> String {
        let size = picture.width.flatMap { width in
            picture.height.map { pixels(width, $0) }
        }
        let told = [
            size, picture.fileType, picture.byteCount.map(language.bytes),
            picture.damage.map { language.say("photo.damaged", ["reason": $0]) },
            picture.state == .offline ? language.say("photo.disk-away") : nil,
        ].compactMap(\.self)
        return "\(language.name(of: picture.size)): " + told.joined(separator: ", ")
    }

    private func pixels(_ width: Int, _ height: Int) -> String {
        language.say(
            "photo.pixels",
            ["width": language.number(width), "height": language.number(height)])
    }

    private var rating: String? {
        photo.rating.map { rating in
            rating < 0
                ? language.say("photo.rejected")
                : rating == 0
                    ? language.say("photo.unrated") : language.say("count.stars", count: rating)
        }
    }

    private var exposure: String {
        let time = photo.exposureTime.map { seconds in
            seconds > 0 && seconds < 0.5 && seconds > 1e-9
                ? "1/\(Int((1 / seconds).rounded())) s" : "\(short(seconds)) s"
        }
        return [
            time, photo.fNumber.map { "f/\(short($0))" }, photo.iso.map { "ISO \($0)" },
            photo.focalLength.map { "\(short($0)) mm" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private func text(_ coordinate: Coordinate) -> String {
        let north =
            coordinate.latitude < 0 ? language.say("photo.south") : language.say("photo.north")
        let east =
            coordinate.longitude < 0 ? language.say("photo.west") : language.say("photo.east")
        let degrees = [coordinate.latitude, coordinate.longitude].map {
            language.decimal("\((abs($0) * 100_000).rounded() / 100_000)°")
        }
        // Where decimals have a comma, a semicolon stands between the two.
        let separator = language == .spanish ? ";" : ","
        return "\(degrees[0]) \(north)\(separator) \(degrees[1]) \(east)"
            + (coordinate.altitude.map { "\(separator) \(short($0)) m" } ?? "")
    }

    /// A number with two places at most: files keep some as binary fractions.
    private func short(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        guard let whole = Int(exactly: rounded) else { return language.decimal("\(rounded)") }
        return "\(whole)"
    }
}
