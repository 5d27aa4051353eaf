import Basics
internal import CExpat
import GalleryModel
import Glibc

/// Parses one GPX file as its bytes arrive.
///
/// The cost of a hostile file is bounded: depth, length of a piece of markup, number of distinct
/// names (expat stores them all) and number of points. A document type is rejected immediately, so
/// entities are neither expanded nor loaded.
/// Source: https://libexpat.github.io/doc/ (reference, "Billion Laughs" and XML_StopParser)
final class GPXParser {
    /// The reason for stopping early.
    private enum Stop {
        case damaged(String)
        case notGPX(String)
        case documentType
        case tooManyPoints
    }

    private static let maximumDepth = 64
    private static let maximumMarkup = 1 << 20
    private static let maximumNames = 4096
    private static let maximumNameLength = 120

    private let name: String
    private let maximumPoints: Int
    private let parser: XML_Parser
    private var stop: Stop?
    private var fedBytes = 0

    private var elements: [GPXElement] = []
    private var names: Set<UInt64> = []
    private var text = GPXText()
    private var fileName: String?
    private var trackName: String?
    private var point = GPXPoint()
    private var track = Track()
    private var waypoints = Track()
    private var segmentStart = 0
    private var points = 0

    /// Makes a parser for a file with the given name, which is used in messages.
    ///
    /// - Throws: `TrackError.outOfMemory`.
    init(name: String, maximumPoints: Int) throws(TrackError) {
        guard let parser = XML_ParserCreate(nil) else { throw .outOfMemory(name) }
        self.name = name
        self.maximumPoints = maximumPoints
        self.parser = parser
        gallery_expat_take_every_encoding(parser)
        // The parser does not outlive its owner, and calls back only during `parse`.
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser,
            { owner, name, attributes in
                guard let owner, let name, let attributes else { return }
                GPXParser.from(owner).start(name, attributes)
            },
            { owner, _ in
                guard let owner else { return }
                GPXParser.from(owner).end()
            })
        XML_SetCharacterDataHandler(parser) { owner, bytes, count in
            guard let owner, let bytes else { return }
            GPXParser.from(owner).characters(UnsafeBufferPointer(start: bytes, count: Int(count)))
        }
        XML_SetStartDoctypeDeclHandler(parser) { owner, _, _, _, _ in
            guard let owner else { return }
            GPXParser.from(owner).end(with: .documentType)
        }
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Returns a buffer for the next bytes of the file, which `parse(count:)` consumes.
    ///
    /// - Throws: `TrackError.outOfMemory`.
    func buffer(_ count: Int) throws(TrackError) -> UnsafeMutableRawBufferPointer {
        guard let start = XML_GetBuffer(parser, Int32(clamping: count)) else {
            throw .outOfMemory(name)
        }
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    /// Parses bytes that were put into the buffer; a count of 0 marks the end of the file.
    ///
    /// - Returns: true if the parser accepts more bytes.
    /// - Throws: `TrackError`.
    func parse(count: Int) throws(TrackError) -> Bool {
        fedBytes += count
        let status = XML_ParseBuffer(parser, Int32(clamping: count), count == 0 ? 1 : 0)
        if status == XML_STATUS_OK, stop == nil {
            // expat rescans incomplete markup with each block, which takes quadratic time.
            let waiting = fedBytes - Int(XML_GetCurrentByteIndex(parser))
            guard count > 0, waiting > GPXParser.maximumMarkup else { return count > 0 }
            stop = .damaged("a piece of markup is longer than \(GPXParser.maximumMarkup) bytes")
        }
        switch stop {
        case .documentType: throw .documentType(name)
        case .notGPX(let root): throw .notGPX(name, root: root)
        case .tooManyPoints: throw .tooManyPoints(name, limit: maximumPoints)
        case .damaged(let reason): track.damage = placed(reason)
        case nil:
            let code = XML_GetErrorCode(parser)
            if code == XML_ERROR_NO_MEMORY { throw .outOfMemory(name) }
            let reason =
                XML_ErrorString(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
            track.damage = placed(reason)
        }
        return false
    }

    /// Returns the track after all bytes were parsed.
    ///
    /// - Throws: `TrackError` if no point has a time.
    func finish() throws(TrackError) -> Track {
        if fedBytes == 0 { throw .empty(name) }
        track.close(segmentStart)
        if track.points.isEmpty, !waypoints.points.isEmpty {
            waypoints.close(0)
            waypoints.damage = track.damage
            waypoints.isFromWaypoints = true
            track = waypoints
        }
        track.name = fileName ?? trackName
        guard track.points.isEmpty else { return track }
        if let damage = track.damage { throw .damaged(name, reason: damage) }
        throw .noTimes(name, points: points)
    }

    private func placed(_ reason: String) -> String {
        "damaged at line \(XML_GetCurrentLineNumber(parser)): \(reason)"
    }

    private static func from(_ owner: UnsafeMutableRawPointer) -> GPXParser {
        Unmanaged<GPXParser>.fromOpaque(owner).takeUnretainedValue()
    }

    private func end(with reason: Stop) {
        guard stop == nil else { return }
        stop = reason
        XML_StopParser(parser, 0)
    }
}

// Callbacks of expat; a few may follow XML_StopParser and are ignored.
extension GPXParser {
    private func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) {
        guard stop == nil else { return }
        guard elements.count < GPXParser.maximumDepth else {
            return end(
                with: .damaged("elements are nested more than \(GPXParser.maximumDepth) deep"))
        }
        let element = GPXElement(name, in: elements.last)
        if elements.isEmpty, element != .gpx {
            return end(with: .notGPX(String(String(cString: name).prefix(64))))
        }
        elements.append(element)
        switch element {
        case .segment: segmentStart = track.points.count
        case .trackPoint, .waypoint: point = GPXPoint(attributes)
        case .elevation, .time: text.clear(capacity: 64)
        case .name: text.clear(capacity: 1024)
        case .other: remember(name, attributes)
        case .gpx, .metadata, .track: break
        }
    }

    private func end() {
        guard stop == nil, let element = elements.popLast() else { return }
        switch element {
        case .elevation: point.altitude = text.withBytes(DecimalText.number)
        case .time: point.take(time: text)
        case .trackPoint: finishPoint(of: &track)
        case .waypoint: finishPoint(of: &waypoints)
        case .segment:
            track.close(segmentStart)
            segmentStart = track.points.count
        case .name: takeName()
        case .gpx, .metadata, .track, .other: break
        }
    }

    private func characters(_ bytes: UnsafeBufferPointer<CChar>) {
        guard stop == nil, let element = elements.last else { return }
        switch element {
        case .time, .elevation, .name: bytes.withMemoryRebound(to: UInt8.self) { text.append($0) }
        default: break
        }
    }

    /// Takes the name of the file or of a track in it; the first one wins.
    private func takeName() {
        let words = text.withBytes { String(decoding: $0, as: UTF8.self) }?
            .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard let words, !words.isEmpty else { return }
        let name = String(words.prefix(GPXParser.maximumNameLength))
        if elements.last == .track {
            trackName = trackName ?? name
        } else {
            fileName = fileName ?? name
        }
    }

    private func finishPoint(of track: inout Track) {
        points += 1
        guard let coordinate = point.coordinate, point.time != nil || !point.hasTime else {
            track.skippedPoints += 1
            return
        }
        guard let time = point.time else {
            track.untimedPoints += 1
            return
        }
        if track.points.count >= maximumPoints { return end(with: .tooManyPoints) }
        track.points.append(TrackPoint(time: time, coordinate: coordinate))
    }

    /// Counts distinct names that are not part of GPX.
    private func remember(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) {
        func insert(_ name: UnsafePointer<CChar>) {
            names.insert(UInt64(hashing: UnsafeRawBufferPointer(start: name, count: strlen(name))))
        }
        insert(name)
        var at = attributes
        while let attribute = at.pointee {
            insert(attribute)
            at += 2
        }
        if names.count > GPXParser.maximumNames {
            end(with: .damaged("more than \(GPXParser.maximumNames) distinct names"))
        }
    }
}

/// The GPX elements that are read, each only in its proper parent.
///
/// Source: https://www.topografix.com/GPX/1/1/gpx.xsd; the names of GPX 1.0 are the same.
enum GPXElement: Sendable {
    case gpx, metadata, track, segment, trackPoint, waypoint, elevation, time, name, other

