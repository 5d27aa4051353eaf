/// Checks the boxes and items of a HEIC or AVIF file, and reads the size and orientation of its
/// primary picture.
///
/// Source: ISO/IEC 23008-12, sections 6.5 (properties) and 6.6 (derived pictures), annex B.
struct HEIFStructure {
    /// Pixels across of the primary picture as stored; nil if the file does not specify them.
    private(set) var width: Int?
    /// Pixels down.
    private(set) var height: Int?
    /// The orientation of the stored pixels, as an EXIF number; EXIF's own orientation is ignored
    /// in these files.
    private(set) var orientation = 1
    /// The range of EXIF's TIFF structure; nil if it does not exist or is fragmented.
    private(set) var exif: Range<Int>?
    /// The range of the primary picture's XMP packet; nil if it does not exist or is fragmented.
    private(set) var xmp: Range<Int>?

    private let bytes: ByteWindow
    private let name: String

    /// Reads the structure of a file.
    ///
    /// - Parameter name: the name of the file type for messages.
    init(_ bytes: ByteWindow, name: String) throws(StructureDamage) {
        self.bytes = bytes
        self.name = name
        guard let meta = try metaBox() else {
            throw StructureDamage("the \(name) has no header; it was cut short")
        }
        let items = try HEIFItems(bytes, meta: meta)
        guard let primary = items.primary, items.types[primary] != nil else {
            throw StructureDamage("the \(name) has no primary picture")
        }
        try check(items, primary)
        readSize(items, primary)
        exif = exifRange(items)
        xmp = xmpRange(items, primary)
    }

    /// Source: ISO/IEC 23008-12, annex A.2.1: the item begins with the offset of the TIFF header.
    private func exifRange(_ items: HEIFItems) -> Range<Int>? {
        for (id, type) in items.types.sorted(by: { $0.key < $1.key }) where type == "Exif" {
            guard let range = items.range(of: id),
                let distance = bytes.number(range.lowerBound, 4), distance <= range.count - 4 - 8
            else { continue }
            return (range.lowerBound + 4 + distance)..<range.upperBound
        }
        return nil
    }

    /// Returns the range of the first packet that describes the picture; depth and gain maps have
    /// their own packets.
    ///
    /// Source: ISO/IEC 23008-12, annex A.3.
    private func xmpRange(_ items: HEIFItems, _ primary: Int) -> Range<Int>? {
        items.packets.sorted().lazy.filter { items.described[$0]?.contains(primary) ?? true }
            .compactMap(items.range).first { !$0.isEmpty }
    }

    /// Returns the first meta box after checking all boxes: an incomplete box means that the file
    /// is truncated.
    private func metaBox() throws(StructureDamage) -> HEIFBox? {
        var boxes = HEIFBoxes(bytes, in: 0..<bytes.count)
        var meta: HEIFBox?
        var hasVideo = false
        while let box = boxes.next() {
            if box.type == "meta", meta == nil { meta = box }
            hasVideo = hasVideo || box.type == "moov"
        }
        // Manufacturers append their own data without a box.
        if case .cut(let box) = boxes.ending {
            throw StructureDamage("the \(name) ends inside its box '\(box.type)'; it was cut short")
        }
        if hasVideo, meta == nil {
            throw StructureDamage("the \(name) contains a video but no picture")
        }
        return meta
    }

    private func check(_ items: HEIFItems, _ primary: Int) throws(StructureDamage) {
        for (id, extents) in items.extents.sorted(by: { $0.key < $1.key }) {
            let kind = items.types[id] ?? "?"
            for extent in extents {
                let isWhole =
                    extent.isInside
                    ? extent.offset <= (items.inside?.count ?? 0)
                        && extent.length <= (items.inside?.count ?? 0) - extent.offset
                    : bytes.holds(extent.offset, extent.length)
                guard isWhole else {
                    throw StructureDamage(
                        "the \(name) ends inside item \(id) ('\(kind)'); it was cut short")
                }
            }
        }
        for id in [primary] + (items.parts[primary] ?? []) {
            // A picture that is derived from another without changes has no data of its own.
            if items.types[id] == "iden", items.parts[id]?.isEmpty == false { continue }
            guard let extents = items.extents[id], !extents.isEmpty else {
                throw StructureDamage("item \(id) of the \(name)'s picture is missing")
            }
        }
    }

    /// Reads the size and orientation of the primary picture, in the order in which decoders apply
    /// them.
    private mutating func readSize(_ items: HEIFItems, _ primary: Int) {
        var size: (width: Int, height: Int)?
        var turn = HEIFTurn()
        for number in items.propertiesOfItem[primary] ?? [] {
            guard items.properties.indices.contains(number - 1) else { continue }
            let property = items.properties[number - 1]
            let start = property.content.lowerBound
            switch property.type {
            case "ispe":
                guard let width = bytes.number(start + 4, 4), width > 0,
                    let height = bytes.number(start + 8, 4), height > 0
                else { continue }
                size = (width, height)
            case "clap": size = size.map { HEIFStructure.cropped($0, bytes, start) }
            case "irot":
                let quarters = (bytes.number(start, 1) ?? 0) & 3
                turn.turnLeft(quarters)
                if quarters % 2 == 1 { size = size.map { ($0.height, $0.width) } }
            case "imir": turn.mirror(axis: (bytes.number(start, 1) ?? 0) & 1)
            default: break
            }
        }
        orientation = turn.orientation
        guard let size else { return }
        let isSideways = orientation >= 5
        width = isSideways ? size.height : size.width
        height = isSideways ? size.width : size.height
    }

