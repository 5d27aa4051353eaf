/// Checks the directories of a TIFF or BigTIFF, and that its strips or tiles are inside the file.
///
/// Source: TIFF 6.0, sections 2 (directories), 3 (strips) and 15 (tiles); the BigTIFF design,
/// http://www.simplesystems.org/libtiff/bigtiff.html.
struct TIFFStructure {
    /// Pixels across of the first page as stored; nil if the file does not specify them.
    private(set) var width: Int?
    /// Pixels down.
    private(set) var height: Int?
    /// The EXIF orientation of the first page.
    private(set) var orientation = 1

    private var reader: TIFFReader
    /// The directories still to be read.
    private var waiting: [(offset: Int, kind: Kind)] = []
    private var met: Set<Int> = []

    private enum Kind { case page, part, metadata }

    /// Reads the structure of a file.
    init(_ bytes: ByteWindow) throws(StructureDamage) {
        guard let reader = TIFFReader(bytes) else {
            throw StructureDamage("the file has no TIFF header")
        }
        self.reader = reader
        guard reader.first != 0 else { throw StructureDamage("the TIFF contains no picture") }
        waiting = [(reader.first, .page)]
        while let (offset, kind) = waiting.popLast() {
            guard met.insert(offset).inserted else {
                guard kind == .page else { continue }
                throw StructureDamage("the directories of the TIFF form a loop")
            }
            try check(try self.reader.directory(at: offset), kind)
        }
    }

    private mutating func check(_ directory: TIFFDirectory, _ kind: Kind) throws(StructureDamage) {
        let isFirst = met.count == 1
        if isFirst {
            width = reader.number(directory[.width])
            height = reader.number(directory[.height])
            let turn = reader.number(directory[.orientation]) ?? 1
            orientation = (1...8).contains(turn) ? turn : 1
            guard let width, let height, width > 0, height > 0 else {
                throw StructureDamage("the TIFF does not specify its size")
            }
        }
        let outside = directory.entries.values.filter {
            $0.byteCount > reader.offsetLength && !reader.bytes.holds($0.valueOffset, $0.byteCount)
        }
        if let tag = outside.map(\.tag).min() {
            throw StructureDamage("the TIFF ends inside the value of tag \(tag); it was cut short")
        }
        guard kind != .metadata else { return }
        try checkPixels(directory, isFirst: isFirst)
        if directory.next != 0 { waiting.append((directory.next, kind)) }
        for tag in [TIFFTag.subdirectories, .exif, .gps] {
            for offset in try reader.numbers(directory[tag]) where offset > 0 {
                waiting.append((offset, tag == .subdirectories ? .part : .metadata))
            }
        }
    }

    /// Checks every strip or tile of a page.
    private mutating func checkPixels(
        _ directory: TIFFDirectory, isFirst: Bool
    ) throws(StructureDamage) {
        let isTiled = directory[.tileOffsets] != nil
        let offsets = try reader.numbers(directory[isTiled ? .tileOffsets : .stripOffsets])
        let lengths = try reader.numbers(directory[isTiled ? .tileLengths : .stripLengths])
        let kind = isTiled ? "tile" : "strip"
        guard !offsets.isEmpty else {
            // Old-style JPEG in a TIFF has no strips.
            guard isFirst, directory[.oldJPEG] == nil else { return }
            throw StructureDamage("the TIFF contains no picture data")
        }
        guard lengths.isEmpty || lengths.count == offsets.count,
            isFirst ? offsets.count >= (expectedStrips(directory) ?? 0) : true
        else { throw StructureDamage("some \(kind)s of the TIFF are missing") }
        for (number, offset) in offsets.enumerated() {
            let length = lengths.isEmpty ? 1 : lengths[number]
            // Offset and length are 0 for a tile of only background.
            guard reader.bytes.holds(offset, length) else {
                throw StructureDamage(
                    "the TIFF ends inside \(kind) \(number + 1) of \(offsets.count); it was cut "
                        + "short")
            }
        }
    }

    /// Returns the minimum number of strips in the first page; nil for tiles.
    private mutating func expectedStrips(_ directory: TIFFDirectory) -> Int? {
        guard directory[.tileOffsets] == nil, let height else { return nil }
        let rows = reader.number(directory[.rowsPerStrip]).flatMap { $0 > 0 ? $0 : nil } ?? height
        let planes =
            reader.number(directory[.planarConfiguration]) == 2
            ? reader.number(directory[.samplesPerPixel]) ?? 1 : 1
        let strips = height / rows + (height % rows == 0 ? 0 : 1)
        let (count, isTooLarge) = strips.multipliedReportingOverflow(by: planes)
        return isTooLarge ? .max : count
    }
}

extension TIFFStructure {
    /// Returns the name of the raw format of a file that starts as a TIFF; nil for an ordinary
    /// TIFF.
    ///
    /// The manufacturer is not conclusive, because programs keep it in TIFFs made from raw
    /// files. A picture of sensor cells or a DNG version is.
    /// Source: TIFF/EP (ISO 12234-2), tag 262; https://exiftool.org/TagNames/EXIF.html.
    static func rawFormat(_ bytes: ByteWindow) -> String? {
        if bytes.has("CR", at: 8) { return "CR2" }
        if bytes.has("IIII", at: 8) { return "IIQ" }
        guard var reader = TIFFReader(bytes) else { return nil }
        var maker = ""
        var waiting = [reader.first]
        var count = 0
        while let offset = waiting.popLast(), count < maximumPages {
            count += 1
            guard let directory = try? reader.directory(at: offset) else { continue }
            if directory[.dngVersion] != nil { return "DNG" }
            maker = maker.isEmpty ? reader.text(directory[.maker])?.uppercased() ?? "" : maker
            if let photometric = reader.number(directory[.photometric]),
                sensorPhotometrics.contains(photometric)
            {
                return rawFormats.first { maker.hasPrefix($0.maker) }?.name ?? "RAW"
            }
            if directory.next != 0 { waiting.append(directory.next) }
            waiting += (try? reader.numbers(directory[.subdirectories]))?.prefix(maximumPages) ?? []
        }
        return nil
    }

