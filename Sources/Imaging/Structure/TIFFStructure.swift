/// Checks the directories of a TIFF or BigTIFF and that its strips or tiles lie within the file.
///
/// Source: TIFF 6.0, sections 2 (directories), 3 (strips) and 15 (tiles); the BigTIFF design,
/// http://www.simplesystems.org/libtiff/bigtiff.html.
struct TIFFStructure {
    /// Pixels across of the first page, as they are stored; nil where the file does not tell.
    private(set) var width: Int?
    /// Pixels down.
    private(set) var height: Int?
    /// How its pixels stand, in EXIF's numbers.
    private(set) var orientation = 1

    private var reader: TIFFReader
    /// The directories that wait to be read.
    private var waiting: [(offset: Int, kind: Kind)] = []
    private var met: Set<Int> = []

    private enum Kind { case page, part, metadata }

    /// Reads a file's structure.
    init(_ bytes: ByteWindow) throws(StructureDamage) {
        guard let reader = TIFFReader(bytes) else {
            throw StructureDamage("the file does not begin as a TIFF")
        }
        self.reader = reader
        guard reader.first != 0 else { throw StructureDamage("the TIFF holds no picture") }
        waiting = [(reader.first, .page)]
        while let (offset, kind) = waiting.popLast() {
            guard met.insert(offset).inserted else {
                guard kind == .page else { continue }
                throw StructureDamage("the directories of the TIFF form a loop")
            }
            try check(try self.reader.directory(at: offset), kind)
        }
    }

    private mutating func check(
        _ directory: TIFFDirectory, _ kind: Kind
    ) throws(StructureDamage) {
        let isFirst = met.count == 1
        if isFirst {
            width = reader.number(directory[.width])
            height = reader.number(directory[.height])
            let turn = reader.number(directory[.orientation]) ?? 1
            orientation = (1...8).contains(turn) ? turn : 1
            guard let width, let height, width > 0, height > 0 else {
                throw StructureDamage("the TIFF does not tell its size")
            }
        }
        let outside = directory.entries.values.filter {
            $0.byteCount > reader.offsetLength && !reader.bytes.holds($0.place, $0.byteCount)
        }
        if let tag = outside.map(\.tag).min() {
            throw StructureDamage(
                "the TIFF ends inside of the value of tag \(tag): it was cut short")
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

    /// Looks at every strip or tile of a page.
    private mutating func checkPixels(
        _ directory: TIFFDirectory, isFirst: Bool
    ) throws(StructureDamage) {
        let isTiled = directory[.tileOffsets] != nil
        let offsets = try reader.numbers(directory[isTiled ? .tileOffsets : .stripOffsets])
        let lengths = try reader.numbers(directory[isTiled ? .tileLengths : .stripLengths])
        let kind = isTiled ? "tile" : "strip"
        guard !offsets.isEmpty else {
            // An old kind of JPEG in a TIFF has no strips.
            guard isFirst, directory[.oldJPEG] == nil else { return }
            throw StructureDamage("the TIFF holds no picture data")
        }
        guard lengths.isEmpty || lengths.count == offsets.count,
            isFirst ? offsets.count >= (expectedStrips(directory) ?? 0) : true
        else { throw StructureDamage("some \(kind)s of the TIFF are missing") }
        for (number, offset) in offsets.enumerated() {
            let length = lengths.isEmpty ? 1 : lengths[number]
            // Both are 0 for a tile that is all background.
            guard reader.bytes.holds(offset, length) else {
                throw StructureDamage(
                    "the TIFF ends inside of \(kind) \(number + 1) of \(offsets.count): it was cut "
                        + "short")
            }
        }
    }

    /// How many strips the first page must have; nil for tiles.
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