    /// Returns the size of the clean aperture, which is stored as two fractions.
    private static func cropped(
        _ size: (width: Int, height: Int), _ bytes: ByteWindow, _ start: Int
    ) -> (width: Int, height: Int) {
        func length(_ offset: Int, _ whole: Int) -> Int {
            guard let top = bytes.number(offset, 4), let bottom = bytes.number(offset + 4, 4),
                bottom > 0, (1...whole).contains(top / bottom)
            else { return whole }
            return top / bottom
        }
        return (length(start, size.width), length(start + 8, size.height))
    }
}

/// Combines the rotations and reflections of a HEIF picture.
struct HEIFTurn {
    private var isMirrored = false
    /// Quarter turns clockwise, after the reflection.
    private var quarters = 0

    /// Turns the picture counterclockwise by quarter turns.
    mutating func turnLeft(_ count: Int) { quarters = (quarters + 4 - count) % 4 }

    /// Reflects the picture: axis 0 swaps top and bottom, axis 1 left and right.
    mutating func mirror(axis: Int) {
        isMirrored.toggle()
        quarters = (8 - quarters + (axis == 0 ? 2 : 0)) % 4
    }

    /// The equivalent EXIF orientation.
    var orientation: Int {
        let numbers = isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8]
        return numbers[quarters]
    }
}

/// The items described by the meta box of a HEIF file.
///
/// Source: ISO/IEC 14496-12, sections 8.11.3 (iloc), 8.11.4 (pitm), 8.11.6 (iinf), 8.11.12 (iref)
/// and 8.11.14 (iprp).
struct HEIFItems {
    /// The limit for items and properties; a picture of 100 megapixels has about 400 tiles.
    private static let maximumCount = 65_536
    /// The limit for the length of an item's name in bytes.
    private static let maximumNameLength = 1024

    /// A part of an item's data.
    struct Extent {
        var offset: Int
        /// The length in bytes; 0 for all the rest.
        var length: Int
        /// True if the offset is relative to the box `idat`, not to the file.
        var isInside: Bool
    }

    /// The number of the primary item.
    var primary: Int?
    /// The type of each item.
    var types: [Int: String] = [:]
    /// The items that are XMP packets.
    var packets: Set<Int> = []
    /// The extents of each item's data.
    var extents: [Int: [Extent]] = [:]
    /// The pictures that each item is composed of.
    var parts: [Int: [Int]] = [:]
    /// The items that each item of metadata describes.
    var described: [Int: Set<Int>] = [:]
    /// The property boxes, in order.
    var properties: [HEIFBox] = []
    /// The numbers of each item's properties, from 1.
    var propertiesOfItem: [Int: [Int]] = [:]
    /// The range of the data inside the meta box.
    var inside: Range<Int>?

    private let bytes: ByteWindow

    /// Reads a meta box.
    init(_ bytes: ByteWindow, meta: HEIFBox) throws(StructureDamage) {
        self.bytes = bytes
        var boxes = HEIFBoxes(bytes, in: meta.content(after: 4))
        while let box = boxes.next() {
            switch box.type {
            case "pitm":
                primary = bytes.number(box.content.lowerBound + 4, box.version(bytes) == 0 ? 2 : 4)
            case "iinf": try readTypes(box)
            case "iloc": try readLocations(box)
            case "iref": try readReferences(box)
            case "iprp": try readProperties(box)
            case "idat": inside = box.content
            default: break
            }
        }
        if case .whole = boxes.ending { return }
        throw StructureDamage("the boxes of the picture's header are damaged")
    }

    /// Returns the range of an item's data in the file, which must have been checked; nil if the
    /// data are fragmented or inside the meta box.
    func range(of id: Int) -> Range<Int>? {
        guard let extents = extents[id], extents.count == 1, !extents[0].isInside else {
            return nil
        }
        return extents[0].offset..<(extents[0].offset + extents[0].length)
    }

    /// Reads consecutive numbers in a box.
    private struct Fields {
        let bytes: ByteWindow
        let end: Int
        var offset: Int

        init(_ bytes: ByteWindow, _ box: HEIFBox) {
            self.bytes = bytes
            // After the version and the flags.
            offset = box.content.lowerBound + 4
            end = box.content.upperBound
        }

