import Basics
import GalleryModel

/// The header and the section table of an index: docs/formats.md.
struct IndexLayout: Sendable {
    /// A section: a table of elements of one size, or bytes.
    struct Section: Sendable {
        var count = 0
        /// Bytes from the file's start.
        var offset = 0
        /// Bytes.
        var length = 0
    }

    enum Kind: Int, CaseIterable {
        case strings = 1
        case countries, regions, areas, parts, geometry, cities, credits

        /// The bytes of an element; nil where elements have no one size.
        var stride: Int? {
            switch self {
            case .countries: 8
            case .regions: 12
            case .areas: 20
            case .parts: 28
            case .cities: 20
            case .strings, .geometry, .credits: nil
            }
        }

        /// The most elements: two bytes hold the numbers of some.
        var most: Int {
            switch self {
            case .countries, .regions: 0xFFFF
            case .areas: 0xFFFE
            default: Int(UInt32.max) - 1
            }
        }
    }

    static let magic: [UInt8] = Array("GLRYPLC1".utf8)
    static let format = 1
    static let pageSize = 65_536
    static let headerSize = 128
    static let sectionSize = 32
    static let digestSize = 16

    /// The date of the newest city and the number of the build: `2023-06-12.1`.
    let dataVersion: String
    /// Where page 0 begins, in bytes.
    let dataOffset: Int
    let pageCount: Int
    private let sections: [Section]

    /// The section of a kind.
    subscript(kind: Kind) -> Section { sections[kind.rawValue - 1] }

    /// Where the digest of a page lies, in bytes.
    func digestOffset(ofPage page: Int) -> Int {
        IndexLayout.headerSize + Kind.allCases.count * IndexLayout.sectionSize
            + page * IndexLayout.digestSize
    }

    /// Reads and checks the header.
    ///
    /// Throws: `notAnIndex`, `newer`, `damaged`.
    init(_ bytes: UnsafeRawBufferPointer, path: BytePath) throws(PlacesError) {
        let magic = IndexLayout.magic
        guard bytes.count >= magic.count, bytes.prefix(magic.count).elementsEqual(magic) else {
            throw .notAnIndex(path)
        }
        guard bytes.count >= 12 else { throw .damaged(path, reason: "the header is cut off") }
        let format = Int(bytes.integer32(at: 8))
        guard format <= IndexLayout.format else {
            throw .newer(path, format: format, known: IndexLayout.format)
        }
        guard format == IndexLayout.format, bytes.count >= IndexLayout.headerSize else {
            throw .damaged(path, reason: "the header is wrong")
        }
        guard bytes.integer64(at: 16) == UInt64(bytes.count) else {
            throw .damaged(
                path, reason: "it has \(bytes.count) bytes of \(bytes.integer64(at: 16))")
        }
        let pageCount = Int(bytes.integer32(at: 28))
        let tables =
            IndexLayout.headerSize + Kind.allCases.count * IndexLayout.sectionSize
            + pageCount * IndexLayout.digestSize
        guard bytes.integer32(at: 12) == UInt32(IndexLayout.pageSize),
            bytes.integer32(at: 24) == UInt32(Kind.allCases.count),
            let dataOffset = Int(exactly: bytes.integer64(at: 32)),
            dataOffset % 4096 == 0, dataOffset >= tables, dataOffset <= bytes.count,
            pageCount == (bytes.count - dataOffset + IndexLayout.pageSize - 1)
                / IndexLayout.pageSize,
            FileDigest(of: UnsafeRawBufferPointer(rebasing: bytes[72..<dataOffset]))
                == FileDigest(bytes: bytes[40..<72])
        else { throw .damaged(path, reason: "the header is not what its digest says") }
        self.dataOffset = dataOffset
        self.pageCount = pageCount
        let version = bytes[72..<88].prefix { $0 != 0 }
        guard !version.isEmpty, version.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw .damaged(path, reason: "its data have no version")
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
                count <= kind.most, kind.stride.map({ $0 * count == length }) ?? true,
                kind != .strings || (count + 1) * 4 <= length
            else { throw .damaged(path, reason: "row \(row) of its section table is wrong") }
            sections[kind.rawValue - 1] = Section(count: count, offset: offset, length: length)
        }
        let found = sections.compactMap { $0 }
        guard found.count == sections.count else {
            throw .damaged(path, reason: "its section table lacks a section")
        }
        return found
    }
}
