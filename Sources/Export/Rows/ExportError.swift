package import Basics

/// An invalid export request, or a failure to write a file; each with the user's value.
package enum ExportError: Error, Hashable, Sendable {
    /// The column does not exist; with the likely intended ones, best first.
    case unknownColumn(String, nearest: [String])
    /// The column contains nested values that CSV cannot represent.
    case columnNeedsJSON(String)
    /// The column is repeated.
    case repeatedColumn(String)
    /// The list of columns is empty.
    case noColumns(String)
    /// The format has fixed fields.
    case formatHasNoColumns(String)
    /// The field does not exist in name templates.
    case unknownField(String)
    /// A brace in the name template is not closed or not opened.
    case unbalancedBrace(String)
    /// The name template refers to a location outside the destination folder.
    case templateLeavesFolder(String)
    /// The name template has no file name.
    case emptyTemplate(String)
    /// A file could not be written.
    case cannotWrite(FileError)
    /// The text is not a valid email address.
    case badAddress(String)
}

extension ExportError: CustomStringConvertible {
    /// The message for the user, with the cause and the next step.
    package var description: String {
        switch self {
        case .unknownColumn(let name, let nearest):
            "unknown column '\(name)': did you mean \(nearest.joined(separator: ", "))?"
        case .columnNeedsJSON(let name):
            "column '\(name)' contains objects: use --format json or jsonl"
        case .repeatedColumn(let name): "column '\(name)' is repeated: list it only once"
        case .noColumns(let list): "no columns in '\(list)': list some, such as SourceFile, Title"
        case .formatHasNoColumns(let list):
            "columns '\(list)' cannot be chosen for GPX, whose waypoints have fixed fields: omit "
                + "--columns or use --format geojson"
        case .unknownField(let name):
            "unknown field '{\(name)}' in the name template: the fields are "
                + NameField.allCases.map { "{\($0.rawValue)}" }.joined(separator: ", ")
        case .unbalancedBrace(let template):
            "unbalanced brace in name template '\(template)': use {field}, or {{ and }} for literal braces"
        case .templateLeavesFolder(let template):
            "name template '\(template)' leaves the folder: remove the leading / and any .."
        case .emptyTemplate(let template):
            "name template '\(template)' has no file name: end it with one such as {id}.{ext}"
        case .cannotWrite(let error):
            "cannot write '\(error.path.escaped)': \(error.reason); check the folder and its free space"
        case .badAddress(let address):
            "'\(BytePath(address).escaped)' is not a valid email address: use the form name@example.org"
        }
    }
}
