import Basics
import Glibc
import HTTPTypes

/// Reads a body of type `multipart/form-data` piece by piece: what there is in its parts, in order.
///
/// Heads and their number are bounded; what is in a part is told as it comes and bounded by whoever takes it.
/// Source: RFC 7578; RFC 2046, section 5.1.
struct MultipartParser {
    /// What comes next.
    enum Event: Hashable, Sendable {
        /// A part begins, under the name of its field.
        case part(String)
        /// Some bytes of the part.
        case bytes([UInt8])
        /// The part ends.
        case end
    }

    /// The most parts.
    static let mostParts = 20
    /// The most bytes of a part's head.
    static let longestHead = 8192

    private enum State {
        case preamble, boundary, head, body, epilogue
    }

    /// What stands before each part: the line end belongs to it.
    private let delimiter: [UInt8]
    /// What was not told yet; the first boundary needs no line end before it.
    private var waiting: [UInt8] = Array("\r\n".utf8)
    private var state = State.preamble
    private var partCount = 0
    /// How many bytes of the body came so far, with all that is passed over.
    private(set) var byteCount = 0

    /// Makes a parser for a body.
    ///
    /// - Parameter contentType: the header; nil is returned for another type, and without a boundary.
    init?(contentType: String?) {
        guard let contentType, let value = HeaderValue(contentType),
            value.name.lowercased() == "multipart/form-data",
            let boundary = value.parameters["boundary"], (1...200).contains(boundary.utf8.count),
            boundary.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
        else { return nil }
        delimiter = Array("\r\n--\(boundary)".utf8)
    }

    /// Takes the next piece of the body.
    ///
    /// - Throws: 400 for what is no such body.
    mutating func read(_ piece: some Collection<UInt8>) throws(Problem) -> [Event] {
        byteCount += piece.count
        waiting.append(contentsOf: piece)
        var events: [Event] = []
        var start = 0
        while try step(&start, &events) {}
        waiting.removeFirst(start)
        return events
    }

    /// The texts of a whole body by the names of their fields.
    ///
    /// - Throws: 400 for what is no such body, for two fields of a name, and for what is not UTF-8.
    func fields(of body: [UInt8]) throws(Problem) -> [String: String] {
        var parser = self
        var fields: [String: [UInt8]] = [:]
        var name = ""
        for event in try parser.read(body) {
            switch event {
            case .part(let next):
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

    /// Says that nothing comes any more.
    ///
    /// - Throws: 400 where the last boundary is missing.
    func finish() throws(Problem) {
        guard case .epilogue = state else {
            throw Self.problem("the body ends before its last boundary")
        }
    }

    /// Reads on from a place; false where more is needed.
    private mutating func step(
        _ start: inout Int, _ events: inout [Event]
    ) throws(Problem) -> Bool {
        switch state {
        case .preamble, .body:
            let found = place(of: delimiter, from: start)
            // The beginning of a boundary may stand at the end.
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
            guard let line = place(of: Array("\r\n".utf8), from: start) else {
                guard rest.count <= 64 else { throw Self.problem("a boundary is no line") }
                return false
            }
            guard waiting[start..<line].allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
                throw Self.problem("a boundary is no line")
            }
            partCount += 1
            guard partCount <= Self.mostParts else {
                throw Self.problem("the form has more than \(Self.mostParts) parts")
            }
            // The line end is the one before an empty head, too.
            start = line
            state = .head
        case .head:
            guard let end = place(of: Array("\r\n\r\n".utf8), from: start) else {
                guard waiting.count - start <= Self.longestHead else {
                    throw Self.problem(
                        "the head of a part is longer than \(Self.longestHead) bytes")
                }
                return false
            }
            guard end - start <= Self.longestHead else {
                throw Self.problem("the head of a part is longer than \(Self.longestHead) bytes")
            }
            events.append(.part(try Self.name(inHead: waiting[start..<end])))
            // The last line end may be the one of a boundary.
            start = end + 4
            state = .body
        case .epilogue:
            start = waiting.count
            return false
        }
        return true
    }

    /// Where some bytes stand next; nil where they are not there as a whole.
    private func place(of bytes: [UInt8], from start: Int) -> Int? {
        waiting.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return nil }
            var at = start
            while at + bytes.count <= buffer.count {
                let room = buffer.count - bytes.count + 1 - at
                guard let hit = memchr(base + at, Int32(bytes[0]), room) else { return nil }
                at = UnsafePointer(hit.assumingMemoryBound(to: UInt8.self)) - base
                if memcmp(base + at, bytes, bytes.count) == 0 { return at }
                at += 1
            }
            return nil
        }
    }

    /// The name of the field that a part's head tells.
    ///
    /// What else a head has, such as the name of a file, counts for nothing and may be in any encoding.
    private static func name(inHead head: ArraySlice<UInt8>) throws(Problem) -> String {
        for line in head.split(separator: Array("\r\n".utf8)) {
            let text = String(decoding: line, as: UTF8.self)
            let sides = text.split(separator: ":", maxSplits: 1)
            guard sides.count == 2, sides[0].lowercased() == "content-disposition" else { continue }
            guard let value = HeaderValue(String(sides[1])), value.name.lowercased() == "form-data",
                let name = value.parameters["name"]
            else { break }
            // What stands for bytes that are no UTF-8.
            guard !name.unicodeScalars.contains(where: { $0 == "\u{FFFD}" }) else {
                throw problem("the name of a part is not UTF-8")
            }
            return name
        }
        throw problem("a part of the form has no name")
    }

    private static func problem(_ reason: String) -> Problem {
        Problem(.badRequest, "the form cannot be read: \(reason)")
    }
}
