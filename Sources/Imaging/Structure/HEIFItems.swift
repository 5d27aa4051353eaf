/// Holds what the meta box of a HEIF file tells about its items.
///
/// Source: ISO/IEC 14496-12, sections 8.11.3 (iloc), 8.11.4 (pitm), 8.11.6 (iinf), 8.11.12 (iref) and
/// 8.11.14 (iprp).
struct HEIFItems {
    /// The most items and properties that are looked at: a picture of 100 megapixels has about 400 tiles.
    private static let most = 65_536
    /// The most bytes of an item's name that are looked through for its end.
    private static let longestName = 1024

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
    /// The items that are XMP packets.
    var packets: Set<Int> = []
    /// Where the data of each item lie.
    var extents: [Int: [Extent]] = [:]
    /// The pictures that each item is put together of.
    var parts: [Int: [Int]] = [:]
    /// The items that each item of metadata describes.
    var described: [Int: Set<Int>] = [:]
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
            if type == "mime", isPacket(entry, nameAt: start + length + 6) { packets.insert(id) }
        }
        if case .whole = boxes.ending { return }
        throw StructureDamage("the list of the picture's items is damaged")
    }

    /// Whether an entry's content type, which follows its name, is XMP's.
    ///
    /// Source: ISO/IEC 14496-12, section 8.11.6.2; XMP specification part 3, section 1.1 for the type.
    private func isPacket(_ entry: HEIFBox, nameAt start: Int) -> Bool {
        let end = min(entry.content.upperBound, start + HEIFItems.longestName)
        guard start < end, let nameEnd = (start..<end).first(where: { bytes.byte($0) == 0 })
        else { return false }
        let type = "application/rdf+xml"
        return nameEnd + 1 + type.utf8.count <= entry.content.upperBound
            && bytes.has(type, at: nameEnd + 1)
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
        var descriptions = 0
        while let reference = boxes.next() {
            guard reference.type == "dimg" else {
                // No picture depends on what its metadata tell of: too many are left out.
                if reference.type == "cdsc", descriptions < HEIFItems.most,
                    let (from, to) = try? targets(reference, length)
                {
                    descriptions += to.count + 1
                    described[from, default: []].formUnion(to)
                }
                continue
            }
            let (from, to) = try targets(reference, length)
            total += to.count
            try HEIFItems.check(count: total)
            parts[from, default: []] += to
        }
    }

    /// The item that a reference comes from, and those that it goes to, at most 65,535.
    private func targets(
        _ reference: HEIFBox, _ length: Int
    ) throws(StructureDamage) -> (Int, [Int]) {
        var fields = Fields(bytes, reference)
        // A box without a version.
        fields.offset = reference.content.lowerBound
        let from = try fields.number(length)
        var to: [Int] = []
        for _ in 0..<(try fields.number(2)) { to.append(try fields.number(length)) }
        return (from, to)
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
