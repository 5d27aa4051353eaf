internal import Basics

/// Rebuilds a complete PNG from a damaged one, with zeros in place of unreadable rows.
///
/// Decoders return nothing for a damaged interlaced PNG, and do not report which rows of other PNGs
/// they could read.
struct PNGRepair {
    private let bytes: UnsafeRawBufferPointer
    private let limits: DecodeLimits
    private var layout: PNGLayout?
    private var data: [Range<Int>] = []
    private var repaired = PNGStructure.signature

    /// Returns a complete PNG; nil if no row can be read.
    ///
    /// - Throws: `ImagingError` if a limit is exceeded.
    static func whole(
        of bytes: UnsafeRawBufferPointer, within limits: DecodeLimits
    ) throws(ImagingError) -> [UInt8]? {
        var repair = PNGRepair(bytes: bytes, limits: limits)
        repair.takeChunks()
        guard let layout = repair.layout else { return nil }
        guard layout.width <= limits.maximumPixels / layout.height else {
            throw .tooManyPixels(
                width: layout.width, height: layout.height, limit: limits.maximumPixels)
        }
        guard try repair.addRows(of: layout) else { return nil }
        repair.add("IEND", UnsafeRawBufferPointer(rebasing: bytes[0..<0]))
        return repair.repaired
    }

    /// Copies the chunks before the rows with correct checksums, and finds the rows.
    ///
    /// Ancillary chunks are copied only if their checksum is correct.
    private mutating func takeChunks() {
        let file = ByteWindow(bytes)
        var chunks = PictureChunks(file, isPNG: true)
        while let chunk = chunks.next() {
            switch chunk.name {
            case "IEND": return
            case "IDAT": data.append(chunk.payload)
            case "IHDR" where layout != nil: return
            default:
                let payload = file.part(chunk.payload)
                if chunk.name == "IHDR" { layout = PNGLayout(payload) }
                let stored = file.number(chunk.payload.upperBound, PNGStructure.checksumLength)
                let isIntact = stored == PNGStructure.checksum(chunk, in: file)
                guard data.isEmpty, isIntact || PNGStructure.isCritical(chunk.name) else { break }
                add(chunk.name, payload)
            }
        }
    }

    /// Adds all rows; returns false if none can be read.
    private mutating func addRows(of layout: PNGLayout) throws(ImagingError) -> Bool {
        let longest = layout.passes.map(\.rowLength).max() ?? 0
        guard longest <= limits.maximumBytes else {
            throw .tooMuchMemory(bytes: longest, limit: limits.maximumBytes)
        }
        guard let reader = DeflatedReader(bytes, data), let writer = DeflatedWriter() else {
            throw .outOfMemory
        }
        var isReading = true
        var hasRow = false
        for pass in layout.passes {
            var row = [UInt8](repeating: 0, count: pass.rowLength)
            for _ in 0..<pass.rows {
                if isReading {
                    // Filter types are 0 to 4.
                    isReading = reader.read(into: &row) && row[0] <= 4
                    if !isReading { row = [UInt8](repeating: 0, count: pass.rowLength) }
                    hasRow = hasRow || isReading
                }
                guard hasRow else { return false }
                writer.write(row)
                guard writer.bytes.count <= limits.maximumBytes else {
                    throw .tooMuchMemory(bytes: writer.bytes.count, limit: limits.maximumBytes)
                }
            }
        }
        writer.finish()
        // The maximum length of a chunk is 2^31 - 1.
        var rest = writer.bytes[...]
        while !rest.isEmpty {
            rest.prefix(1 << 30).withUnsafeBytes { add("IDAT", $0) }
            rest = rest.dropFirst(1 << 30)
        }
        return true
    }

    private mutating func add(_ name: String, _ payload: UnsafeRawBufferPointer) {
        let sum = CRC32.checksum(
            payload, after: Array(name.utf8).withUnsafeBytes { CRC32.checksum($0) })
        add(UInt32(payload.count))
        repaired += Array(name.utf8)
        repaired += payload
        add(sum)
    }

    private mutating func add(_ number: UInt32) {
        withUnsafeBytes(of: number.bigEndian) { repaired += $0 }
    }
}

/// The layout of a PNG's rows according to its header chunk.
///
/// Source: https://www.w3.org/TR/png-3/, sections 11.2.1 (header) and 8.1 (passes of Adam7).
struct PNGLayout {
    /// Consecutive rows of the same length.
    struct Pass {
        let rows: Int
        /// The length of a row in bytes, including its filter type.
        let rowLength: Int
    }

    let width: Int
    let height: Int
    /// The passes with pixels; a single one if the picture is not interlaced.
    let passes: [Pass]

    /// Parses the payload of a header chunk; nil if it is invalid.
    init?(_ payload: some Collection<UInt8>) {
        let bytes = Array(payload)
        guard bytes.count == 13 else { return nil }
        let width = PNGStructure.number(bytes[0..<4])
        let height = PNGStructure.number(bytes[4..<8])
        guard let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][bytes[9]],
            [1, 2, 4, 8, 16].contains(bytes[8]), bytes[12] <= 1,
            (1...Int(Int32.max)).contains(width), (1...Int(Int32.max)).contains(height)
        else { return nil }
        self.width = width
        self.height = height
        let bits = channels * Int(bytes[8])
        let grids = bytes[12] == 0 ? [(0, 0, 1, 1)] : PNGLayout.adam7
        passes = grids.compactMap { left, top, across, down in
            let columns = (width - left + across - 1) / across
            let rows = (height - top + down - 1) / down
            guard columns > 0, rows > 0 else { return nil }
            return Pass(rows: rows, rowLength: 1 + (columns * bits + 7) / 8)
        }
    }

    /// The first column and row of each pass, and the steps between columns and rows.
    private static let adam7 = [
        (0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
        (0, 1, 1, 2),
    ]
}
