internal import CExpat
import GalleryModel
import Glibc

/// Parses one GPX file as its bytes arrive.
///
/// What a hostile file may cost is bounded: depth, the length of one piece of markup, the number of
/// different names (expat keeps them all) and the number of points. A document type is refused at its
/// first character, so there are no entities, neither to multiply nor to load.
/// Source: https://libexpat.github.io/doc/ (reference, "Billion Laughs" and XML_StopParser)
final class GPXParser {
    /// Ends a parse early.
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
    private var nameText = GPXText(capacity: 1024)
    private var fileName: String?
    private var trackName: String?
    private var point = GPXPoint()
    private var track = Track()
    private var waypoints: [TrackPoint] = []
    private var segmentStart = 0
    private var points = 0
    private var skippedWaypoints = 0
    private var untimedWaypoints = 0

    /// Makes a parser for a file of a name, as it stands in messages.
    ///
    /// Throws: `TrackError.outOfMemory`.
    init(name: String, maximumPoints: Int) throws(TrackError) {
        guard let parser = XML_ParserCreate(nil) else { throw .outOfMemory(name) }
        self.name = name
        self.maximumPoints = maximumPoints
        self.parser = parser
        gallery_expat_take_every_encoding(parser)
        // The parser lives no longer than its owner, and calls back during `parse` alone.
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

    /// Gives room for the next bytes of the file; `parse(count:)` takes them.
    ///
    /// Throws: `TrackError.outOfMemory`.
    func room(_ count: Int) throws(TrackError) -> UnsafeMutableRawBufferPointer {
        guard let start = XML_GetBuffer(parser, Int32(clamping: count)) else {
            throw .outOfMemory(name)
        }
        return UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    /// Parses bytes that were put into the room; none are the end of the file.
    ///
    /// - Returns: whether more bytes are of use.
    /// Throws: `TrackError`.
    func parse(count: Int) throws(TrackError) -> Bool {
        fedBytes += count
        let status = XML_ParseBuffer(parser, Int32(clamping: count), count == 0 ? 1 : 0)
        if status == XML_STATUS_OK, stop == nil {
            // Searching one piece of markup again with each block takes the square of its length.
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

    /// The track, when every byte was parsed.
    ///
    /// Throws: `TrackError` where no point has a time.
    func finish() throws(TrackError) -> Track {
        if fedBytes == 0 { throw .empty(name) }
        track.close(segmentStart)
        if track.points.isEmpty, !waypoints.isEmpty {
            let damage = track.damage
            track = Track(points: waypoints)
            track.damage = damage
            track.isFromWaypoints = true
            track.skippedPoints = skippedWaypoints
            track.untimedPoints = untimedWaypoints
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

// What expat calls; after XML_StopParser some calls may still come, which changes nothing.
extension GPXParser {
    private func start(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) {
        guard stop == nil else { return }
        guard elements.count < GPXParser.maximumDepth else {
            return end(
                with: .damaged("elements lie more than \(GPXParser.maximumDepth) deep"))
        }
        let element = GPXElement(name, in: elements.last)
        if elements.isEmpty, element != .gpx {
            return end(with: .notGPX(String(String(cString: name).prefix(64))))
        }
        elements.append(element)
        switch element {
        case .segment: segmentStart = track.points.count
        case .trackPoint, .waypoint: point = GPXPoint(attributes)
        case .elevation, .time: text.clear()
        case .name: nameText.clear()
        case .other: remember(name, attributes)
        case .gpx, .metadata, .track: break
        }
    }

    private func end() {
        guard stop == nil, let element = elements.popLast() else { return }
        switch element {
        case .elevation: point.altitude = text.withBytes(DecimalText.number)
        case .time: point.take(time: text)
        case .trackPoint: finishTrackPoint()
        case .waypoint: finishWaypoint()
        case .segment:
            track.close(segmentStart)
            segmentStart = track.points.count
        case .name: take(name: nameText)
        case .gpx, .metadata, .track, .other: break
        }
    }

    private func characters(_ bytes: UnsafeBufferPointer<CChar>) {
        guard stop == nil, let element = elements.last else { return }
        switch element {
        case .time, .elevation: bytes.withMemoryRebound(to: UInt8.self) { text.append($0) }
        case .name: bytes.withMemoryRebound(to: UInt8.self) { nameText.append($0) }
        default: break
        }
    }

    /// Takes the name of the file, or of a track in it; of several the first one counts.
    private func take(name text: GPXText) {
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

    private func finishTrackPoint() {
        points += 1
        switch point.result {
        case .point where track.points.count >= maximumPoints: end(with: .tooManyPoints)
        case .point(let fix): track.points.append(fix)
        case .untimed: track.untimedPoints += 1
        case .unreadable: track.skippedPoints += 1
        }
    }

    private func finishWaypoint() {
        points += 1
        switch point.result {
        case .point where waypoints.count >= maximumPoints: end(with: .tooManyPoints)
        case .point(let fix): waypoints.append(fix)
        case .untimed: untimedWaypoints += 1
        case .unreadable: skippedWaypoints += 1
        }
    }

    /// Counts the different names that are not GPX's own.
    private func remember(
        _ name: UnsafePointer<CChar>, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>
    ) {
        names.insert(GPXParser.hash(name))
        var at = attributes
        while let attribute = at.pointee {
            names.insert(GPXParser.hash(attribute))
            at += 2
        }
        if names.count > GPXParser.maximumNames {
            end(with: .damaged("there are more than \(GPXParser.maximumNames) different names"))
        }
    }

    /// A number that tells names apart.
    ///
    /// Source: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    private static func hash(_ name: UnsafePointer<CChar>) -> UInt64 {
        var value: UInt64 = 0xCBF2_9CE4_8422_2325
        var at = name
        while at.pointee != 0 {
            value = (value ^ UInt64(UInt8(bitPattern: at.pointee))) &* 0x100_0000_01B3
            at += 1
        }
        return value
    }
}
