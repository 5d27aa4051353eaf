package import GalleryModel

/// Writes an XMP sidecar of one photo: what is known, with face regions.
///
/// The same photo gives the same bytes. Nothing is written that is not known, and no time of
/// writing.
/// Source: XMP specification (ISO 16684-1), part 2 for the namespaces; IPTC Photo Metadata 2023.1;
/// MWG, "Guidelines for Handling Image Metadata" 2.0.
package enum XMPSidecar {
    /// The whole packet, UTF-8.
    ///
    /// - Parameters:
    ///   - faces: in fractions of the upright picture.
    ///   - storedWidth: pixels across as stored, before the orientation is applied; nil where
    ///     unknown.
    ///   - storedHeight: pixels down as stored.
    ///   - orientation: EXIF's number in the picture itself, 1...8, to which its stored pixels and so the
    ///     faces refer; anything else counts as 1.
    ///   - shownOrientation: how the picture is to be shown, where that is something else.
    package static func bytes(
        for photo: Photo, faces: [FaceRegion], storedWidth: Int?, storedHeight: Int?,
        orientation: Int, shownOrientation: Int? = nil
    ) -> [UInt8] {
        let orientation = (1...8).contains(orientation) ? orientation : 1
        var packet = XMPPacket()
        packet.appendText(of: photo.details)
        packet.appendRights(of: photo.details)
        packet.appendCamera(
            of: photo.details, orientation: shownOrientation ?? orientation)
        packet.appendPosition(photo.coordinate)
        packet.appendPlace(photo.location)
        packet.appendFaces(
            faces, width: storedWidth, height: storedHeight, orientation: orientation)
        return packet.finished()
    }
}

extension XMPPacket {
    fileprivate mutating func appendText(of details: PhotoDetails) {
        append(language: "dc:title", details.title)
        append(language: "dc:description", details.caption)
        // Several creators come joined, as EXIF's Artist keeps them.
        append(list: "dc:creator", .seq, details.creator?.split(separator: "; ").map(String.init))
        append(list: "dc:subject", .bag, details.tags)
        append("dc:source", details.sourceURL)
        append("xmp:Rating", details.rating.map(String.init))
    }

    fileprivate mutating func appendRights(of details: PhotoDetails) {
        append(language: "dc:rights", details.copyright)
        append(language: "xmpRights:UsageTerms", details.license?.name)
        append("xmpRights:WebStatement", details.license?.url)
        append("photoshop:Credit", CreditLine.supplier(of: details))
        // Source: https://wiki.creativecommons.org/wiki/XMP
        if let url = details.license?.url, url.hasPrefix("https://creativecommons.org/") {
            append(resource: "cc:license", url)
            append("cc:attributionName", details.creator)
            if let page = details.sourceURL { append(resource: "cc:attributionURL", page) }
        }
    }

    fileprivate mutating func appendCamera(of details: PhotoDetails, orientation: Int) {
        let date = details.dateTimeOriginal.flatMap {
            XMPDate.text(clock: $0, offset: details.offsetTimeOriginal)
        }
        append("photoshop:DateCreated", date)
        append("exif:DateTimeOriginal", date)
        append("tiff:Make", details.make)
        append("tiff:Model", details.model)
        append("tiff:Orientation", String(orientation))
    }

    fileprivate mutating func appendPosition(_ coordinate: Coordinate?) {
        guard let coordinate else { return }
        let position = XMPPosition(coordinate)
        append("exif:GPSVersionID", "2.3.0.0")
        append("exif:GPSLatitude", position.latitude)
        append("exif:GPSLongitude", position.longitude)
        append("exif:GPSAltitudeRef", position.altitudeRef)
        append("exif:GPSAltitude", position.altitude)
    }

    /// Appends the names of the place, unless it is the fallback home for a position.
    ///
    /// Source: IPTC Photo Metadata 2023.1, City, Province or State, Country, Country Code (legacy)
    fileprivate mutating func appendPlace(_ location: PhotoLocation?) {
        guard let location, location.source != .home else { return }
        append("photoshop:City", location.place.city)
        append("photoshop:State", location.place.region)
        append("photoshop:Country", location.place.country)
        append("Iptc4xmpCore:CountryCode", location.place.countryCode)
    }
}
