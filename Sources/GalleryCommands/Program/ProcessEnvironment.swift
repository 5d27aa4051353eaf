import Basics
import Gallery
import GalleryModel
import Glibc

/// The variables of the process that settings are made of.
enum ProcessEnvironment {
    /// `HOME`, the XDG folders and everything that begins with `GALLERY_`.
    ///
    /// - Throws: `configuration` for a value that is not UTF-8, which could only be read wrongly.
    static func read() throws(GalleryError) -> [String: String] {
        var result: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            next += 1
            let bytes = UnsafeRawBufferPointer(start: entry, count: strlen(entry))
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let name = String(decoding: bytes[..<equals], as: UTF8.self)
            let isWanted = name == "HOME" || name.hasPrefix("XDG_") || name.hasPrefix("GALLERY_")
            guard isWanted else { continue }
            let value = BytePath(bytes: bytes[(equals + 1)...])
            guard let text = value.string else {
                throw GalleryError(
                    .configuration, "the environment variable \(name) is not UTF-8: set it to text")
            }
            result[name] = text
        }
        return result
    }
}
