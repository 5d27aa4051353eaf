import Basics
package import GalleryModel

/// Creates an XMP sidecar with the metadata and face regions of a photo.
///
/// The same photo gives the same bytes: unknown values and the time of writing are omitted.
/// Source: XMP specification (ISO 16684-1), part 2 for the namespaces; IPTC Photo Metadata 2023.1;
/// MWG, "Guidelines for Handling Image Metadata" 2.0.
package enum XMPSidecar {
    /// Returns the whole packet in UTF-8.
    ///
    /// - Parameters:
    ///   - faces: face regions as fractions of the upright picture.
    ///   - storedWidth: the width in pixels as stored, before applying the orientation; nil if
    ///     unknown.
    ///   - storedHeight: the height in pixels as stored.
    ///   - orientation: the EXIF orientation in the picture, 1...8, which relates the stored pixels
    ///     to the faces; other values count as 1.
    ///   - shownOrientation: the orientation to write if it differs from the one in the picture.
    package static func bytes(
        for photo: Photo, faces: [FaceRegion], storedWidth: Int?, storedHeight: Int?,
        orientation: Int = 1, shownOrientation: Int? = nil
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
        // Multiple creators are joined as in EXIF's Artist.
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
        // Source: XMP specification, part 1, section 8.2.1.1 (Date).
        let date = details.takenAt(hasFraction: true)
        append("photoshop:DateCreated", date)
        append("exif:DateTimeOriginal", date)
        append("tiff:Make", details.make)
        append("tiff:Model", details.model)
        append("tiff:Orientation", String(orientation))
    }

    fileprivate mutating func appendPlace(_ location: PhotoLocation?) {
        guard let location, location.source != .home else { return }
        append("Iptc4xmpCore:Location", location.place.district)
        append("photoshop:City", location.place.city)
        append("photoshop:State", location.place.region)
        append("photoshop:Country", location.place.country)
        append("Iptc4xmpCore:CountryCode", location.place.countryCode)
    }
}

extension XMPSidecar {
    private static let sealStart = Array("<!-- gallery ".utf8)
    private static let sealEnd = Array(" -->\n".utf8)

    /// Appends a comment with the FNV-1a hash of the packet, which shows whether the packet was
    /// changed later.
    ///
    /// This is not a protection against forgery. It distinguishes unchanged sidecars of this
    /// program, which may be replaced, from those changed by a user or another program.
    /// Source: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    package static func sealed(_ packet: [UInt8]) -> [UInt8] {
        packet + sealStart + Array(UInt64(hashing: packet[...]).hexadecimal.utf8) + sealEnd
    }

    /// Indicates whether bytes are an unchanged result of `sealed`.
    package static func isSealed(_ bytes: [UInt8]) -> Bool {
        let length = sealStart.count + 16 + sealEnd.count
        guard bytes.count > length else { return false }
        let packet = bytes.dropLast(length)
        return bytes == sealed(Array(packet))
    }
}
