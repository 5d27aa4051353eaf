import Basics
import GalleryModel

/// Says what is wrong with a request to export.
package struct ExportError: Error, Hashable, Sendable {
    /// What kind of mistake it is.
    package enum Code: String, Hashable, Sendable {
        /// A column of that name does not exist.
        case unknownColumn
        /// The column holds nested values and CSV has no place for it.
        case columnNeedsJSON
        /// The column is named more than once.
        case repeatedColumn
        /// The list of columns names none.
        case noColumns
        /// The format has fields of its own, which cannot be chosen.
        case formatHasNoColumns
        /// A field of that name does not exist in name templates.
        case unknownField
        /// A brace of the name template is not closed or not opened.
        case unbalancedBrace
        /// The name template leads out of the folder it writes to.
        case templateLeavesFolder
        /// The name template names no file.
        case emptyTemplate
        /// A file could not be written, for the reason that the suggestions hold.
        case cannotWrite
        /// The archive has an entry of that name already.
        case repeatedEntry
        /// The name is none for an entry of an archive.
        case badEntryName
        /// The text is no address that mail can be sent to.
        case badAddress
        /// The text is no name of a media type.
        case badMediaType
        /// The text is no boundary between the parts of a message.
        case badBoundary
    }

    /// What kind of mistake it is.
    package let code: Code
    /// What the user wrote.
    package let subject: String
    /// What the user may have meant, best first.
    package let suggestions: [String]

    init(_ code: Code, _ subject: String, suggestions: [String] = []) {
        self.code = code
        self.subject = subject
        self.suggestions = suggestions
    }
}

extension ExportError: CustomStringConvertible {
    /// The message for a person: lower case, with the cause and the next step.
    package var description: String {
        let choices = suggestions.joined(separator: ", ")
        return switch code {
        case .unknownColumn:
            "unknown column '\(subject)': did you mean \(choices)?"
        case .columnNeedsJSON:
            "column '\(subject)' does not fit into CSV: use --format json or jsonl"
        case .repeatedColumn:
            "column '\(subject)' is named more than once: name it once"
        case .noColumns:
            "no columns in '\(subject)': name some, such as \(choices)"
        case .formatHasNoColumns:
            "columns '\(subject)' cannot be chosen for GPX, whose waypoints have fixed fields: leave "
                + "out --columns, or use --format geojson"
        case .unknownField:
            "unknown field '{\(subject)}' in the name template: there are \(choices)"
        case .unbalancedBrace:
            "unbalanced brace in name template '\(subject)': write {field}, or {{ and }} for braces"
        case .templateLeavesFolder:
            "name template '\(subject)' leaves the folder: leave out the leading / and any .."
        case .emptyTemplate:
            "name template '\(subject)' names no file: end it with a name such as {id}.{ext}"
        case .cannotWrite:
            "cannot write '\(subject)': \(choices); check the folder and its free space"
        case .repeatedEntry:
            "the archive has an entry '\(ExportError.line(subject))' already: name it another way"
        case .badEntryName:
            "'\(ExportError.line(subject))' is no name for an entry of an archive: use a relative path "
                + "with slashes"
        case .badAddress:
            "'\(ExportError.line(subject))' is no mail address: write it as name@example.org"
        case .badMediaType:
            "'\(ExportError.line(subject))' is no media type: write it as image/jpeg"
        case .badBoundary:
            "'\(ExportError.line(subject))' is no boundary for a message: use at most 70 letters, digits "
                + "and '=_.-', with '=_' among them"
        }
    }

    /// Text as a message shows it: one line, whatever it holds.
    private static func line(_ text: String) -> String { BytePath(text).escaped }
}
