package import Basics
package import GalleryModel

/// Names the copies that `export --originals` writes, such as `{date}/{title}-{id}.{ext}`.
///
/// Fields stand in braces; `{{` and `}}` are braces. The result is always a path inside the folder
/// it is written to, on any file system: see `SafeFileName`. Two photos may get the same path;
/// `UniqueNames` tells them apart.
package struct NameTemplate: Hashable, Sendable {
    private enum Part: Hashable {
        case literal(String)
        case field(NameField)
    }

    /// The path's components, outermost first, each of parts.
    private let components: [[Part]]
    /// The template as it was written.
    package let text: String

    /// The template used where none is given.
    package static let standard = "{date}/{title}-{id}.{ext}"

    /// Reads a template.
    ///
    /// Throws: `ExportError` for an unknown field, an unbalanced brace, a template that begins with
    /// a slash or has a `..`, and one that names no file.
    package init(_ text: String) throws(ExportError) {
        self.text = text
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
                guard let end = rest.firstIndex(of: "}") else {
                    throw ExportError(.unbalancedBrace, text)
                }
                let name = String(rest[..<end])
                guard let field = NameField(rawValue: name.lowercased()) else {
                    throw ExportError(
                        .unknownField, name,
                        suggestions: NameField.allCases.map { "{\($0.rawValue)}" })
                }
                flush()
                components[components.count - 1].append(.field(field))
                rest = rest[rest.index(after: end)...]
            case "}":
                throw ExportError(.unbalancedBrace, text)
            case "/":
                flush()
                components.append([])
            default:
                literal.unicodeScalars.append(scalar)
            }
        }
        flush()
        if text.hasPrefix("/") || components.contains([.literal("..")]) {
            throw ExportError(.templateLeavesFolder, text)
        }
        guard let last = components.last, !last.isEmpty, last != [.literal(".")] else {
            throw ExportError(.emptyTemplate, text)
        }
        // As in any path, `a//b` and `a/./b` are `a/b`.
        self.components = components.filter { !$0.isEmpty && $0 != [.literal(".")] }
    }

    /// Whether it names files of one folder, by the photo alone and not by its place in a section.
    package var isOfPhotoAlone: Bool {
        components.count == 1
            && !components.joined().contains { part in
                part == .field(.section) || part == .field(.position)
            }
    }

    /// The photo's path below the folder, made safe.
    ///
    /// A name that is too long loses free text such as the title's end first, evenly, and keeps what tells
    /// photos apart. Each leaves room for what is put behind it: see `NameFitting.suffixByteCount`.
    package func path(for row: ListedPhoto) -> BytePath {
        let date = NameDate(of: row.photo)
        let names = components.map { parts in
            let pieces = parts.map { part in
                switch part {
                case .literal(let text): NameFitting.Piece(text: text, rank: .literal)
                case .field(let field):
                    NameFitting.Piece(
                        text: field.value(in: row, date: date),
                        rank: field.isFreeText ? .freeText : .distinguishing)
                }
            }
            return SafeFileName(NameFitting.joined(pieces)).text
        }
        return BytePath(names.joined(separator: "/"))
    }
}
