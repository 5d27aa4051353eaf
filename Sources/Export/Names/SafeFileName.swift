package import Basics
import Foundation

/// A file or folder name that is valid on all common file systems, made from any text.
///
/// The name is in NFC and has at most 255 bytes of UTF-8, cut between graphemes, with the extension
/// kept. Control characters, direction overrides and `/ \ : * ? " < > |` become `_`. The name does
/// not start with a dot, dash or space, does not end with a dot or space, is not a Windows device
/// name and is never empty.
/// Source: https://learn.microsoft.com/windows/win32/fileio/naming-a-file
package struct SafeFileName {
    /// The name without its extension.
    package let stem: String
    /// The extension with its dot, such as `.jpg`; empty if there is none.
    let ending: String
    /// The full name.
    package var text: String { stem + ending }

    /// The maximum length of a name on common file systems, in bytes.
    static let maximumByteCount = 255

    /// Creates a safe name from a text.
    package init(_ text: String) {
        // Windows ignores leading spaces, and trailing spaces and dots.
        let scalars = SafeFileName.cleaned(text).unicodeScalars
        var name = SafeFileName.trimmedEnd(String(scalars.drop { $0.properties.isWhitespace }))
        if let first = name.unicodeScalars.first, first == "." || first == "-" {
            name = "_" + String(name.unicodeScalars.dropFirst())
        } else if "/\(name)".first != "/" {
            // A combining mark would attach to the preceding slash.
            name = "_" + name
        }
        let stemEnd = SafeFileName.stemEnd(of: name)
        var stem = String(name.unicodeScalars[..<stemEnd])
        let ending = String(name.unicodeScalars[stemEnd...])
        if SafeFileName.isDevice(stem) { stem = "_" + stem }
        if stem.isEmpty { stem = "_" }
        self.init(stem: stem, ending: ending)
    }

    /// Splits an existing name without changing it.
    init(unchanged name: String) {
        let end = SafeFileName.stemEnd(of: name)
        stem = String(name.unicodeScalars[..<end])
        ending = String(name.unicodeScalars[end...])
    }

    /// Returns the name with ` (number)` before its extension, shortened to fit.
    package func numbered(_ number: Int) -> SafeFileName {
        let suffix = " (\(number))"
        let maximumBytes = SafeFileName.maximumByteCount - ending.utf8.count - suffix.utf8.count
        return SafeFileName(
            stem: SafeFileName.shortened(stem, to: maximumBytes) + suffix, ending: ending)
    }

    private init(stem: String, ending: String) {
        let maximumBytes = SafeFileName.maximumByteCount - ending.utf8.count
        self.stem = SafeFileName.shortened(stem, to: maximumBytes)
        self.ending = ending
    }

    /// Returns the text in NFC with `_` for each forbidden character.
    static func cleaned(_ text: String) -> String {
        let scalars = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar {
            case "/", "\\", ":", "*", "?", "\"", "<", ">", "|": return "_"
            // Direction overrides can disguise a name.
            case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": return "_"
            default: break
            }
            if scalar.isASCII { return scalar.value < 0x20 || scalar.value == 0x7F ? "_" : scalar }
            let isUnassigned = scalar.properties.generalCategory == .unassigned
            return scalar.isControl || isUnassigned ? "_" : scalar
        }
        let name = String(String.UnicodeScalarView(scalars))
        return name.utf8.allSatisfy { $0 < 0x80 }
            ? name : name.precomposedStringWithCanonicalMapping
    }

    /// Returns at most `limit` bytes of the text, without trailing spaces and dots.
    static func shortened(_ text: String, to limit: Int) -> String {
        text.utf8.count <= limit ? text : trimmedEnd(cut(text, to: limit))
    }

    private static func trimmedEnd(_ name: String) -> String {
        var scalars = name.unicodeScalars[...]
        while let last = scalars.last, last.properties.isWhitespace || last == "." {
            scalars.removeLast()
        }
        return scalars.isEmpty && !name.isEmpty ? "_" : String(scalars)
    }

    /// Returns the start of the extension: the last dot, if it is followed by a short word without
    /// spaces.
    private static func stemEnd(of name: String) -> String.UnicodeScalarView.Index {
        let scalars = name.unicodeScalars
        guard let dot = scalars.lastIndex(of: "."), dot > scalars.startIndex,
            scalars[dot...].allSatisfy({ $0.isASCII && !$0.properties.isWhitespace }),
            scalars[dot...].count <= 17
        else { return scalars.endIndex }
        return dot
    }

    /// Returns at most `limit` bytes of the text, cut between graphemes, or between scalars if none
    /// fits.
    private static func cut(_ text: String, to limit: Int) -> String {
        var length = 0
        let characters = text.prefix { character in
            length += character.utf8.count
            return length <= limit
        }
        if !characters.isEmpty { return String(characters) }
        length = 0
        let scalars = text.unicodeScalars.prefix { scalar in
            length += UTF8.width(scalar)
            return length <= limit
        }
        return String(scalars)
    }

    /// Indicates whether Windows treats the name as a device, with any extension.
    private static func isDevice(_ stem: String) -> Bool {
        let name = stem.prefix { $0 != "." }.uppercased().trimmingCharacters(in: .whitespaces)
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(name) { return true }
        let ports = ["COM", "LPT"]
        return name.count == 4 && ports.contains(String(name.prefix(3)))
            && "0123456789¹²³".contains(name.suffix(1))
    }
}

