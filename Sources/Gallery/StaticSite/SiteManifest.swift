import Basics

/// What a folder holds of a site: each part that was made, what it was made of, and its files.
///
/// ```
/// gallery-site 1 whole
/// 3f0c1d2e4b5a6978 photos/42.html
/// 90ab12cd34ef5678 pictures/42	pictures/42-240.jpg	pictures/42-640.jpg
/// 12cd34ef567890ab photos/43.html	@1732420000 5a69783f0c1d2e4b
/// ```
/// A part that is one file has its name. Names are relative, with slashes. Behind `@` stands since when a part is about
/// what it is about, in seconds of Unix time, and a digest of that.
struct SiteManifest {
    /// A part that was made.
    struct Entry: Hashable {
        /// What changes with anything that it was made of.
        var inputs: UInt64
        /// Its files.
        var files: [String]
        /// What it is about, and since when; nil where nobody asks.
        var subject: Subject?
    }

    /// What a part is about, whatever stands around it.
    struct Subject: Hashable {
        /// What changes with it.
        var digest: UInt64
        /// When it became what it is, in seconds of Unix time.
        var since: Int64
    }

    /// The name of the file in the folder.
    static let name = ".gallery-site"
    private static let head = "gallery-site 1 "
    private static let whole = "whole"

    /// The parts by their names.
    var entries: [String: Entry] = [:]
    /// Whether the run that wrote it reached its end.
    var isWhole = false

    /// Makes the manifest of an empty folder.
    init() {}

    /// Reads a manifest; nil for what is none of this program, or not all of one.
    ///
    /// Names that would lead out of the folder are none.
    init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst(), bytes.last == UInt8(ascii: "\n"),
            case let head = String(decoding: first, as: UTF8.self), head.hasPrefix(Self.head)
        else { return nil }
        isWhole = head.dropFirst(Self.head.count) == Self.whole
        entries.reserveCapacity(lines.count)
        for line in lines {
            guard line.count > 17, line[line.startIndex + 16] == UInt8(ascii: " "),
                let inputs = UInt64(
                    String(decoding: line.prefix(16), as: UTF8.self), radix: 16)
            else { return nil }
            var names = line.dropFirst(17).split(separator: UInt8(ascii: "\t")).map {
                String(decoding: $0, as: UTF8.self)
            }
            var subject: Subject?
            if names.count > 1, let text = names.last, text.hasPrefix("@") {
                guard let read = Subject(text) else { return nil }
                subject = read
                names.removeLast()
            }
            guard let name = names.first, names.allSatisfy(Self.isWithin) else { return nil }
            let files = names.count == 1 ? names : Array(names.dropFirst())
            entries[name] = Entry(inputs: inputs, files: files, subject: subject)
        }
    }

    /// The file's bytes; the same parts give the same ones.
    var bytes: [UInt8] {
        var text = Self.head + (isWhole ? Self.whole : "unfinished") + "\n"
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            text += Self.digits(entry.inputs) + " " + name
            if entry.files != [name] { for file in entry.files { text += "\t" + file } }
            if let subject = entry.subject {
                text += "\t@\(subject.since) " + Self.digits(subject.digest)
            }
            text += "\n"
        }
        return Array(text.utf8)
    }

    /// A digest in 16 hexadecimal digits.
    private static func digits(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether a name leads to a file below the folder.
    private static func isWithin(_ name: String) -> Bool {
        name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).allSatisfy {
            !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8)
        }
    }
}

extension SiteManifest.Subject {
    /// Reads `@1732420000 5a69783f0c1d2e4b`, of a year of four digits; nil for anything else.
    fileprivate init?(_ text: String) {
        let parts = text.dropFirst().split(separator: " ", omittingEmptySubsequences: false)
        guard text.hasPrefix("@"), parts.count == 2, let since = Int64(parts[0]),
            (0..<253_402_300_800).contains(since), let digest = UInt64(parts[1], radix: 16)
        else { return nil }
        self.init(digest: digest, since: since)
    }
}
