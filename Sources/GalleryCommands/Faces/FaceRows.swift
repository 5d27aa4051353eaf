import Basics
import Foundation
import Gallery
import GalleryModel

/// Rows of examined pictures.
enum FaceRows {
    /// How an examined picture is told; tables of the catalog's own pictures are left to `faces list`.
    static let layout = RowLayout<ExaminedFaces>(
        columns: columns,
        rows: { result, isTable in
            isTable && result.photoID != nil ? [] : [row(result, isTable: isTable)]
        }, members: members)

    /// The columns of tables and CSV.
    private static let columns = [
        Output.Column("path", "PATH"), Output.Column("id", "ID", isNumeric: true),
        Output.Column("width", nil), Output.Column("height", nil),
        Output.Column("count", "FACES", isNumeric: true), Output.Column("faces", "RECTANGLES"),
        Output.Column("error", "ERROR"),
    ]

    /// A row for tables and CSV, in the order of the columns.
    private static func row(_ result: ExaminedFaces, isTable: Bool) -> [RowValue] {
        let faces = result.faces.map { faces in
            isTable
                ? RowValue.text(faces.map(\.rectangle.text).joined(separator: " "))
                : .list(faces.map { .list(numbers($0.rectangle)) })
        }
        return [
            RowValue(result.path.map { isTable ? $0.escaped : $0.string ?? $0.escaped }),
            RowValue(result.photoID.map { Int($0.rawValue) }),
            RowValue(result.width), RowValue(result.height), RowValue(result.faces?.count),
            faces ?? .none, RowValue(result.error),
        ]
    }

    /// A row of JSON.
    private static func members(_ result: ExaminedFaces) -> [(String, RowValue)] {
        var members: [(String, RowValue)] = []
        if let id = result.photoID { members.append(("id", .integer(Int(id.rawValue)))) }
        members += [
            ("path", RowValue(result.path.map { $0.string ?? $0.escaped })),
            ("width", RowValue(result.width)), ("height", RowValue(result.height)),
            ("faces", result.faces.map { .list($0.map { .object(face($0)) }) } ?? .none),
        ]
        if !result.warnings.isEmpty {
            members.append(("warning", .text(result.warnings.joined(separator: "; "))))
        }
        members.append(("error", RowValue(result.error)))
        // Bytes that are no text have another key with all of them.
        if let path = result.path, path.string == nil {
            members.append(("pathBytes", .text(Data(path.bytes).base64EncodedString())))
        }
        return members
    }

    /// A face as JSON: what nobody knows is left out.
    static func face(_ face: Face) -> [(String, RowValue)] {
        let box = zip(["x", "y", "width", "height"], numbers(face.rectangle))
        var members = box.map { ($0, $1) }
        members += [
            ("score", RowValue(face.score.map(rounded))), ("detector", .text(face.source.rawValue)),
        ]
        if let name = face.name { members.append(("name", .text(name))) }
        if !face.landmarks.isEmpty {
            let points = face.landmarks.map {
                RowValue.list([.decimal(rounded($0.x)), .decimal(rounded($0.y))])
            }
            members.append(("landmarks", .list(points)))
        }
        return members
    }

    private static func numbers(_ box: FaceRectangle) -> [RowValue] {
        [.decimal(box.x), .decimal(box.y), .decimal(box.width), .decimal(box.height)]
    }

    /// A number with at most three places.
    static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
