package import Basics
import Foundation
package import GalleryModel

/// A template for the names of exported originals, such as `{date}/{title}-{id}.{ext}`.
///
/// Fields are in braces; `{{` and `}}` are literal braces. The result is always a path inside the
/// destination folder, on any file system: see `SafeFileName`. Two photos can get the same path;
/// `UniqueNames` makes them unique.
package struct NameTemplate: Hashable, Sendable {
    private enum Part: Hashable {
        case literal(String)
        case field(NameField)
    }

    /// The components of the path, outermost first, each consisting of parts.
    private let components: [[Part]]

    /// The default template.
    package static let standard = "{date}/{title}-{id}.{ext}"

    /// Parses a template.
    ///
    /// - Throws: `ExportError` for an unknown field, an unbalanced brace, a template that starts
    ///   with a slash or contains `..`, and one without a file name.
    package init(_ text: String) throws(ExportError) {
        var components: [[Part]] = [[]]
        var literal = ""
        var rest = text.unicodeScalars[...]
        func flush() {
            if !literal.isEmpty { components[components.count - 1].append(.literal(literal)) }
            literal = ""
        }
        while let scalar = rest.popFirst() {
            switch scalar {
            case "{" where rest.first == "{", "}" where rest.first == "}":
                literal.unicodeScalars.append(scalar)
                rest.removeFirst()
            case "{":
                guard let end = rest.firstIndex(of: "}") else { throw .unbalancedBrace(text) }
                let name = String(rest[..<end])
                guard let field = NameField(rawValue: name.lowercased()) else {
                    throw .unknownField(name)
                }
                flush()
                components[components.count - 1].append(.field(field))
                rest = rest[rest.index(after: end)...]
            case "}":
                throw .unbalancedBrace(text)
            case "/":
                flush()
                components.append([])
            default: literal.unicodeScalars.append(scalar)
            }
        }
        flush()
        if text.hasPrefix("/") || components.contains([.literal("..")]) {
            throw .templateLeavesFolder(text)
        }
        guard let last = components.last, !last.isEmpty, last != [.literal(".")] else {
            throw .emptyTemplate(text)
        }
        // As in any path, `a//b` and `a/./b` are the same as `a/b`.
        self.components = components.filter { !$0.isEmpty && $0 != [.literal(".")] }
    }

    /// True if the names depend only on the photo, not on its section, and are all in one folder.
    package var dependsOnPhotoOnly: Bool {
        components.count == 1
            && !components.joined().contains { part in
                part == .field(.section) || part == .field(.position)
            }
    }

    /// Returns the safe path of a photo relative to the folder.
    ///
    /// If a name is too long, free text such as the title is shortened first, evenly, and
    /// distinguishing parts are kept. Each name leaves room for suffixes: see
    /// `NameFitting.suffixByteCount`.
    ///
    /// - Parameter ending: the extension of the file; nil for that of the stored picture.
    package func path(for row: ListedPhoto, ending: String? = nil) -> BytePath {
        let dates = NameField.dates(of: row.photo)
        let names = components.map { parts in
            let pieces = parts.map { part in
                switch part {
                case .literal(let text): NameFitting.Piece(text: text, rank: .literal)
                case .field(let field):
                    NameFitting.Piece(
                        text: field.value(in: row, dates, ending),
                        rank: field.isFreeText ? .freeText : .distinguishing)
                }
            }
            return SafeFileName(NameFitting.joined(pieces)).text
        }
        return BytePath(names.joined(separator: "/"))
    }
}

/// A field of a name template.
enum NameField: String, Hashable, Sendable, CaseIterable {
    case date, year, month, day, time
    case title, name, id, originid = "originid", section, position, ext
    case owner, creator, make, model, sha

    /// True if the field is free text of any length that may be shortened.
    var isFreeText: Bool {
        [.title, .name, .section, .owner, .creator, .make, .model].contains(self)
    }

    /// Returns the text of the field for a row; never empty, but not yet safe.
    ///
    /// - Parameters:
    ///   - dates: the result of `dates(of:)`.
    ///   - ending: the extension; nil for that of the stored picture.
    func value(in row: ListedPhoto, _ dates: [NameField: String], _ ending: String?) -> String {
        let photo = row.photo
        let details = photo.details
        return switch self {
        case .date, .year, .month, .day, .time: dates[self] ?? "undated"
        case .title:
            known(details.title) ?? stem(details.fileName) ?? known(details.idAtOrigin)
                ?? photo.id.description
        case .name:
            stem(details.fileName) ?? known(details.title) ?? known(details.idAtOrigin)
                ?? photo.id.description
        case .id: photo.id.description
        case .originid: known(details.idAtOrigin) ?? photo.id.description
        case .section: known(row.section) ?? "unknown"
        case .position: String(row.position)
        case .ext: ending.map { known($0) ?? "bin" } ?? fileExtension(of: photo.picture)
        case .owner: known(details.owner) ?? "unknown"
        case .creator: known(details.creator) ?? "unknown"
        case .make: known(details.make) ?? "unknown"
        case .model: known(details.model) ?? "unknown"
        case .sha: known(photo.picture?.sha256) ?? "unknown"
        }
    }

