import Basics
import GalleryModel

/// What is known about a photo, in the words of its page.
struct PhotoFacts {
    let photo: Photo
    let places: [SectionEntry]

    /// The values for the template `photo`: what is unknown has none.
    var values: [String: Any] {
        var values: [String: Any] = [:]
        if let clock = TakenClock(photo) {
            values["taken"] = ["iso": clock.text, "words": clock.words]
        }
        values["facts"] = facts.map { ["label": $0.label, "text": $0.text] }
        values["hasPlace"] = !placeLinks.isEmpty || photo.coordinate != nil
        values["placeLinks"] = placeLinks
        values["isHome"] = photo.location?.source == .home
        if let coordinate = photo.coordinate {
            values["position"] =
                [
                    "text": PhotoFacts.text(coordinate),
                    "near": PageAddress.photos(.condition(.near(coordinate, kilometres: 1))),
                ] as [String: Any]
        }
        values["people"] = photo.people.map {
            link($0, PageAddress.photos(.condition(.person($0))))
        }
        values["hasPeople"] = !photo.people.isEmpty
        values["tags"] = photo.tags.filter { !$0.isEmpty }.map {
            link($0, PageAddress.photos(.condition(.tag($0))))
        }
        values["hasTags"] = photo.tags.contains { !$0.isEmpty }
        values["sectionLinks"] = places.map { entry in
            var link = link(entry.section.name, PageAddress.section(entry.section.text))
            link["place"] = entry.position.map { "number \(Count.text($0))" }
            link["isGone"] = entry.isGone
            return link
        }
        values["hasSections"] = !places.isEmpty
        values["license"] = linkable(photo.license?.name, photo.license?.url)
        values["creator"] = photo.creator ?? photo.owner
        values["source"] = photo.sourceURL.flatMap { text in
            PageAddress.link(text).map { link(photo.origin == .flickr ? "Flickr" : "its page", $0) }
        }
        return values
    }

    private func link(_ text: String, _ address: String) -> [String: Any] {
        ["linkText": text, "linkAddress": address]
    }

    /// A text that leads somewhere where the address is one of the web.
    private func linkable(_ text: String?, _ address: String?) -> [String: Any]? {
        guard let text, !text.isEmpty else { return nil }
        return [
            "linkText": text, "linkAddress": PageAddress.link(address).map { $0 as Any } ?? false,
        ]
    }

    private var placeLinks: [[String: Any]] {
        guard let place = photo.location?.place else { return [] }
        var links: [[String: Any]] = []
        if let city = place.city {
            links.append(link(city, PageAddress.photos(.condition(.city(city)))))
        }
        if let region = place.region, region != place.city {
            links.append(link(region, PageAddress.photos(.condition(.region(region)))))
        }
        if let country = place.country {
            let name = place.countryCode ?? country
            links.append(link(country, PageAddress.photos(.condition(.country(name)))))
        }
        for index in links.indices.dropLast() { links[index]["separator"] = true }
        return links.map { $0.merging(["separator": false]) { own, _ in own } }
    }

    private var facts: [(label: String, text: String)] {
        var facts: [(label: String, text: String)] = []
        func add(_ label: String, _ text: String?) {
            if let text, !text.isEmpty { facts.append((label, text)) }
        }
        add("Camera", [photo.make, photo.model].compactMap(\.self).joined(separator: " "))
        add("Lens", photo.lens)
        add("Exposure", exposure)
        add("Picture", picture)
        add("Rating", rating)
        if photo.edit != nil { add("Edited", "shown as a person changed it") }
        add("Copyright", photo.copyright)
        add("Uploaded", photo.dateUploaded.map { words($0.unixSeconds) })
        add("Added", words(photo.dateAdded.unixSeconds))
        add("File", photo.title == nil ? nil : photo.fileName)
        return facts
    }

    private func words(_ seconds: Int64) -> String {
        let date = CivilDate(unixSeconds: seconds)
        return "\(TakenClock.words(date)), \(date.clock()) (UTC)"
    }

    private var picture: String {
        let size = photo.shownGeometry?.result
        return [
            size.map { "\(Count.text($0.width)) × \(Count.text($0.height)) pixels" },
            photo.picture?.fileType, photo.picture?.byteCount.map(ByteCount.text),
            photo.picture?.damage.map { "damaged: \($0)" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private var rating: String? {
        photo.rating.map { rating in
            rating < 0 ? "rejected" : rating == 0 ? "none" : Count.text(rating, "star")
        }
    }

    private var exposure: String {
        let time = photo.exposureTime.map { seconds in
            seconds > 0 && seconds < 0.5 && seconds > 1e-9
                ? "1/\(Int((1 / seconds).rounded())) s" : "\(PhotoFacts.short(seconds)) s"
        }
        return [
            time, photo.fNumber.map { "f/\(PhotoFacts.short($0))" }, photo.iso.map { "ISO \($0)" },
            photo.focalLength.map { "\(PhotoFacts.short($0)) mm" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    private static func text(_ coordinate: Coordinate) -> String {
        let north = coordinate.latitude < 0 ? "S" : "N"
        let east = coordinate.longitude < 0 ? "W" : "E"
        let degrees = [coordinate.latitude, coordinate.longitude].map {
            "\((abs($0) * 100_000).rounded() / 100_000)°"
        }
        return "\(degrees[0]) \(north), \(degrees[1]) \(east)"
            + (coordinate.altitude.map { ", \(short($0)) m" } ?? "")
    }

    /// A number with two places at most: files keep some as binary fractions.
    private static func short(_ number: Double) -> String {
        let rounded = (number * 100).rounded() / 100
        guard let whole = Int(exactly: rounded) else { return "\(rounded)" }
        return "\(whole)"
    }
}