    /// Identifies an element by its name, ignoring namespace prefixes.
    ///
    /// - Parameter parent: the enclosing element; nil for the root.
    init(_ name: UnsafePointer<CChar>, in parent: GPXElement?) {
        switch parent {
        case nil: self = isNamed(name, "gpx") ? .gpx : .other
        case .gpx where isNamed(name, "trk"): self = .track
        case .gpx where isNamed(name, "wpt"): self = .waypoint
        case .gpx where isNamed(name, "metadata"): self = .metadata
        case .gpx, .metadata: self = isNamed(name, "name") ? .name : .other
        case .track:
            self = isNamed(name, "trkseg") ? .segment : isNamed(name, "name") ? .name : .other
        case .segment: self = isNamed(name, "trkpt") ? .trackPoint : .other
        case .trackPoint, .waypoint:
            self = isNamed(name, "time") ? .time : isNamed(name, "ele") ? .elevation : .other
        default: self = .other
        }
    }
}

/// True if an XML name without its namespace prefix equals the given name.
func isNamed(_ name: UnsafePointer<CChar>, _ wanted: StaticString) -> Bool {
    var start = name
    var at = name
    while at.pointee != 0 {
        if at.pointee == 0x3A { start = at + 1 }
        at += 1
    }
    let length = at - start
    return length == wanted.utf8CodeUnitCount && memcmp(start, wanted.utf8Start, length) == 0
}

/// A point of a GPX file that is being read.
struct GPXPoint {
    var altitude: Double?
    private var latitude: Double?
    private var longitude: Double?
    /// The time; nil if it is missing or invalid.
    private(set) var time: Double?
    private(set) var hasTime = false
}

extension GPXPoint {
    /// Reads the position from the element's attributes: alternating names and values, ending with
    /// nil.
    init(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
        self.init()
        var at = attributes
        while let name = at[0], let value = at[1] {
            if isNamed(name, "lat") {
                latitude = GPXPoint.number(value)
            } else if isNamed(name, "lon") {
                longitude = GPXPoint.number(value)
            }
            at += 2
        }
    }

