import Foundation

/// A form with a file, as browsers send it.
///
/// Source: RFC 7578; https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data
struct MultipartForm {
    /// One field.
    struct Part {
        var name: String
        /// The name of the file; nil for a text.
        var fileName: String?
        /// What the file is; nil for a text.
        var contentType: String?
        var bytes: [UInt8]
    }

    /// The fields in their order.
    private(set) var parts: [Part] = []

    /// Adds a text.
    mutating func add(_ name: String, _ text: String) {
        parts.append(Part(name: name, bytes: Array(text.utf8)))
    }

    /// Adds a file.
    mutating func add(_ name: String, file: [UInt8], named fileName: String, contentType: String) {
        parts.append(
            Part(name: name, fileName: fileName, contentType: contentType, bytes: file))
    }

    /// The form's bytes, and their type, which names a boundary that occurs in none of them.
    var encoded: (contentType: String, body: [UInt8]) {
        var boundary = MultipartForm.newBoundary()
        while parts.contains(where: { Data($0.bytes).range(of: Data(boundary.utf8)) != nil }) {
            boundary = MultipartForm.newBoundary()
        }
        return ("multipart/form-data; boundary=\(boundary)", body(boundary))
    }

    private func body(_ boundary: String) -> [UInt8] {
        var body: [UInt8] = []
        body.reserveCapacity(parts.reduce(256) { $0 + $1.bytes.count + 256 })
        for part in parts {
            var head = "--\(boundary)\r\nContent-Disposition: form-data"
            head += "; name=\"\(MultipartForm.escaped(part.name))\""
            if let name = part.fileName {
                head += "; filename=\"\(MultipartForm.escaped(name))\""
            }
            if let type = part.contentType { head += "\r\nContent-Type: \(type)" }
            body += Array((head + "\r\n\r\n").utf8) + part.bytes + Array("\r\n".utf8)
        }
        return body + Array("--\(boundary)--\r\n".utf8)
    }

    private static func newBoundary() -> String { "gallery-\(UUID().uuidString)" }

    /// A name between quotation marks.
    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            switch scalar {
            case "\"": "%22"
            case "\r": "%0D"
            case "\n": "%0A"
            default: String(scalar)
            }
        }.joined()
    }
}
