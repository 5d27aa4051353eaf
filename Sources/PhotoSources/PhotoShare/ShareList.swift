/// A list of a photo-share server: people, or the photos of one.
///
/// `[{"name":"dog","id":"23"},…]`. Ids may be numbers; names may be missing, null, empty or hold any character;
/// members that nobody knows are skipped. Of rows with the same id the first counts.
struct ShareList {
    /// One row.
    struct Row {
        /// The server's own id.
        var id: String
        /// The name as the server gives it; empty where it gives none.
        var name: String
        /// The row byte for byte as the server sent it.
        var json: String
    }

    /// The rows in the server's order, each id once.
    private(set) var rows: [Row] = []
    /// How many rows have no id that can be asked for.
    private(set) var rowsWithoutID = 0

    /// The longest id in bytes.
    private static let longestID = 200

    /// Reads an answer.
    ///
    /// - Throws: `SourceJSONError` for what is no JSON or no list.
    init(_ bytes: some Sequence<UInt8>) throws(SourceJSONError) {
        let json = try SourceJSON(bytes)
        guard json.root.kind == .array else {
            throw SourceJSONError(
                problem: "is no list", offset: 0, beginning: SourceText.beginning(of: json.bytes))
        }
        var seen: Set<String> = []
        for row in json.root.elements {
            guard row.kind == .object, let id = row["id"]?.text, ShareList.isUsable(id) else {
                rowsWithoutID += 1
                continue
            }
            guard seen.insert(id).inserted else { continue }
            let name = row["name"]
            rows.append(
                Row(
                    id: id, name: name?.kind == .object ? "" : name?.text ?? "",
                    json: row.rawText))
        }
    }

    /// Whether an id can stand in the path of an address.
    static func isUsable(_ id: String) -> Bool {
        !id.isEmpty && id.utf8.count <= longestID && id != "." && id != ".."
            && id.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}
