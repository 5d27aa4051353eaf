/// Writes GPX files for tests.
enum GPXText {
    /// A file with a track of one segment.
    static func file(_ points: [String], root: String = #"gpx version="1.1""#) -> [UInt8] {
        let name = root.prefix { $0 != " " }
        return Array(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <\(root) xmlns="http://www.topografix.com/GPX/1/1">
            <trk><name>Über &amp; drüber</name><trkseg>
            \(points.joined(separator: "\n"))
            </trkseg></trk></\(name)>
            """.utf8)
    }

    /// A point; nil parts are omitted.
    static func point(
        _ latitude: String?, _ longitude: String?, _ time: String?, ele: String? = nil,
        element: String = "trkpt"
    ) -> String {
        let position = [("lat", latitude), ("lon", longitude)]
            .compactMap { name, value in value.map { " \(name)=\"\($0)\"" } }.joined()
        let altitude = ele.map { "<ele>\($0)</ele>" } ?? ""
        let moment = time.map { "<time>\($0)</time>" } ?? ""
        return "<\(element)\(position)>\(altitude)\(moment)</\(element)>"
    }
}