        mutating func number(_ length: Int) throws(StructureDamage) -> Int {
            guard length <= end - offset, let value = bytes.number(offset, length) else {
                throw StructureDamage("a list in the picture's header ends early")
            }
            offset += length
            return value
        }
    }

    private static func check(count: Int) throws(StructureDamage) {
        guard count <= maximumCount else {
            throw StructureDamage("the picture's header lists \(count) items")
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

    /// Returns true if an entry's content type, which follows its name, is XMP's.
    ///
    /// Source: ISO/IEC 14496-12, section 8.11.6.2; XMP specification part 3, section 1.1 for the
    /// type.
    private func isPacket(_ entry: HEIFBox, nameAt start: Int) -> Bool {
        let end = min(entry.content.upperBound, start + HEIFItems.maximumNameLength)
        guard start < end, let nameEnd = (start..<end).first(where: { bytes.byte($0) == 0 })
        else { return false }
        let type = "application/rdf+xml"
        return nameEnd + 1 + type.utf8.count <= entry.content.upperBound
            && bytes.has(type, at: nameEnd + 1)
    }

    private mutating func readLocations(_ box: HEIFBox) throws(StructureDamage) {
        let version = box.version(bytes)
        guard version <= 2 else { return }
        var fields = Fields(bytes, box)
        let sizes = try fields.number(2)
        let (offset, length) = (sizes >> 12 & 15, sizes >> 8 & 15)
        let (base, index) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
        guard [offset, length, base, index].allSatisfy({ [0, 4, 8].contains($0) }) else {
            throw StructureDamage("the locations of the picture's items are damaged")
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
                // Extents in other items are skipped, because those items are checked themselves.
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
                // Pictures do not depend on these references, so excess ones are ignored.
                if reference.type == "cdsc", descriptions < HEIFItems.maximumCount,
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

    /// Returns the source item of a reference, and its targets, at most 65,535.
    private func targets(
        _ reference: HEIFBox, _ length: Int
    ) throws(StructureDamage) -> (Int, [Int]) {
        var fields = Fields(bytes, reference)
        // The box has no version and flags.
        fields.offset = reference.content.lowerBound
        let from = try fields.number(length)
        let to = try (0..<(try fields.number(2))).map { _ throws(StructureDamage) in
            try fields.number(length)
        }
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
                // The highest bit marks essential properties.
                let number = try fields.number(isLong ? 2 : 1) & (isLong ? 0x7FFF : 0x7F)
                propertiesOfItem[id, default: []].append(number)
            }
        }
    }
}

/// A box of the ISO base media file format.
struct HEIFBox {
    /// The four letters of the type.
    var type: String
    /// The range of the content.
    var content: Range<Int>

    /// Returns the version of a full box, whose content continues four bytes later.
    func version(_ bytes: ByteWindow) -> Int { bytes.number(content.lowerBound, 1) ?? 0 }

    /// Returns the range of the content after its first bytes.
    func content(after length: Int) -> Range<Int> {
        min(content.lowerBound + length, content.upperBound)..<content.upperBound
    }

    /// Returns the flags of a full box.
    func flags(_ bytes: ByteWindow) -> Int { bytes.number(content.lowerBound + 1, 3) ?? 0 }
}

/// Iterates over consecutive boxes.
///
/// Source: ISO/IEC 14496-12, section 4.2 (object structure).
struct HEIFBoxes {
    /// The reason for the end of the iteration.
    enum End { case whole, cut(HEIFBox), foreign }

    private let bytes: ByteWindow
    private let end: Int
    private var offset: Int
    /// The reason for the end of the iteration; valid once `next` has returned nil.
    private(set) var ending = End.whole

    init(_ bytes: ByteWindow, in range: Range<Int>) {
        self.bytes = bytes
        offset = range.lowerBound
        end = min(range.upperBound, bytes.count)
    }

    /// Returns the next box; nil at the end, and if a box is incomplete or something other than a
    /// box follows.
    mutating func next() -> HEIFBox? {
        guard offset < end else { return nil }
        guard end - offset >= 8, let type = bytes.name(offset + 4), HEIFBoxes.isName(type),
            let small = bytes.number(offset, 4)
        else {
            ending = .foreign
            return nil
        }
        var header = 8
        var length = small
        switch small {
        case 0: length = end - offset
        case 1:
            header = 16
            // A length that does not fit in an `Int` exceeds the file.
            length = bytes.number(offset + 8, 8) ?? .max
        default: break
        }
        // The 16 bytes of a user-defined type are not examined.
        guard length >= header else {
            ending = .foreign
            return nil
        }
        let isCut = length > end - offset
        let box = HEIFBox(
            type: type, content: min(offset + header, end)..<(isCut ? end : offset + length))
        guard !isCut else {
            ending = .cut(box)
            return nil
        }
        offset += length
        return box
    }

    /// Returns true if four letters can be the type of a box.
    private static func isName(_ name: String) -> Bool {
        name.utf8.count == 4 && name.utf8.allSatisfy { (0x20...0x7E).contains($0) || $0 == 0xA9 }
    }
}
