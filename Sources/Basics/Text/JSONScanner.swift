/// Scans a JSON text once and lists its nodes.
///
/// Must not outlive the call that lends it the bytes.
struct JSONScanner {
    private(set) var nodes: [JSONDocument.Node] = []
    private(set) var needsRepair = false
    private let bytes: UnsafeBufferPointer<UInt8>
    private let maximumDepth: Int
    /// See `JSONDocument.init(_:depth:isTolerant:)`.
    private let isTolerant: Bool
    private var position = 0
    private let end: Int

    init(_ bytes: UnsafeBufferPointer<UInt8>, maximumDepth: Int, isTolerant: Bool) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
        self.isTolerant = isTolerant
        end = bytes.count
        nodes.reserveCapacity(bytes.count / 12 + 16)
    }

    /// Scans the whole text: byte order mark, wrapper, a single value and nothing after it.
    mutating func scanDocument() throws(JSONSyntaxError) {
        guard bytes.count < Int(UInt32.max) else { throw failure("is larger than 4 GB", at: 0) }
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        skipSpace()
        guard position < end else { throw failure("is empty", at: position) }
        if byte == UInt8(ascii: "<") { throw failure("is HTML or XML, not JSON", at: position) }
        let isWrapped = isTolerant && skipWrapper()
        try scanValue(depth: 1)
        skipSpace()
        if isWrapped {
            guard byte == UInt8(ascii: ")") else {
                throw failure("lacks the closing parenthesis of its wrapper", at: position)
            }
            position += 1
            skipSpace()
            if byte == UInt8(ascii: ";") { position += 1 }
            skipSpace()
        }
        guard position == end else {
            throw failure("has trailing content", "expected the end of the file", at: position)
        }
    }

    /// The current byte; at the end 0, which starts no token.
    private var byte: UInt8 { position < end ? bytes[position] : 0 }

    private mutating func skipSpace() {
        while position < end {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func skipWrapper() -> Bool {
        for name in ["jsonFlickrApi", "jsonFlickrFeed"] {
            guard bytes[position...].starts(with: name.utf8) else { continue }
            let start = position
            position += name.utf8.count
            skipSpace()
            if byte == UInt8(ascii: "(") {
                position += 1
                skipSpace()
                return true
            }
            position = start
        }
        return false
    }

    private mutating func scanValue(depth: Int) throws(JSONSyntaxError) {
        switch byte {
        case UInt8(ascii: "{"): try scanContainer(.object, depth: depth)
        case UInt8(ascii: "["): try scanContainer(.array, depth: depth)
        case UInt8(ascii: "\""): try scanString(.string)
        case UInt8(ascii: "t"): try scanWord("true", .true)
        case UInt8(ascii: "f"): try scanWord("false", .false)
        case UInt8(ascii: "n"): try scanWord("null", .null)
        default: try scanNumber()
        }
    }

    /// Scans an object or an array.
    private mutating func scanContainer(
        _ kind: JSONDocument.Kind, depth: Int
    ) throws(JSONSyntaxError) {
        guard depth <= maximumDepth else {
            throw failure(
                "is nested deeper than \(maximumDepth) levels", "values are nested too deeply",
                at: position)
        }
        let isObject = kind == .object
        let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
        let index = nodes.count
        append(kind, start: position, end: position)
        position += 1
        skipSpace()
        let isEmpty = byte == close
        while !isEmpty {
            if isObject { try scanName() }
            try scanValue(depth: depth + 1)
            skipSpace()
            if byte == close { break }
            guard byte == UInt8(ascii: ",") else {
                throw failure(
                    "lacks a comma or a closing \(isObject ? "brace" : "bracket")",
                    "expected ',' or '\(isObject ? "}" : "]")'", at: position)
            }
            position += 1
            skipSpace()
        }
        position += 1
        nodes[index].end = UInt32(truncatingIfNeeded: position)
        nodes[index].next = UInt32(truncatingIfNeeded: nodes.count)
    }

    /// Scans the name of a member and the colon after it.
    private mutating func scanName() throws(JSONSyntaxError) {
        guard byte == UInt8(ascii: "\"") else {
            throw failure("lacks a name", "expected a key in quotes", at: position)
        }
        let key = position + 1
        try scanString(.name)
        let keyEnd = position - 1
        skipSpace()
        guard byte == UInt8(ascii: ":") else {
            let name = String(decoding: bytes[key..<keyEnd], as: UTF8.self)
            throw failure("lacks a colon", "expected ':' after the key '\(name)'", at: position)
        }
        position += 1
        skipSpace()
    }

    private mutating func append(
        _ kind: JSONDocument.Kind, start: Int, end: Int, isEscaped: Bool = false,
        hash: UInt32? = nil
    ) {
        nodes.append(
            JSONDocument.Node(
                kind: kind, isEscaped: isEscaped, start: UInt32(truncatingIfNeeded: start),
                end: UInt32(truncatingIfNeeded: end),
                next: hash ?? UInt32(truncatingIfNeeded: nodes.count + 1)))
    }

    private mutating func scanString(_ kind: JSONDocument.Kind) throws(JSONSyntaxError) {
        position += 1
        let start = position
        var isEscaped = false
        var hash = JSONScanner.hashBasis
        let isName = kind == .name
        while position < end {
            let current = bytes[position]
            if current == UInt8(ascii: "\"") {
                append(
                    kind, start: start, end: position, isEscaped: isEscaped,
                    hash: isName ? hash : nil)
                position += 1
                return
            }
            if current == UInt8(ascii: "\\") {
                isEscaped = true
                try scanEscape()
                continue
            }
            if current < 0x20 {
                guard isTolerant else { break }
                needsRepair = true
            }
            if isName { hash = (hash ^ UInt32(current)) &* JSONScanner.hashPrime }
            position += 1
        }
        throw failure("ends inside a string", "unterminated string", at: position)
    }

    private mutating func scanEscape() throws(JSONSyntaxError) {
        guard position + 1 < end else {
            throw failure("ends inside a string", "unterminated string", at: end)
        }
        switch bytes[position + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            position += 2
        case UInt8(ascii: "'") where isTolerant:
            needsRepair = true
            position += 2
        case UInt8(ascii: "u"):
            guard position + 6 <= end,
                bytes[(position + 2)..<(position + 6)].allSatisfy(\.isHexDigit)
            else { throw escapeFailure("has an invalid \\u escape") }
            position += 6
        default: throw escapeFailure("has an unknown escape")
        }
    }

    /// Authors are referred to the character after the backslash.
    private func escapeFailure(_ problem: String) -> JSONSyntaxError {
        failure(problem, "unknown escape sequence", at: position + (isTolerant ? 0 : 1))
    }

    private mutating func scanWord(
        _ word: StaticString, _ kind: JSONDocument.Kind
    ) throws(JSONSyntaxError) {
        let expected = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
        guard bytes[position..<end].starts(with: expected) else {
            throw failure("has an invalid literal", at: position)
        }
        append(kind, start: position, end: position + expected.count)
        position += expected.count
    }

    private mutating func scanNumber() throws(JSONSyntaxError) {
        let start = position
        if byte == UInt8(ascii: "-") { position += 1 }
        if byte == UInt8(ascii: "0") {
            position += 1
            guard isTolerant || !byte.isDigit else {
                throw failure("lacks a value", "a number must not begin with 0", at: position - 1)
            }
        } else {
            try scanDigits(from: start)
        }
        if byte == UInt8(ascii: ".") {
            position += 1
            try scanDigits(from: start)
        }
        if byte | 0x20 == UInt8(ascii: "e") {
            position += 1
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
            try scanDigits(from: start)
        }
        append(.number, start: start, end: position)
    }

    private mutating func scanDigits(from start: Int) throws(JSONSyntaxError) {
        let first = position
        while position < end, bytes[position].isDigit { position += 1 }
        guard position > first else {
            throw failure(
                start < end ? "lacks a value" : "is truncated",
                first > start ? "expected a digit" : "expected a value",
                at: isTolerant ? start : first)
        }
    }

    private func failure(
        _ problem: String, _ cause: String = "expected a value", at offset: Int
    ) -> JSONSyntaxError {
        JSONSyntaxError(cause, problem: problem, at: offset, in: bytes)
    }

    /// Hashes a name (FNV-1a, 32 bits), as scanning does.
    ///
    /// Source: http://www.isthe.com/chongo/tech/comp/fnv/
    static func hash(_ name: some Sequence<UInt8>) -> UInt32 {
        name.reduce(hashBasis) { ($0 ^ UInt32($1)) &* hashPrime }
    }

    private static let hashBasis: UInt32 = 2_166_136_261
    private static let hashPrime: UInt32 = 16_777_619
}
