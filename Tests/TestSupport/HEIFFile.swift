/// Builds HEIC and AVIF files as phones do: tiles, turns, thumbnails, depth and gain maps.
///
/// The coded pictures are taken out of files with one picture each, as `vips heifsave` makes them.
package struct HEIFFile: Sendable {
    /// A coded picture.
    package struct Coded: Sendable {
        /// The item's type, such as `hvc1`.
        package var type: String
        /// The box with the coder's parameters.
        package var configuration: [UInt8]
        /// The box with the size.
        package var size: [UInt8]
        /// The coded data.
        package var data: [UInt8]
    }

    /// An item of the file.
    package struct Item: Sendable {
        /// Its type, such as `hvc1`, `grid` or `Exif`; `mime` is an XMP packet.
        package var type: String
        /// Its data.
        package var data: [UInt8]
        /// Its properties: whole boxes.
        package var properties: [[UInt8]] = []
        /// The items that it refers to, such as its tiles by `dimg`.
        package var references: [(type: String, to: [Int])] = []

        /// Creates an item.
        package init(
            _ type: String, _ data: [UInt8], _ properties: [[UInt8]] = [],
            _ references: [(type: String, to: [Int])] = []
        ) {
            self.type = type
            self.data = data
            self.properties = properties
            self.references = references
        }

        /// Creates an item from a coded picture.
        package init(
            _ coded: Coded, _ properties: [[UInt8]] = [],
            _ references: [(type: String, to: [Int])] = []
        ) {
            self.init(
                coded.type, coded.data, [coded.configuration, coded.size] + properties, references)
        }
    }

    /// The items, numbered from 1.
    package var items: [Item]
    /// The number of the picture to show.
    package var primary = 1
    /// True if positions are relative to a base of 0, as exiftool writes them: exiv2 0.27 uses only
    /// the base.
    package var hasBases = false

    /// Creates a file from items.
    package init(_ items: [Item], primary: Int = 1) {
        self.items = items
        self.primary = primary
    }

    /// A box with its length and its name.
    package static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8, 4) + Array(type.utf8) + content
    }

    /// A rotation by quarters to the left, as phones store it.
    package static func turnedLeft(_ quarters: UInt8) -> [UInt8] { box("irot", [quarters]) }

    /// A reflection by its axis.
    package static func mirrored(_ axis: UInt8) -> [UInt8] { box("imir", [axis]) }

    /// The size of a picture.
    package static func size(_ width: Int, _ height: Int) -> [UInt8] {
        box("ispe", number(0, 4) + number(width, 4) + number(height, 4))
    }

    /// The kind of an auxiliary picture, such as `urn:mpeg:hevc:2015:auxid:2` for depth.
    package static func auxiliary(_ kind: String) -> [UInt8] {
        box("auxC", number(0, 4) + Array(kind.utf8) + [0])
    }

    /// The data of a grid of tiles.
    package static func grid(
        rows: UInt8, columns: UInt8, width: Int, height: Int
    ) -> [UInt8] {
        [0, 0, rows - 1, columns - 1] + number(width, 2) + number(height, 2)
    }

    /// The data of an EXIF item: the offset of a TIFF, then the TIFF.
    package static func exif(_ tiff: [UInt8]) -> [UInt8] { number(0, 4) + tiff }

    /// A number, its highest byte first.
    package static func number(_ value: Int, _ length: Int) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: value >> ((length - 1 - $0) * 8)) }
    }

    /// The file's bytes.
    package func bytes(brand: String = "heic") -> [UInt8] {
        let type = HEIFFile.box(
            "ftyp", Array((brand + "\0\0\0\0" + "mif1" + brand).utf8))
        // The length of the header does not depend on the positions in it.
        let start = type.count + header(dataAt: 0).count + 8
        let data = HEIFFile.box("mdat", items.flatMap(\.data))
        return type + header(dataAt: start) + data
    }

    private func header(dataAt start: Int) -> [UInt8] {
        let (box, number) = (HEIFFile.box, HEIFFile.number)
        // The version that exiftool extends has no construction method.
        var places = number(hasBases ? 0 : 0x0100_0000, 4)
        places += [0x44, hasBases ? 0x40 : 0] + number(items.count, 2)
        var entries = number(0, 4) + number(items.count, 2)
        var references: [UInt8] = number(0, 4)
        var properties: [UInt8] = []
        var count = 0
        var associations = number(0, 4) + number(items.count, 4)
        var offset = start
        for (index, item) in items.enumerated() {
            let id = number(index + 1, 2)
            places += id + number(0, hasBases ? 2 + 4 : 4) + number(1, 2)
            places += number(offset, 4) + number(item.data.count, 4)
            offset += item.data.count
            let contentType = item.type == "mime" ? Array("application/rdf+xml\0".utf8) : []
            entries += box(
                "infe",
                number(0x0200_0000, 4) + id + number(0, 2) + Array(item.type.utf8) + [0]
                    + contentType)
            for reference in item.references {
                let targets = reference.to.flatMap { number($0, 2) }
                references += box(reference.type, id + number(reference.to.count, 2) + targets)
            }
            associations += id + [UInt8(item.properties.count)]
            for property in item.properties {
                properties += property
                count += 1
                associations.append(0x80 | UInt8(count))
            }
        }
        let handler = number(0, 8) + Array("pict".utf8) + [UInt8](repeating: 0, count: 13)
        return box(
            "meta",
            number(0, 4) + box("hdlr", handler) + box("pitm", number(0, 4) + number(primary, 2))
                + box("iloc", places) + box("iinf", entries)
                + (references.count > 4 ? box("iref", references) : [])
                + box("iprp", box("ipco", properties) + box("ipma", associations)))
    }
}