/// Assigns a unique path to every file of a folder: the second file with a name gets ` (2)`, and so
/// on.
///
/// Paths that differ only in case or Unicode form count as equal, as on some file systems. The same
/// paths in the same order get the same names. A path takes about 20 bytes of memory, because only
/// 64-bit hashes are stored; a collision (a chance of one in 10 million for a million paths) only
/// adds an unnecessary number.
package struct UniqueNames: Sendable {
    private var taken = Set<UInt64>()
    /// The next number to try, for paths requested more than once.
    private var nextNumbers = [UInt64: Int]()

    /// Creates an empty set.
    package init() {}

    /// Reserves the path if it is free, or else the path with the lowest free number.
    ///
    /// `path` is the result of a `NameTemplate`, or any relative path.
    package mutating func claim(_ path: BytePath) -> BytePath {
        let hash = UniqueNames.hash(path)
        if taken.insert(hash).inserted { return path }
        let name = SafeFileName(path.lastComponent.escaped)
        let folder = path.bytes.contains(UInt8(ascii: "/")) ? path.parent : BytePath(bytes: [])
        var number = nextNumbers[hash] ?? 2
        while true {
            let candidate = folder.appending(name.numbered(number).text)
            number += 1
            if taken.insert(UniqueNames.hash(candidate)).inserted {
                nextNumbers[hash] = number
                return candidate
            }
        }
    }

    /// Hashes the path with the equality of file systems, with the same result in every run.
    private static func hash(_ path: BytePath) -> UInt64 {
        guard path.bytes.contains(where: { $0 >= 0x80 }) else {
            let lowercase = path.bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
            return UInt64(hashing: lowercase[...])
        }
        // Decompose, fold and decompose: folding can undo the decomposition (Unicode, section 3.13,
        // D145).
        let folded = path.escaped.decomposedStringWithCanonicalMapping
            .folding(options: .caseInsensitive, locale: nil)
            .decomposedStringWithCanonicalMapping
        return UInt64(hashing: Array(folded.utf8)[...])
    }
}

extension BytePath {
    /// Returns the path with ` (number)` before its extension; the name is otherwise unchanged, but
    /// shortened if it would exceed the limit of file systems.
    package func numbered(_ number: Int) -> BytePath {
        let name = lastComponent
        let folder = name == self ? BytePath(bytes: []) : parent
        if let text = name.string {
            return folder.appending(BytePath(SafeFileName(unchanged: text).numbered(number).text))
        }
        // Names that are not UTF-8 have no graphemes and are cut between bytes.
        let suffix = Array(" (\(number))".utf8)
        let dot = name.bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil }
        var stem = name.bytes[..<(dot ?? name.bytes.endIndex)]
        let ending = name.bytes[stem.endIndex...]
        stem = stem.prefix(max(SafeFileName.maximumByteCount - suffix.count - ending.count, 1))
        return folder.appending(BytePath(bytes: stem + suffix + ending))
    }
}
