package import GalleryModel

/// Spells photos as the waypoints of one GPX file.
///
/// A waypoint has the elevation, the time, the title (else the file's name, else the catalog id), the
/// description, the page at the origin and `photo` or `video`, as far as they are known. The time is left out where the offset
/// of the camera's clock from UTC is unknown, as it is for photos of Flickr: GPX has no local time.
/// Source: GPX 1.1 schema, https://www.topografix.com/GPX/1/1/gpx.xsd
package struct GPXEncoder: Sendable {
    /// Makes an encoder.
    package init() {}

    /// Appends what stands before the first waypoint.
    package func appendHeader(to buffer: inout OutputBuffer) {
        buffer.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
        buffer.append("<gpx version=\"1.1\" creator=\"gallery\"")
        buffer.append(" xmlns=\"http://www.topografix.com/GPX/1/1\"")
        buffer.append(" xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"")
        buffer.append(" xsi:schemaLocation=\"http://www.topografix.com/GPX/1/1")
        buffer.append(" http://www.topografix.com/GPX/1/1/gpx.xsd\">\n")
    }

    /// Appends a photo's waypoint on one line, but for line ends in its own text.
    package func append(
        _ row: ListedPhoto, at coordinate: Coordinate, to buffer: inout OutputBuffer
    ) {
        let details = row.photo.details
        buffer.append(" <wpt lat=\"")
        buffer.append(decimal: coordinate.latitude)
        buffer.append("\" lon=\"")
        // The schema's longitudes end short of 180.
        buffer.append(decimal: coordinate.longitude == 180 ? -180 : coordinate.longitude)
        buffer.append("\">")
        // The schema demands this order of elements.
        if let altitude = coordinate.altitude {
            buffer.append("<ele>")
            buffer.append(decimal: altitude)
            buffer.append("</ele>")
        }
        if let clock = details.dateTimeOriginal, let offset = details.offsetTimeOriginal,
            let instant = ClockTime.unixSeconds(clock: clock, offset: offset)
        {
            buffer.append("<time>")
            buffer.append(instant: instant)
            buffer.append("</time>")
        }
        let name = known(details.title) ?? known(details.fileName) ?? row.photo.id.description
        append("name", name, to: &buffer)
        append("desc", known(details.caption), to: &buffer)
        if let url = known(details.sourceURL) {
            buffer.append("<link href=\"")
            buffer.append(xmlText: url)
            buffer.append("\"/>")
        }
        append("type", known(details.media) ?? "photo", to: &buffer)
        buffer.append("</wpt>\n")
    }

    /// Appends what stands after the last waypoint.
    package func appendFooter(to buffer: inout OutputBuffer) {
        buffer.append("</gpx>\n")
    }

    private func append(_ element: String, _ text: String?, to buffer: inout OutputBuffer) {
        guard let text else { return }
        buffer.append("<\(element)>")
        buffer.append(xmlText: text)
        buffer.append("</\(element)>")
    }

    private func known(_ text: String?) -> String? {
        text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
}
