import GRDB
import GalleryModel

/// A photo query as an SQL condition on `photo AS p`.
struct QueryCondition {
    /// The condition, with a `?` for each argument.
    let sql: String
    /// The arguments, in the order of the `?`.
    let arguments: StatementArguments

    /// The file whose faces a photo shows: its largest stored picture that was examined.
    private static let examinedFile = """
        SELECT fs.fileID FROM picture q JOIN faceSet fs ON fs.fileID = q.fileID
        WHERE q.photoID = p.id AND q.state = 'stored' ORDER BY q.size DESC LIMIT 1
        """

    init(_ query: PhotoQuery) {
        var parts: [String] = []
        var arguments = StatementArguments()
        for condition in query.conditions {
            switch condition {
            case .faces(let range):
                parts.append(
                    "(SELECT \(FaceRecord.shownCount) FROM faceSet fs "
                        + "WHERE fs.fileID = (\(Self.examinedFile))) "
                        + "BETWEEN ? AND ?")
                arguments += [range.lowerBound, range.upperBound]
            case .person(let name):
                parts.append(
                    "EXISTS (SELECT 1 FROM face WHERE nameKey IS NOT NULL "
                        + "AND instr(' ' || nameKey || ' ', ?) > 0 "
                        + "AND fileID = (\(Self.examinedFile)))")
                arguments += [" \(SectionReference.key(name)) "]
            }
        }
        sql = parts.isEmpty ? "1" : parts.joined(separator: " AND ")
        self.arguments = arguments
    }
}