    /// Returns a file name without its extension.
    private func stem(_ fileName: String?) -> String? {
        guard let name = known(fileName) else { return nil }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    private func known(_ text: String?) -> String? {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Returns the usual extension for the file type regardless of the name; for unknown types,
    /// that of the name.
    private func fileExtension(of picture: Picture?) -> String {
        guard let picture else { return "bin" }
        switch picture.fileType?.uppercased() {
        case "JPEG": return "jpg"
        case "TIFF": return "tif"
        case let type?:
            let plain = type.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            if !plain.isEmpty { return String(plain.prefix(16)) }
        case nil: break
        }
        return known(picture.path?.fileExtension) ?? "bin"
    }

    /// Returns the texts of the date fields: the date taken by the camera's clock, or else the
    /// upload date in UTC; empty if both are unknown.
    static func dates(of photo: Photo) -> [NameField: String] {
        let taken = TakenDate(photo.details)
        let uploaded = photo.details.dateUploaded.map { CivilDate(unixSeconds: $0.unixSeconds) }
        guard let date = taken?.civil ?? uploaded else { return [:] }
        // Unknown parts are zero, so that photos of a month sort before those of its days.
        let precision = taken?.precision ?? .second
        let year = CivilDate.padded(max(date.year, 0), 4)
        let month = precision == .year ? "00" : CivilDate.padded(date.month)
        let day = precision == .second ? CivilDate.padded(date.day) : "00"
        return [
            .date: "\(year)-\(month)-\(day)", .year: year, .month: month, .day: day,
            .time: date.clock(""),
        ]
    }
}

/// Joins the parts of a file name and shortens the least important ones if it is too long.
enum NameFitting {
    /// The importance of a part; lower ranks are shortened first.
    enum Rank: CaseIterable {
        /// Free text, such as a title or an owner's name.
        case freeText
        /// Literal text of the template.
        case literal
        /// Text that distinguishes photos, such as the ID, and the extension.
        case distinguishing
    }

    /// A part of a name.
    typealias Piece = (text: String, rank: Rank)

    /// The number of bytes reserved for suffixes: ` (1234567)` for a photo with the same name,
    /// ` (9999)` for another existing file, `.xmp` for the sidecar; and for the `_` that
    /// `SafeFileName` may prepend.
    static let suffixByteCount = 24

    /// Normalization to NFC makes UTF-8 at most three times as long.
    ///
    /// Source: https://www.unicode.org/faq/normalization.html, "maximum expansion factor"
    private static let normalizedGrowth = 3

    /// Joins the parts, shortened between graphemes to fit with the suffixes.
    static func joined(_ pieces: [Piece]) -> String {
        let maximumBytes = SafeFileName.maximumByteCount - suffixByteCount
        var pieces = pieces
        if byteCount(of: pieces) * normalizedGrowth > maximumBytes {
            for index in pieces.indices {
                pieces[index].text = SafeFileName.cleaned(pieces[index].text)
            }
            for rank in Rank.allCases where byteCount(of: pieces) > maximumBytes {
                cut(rank, of: &pieces, to: maximumBytes)
            }
        }
        return pieces.map(\.text).joined()
    }

    private static func byteCount(of pieces: some Sequence<Piece>) -> Int {
        pieces.reduce(0) { $0 + $1.text.utf8.count }
    }

    /// Shortens the longest parts of a rank to equal length.
    private static func cut(_ rank: Rank, of pieces: inout [Piece], to maximumBytes: Int) {
        var left = max(maximumBytes - byteCount(of: pieces.lazy.filter { $0.rank != rank }), 0)
        let lengths = pieces.filter { $0.rank == rank }.map(\.text.utf8.count).sorted()
        for (index, length) in lengths.enumerated() {
            let share = left / (lengths.count - index)
            guard length > share else {
                left -= length
                continue
            }
            for piece in pieces.indices where pieces[piece].rank == rank {
                pieces[piece].text = SafeFileName.shortened(pieces[piece].text, to: share)
            }
            return
        }
    }
}
