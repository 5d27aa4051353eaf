package import Basics
import Foundation
import GalleryModel

/// Gives every file of a folder a path of its own: the second of a name gets ` (2)`, and so on.
///
/// Paths that differ only in case or Unicode form count as equal, because some file systems see
/// them so. The same paths in the same order get the same names. A path takes about 20 bytes of
/// memory: only 64-bit hashes are kept, and two paths of one hash (one chance in 10 million for a
/// million paths) just means a number more than needed.
package struct UniqueNames: Sendable {
    private var taken = Set<UInt64>()
    /// The number to try next, for the paths that were asked for more than once.
    private var nextNumbers = [UInt64: Int]()

    /// Makes an empty list.
    package init() {}

    /// Takes the path if it is free, else the path with the lowest free number.
    ///
    /// `path` is one of a `NameTemplate`'s, or any relative path.
    package mutating func claim(_ path: BytePath) -> BytePath {
        let hash = UniqueNames.hash(path)
        if taken.insert(hash).inserted { return path }
        let name = SafeFileName(path.lastComponent.escaped)
        let folder = path.bytes.contains(UInt8(ascii: "/")) ? path.parent : BytePath(bytes: [])
        var number = nextNumbers[hash] ?? 2
        while true {
            let candidate = folder.appending(name.numbered(number).text)
            number += 1
            if taken.insert(UniqueNames.hash(candidate)).inserted {
                nextNumbers[hash] = number
                return candidate
            }
        }
    }

    /// Hashes the path as a file system would compare it.
    ///
    /// The standard hasher would differ from run to run.
    /// Source: FNV-1a, http://www.isthe.com/chongo/tech/comp/fnv/
    private static func hash(_ path: BytePath) -> UInt64 {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        func mix(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        guard path.bytes.contains(where: { $0 >= 0x80 }) else {
            for byte in path.bytes {
                mix((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
            }
            return hash
        }
        // Decomposed, folded, decomposed: folding can undo the form (Unicode, section 3.13, D145).
        let folded = path.escaped.decomposedStringWithCanonicalMapping
            .folding(options: .caseInsensitive, locale: nil)
            .decomposedStringWithCanonicalMapping
        for byte in folded.utf8 { mix(byte) }
        return hash
    }
}
