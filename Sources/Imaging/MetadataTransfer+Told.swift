internal import CExiv2Shim

extension MetadataTransfer {
    /// Whom and which places a picture or an XMP file names.
    package struct Told: Sendable {
        /// The people in face regions, lists of people and keywords about people, each once.
        package private(set) var people: [String] = []
        /// Where it was taken, in words, each once.
        package private(set) var places: [String] = []
        /// Whether it seems to hold EXIF or XMP of which nothing can be read.
        package private(set) var isUnreadable = false
        private var met: Set<String> = []
        private var count = 0

        /// Names nobody.
        init() {}

        /// Reads what a picture of any type or an XMP file tells; damaged ones as far as they can be read.
        package init(by source: [UInt8]) {
            _ = source.withUnsafeBufferPointer { source in
                withUnsafeMutablePointer(to: &self) { context in
                    cexiv2_visit(
                        cexiv2_bytes(bytes: source.baseAddress, length: source.count),
                        { context, item, _, _ in
                            guard let context, let item = item?.pointee else { return CEXIV2_DROP }
                            context.assumingMemoryBound(to: Told.self).pointee.add(
                                String(cString: item.key), MetadataTransfer.text(of: item))
                            return CEXIV2_DROP
                        }, context)
                }
            }
            isUnreadable = count == 0 && Told.holdsItems(source)
        }

        private mutating func add(_ key: String, _ text: String?) {
            count += 1
            guard let text, !text.isEmpty else { return }
            for name in MetadataJudge.names(toldBy: key, text) where met.insert(name).inserted {
                people.append(name)
            }
            if MetadataTags.isPlaceName(key), met.insert("\0" + text).inserted {
                places.append(text)
            }
        }

        /// Whether a file in the format of HEIC has items of EXIF or XMP.
        ///
        /// Source: ISO/IEC 23008-12, annex A.
        private static func holdsItems(_ source: [UInt8]) -> Bool {
            guard source.dropFirst(4).prefix(4).elementsEqual("ftyp".utf8) else { return false }
            let head = source.prefix(1 << 16)
            return ["Exif", "rdf+xml"].contains { word in
                let word = Array(word.utf8)
                return head.indices.dropLast(word.count - 1).contains { start in
                    head[start] == word[0] && head[start...].starts(with: word)
                }
            }
        }
    }
}
