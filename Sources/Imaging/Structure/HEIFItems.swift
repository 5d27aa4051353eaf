/// Holds what the meta box of a HEIF file tells about its items.
///
/// Source: ISO/IEC 14496-12, sections 8.11.3 (iloc), 8.11.4 (pitm), 8.11.6 (iinf), 8.11.12 (iref) and
/// 8.11.14 (iprp).
struct HEIFItems {
    /// The most items and properties that are looked at: a picture of 100 megapixels has about 400 tiles.
    private static let most = 65_536

    /// A part of an item's data.
    struct Extent {
        var offset: Int
        /// 0 is all that follows.
        var length: Int
        /// Whether it lies in the box `idat` and not in the file.
        var isInside: Bool
    }

    /// The number of the primary item.
    var primary: Int?
    /// The type of each item.
    var types: [Int: String] = [:]
    /// Where the data of each item lie.
    var extents: [Int: [Extent]] = [:]
    /// The pictures that each item is put together of.
    var parts: [Int: [Int]] = [:]
    /// The boxes of properties, in their order.
    var properties: [HEIFBox] = []
    /// The numbers of each item's properties, from 1.
    var propertiesOfItem: [Int: [Int]] = [:]
    /// Where the data inside of the meta box lie.
    var inside: Range<Int>?

    private let bytes: ByteWindow

    /// Reads a meta box.
    init(_ bytes: ByteWindow, meta: HEIFBox) throws(StructureDamage) {
        self.bytes = bytes
        var boxes = HEIFBoxes(bytes, in: meta.content(after: 4))
        while let box = boxes.next() {
            switch box.type {
            case "pitm":
                primary = bytes.number(
                    box.content.lowerBound + 4, box.version(bytes) == 0 ? 2 : 4)
            case "iinf": try readTypes(box)
            case "iloc": try readPlaces(box)
            case "iref": try readReferences(box)
            case "iprp": try readProperties(box)
            case "idat": inside = box.content
            default: break
            }
        }
        if case .whole = boxes.ending { return }
        throw StructureDamage("the boxes of the picture's header are damaged")
    }

    /// Reads numbers that follow one another in a box.
    private struct Fields {
        let bytes: ByteWindow
        let end: Int
        var offset: Int

        init(_ bytes: ByteWindow, _ box: HEIFBox) {
            self.bytes = bytes
            // Behind the version and the flags.
            offset = box.content.lowerBound + 4
            end = box.content.upperBound
        }

        var isAtEnd: Bool { offset >= end }

        mutating func number(_ length: Int) throws(StructureDamage) -> Int {
            guard length <= end - offset, let value = bytes.number(offset, length) else {
                throw StructureDamage("a list in the picture's header ends early")
            }
            offset += length
            return value
        }
    }

    private static func check(count: Int) throws(StructureDamage) {
        guard count <= most else {
            throw StructureDamage("the picture's header tells of \(count) items")
        }
    }

    private mutating func readTypes(_ box: HEIFBox) throws(StructureDamage) {
        let length = box.version(bytes) == 0 ? 2 : 4
        var boxes = HEIFBoxes(bytes, in: box.content(after: 4 + length))
        while let entry = boxes.next() {
            guard entry.type == "infe", entry.version(bytes) >= 2 else { continue }
            try HEIFItems.check(count: types.count)
            let length = entry.version(bytes) == 2 ? 2 : 4
            let start = entry.content.lowerBound + 4
            guard start + length + 6 <= entry.content.upperBound,
                let id = bytes.number(start, length), let type = bytes.name(start + length + 2)
            else { throw StructureDamage("an entry in the list of the picture's items ends early") }
            types[id] = type
        }
        if case .whole = boxes.ending { return }
        throw StructureDamage("the list of the picture's items is damaged")
    }

    private mutating func readPlaces(_ box: HEIFBox) throws(StructureDamage) {
        let version = box.version(bytes)
        guard version <= 2 else { return }
        var fields = Fields(bytes, box)
        let sizes = try fields.number(2)
        let (offset, length) = (sizes >> 12 & 15, sizes >> 8 & 15)
        let (base, index) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        guard [offset, length, base, index].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw StructureDamage("the places of the picture's items are damaged")
        }
        let count = try fields.number(version < 2 ? 2 : 4)
        try HEIFItems.check(count: count)
        var total = 0
        for _ in 0..<count {
            let id = try fields.number(version < 2 ? 2 : 4)
            let method = version == 0 ? 0 : try fields.number(2) & 15
            _ = try fields.number(2)
            let start = try fields.number(base)
            let parts = try fields.number(2)
            total += parts
            try HEIFItems.check(count: total)
            for _ in 0..<parts {
                _ = try fields.number(index)
                let (sum, isTooLarge) = try start.addingReportingOverflow(fields.number(offset))
                let extent = Extent(
                    offset: isTooLarge ? .max : sum, length: try fields.number(length),
                    isInside: method == 1)
                // Parts of other items need not be looked for: those are checked themselves.
                if method <= 1 { extents[id, default: []].append(extent) }
            }
        }
    }

    private mutating func readReferences(_ box: HEIFBox) throws(StructureDamage) {
        let length = box.version(bytes) == 0 ? 2 : 4
        var boxes = HEIFBoxes(bytes, in: box.content(after: 4))
        var total = 0
        while let reference = boxes.next() {
            guard reference.type == "dimg" else { continue }
            var fields = Fields(bytes, reference)
            // A box without a version.
            fields.offset = reference.content.lowerBound
            let from = try fields.number(length)
            let count = try fields.number(2)
            total += count
            try HEIFItems.check(count: total)
            for _ in 0..<count { parts[from, default: []].append(try fields.number(length)) }
        }
    }

    private mutating func readProperties(_ box: HEIFBox) throws(StructureDamage) {
        var boxes = HEIFBoxes(bytes, in: box.content)
        while let part = boxes.next() {
            switch part.type {
            case "ipco":
                var list = HEIFBoxes(bytes, in: part.content)
                while let property = list.next() {
                    try HEIFItems.check(count: properties.count)
                    properties.append(property)
                }
            case "ipma": try readAssociations(part)
            default: break
            }
        }
    }

    private mutating func readAssociations(_ box: HEIFBox) throws(StructureDamage) {
        let isLong = box.flags(bytes) & 1 == 1
        var fields = Fields(bytes, box)
        let count = try fields.number(4)
        try HEIFItems.check(count: count)
        for _ in 0..<count {
            let id = try fields.number(box.version(bytes) == 0 ? 2 : 4)
            for _ in 0..<(try fields.number(1)) {
                // The highest bit tells whether a reader must know the property.
                let number = try fields.number(isLong ? 2 : 1) & (isLong ? 0x7FFF : 0x7F)
                propertiesOfItem[id, default: []].append(number)
            }
        }
    }
}