    /// Reads the content of a `time` element: ISO 8601, in UTC if it has no zone, as in the GPX
    /// schema.
    mutating func take(time text: GPXText) {
        hasTime = true
        time = text.withBytes { bytes in
            var scanner = DateScanner(bytes)
            scanner.trim()
            return scanner.instant(maximumOffset: 14 * 3600)
                .map { Double($0.seconds) + Double($0.nanoseconds) / 1e9 }
        }
    }

    /// The position; nil if it is invalid.
    var coordinate: Coordinate? {
        guard let latitude, let longitude, latitude != 0 || longitude != 0 else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude, altitude: altitude)
    }

    private static func number(_ value: UnsafePointer<CChar>) -> Double? {
        // expat terminates every value with NUL; a number has at most 64 characters.
        var count = 0
        while count <= 64, value[count] != 0 { count += 1 }
        return UnsafeBufferPointer(start: value, count: count)
            .withMemoryRebound(to: UInt8.self) { DecimalText.number($0) }
    }
}

/// Collects the characters of an element with a number, time or name; longer text is discarded.
struct GPXText {
    private var capacity = 0
    private var bytes: [UInt8] = []
    private var isTooLong = false

    /// Starts a text of the given maximum length in bytes; numbers and times need no more than 64.
    mutating func clear(capacity: Int) {
        self.capacity = capacity
        bytes.removeAll(keepingCapacity: true)
        isTooLong = false
    }

    mutating func append(_ more: UnsafeBufferPointer<UInt8>) {
        guard !isTooLong, bytes.count + more.count <= capacity else {
            isTooLong = true
            return
        }
        bytes.append(contentsOf: more)
    }

    /// Passes the text to a closure; returns nil if it is too long.
    func withBytes<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
        isTooLong ? nil : bytes.withUnsafeBufferPointer(read)
    }
}

/// Parses decimal numbers from ASCII bytes.
enum DecimalText {
    /// Powers of ten that doubles represent exactly.
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// Parses a finite number such as `-33.8568`, with optional surrounding spaces.
    ///
    /// Returns nil for anything else, including hexadecimal forms and words such as `inf`. Up to 15
    /// digits, the quotient of two exact doubles is the double nearest to the text.
    /// Source: W. Clinger, "How to Read Floating Point Numbers Accurately", 1990, section 3.
    static func number(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        var mantissa = 0
        var digits = 0
        var decimals = 0
        var hasPoint = false
        var isNegative = false
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case 0x30...0x39 where digits < 15:
                mantissa = mantissa * 10 + Int(byte - 0x30)
                digits += 1
                decimals += hasPoint ? 1 : 0
            case UInt8(ascii: ".") where !hasPoint: hasPoint = true
            case UInt8(ascii: "-") where index == 0: isNegative = true
            default: return slow(bytes)
            }
        }
        guard digits > 0 else { return nil }
        let value = Double(mantissa) / powers[decimals]
        return isNegative ? -value : value
    }

    /// Handles spaces, more digits and exponents.
    private static func slow(_ bytes: UnsafeBufferPointer<UInt8>) -> Double? {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        let body = bytes.drop { blanks.contains($0) }
        let end = body.lastIndex { !blanks.contains($0) }.map { $0 + 1 } ?? body.startIndex
        let text = body[body.startIndex..<end]
        guard text.count <= 64 else { return nil }
        return Double(decimal: String(decoding: text, as: UTF8.self))
            .flatMap { $0.isFinite ? $0 : nil }
    }
}
