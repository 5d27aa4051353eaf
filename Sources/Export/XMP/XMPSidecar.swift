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
        let details = photo.details
        packet.append(language: "dc:title", details.title)
        packet.append(language: "dc:description", details.caption)
        // Multiple creators are joined as in EXIF's Artist.
        packet.append(
            list: "dc:creator", .seq, details.creator?.split(separator: "; ").map(String.init))
        packet.append(list: "dc:subject", .bag, details.tags)
        packet.append("dc:source", details.sourceURL)
        packet.append("xmp:Rating", details.rating.map(String.init))
        packet.append(language: "dc:rights", details.copyright)
        packet.append(language: "xmpRights:UsageTerms", details.license?.name)
        packet.append("xmpRights:WebStatement", details.license?.url)
        packet.append("photoshop:Credit", CreditLine.supplier(of: details))
        // Source: https://wiki.creativecommons.org/wiki/XMP
        if let url = details.license?.url, url.hasPrefix("https://creativecommons.org/") {
            packet.append(resource: "cc:license", url)
            packet.append("cc:attributionName", details.creator)
            if let page = details.sourceURL { packet.append(resource: "cc:attributionURL", page) }
        }
        // Source: XMP specification, part 1, section 8.2.1.1 (Date).
        let date = details.takenAt(hasFraction: true)
        packet.append("photoshop:DateCreated", date)
        packet.append("exif:DateTimeOriginal", date)
        packet.append("tiff:Make", details.make)
        packet.append("tiff:Model", details.model)
        packet.append("tiff:Orientation", String(shownOrientation ?? orientation))
        packet.appendPosition(photo.coordinate)
        if let location = photo.location, location.source != .home {
            packet.append("Iptc4xmpCore:Location", location.place.district)
            packet.append("photoshop:City", location.place.city)
            packet.append("photoshop:State", location.place.region)
            packet.append("photoshop:Country", location.place.country)
            packet.append("Iptc4xmpCore:CountryCode", location.place.countryCode)
        }
        packet.appendFaces(
            faces, width: storedWidth, height: storedHeight, orientation: orientation)
        return packet.finished()
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
        let packet = Array(bytes.dropLast(sealStart.count + 16 + sealEnd.count))
        return !packet.isEmpty && bytes == sealed(packet)
    }
}
