import Foundation

/// Names a photo as a person types it: `42`, `dogs/1` or `flickr:53574198477`.
public enum PhotoReference: Hashable, Sendable {
    /// A catalog id.
    case id(PhotoID)
    /// The N-th photo of a section as listed, from 1.
    case item(section: SectionReference, position: Int)
    /// Flickr's own id. A section of that name wins over the photo.
    case flickr(String)

    /// Reads a reference; nil for text that has none of the three forms (a bare section name, a path).
    public init?(text: String) {
        if !text.isEmpty, text.utf8.allSatisfy(PhotoReference.isDigit) {
            guard let number = Int64(text), number > 0 else { return nil }
            self = .id(PhotoID(rawValue: number))
            return
        }
        if let slash = text.lastIndex(of: "/") {
            let digits = text[text.index(after: slash)...]
            let section = text[..<slash]
            guard !section.isEmpty, !section.hasPrefix("."), !section.hasPrefix("/"),
                !digits.isEmpty, digits.utf8.allSatisfy(PhotoReference.isDigit),
                let position = Int(digits), position > 0
            else { return nil }
            let reference = SectionReference(text: String(section))
            guard !reference.name.isEmpty else { return nil }
            self = .item(section: reference, position: position)
            return
        }
        let prefix = "flickr:"
        let id = text.dropFirst(prefix.count)
        guard text.hasPrefix(prefix), !id.isEmpty, id.utf8.allSatisfy(PhotoReference.isDigit) else {
            return nil
        }
        self = .flickr(String(id))
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}

/// Points at the photo in a section by place: both counted from 0, as collection views do.
public struct PhotoIndexPath: Hashable, Sendable {
    /// The section's place among the sections, from 0; 0 is the camera.
    public var section: Int
    /// The photo's place in the section as listed, from 0.
    public var item: Int

    /// Makes an index path.
    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }
}
