import Basics
import Glibc
import HTTPTypes

/// An incremental parser for `multipart/form-data` bodies.
///
/// The number and the size of part heads are limited; the content of parts is passed on immediately
/// and limited by the caller.
///
/// Source: RFC 7578; RFC 2046, section 5.1.
struct MultipartParser {
    /// A parsing event.
    enum Event: Hashable, Sendable {
        /// A part begins; contains its field name, and its file name, which may have any encoding.
        case part(String, fileName: String? = nil)
        /// Some bytes of the part.
        case bytes([UInt8])
        /// The part ends.
        case end
    }

    /// The maximum number of parts of most forms.
    static let usualParts = 20
    /// The maximum size of a part's head, in bytes.
    static let maximumHeadBytes = 8192

    private enum State {
        case preamble, boundary, head, body, epilogue
    }

    /// The delimiter before each part, including the preceding line break.
    private let delimiter: [UInt8]
    /// The unprocessed input; a line break is inserted because the first boundary needs none.
    private var waiting: [UInt8] = Array("\r\n".utf8)
    private var state = State.preamble
    private var partCount = 0
    private let maximumParts: Int
    /// The number of body bytes received so far, including skipped ones.
    private(set) var byteCount = 0

    /// Creates a parser; nil for another media type or without a boundary.
    ///
    /// - Parameters:
    ///   - contentType: the `Content-Type` header.
    ///   - maximumParts: the maximum number of parts.
    init?(contentType: String?, maximumParts: Int = Self.usualParts) {
        guard let contentType, let value = HeaderValue(contentType),
            value.name.lowercased() == "multipart/form-data",
            let boundary = value.parameters["boundary"], (1...200).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
        self.maximumParts = maximumParts
    }

    /// Parses the next piece of the body.
    ///
    /// - Throws: 400 for a malformed body.
    mutating func read(_ piece: some Collection<UInt8>) throws(Problem) -> [Event] {
        byteCount += piece.count
        waiting.append(contentsOf: piece)
        var events: [Event] = []
        var start = 0
        while try step(&start, &events) {}
        waiting.removeFirst(start)
        return events
    }

    /// Returns the texts of a complete body by field name.
    ///
    /// - Throws: 400 for a malformed body, a repeated field or invalid UTF-8.
    func fields(of body: [UInt8]) throws(Problem) -> [String: String] {
        var parser = self
        var fields: [String: [UInt8]] = [:]
        var name = ""
        for event in try parser.read(body) {
            switch event {
            case .part(let next, _):
                name = next
                guard fields.updateValue([], forKey: name) == nil else {
                    throw Problem(
                        .badRequest, say: "error.twice", ["name": DisplayText.escaped(name)])
                }
            case .bytes(let bytes): fields[name]? += bytes
            case .end: break
            }
        }
        try parser.finish()
        var texts: [String: String] = [:]
        for (name, bytes) in fields {
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw Self.problem("a field is not UTF-8")
            }
            texts[name] = text
        }
        return texts
    }

    /// Ends parsing.
    ///
    /// - Throws: 400 if the last boundary is missing.
    func finish() throws(Problem) {
        guard case .epilogue = state else {
            throw Self.problem("the body ends before its last boundary")
        }
    }

    /// Processes input from an index on; returns false if more input is needed.
    private mutating func step(
        _ start: inout Int, _ events: inout [Event]
    ) throws(Problem) -> Bool {
        switch state {
        case .preamble, .body:
            let found = index(of: delimiter, from: start)
            // The input may end with the beginning of a boundary.
            let end = found ?? max(start, waiting.count - delimiter.count + 1)
            if case .body = state {
                if end > start { events.append(.bytes(Array(waiting[start..<end]))) }
                if found != nil { events.append(.end) }
            }
            start = end
            guard found != nil else { return false }
            start += delimiter.count
            state = .boundary
        case .boundary:
            let rest = waiting[start...]
            if rest.starts(with: "--".utf8) {
                state = .epilogue
                return true
            }
            let line = index(of: Array("\r\n".utf8), from: start)
            let isBlank = line.map { line in
                waiting[start..<line].allSatisfy { $0 == 0x20 || $0 == 0x09 }
            }
            guard isBlank ?? (rest.count <= 64) else {
                throw Self.problem("a boundary is not on a line of its own")
            }
            guard let line else { return false }
            partCount += 1
            guard partCount <= maximumParts else {
                throw Self.problem("the form has more than \(maximumParts) parts")
            }
            // An empty head shares this line break.
            start = line
            state = .head
        case .head:
            let end = index(of: Array("\r\n\r\n".utf8), from: start)
            guard (end ?? waiting.count) - start <= Self.maximumHeadBytes else {
                throw Self.problem(
                    "the head of a part is longer than \(Self.maximumHeadBytes) bytes")
            }
            guard let end else { return false }
            let (name, fileName) = try Self.names(inHead: waiting[start..<end])
            events.append(.part(name, fileName: fileName))
            // The last line break may belong to a boundary.
            start = end + 4
            state = .body
        case .epilogue:
            start = waiting.count
            return false
        }
        return true
    }

    /// Returns the index of the next occurrence of some bytes; nil if they do not occur completely.
    private func index(of bytes: [UInt8], from start: Int) -> Int? {
        waiting.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            var at = start
            while at + bytes.count <= buffer.count {
                let remaining = buffer.count - bytes.count + 1 - at
                guard let hit = memchr(base + at, Int32(bytes[0]), remaining) else { return nil }
                at = UnsafePointer(hit.assumingMemoryBound(to: UInt8.self)) - base
                if memcmp(base + at, bytes, bytes.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }

    /// Returns the field name from a part's head, and the file name.
    private static func names(
        inHead head: ArraySlice<UInt8>
    ) throws(Problem) -> (name: String, fileName: String?) {
        for line in head.split(separator: Array("\r\n".utf8)) {
            let text = String(decoding: line, as: UTF8.self)
            let sides = text.split(separator: ":", maxSplits: 1)
            guard sides.count == 2, sides[0].lowercased() == "content-disposition" else { continue }
            guard let value = HeaderValue(String(sides[1])), value.name.lowercased() == "form-data",
                let name = value.parameters["name"]
            else { break }
            // Replaces invalid UTF-8.
            guard !name.unicodeScalars.contains(where: { $0 == "\u{FFFD}" }) else {
                throw problem("the name of a part is not UTF-8")
            }
            return (name, value.parameters["filename"])
        }
        throw problem("a part of the form has no name")
    }

    private static func problem(_ reason: String) -> Problem {
        Problem(.badRequest, "the form cannot be read: \(reason)")
    }
}
