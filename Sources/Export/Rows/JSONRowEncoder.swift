package import Basics
package import GalleryModel

/// Spells a photo as one JSON object on one line, with the columns' names as keys, in order.
///
/// Numbers, truth values and lists keep their type; what is unknown is null. Source: RFC 8259
package struct JSONRowEncoder: Sendable {
    /// The columns, in order.
    package let columns: [ExportColumn]
    private let keys: [[UInt8]]

    /// Makes an encoder of the columns.
    package init(columns: [ExportColumn] = ExportColumn.defaults(for: .jsonl)) {
        self.columns = columns
        keys = columns.map { Array(",\"\($0.name)\":".utf8) }
    }

    /// Appends a photo's object without a line end; `sourceFile` stands in place of the stored
    /// picture's path.
    package func append(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to buffer: inout OutputBuffer
    ) {
        append(row, sourceFile: sourceFile, omitsUnknown: false, to: &buffer)
    }

    /// Appends a photo's object with the keys alone whose values are known.
    func appendKnown(
        _ row: ListedPhoto, sourceFile: BytePath? = nil, to buffer: inout OutputBuffer
    ) {
        append(row, sourceFile: sourceFile, omitsUnknown: true, to: &buffer)
    }

    @inline(__always)
    private func append(
        _ row: ListedPhoto, sourceFile: BytePath?, omitsUnknown: Bool,
        to buffer: inout OutputBuffer
    ) {
        let picture = row.photo.picture
        let coordinate = row.photo.coordinate
        let start = buffer.count
        for (index, column) in columns.enumerated() {
            let value = column.value(
                in: row, picture: picture, coordinate: coordinate, sourceFile: sourceFile)
            if omitsUnknown, case .unknown = value { continue }
            buffer.append(keys[index])
            append(value, to: &buffer)
        }
        guard buffer.count > start else { return buffer.append("{}") }
        // The first key begins the object, also where those before it were left out.
        buffer.tail(from: start) { $0[0] = UInt8(ascii: "{") }
        buffer.append(UInt8(ascii: "}"))
    }

    @inline(__always)
    private func append(_ value: ExportValue, to buffer: inout OutputBuffer) {
        switch value {
        case .unknown: buffer.append("null")
        case .text(let text): buffer.append(jsonString: text)
        case .integer(let number): buffer.append(number: number)
        case .decimal(let number): buffer.append(decimal: number)
        case .flag(let flag): buffer.append(flag ? "true" : "false")
        case .instant(let seconds):
            buffer.append(UInt8(ascii: "\""))
            buffer.append(instant: seconds)
            buffer.append(UInt8(ascii: "\""))
        case .path(let path): buffer.append(jsonPath: path, bytesKey: "SourceFileBytes")
        case .strings(let strings): buffer.append(jsonArray: strings)
        case .rectangles(let rectangles): buffer.append(jsonArray: rectangles)
        case .pictures(let pictures): append(pictures, to: &buffer)
        case .json(let text): append(raw: text, to: &buffer)
        }
    }

    private func append(_ pictures: [Picture], to buffer: inout OutputBuffer) {
        buffer.append(UInt8(ascii: "["))
        for (index, picture) in pictures.enumerated() {
            buffer.append(index > 0 ? ",{\"size\":\"" : "{\"size\":\"")
            buffer.append(picture.size.rawValue)
            buffer.append("\",\"state\":\"")
            buffer.append(picture.state.rawValue)
            buffer.append("\",\"path\":")
            if let path = picture.path {
                buffer.append(jsonPath: path, bytesKey: "pathBytes")
            } else {
                buffer.append("null")
            }
            buffer.append(",\"width\":")
            append(ExportValue(picture.width), to: &buffer)
            buffer.append(",\"height\":")
            append(ExportValue(picture.height), to: &buffer)
            if let damage = picture.damage {
                buffer.append(",\"damage\":")
                buffer.append(jsonString: damage)
            }
            buffer.append(UInt8(ascii: "}"))
        }
        buffer.append(UInt8(ascii: "]"))
    }

    /// Embeds the origin's JSON as it is, its line ends as spaces so that a row stays one line.
    ///
    /// What is no JSON after all becomes a string: nothing is lost, and the file stays readable.
    private func append(raw text: String, to buffer: inout OutputBuffer) {
        let bytes = Array(text.utf8)
        guard JSONSyntax.isValid(bytes) else { return buffer.append(jsonString: text) }
        let start = buffer.count
        buffer.append(bytes)
        // Inside strings JSON allows no bare line end, so every one of these stands between tokens.
        buffer.tail(from: start) { tail in
            for index in tail.indices
            where tail[index] == UInt8(ascii: "\n") || tail[index] == UInt8(ascii: "\r") {
                tail[index] = UInt8(ascii: " ")
            }
        }
    }
}
