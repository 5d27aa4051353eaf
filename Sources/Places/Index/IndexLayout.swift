import Basics

/// The header and the section table of an index, as specified in docs/formats.md.
struct IndexLayout: Sendable {
    /// A section: a table of fixed-size elements, or plain bytes.
    struct Section: Sendable {
        var count = 0
        /// Offset from the start of the file, in bytes.
        var offset = 0
        /// Length in bytes.
        var length = 0
    }

    enum Kind: Int, CaseIterable {
        case strings = 1
        case countries, regions, areas, parts, geometry, cities, credits, regionCities

        /// The size of an element in bytes; nil if elements vary in size.
        var stride: Int? {
            switch self {
            case .countries: 8
            case .regions: 24
            case .areas: 20
            case .parts: 28
            case .cities: 32
            case .regionCities: 4
            case .strings, .geometry, .credits: nil
            }
        }

        /// The maximum number of elements; some are numbered with two bytes.
        var maximum: Int {
            switch self {
            case .countries, .regions: 0xFFFF
            case .areas: 0xFFFE
            default: Int(UInt32.max) - 1
            }
        }
    }

    static let magic: [UInt8] = Array("GLRYPLC1".utf8)
    static let format = 2
    static let pageSize = 65_536
    static let headerSize = 128
    static let sectionSize = 32
    static let digestSize = 16

    /// The date of the newest city and the build number, such as `2023-06-12.1`.
    let dataVersion: String
    /// Offset of page 0, in bytes.
    let dataOffset: Int
    let pageCount: Int
    private let sections: [Section]

    /// The section of the given kind.
    subscript(kind: Kind) -> Section { sections[kind.rawValue - 1] }

    /// The offset of a page's digest, in bytes; of the page after the last, the end of the digests.
    static func digestOffset(ofPage page: Int) -> Int {
        IndexLayout.headerSize + Kind.allCases.count * IndexLayout.sectionSize
            + page * IndexLayout.digestSize
    }

    /// Reads and checks the header.
    ///
    /// - Throws: `notAnIndex`, `newer`, `damaged`.
    init(_ bytes: UnsafeRawBufferPointer, path: BytePath) throws(PlacesError) {
        let magic = IndexLayout.magic
        guard bytes.count >= magic.count, bytes.prefix(magic.count).elementsEqual(magic) else {
            throw .notAnIndex(path)
        }
        guard bytes.count >= 12 else { throw .damaged(path, reason: "the header is truncated") }
        let format = Int(bytes.integer32(at: 8))
        guard format <= IndexLayout.format else {
            throw .newer(path, format: format, known: IndexLayout.format)
        }
        guard format == IndexLayout.format, bytes.count >= IndexLayout.headerSize else {
            throw .damaged(path, reason: "the header is invalid")
        }
        guard bytes.integer64(at: 16) == UInt64(bytes.count) else {
            throw .damaged(
                path, reason: "it has \(bytes.count) of \(bytes.integer64(at: 16)) bytes")
        }
        let pageCount = Int(bytes.integer32(at: 28))
        guard bytes.integer32(at: 12) == UInt32(IndexLayout.pageSize),
            bytes.integer32(at: 24) == UInt32(Kind.allCases.count),
            let dataOffset = Int(exactly: bytes.integer64(at: 32)),
            dataOffset % 4096 == 0, dataOffset >= IndexLayout.digestOffset(ofPage: pageCount),
            dataOffset <= bytes.count,
            pageCount == (bytes.count - dataOffset + IndexLayout.pageSize - 1)
                / IndexLayout.pageSize,
            FileDigest(of: UnsafeRawBufferPointer(rebasing: bytes[72..<dataOffset]))
                == FileDigest(bytes: bytes[40..<72])
        else { throw .damaged(path, reason: "the header does not match its digest") }
        self.dataOffset = dataOffset
        self.pageCount = pageCount
        let version = bytes[72..<88].prefix { $0 != 0 }
        guard !version.isEmpty, version.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .damaged(path, reason: "the data version is missing")
        }
        dataVersion = String(decoding: version, as: UTF8.self)
        sections = try IndexLayout.sections(bytes, dataOffset: dataOffset, path: path)
    }

    private static func sections(
        _ bytes: UnsafeRawBufferPointer, dataOffset: Int, path: BytePath
    ) throws(PlacesError) -> [Section] {
        var sections = [Section?](repeating: nil, count: Kind.allCases.count)
        for row in 0..<sections.count {
            let start = headerSize + row * sectionSize
            let count = Int(bytes.integer32(at: start + 4))
            guard let kind = Kind(rawValue: Int(bytes.integer32(at: start))),
                let offset = Int(exactly: bytes.integer64(at: start + 8)),
                let length = Int(exactly: bytes.integer64(at: start + 16)),
                offset >= dataOffset, offset <= bytes.count, length <= bytes.count - offset,
                count <= kind.maximum, kind.stride.map({ $0 * count == length }) ?? true,
                kind != .strings || (count + 1) * 4 <= length
            else { throw .damaged(path, reason: "row \(row) of the section table is invalid") }
            sections[kind.rawValue - 1] = Section(count: count, offset: offset, length: length)
        }
        let found = sections.compactMap { $0 }
        guard found.count == sections.count else {
            throw .damaged(path, reason: "the section table is incomplete")
        }
        return found
    }
}

/// Reads the little-endian integers of the index.
extension UnsafeRawBufferPointer {
    // Callers have checked the bounds.
    func integer16(at offset: Int) -> UInt16 {
        UInt16(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    func integer32(at offset: Int) -> UInt32 {
        UInt32(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    func signed32(at offset: Int) -> Int32 { Int32(bitPattern: integer32(at: offset)) }

    func integer64(at offset: Int) -> UInt64 {
        UInt64(littleEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}
