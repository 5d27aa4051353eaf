internal import Basics

/// Makes a whole PNG of a damaged one: the rows that can be read, and zeros in place of the others.
///
/// Decoders give nothing of a damaged interlaced PNG, and do not say whether they gave a row of another.
struct PNGMend {
    private let bytes: UnsafeRawBufferPointer
    private let limits: DecodeLimits
    private var layout: PNGLayout?
    private var data: [Range<Int>] = []
    private var mended = PNGStructure.signature

    private init(_ bytes: UnsafeRawBufferPointer, _ limits: DecodeLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// The whole PNG; nil where not even one row can be read.
    ///
    /// - Throws: `ImagingError` where a limit is in the way.
    static func whole(
        of bytes: UnsafeRawBufferPointer, within limits: DecodeLimits
    ) throws(ImagingError) -> [UInt8]? {
        var mend = PNGMend(bytes, limits)
        mend.takeChunks()
        guard let layout = mend.layout else { return nil }
        guard layout.width <= limits.maximumPixels / layout.height else {
            throw .tooManyPixels(
                width: layout.width, height: layout.height, limit: limits.maximumPixels)
        }
        guard try mend.addRows(of: layout) else { return nil }
        mend.add("IEND", UnsafeRawBufferPointer(rebasing: bytes[0..<0]))
        return mend.mended
    }

    /// Copies what lies before the rows, with the right checksums, and finds the rows.
    ///
    /// What decoders can do without has to be as it was.
    private mutating func takeChunks() {
        var offset = PNGStructure.signature.count
        while offset + 8 <= bytes.count,
            let length = PNGStructure.chunkLength(bytes[offset..<(offset + 8)])
        {
            let name = String(decoding: bytes[(offset + 4)..<(offset + 8)], as: UTF8.self)
            let start = offset + 8
            let end = min(start + length, bytes.count)
            let stored = bytes[end...].prefix(PNGStructure.checksumLength)
            offset = start + length + PNGStructure.checksumLength
            switch name {
            case "IEND": return
            case "IDAT": data.append(start..<end)
            case "IHDR" where layout != nil: return
            default:
                if name == "IHDR" { layout = PNGLayout(bytes[start..<end]) }
                let sum = CRC32.checksum(
                    UnsafeRawBufferPointer(rebasing: bytes[(start - 4)..<end]))
                let isWhole = stored.count == 4 && PNGStructure.number(stored) == Int(sum)
                guard data.isEmpty, isWhole || PNGStructure.isCritical(name) else { break }
                add(name, UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            }
        }
    }

    /// Adds all rows as one chunk; false where none can be read.
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
                    // Filters have the numbers 0 to 4.
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
        // A chunk holds no more than this.
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
        mended += Array(name.utf8)
        mended += payload
        add(sum)
    }

    private mutating func add(_ number: UInt32) {
        withUnsafeBytes(of: number.bigEndian) { mended += $0 }
    }
}
