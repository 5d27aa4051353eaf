import Basics

/// A list from a photo-share server: its users, or the photos of one.
///
/// `[{"name":"dog","id":"23"},…]`. IDs may be numbers; names may be missing, null, empty or contain
/// any character; unknown members are ignored. The first of several rows with the same ID is used.
package struct ShareList: Sendable {
    /// A single row.
    package struct Row: Sendable {
        /// The server's ID.
        package var id: String
        /// The name on the server; empty if missing.
        package var name: String
        /// The row, byte for byte as the server sent it.
        var json: String
    }

    /// The rows in the server's order, each ID once.
    package private(set) var rows: [Row] = []
    /// The number of rows without a usable ID.
    package private(set) var rowsWithoutID = 0

    /// The maximum length of an ID, in bytes.
    private static let maximumIDBytes = 200

    /// Parses a response.
    ///
    /// - Throws: `SourceJSONError` if the response is not JSON or not a list.
    init(_ bytes: some Sequence<UInt8>) throws(SourceJSONError) {
        let json = try JSONDocument(answer: bytes, isList: true)
        var seen: Set<String> = []
        for row in json.root.elements {
            guard row.kind == .object, let id = row["id"]?.text, ShareList.isUsable(id) else {
                rowsWithoutID += 1
                continue
            }
            guard seen.insert(id).inserted else { continue }
            let name = row["name"]
            rows.append(
                Row(id: id, name: name?.kind == .object ? "" : name?.text ?? "", json: row.rawText))
        }
    }

    /// True if a text can be a path component of a URL on its own; `.` and `..` cannot, even if
    /// escaped.
    static func isPathComponent(_ text: String) -> Bool { !["", ".", ".."].contains(text) }

    /// True if an ID can be a path component of a URL.
    static func isUsable(_ id: String) -> Bool {
        isPathComponent(id) && id.utf8.count <= maximumIDBytes && !id.hasControls()
    }
}
