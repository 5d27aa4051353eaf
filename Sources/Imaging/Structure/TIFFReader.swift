/// Names the tags of a TIFF that tell where its pixels are.
enum TIFFTag: Int {
    case subfileType = 0xFE
    case width = 0x100
    case height = 0x101
    case compression = 0x103
    case photometric = 0x106
    case maker = 0x10F
    case stripOffsets = 0x111
    case orientation = 0x112
    case samplesPerPixel = 0x115
    case rowsPerStrip = 0x116
    case stripLengths = 0x117
    case planarConfiguration = 0x11C
    case tileOffsets = 0x144
    case tileLengths = 0x145
    case subdirectories = 0x14A
    case oldJPEG = 0x201
    case exif = 0x8769
    case gps = 0x8825
    case dngVersion = 0xC612
}

/// One entry of a directory.
struct TIFFEntry {
    var tag: Int
    var type: Int
    var count: Int
    /// The bytes of all its values; the largest number where they cannot be in any file.
    var byteCount: Int
    /// Where the values lie.
    var place: Int
}

/// One directory: a page, or the EXIF of one.
struct TIFFDirectory {
    /// The entries by tag; the first one of each counts.
    var entries: [Int: TIFFEntry] = [:]
    /// Where the next directory lies; 0 where none does.
    var next = 0

    subscript(_ tag: TIFFTag) -> TIFFEntry? { entries[tag.rawValue] }
}

/// Reads the directories of a TIFF or BigTIFF, and no more of them than a file of its length can need.
struct TIFFReader {
    /// The bytes of a value of each type, from type 0, which is none.
    private static let typeLengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
    private static let mostDirectories = 65_536

    let bytes: ByteWindow
    /// The bytes of an offset: 4, or 8 in a BigTIFF.
    let offsetLength: Int
    /// Where the first directory lies.
    let first: Int
    private let isLittleEndian: Bool
    private var directoriesLeft = TIFFReader.mostDirectories
    /// Entries and values that may still be read: a file that has the same ones read again and again is hostile.
    private var numbersLeft: Int

    /// Reads the header; nil where it is none.
    init?(_ bytes: ByteWindow) {
        self.bytes = bytes
        isLittleEndian = bytes.has("II", at: 0)
        guard isLittleEndian || bytes.has("MM", at: 0) else { return nil }
        numbersLeft = max(bytes.count, 1 << 16)
        switch bytes.number(2, 2, isLittleEndian: isLittleEndian) {
        case 42:
            offsetLength = 4
            guard let first = bytes.number(4, 4, isLittleEndian: isLittleEndian) else { return nil }
            self.first = first
        case 43:
            offsetLength = 8
            guard bytes.number(4, 2, isLittleEndian: isLittleEndian) == 8,
                let first = bytes.number(8, 8, isLittleEndian: isLittleEndian)
            else { return nil }
            self.first = first
        default: return nil
        }
    }

    /// The directory at an offset.
    mutating func directory(at offset: Int) throws(StructureDamage) -> TIFFDirectory {
        let isBig = offsetLength == 8
        let counter = isBig ? 8 : 2
        let length = isBig ? 20 : 12
        directoriesLeft -= 1
        guard bytes.holds(offset, counter), let count = number(at: offset, counter),
            bytes.holds(offset + counter, offsetLength),
            count <= (bytes.count - offset - counter - offsetLength) / length
        else {
            throw StructureDamage("the TIFF ends inside of a directory: it was cut short")
        }
        try take(count)
        guard directoriesLeft >= 0 else {
            throw StructureDamage(
                "the TIFF has more than \(TIFFReader.mostDirectories) directories")
        }
        var directory = TIFFDirectory()
        for index in 0..<count {
            let entry = entry(at: offset + counter + index * length)
            if directory.entries[entry.tag] == nil { directory.entries[entry.tag] = entry }
        }
        directory.next = number(at: offset + counter + count * length, offsetLength) ?? 0
        return directory
    }

    private func entry(at offset: Int) -> TIFFEntry {
        let type = number(at: offset + 2, 2) ?? 0
        let count = number(at: offset + 4, offsetLength) ?? .max
        let lengths = TIFFReader.typeLengths
        let (byteCount, isTooLarge) = count.multipliedReportingOverflow(
            by: lengths.indices.contains(type) ? lengths[type] : 0)
        let total = isTooLarge ? Int.max : byteCount
        let value = offset + 4 + offsetLength
        return TIFFEntry(
            tag: number(at: offset, 2) ?? 0, type: type, count: count, byteCount: total,
            place: total > offsetLength ? number(at: value, offsetLength) ?? .max : value)
    }

    /// The whole numbers of an entry; none where it holds something else.
    mutating func numbers(_ entry: TIFFEntry?) throws(StructureDamage) -> [Int] {
        guard let entry, [1, 3, 4, 13, 16, 18].contains(entry.type), entry.count > 0 else {
            return []
        }
        guard bytes.holds(entry.place, entry.byteCount) else {
            throw StructureDamage(
                "the TIFF ends inside of the value of tag \(entry.tag): it was cut short")
        }
        try take(entry.count)
        let length = entry.byteCount / entry.count
        return (0..<entry.count).map { number(at: entry.place + $0 * length, length) ?? .max }
    }

    /// The first whole number of an entry.
    func number(_ entry: TIFFEntry?) -> Int? {
        guard let entry, [1, 3, 4, 13, 16, 18].contains(entry.type), entry.count > 0 else {
            return nil
        }
        return number(at: entry.place, entry.byteCount / entry.count)
    }

    /// The text of an entry.
    func text(_ entry: TIFFEntry?) -> String? {
        guard let entry, entry.type == 2, bytes.holds(entry.place, min(entry.count, 64)) else {
            return nil
        }
        let letters = (0..<min(entry.count, 64)).compactMap { bytes.byte(entry.place + $0) }
        return String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }

    private func number(at offset: Int, _ length: Int) -> Int? {
        bytes.number(offset, length, isLittleEndian: isLittleEndian)
    }

    private mutating func take(_ count: Int) throws(StructureDamage) {
        numbersLeft -= count
        guard numbersLeft >= 0 else {
            throw StructureDamage(
                "the directories of the TIFF refer to the same data again and again")
        }
    }
}
