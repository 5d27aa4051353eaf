import Basics

/// An invalid export request, or a failure to write a file.
package struct ExportError: Error, Hashable, Sendable {
    /// The kind of error.
    package enum Code: String, Hashable, Sendable {
        /// The column does not exist.
        case unknownColumn
        /// The column contains nested values that CSV cannot represent.
        case columnNeedsJSON
        /// The column is repeated.
        case repeatedColumn
        /// The list of columns is empty.
        case noColumns
        /// The format has fixed fields.
        case formatHasNoColumns
        /// The field does not exist in name templates.
        case unknownField
        /// A brace in the name template is not closed or not opened.
        case unbalancedBrace
        /// The name template refers to a location outside the destination folder.
        case templateLeavesFolder
        /// The name template has no file name.
        case emptyTemplate
        /// A file could not be written; the suggestions contain the reason.
        case cannotWrite
        /// The text is not a valid email address.
        case badAddress
    }

    /// The kind of error.
    package let code: Code
    /// The user's value.
    package let subject: String
    /// The likely intended values, best first.
    package let suggestions: [String]

    init(_ code: Code, _ subject: String, suggestions: [String] = []) {
        self.code = code
        self.subject = subject
        self.suggestions = suggestions
    }
}

extension ExportError: CustomStringConvertible {
    /// The message for the user, with the cause and the next step.
    package var description: String {
        let choices = suggestions.joined(separator: ", ")
        return switch code {
        case .unknownColumn: "unknown column '\(subject)': did you mean \(choices)?"
        case .columnNeedsJSON: "column '\(subject)' contains objects: use --format json or jsonl"
        case .repeatedColumn: "column '\(subject)' is repeated: list it only once"
        case .noColumns: "no columns in '\(subject)': list some, such as \(choices)"
        case .formatHasNoColumns:
            "columns '\(subject)' cannot be chosen for GPX, whose waypoints have fixed fields: omit "
                + "--columns or use --format geojson"
        case .unknownField:
            "unknown field '{\(subject)}' in the name template: the fields are \(choices)"
        case .unbalancedBrace:
            "unbalanced brace in name template '\(subject)': use {field}, or {{ and }} for literal braces"
        case .templateLeavesFolder:
            "name template '\(subject)' leaves the folder: remove the leading / and any .."
        case .emptyTemplate:
            "name template '\(subject)' has no file name: end it with one such as {id}.{ext}"
        case .cannotWrite:
            "cannot write '\(subject)': \(choices); check the folder and its free space"
        case .badAddress:
            "'\(BytePath(subject).escaped)' is not a valid email address: use the form name@example.org"
        }
    }
}
