import GalleryModel

/// A point of a GPX file while its element is being read.
struct GPXPoint {
    /// What became of a point.
    enum Result {
        case point(TrackPoint)
        /// It has no time.
        case untimed
        /// Its position or its time cannot be read.
        case unreadable
    }

    var altitude: Double?
    private var latitude: Double?
    private var longitude: Double?
    private var time: Double?
    private var hasTime = false

    init() {}

    /// Reads the position from the element's attributes: names and values in turn, a nil at the end.
    init(_ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>) {
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

    /// Takes the content of the element `time`: ISO 8601; without a zone it is UTC, as GPX says.
    mutating func take(time text: GPXText) {
        hasTime = true
        time = text.withBytes { bytes in
            var scanner = TimeScanner(bytes)
            guard let clock = scanner.dateTime() else { return nil }
            if scanner.isAtEnd { return clock }
            guard let offset = scanner.offset(), scanner.isAtEnd else { return nil }
            return clock - Double(offset)
        }
    }

    var result: Result {
        guard let latitude, let longitude, latitude != 0 || longitude != 0,
            let coordinate = Coordinate(
                latitude: latitude, longitude: longitude, altitude: altitude)
        else { return .unreadable }
        guard hasTime else { return .untimed }
        guard let time else { return .unreadable }
        return .point(TrackPoint(time: time, coordinate: coordinate))
    }

    private static func number(_ value: UnsafePointer<CChar>) -> Double? {
        // expat ends every value with a NUL; a number has at most 64 characters.
        var count = 0
        while count <= 64, value[count] != 0 { count += 1 }
        return UnsafeBufferPointer(start: value, count: count)
            .withMemoryRebound(to: UInt8.self) { DecimalText.number($0) }
    }
}

/// The characters of an element that holds a number, a time or a name; longer texts are none.
struct GPXText {
    private let capacity: Int
    private var bytes: [UInt8] = []
    private var isTooLong = false

    /// Makes room for so many bytes; numbers and times have no more than 64.
    init(capacity: Int = 64) {
        self.capacity = capacity
        bytes.reserveCapacity(capacity)
    }

    mutating func clear() {
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

    /// Reads the text; nil where it is too long.
    func withBytes<Value>(_ read: (UnsafeBufferPointer<UInt8>) -> Value?) -> Value? {
        isTooLong ? nil : bytes.withUnsafeBufferPointer(read)
    }
}
