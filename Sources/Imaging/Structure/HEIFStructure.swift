/// Checks the boxes and items of a HEIC or AVIF file, and tells how its primary picture stands.
///
/// Source: ISO/IEC 23008-12, sections 6.5 (properties) and 6.6 (derived pictures), annex B.
struct HEIFStructure {
    /// Pixels across of the primary picture, as they are stored; nil where the file does not tell.
    private(set) var width: Int?
    /// Pixels down.
    private(set) var height: Int?
    /// How the stored pixels stand, as EXIF counts it; EXIF's own orientation does not count in these files.
    private(set) var orientation = 1
    /// Where the TIFF structure of EXIF lies; nil where there is none in one piece.
    private(set) var exif: Range<Int>?
    /// Where the XMP packet of the primary picture lies; nil where there is none in one piece.
    private(set) var xmp: Range<Int>?

    private let bytes: ByteWindow
    private let name: String

    /// Reads a file's structure.
    ///
    /// - Parameter name: what to call the file's type.
    init(_ bytes: ByteWindow, name: String) throws(StructureDamage) {
        self.bytes = bytes
        self.name = name
        guard let meta = try metaBox() else {
            throw StructureDamage("the \(name) has no header: it was cut short")
        }
        let items = try HEIFItems(bytes, meta: meta)
        guard let primary = items.primary, items.types[primary] != nil else {
            throw StructureDamage("the \(name) names no picture to show")
        }
        try check(items, primary)
        readSize(items, primary)
        exif = exifPlace(items)
        xmp = xmpPlace(items, primary)
    }

    /// Source: ISO/IEC 23008-12, annex A.2.1: the item begins with the distance to the TIFF's header.
    private func exifPlace(_ items: HEIFItems) -> Range<Int>? {
        for (id, type) in items.types.sorted(by: { $0.key < $1.key }) where type == "Exif" {
            guard let extents = items.extents[id], extents.count == 1, !extents[0].isInside,
                let distance = bytes.number(extents[0].offset, 4),
                distance <= extents[0].length - 4 - 8
            else { continue }
            let start = extents[0].offset
            return (start + 4 + distance)..<(start + extents[0].length)
        }
        return nil
    }

    /// The first packet that tells of the picture: those of maps of depth and gain tell of these alone.
    ///
    /// Source: ISO/IEC 23008-12, annex A.3.
    private func xmpPlace(_ items: HEIFItems, _ primary: Int) -> Range<Int>? {
        for id in items.packets.sorted() where items.described[id]?.contains(primary) ?? true {
            guard let extents = items.extents[id], extents.count == 1, !extents[0].isInside,
                extents[0].length > 0
            else { continue }
            return extents[0].offset..<(extents[0].offset + extents[0].length)
        }
        return nil
    }

    /// The first meta box, after a look at every box: one that is not whole means a file cut short.
    private func metaBox() throws(StructureDamage) -> HEIFBox? {
        var boxes = HEIFBoxes(bytes, in: 0..<bytes.count)
        var meta: HEIFBox?
        var hasFilm = false
        while let box = boxes.next() {
            if box.type == "meta", meta == nil { meta = box }
            hasFilm = hasFilm || box.type == "moov"
        }
        // Makers append data of their own without a box.
        if case .cut(let box) = boxes.ending {
            throw StructureDamage(
                "the \(name) ends inside of its box '\(box.type)': it was cut short")
        }
        if hasFilm, meta == nil {
            throw StructureDamage("the \(name) holds a film and no picture")
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
                        "the \(name) ends inside of item \(id) ('\(kind)'): it was cut short")
                }
            }
        }
        for id in [primary] + (items.parts[primary] ?? []) {
            // A picture that is another's copy has no data of its own.
            if items.types[id] == "iden", items.parts[id]?.isEmpty == false { continue }
            guard let extents = items.extents[id], !extents.isEmpty else {
                throw StructureDamage("item \(id) of the \(name)'s picture is missing")
            }
        }
    }

    /// The size and the turns of the primary picture, in the order in which decoders apply them.
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

    /// The size of the clean aperture, two fractions.
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

/// Joins the turns and reflections of a HEIF picture.
struct HEIFTurn {
    private var isMirrored = false
    /// Quarters to the right, after the reflection.
    private var quarters = 0

    /// Turns the picture anticlockwise.
    mutating func turnLeft(_ count: Int) { quarters = (quarters + 4 - count) % 4 }

    /// Reflects the picture: axis 0 swaps top and bottom, 1 left and right.
    mutating func mirror(axis: Int) {
        isMirrored.toggle()
        quarters = (8 - quarters + (axis == 0 ? 2 : 0)) % 4
    }

    /// The same as EXIF's number.
    var orientation: Int {
        let numbers = isMirrored ? [2, 7, 4, 5] : [1, 6, 3, 8]
        return numbers[quarters]
    }
}