    private static let maximumPages = 64
    /// The raw formats in TIFF form by the camera's manufacturer.
    private static let rawFormats: [(maker: String, name: String)] = [
        ("NIKON", "NEF"), ("SONY", "ARW"), ("PENTAX", "PEF"), ("RICOH", "PEF"), ("SAMSUNG", "SRW"),
        ("HASSELBLAD", "3FR"), ("EPSON", "ERF"), ("SEIKO EPSON", "ERF"), ("KODAK", "DCR"),
        ("EASTMAN KODAK", "DCR"), ("PHASE ONE", "IIQ"), ("LEAF", "MOS"), ("MAMIYA", "MEF"),
    ]
    /// A color filter array, and linear raw data computed from one.
    private static let sensorPhotometrics = [32803, 34892]
}

/// The TIFF tags needed to locate the pixels and identify the file.
enum TIFFTag: Int {
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
    /// The length of all values in bytes; `Int.max` if it exceeds any file.
    var byteCount: Int
    /// The offset of the values.
    var valueOffset: Int
}

/// One directory: a page, or the EXIF of one.
struct TIFFDirectory {
    /// The entries by tag; of duplicates, the first.
    var entries: [Int: TIFFEntry] = [:]
    /// The offset of the next directory; 0 for none.
    var next = 0

    subscript(_ tag: TIFFTag) -> TIFFEntry? { entries[tag.rawValue] }
}

/// Reads the directories of a TIFF or BigTIFF, limited to what a file of its length can need.
struct TIFFReader {
    /// The length in bytes of a value of each type; type 0 does not exist.
    private static let typeLengths = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8]
    private static let maximumDirectories = 65_536

    let bytes: ByteWindow
    /// The length of an offset in bytes: 4, or 8 in a BigTIFF.
    let offsetLength: Int
    /// The offset of the first directory.
    let first: Int
    private let isLittleEndian: Bool
    private var directoriesLeft = TIFFReader.maximumDirectories
    /// The number of entries and values left to read; a file that makes them be read repeatedly is
    /// hostile.
    private var numbersLeft: Int

    /// Reads the header; nil if it is invalid.
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

    /// Reads the directory at an offset.
    mutating func directory(at offset: Int) throws(StructureDamage) -> TIFFDirectory {
        let isBig = offsetLength == 8
        let counter = isBig ? 8 : 2
        let length = isBig ? 20 : 12
        directoriesLeft -= 1
        guard bytes.holds(offset, counter), let count = number(at: offset, counter),
            bytes.holds(offset + counter, offsetLength),
            count <= (bytes.count - offset - counter - offsetLength) / length
        else {
            throw StructureDamage("the TIFF ends inside a directory; it was cut short")
        }
        try take(count)
        guard directoriesLeft >= 0 else {
            throw StructureDamage(
                "the TIFF has more than \(TIFFReader.maximumDirectories) directories")
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
            valueOffset: total > offsetLength ? number(at: value, offsetLength) ?? .max : value)
    }

    /// Returns the integers of an entry; empty for other types.
    mutating func numbers(_ entry: TIFFEntry?) throws(StructureDamage) -> [Int] {
        guard let entry, [1, 3, 4, 13, 16, 18].contains(entry.type), entry.count > 0 else {
            return []
        }
        guard bytes.holds(entry.valueOffset, entry.byteCount) else {
            throw StructureDamage(
                "the TIFF ends inside the value of tag \(entry.tag); it was cut short")
        }
        try take(entry.count)
        let length = entry.byteCount / entry.count
        return (0..<entry.count).map { number(at: entry.valueOffset + $0 * length, length) ?? .max }
    }

    /// Returns the first integer of an entry.
    func number(_ entry: TIFFEntry?) -> Int? {
        guard let entry, [1, 3, 4, 13, 16, 18].contains(entry.type), entry.count > 0 else {
            return nil
        }
        return number(at: entry.valueOffset, entry.byteCount / entry.count)
    }

    /// Returns the text of an entry.
    func text(_ entry: TIFFEntry?) -> String? {
        guard let entry, entry.type == 2, bytes.holds(entry.valueOffset, min(entry.count, 64))
        else {
            return nil
        }
        let letters = (0..<min(entry.count, 64)).compactMap { bytes.byte(entry.valueOffset + $0) }
        return String(decoding: letters.prefix { $0 != 0 }, as: UTF8.self)
    }

    private func number(at offset: Int, _ length: Int) -> Int? {
        bytes.number(offset, length, isLittleEndian: isLittleEndian)
    }

    private mutating func take(_ count: Int) throws(StructureDamage) {
        numbersLeft -= count
        guard numbersLeft >= 0 else {
            throw StructureDamage("the directories of the TIFF refer to the same data repeatedly")
        }
    }
}
