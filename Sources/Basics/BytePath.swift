import Foundation

/// Names a file by its raw bytes, because a file name on Linux need not be UTF-8.
///
/// The bytes never hold a NUL. Two paths are equal when their bytes are; no normalisation takes place.
public struct BytePath: Hashable, Sendable {
    /// The bytes of the path, without a terminating NUL.
    public let bytes: [UInt8]

    /// Makes a path of raw bytes; everything from the first NUL on is dropped.
    public init(bytes: some Sequence<UInt8>) {
        let all = Array(bytes)
        let end = all.withUnsafeBytes { buffer in
            buffer.baseAddress.flatMap { start in
                memchr(start, 0, buffer.count).map { UnsafeRawPointer($0) - start }
            }
        }
        self.bytes = end.map { Array(all[..<$0]) } ?? all
    }

    /// Makes a path of the UTF-8 bytes of a string.
    public init(_ string: String) {
        self.init(bytes: string.utf8)
    }

    /// The path as text, or nil where the bytes are not UTF-8.
    public var string: String? {
        String(validating: bytes, as: UTF8.self)
    }

    /// The path for a person to read: printable text as it is, and every control character, backslash
    /// and byte that is not UTF-8 as `\n`, `\t`, `\\` or `\xHH`, so that one path is one line.
    public var escaped: String {
        if let string, !string.unicodeScalars.contains(where: BytePath.needsEscape) {
            return string
        }
        var result = ""
        var rest = bytes[...]
        while !rest.isEmpty {
            guard let (scalar, length) = BytePath.decodeScalar(rest) else {
                result += BytePath.hex(rest.removeFirst())
                continue
            }
            let encoded = rest.prefix(length)
            rest = rest.dropFirst(length)
            switch scalar {
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\\": result += "\\\\"
            case let other where BytePath.needsEscape(other):
                for byte in encoded { result += BytePath.hex(byte) }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether the path begins at the root.
    public var isAbsolute: Bool { bytes.first == BytePath.slash }

    /// The part after the last slash; for a path that ends in slashes, the part before them.
    public var lastComponent: BytePath {
        let trimmed = BytePath.trimmingSlashes(bytes)
        guard let slash = trimmed.lastIndex(of: BytePath.slash) else {
            return BytePath(bytes: trimmed)
        }
        return BytePath(bytes: trimmed[(slash + 1)...])
    }

    /// The path without its last component: `/` for a child of the root, `.` for a bare name.
    public var parent: BytePath {
        let trimmed = BytePath.trimmingSlashes(bytes)
        guard let slash = trimmed.lastIndex(of: BytePath.slash) else { return BytePath(".") }
        return slash == 0 ? BytePath("/") : BytePath(bytes: trimmed[..<slash])
    }

    /// The bytes after the last dot of the last component, in lower case; empty where there is none.
    public var fileExtension: String {
        let name = lastComponent.bytes
        guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return "" }
        return String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
    }

    /// The path one level down.
    public func appending(_ component: BytePath) -> BytePath {
        if bytes.isEmpty { return component }
        if bytes.last == BytePath.slash { return BytePath(bytes: bytes + component.bytes) }
        return BytePath(bytes: bytes + [BytePath.slash] + component.bytes)
    }

    /// The path one level down, by a UTF-8 name.
    public func appending(_ component: String) -> BytePath {
        appending(BytePath(component))
    }

    /// Calls `body` with the path as a NUL-terminated C string, valid during the call.
    public func withCString<Result, Failure: Error>(
        _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
        // An array's own pointer call rethrows untyped, so the typed error travels through a Result.
        let outcome: Swift.Result<Result, Failure> = terminated.withUnsafeBufferPointer { buffer in
            guard let base = buffer.baseAddress else {
                preconditionFailure("a terminated path is never empty")
            }
            do throws(Failure) { return .success(try body(base)) } catch { return .failure(error) }
        }
        return try outcome.get()
    }

    private static let slash = UInt8(ascii: "/")

    private static func trimmingSlashes(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
        var slice = bytes[...]
        while slice.count > 1, slice.last == slash { slice.removeLast() }
        return slice
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\\" { return true }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return true
        // Bidirectional overrides can make a name read as another; emoji joiners stay as they are.
        case .format:
            return (0x202A...0x202E).contains(scalar.value)
                || (0x2066...0x2069).contains(scalar.value)
        default: return false
        }
    }

    private static func hex(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.count == 1 ? "0" : "") + digits
    }

    private static func decodeScalar(_ bytes: ArraySlice<UInt8>) -> (Unicode.Scalar, Int)? {
        var iterator = bytes.makeIterator()
        var decoder = UTF8()
        guard case .scalarValue(let scalar) = decoder.decode(&iterator) else { return nil }
        return (scalar, UTF8.width(scalar))
    }
}

extension BytePath: Comparable {
    /// Orders paths by their bytes, whatever the locale.
    public static func < (left: BytePath, right: BytePath) -> Bool {
        left.bytes.lexicographicallyPrecedes(right.bytes)
    }
}

extension BytePath: CustomStringConvertible {
    /// The escaped path.
    public var description: String { escaped }
}
