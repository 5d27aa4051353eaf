import GalleryModel

/// Converts the regions of one source to faces of the upright picture, with warnings for those
/// skipped.
///
/// Areas are relative to the stored picture, before its orientation is applied, unless the size
/// that they were written for is that of the upright picture.
/// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 5 (Image Regions),
/// https://exiftool.org/TagNames/MWG.html
struct MetadataRegions: Sendable {
    /// The faces in the file's order, without duplicates.
    private(set) var faces: [FaceRegion] = []
    /// The names of pets.
    private(set) var pets: [String] = []
    /// Names of people whose position in the picture is unknown.
    private(set) var unplaced: [String] = []
    /// The reasons for skipped regions; after `warningLimit` of them, the rest is only counted.
    private(set) var warnings: [String] = []

    private let source: MetadataSource
    private let width: Int?
    private let height: Int?
    private var orientation: Int
    private var seen: Set<FaceRegion> = []
    private var skippedCount = 0

    private static let warningLimit = 8

    /// Creates a reader for a picture of `width * height` pixels as stored; nil if unknown.
    init(_ source: MetadataSource, width: Int?, height: Int?, orientation: Int) {
        self.source = source
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    /// Reads the regions of the Metadata Working Group, and Microsoft's if the former have no faces
    /// or lack names.
    mutating func read(_ values: MetadataValues) {
        pets = values.regions(source).compactMap { index in
            text(index, .regionType, values)?.lowercased() == "pet"
                ? text(index, .regionName, values) : nil
        }
        let indexes = values.regions(source).filter { isFace($0, values) }
        let size = writtenSize(values)
        if indexes.isEmpty {
            for index in values.regions(source) { readMicrosoft(index, values) }
        } else if let size, case .other(let change) = size {
            let count =
                indexes.count == 1 ? "1 face region was" : "\(indexes.count) face regions were"
            warnings.append("\(count) skipped: \(change)")
            for index in values.regions(source) {
                for field in [MetadataField.regionName, .microsoftRegionName] {
                    unplaced += [text(index, field, values)].compactMap(\.self)
                }
            }
        } else {
            // If the size is that of the upright picture, the areas are relative to it as well.
            if size == .upright { orientation = 1 }
            for index in indexes { readArea(index, values) }
            takeMicrosoftNames(values)
        }
        if skippedCount > MetadataRegions.warningLimit {
            let more = skippedCount - MetadataRegions.warningLimit
            warnings.append("\(more) more face region\(more == 1 ? " was" : "s were") skipped")
        }
    }

    /// Gives unnamed faces the name of Microsoft's region in the same place, and keeps the other
    /// names.
    private mutating func takeMicrosoftNames(_ values: MetadataValues) {
        var others = MetadataRegions(source, width: width, height: height, orientation: orientation)
        for index in values.regions(source) { others.readMicrosoft(index, values) }
        for index in faces.indices where faces[index].name == nil {
            let near = others.faces.first {
                $0.name != nil && $0.rectangle.overlap(faces[index].rectangle) > 0.4
            }
            faces[index].name = near?.name
        }
        unplaced += others.faces.compactMap(\.name) + others.unplaced
        warnings += others.warnings
    }

    /// Returns true if a region's type is a face, or if it has a name and no type.
    private func isFace(_ index: Int, _ values: MetadataValues) -> Bool {
        if let type = text(index, .regionType, values) { return type.lowercased() == "face" }
        return text(index, .regionName, values) != nil
    }

    /// The relation of the size that regions were written for to the picture.
    private enum WrittenSize: Hashable {
        case stored, upright
        /// The picture was cropped or turned afterward; the text explains it.
        case other(String)
    }

    /// Compares the sizes; nil if one of them is unknown.
    private func writtenSize(_ values: MetadataValues) -> WrittenSize? {
        guard let width, let height, let known = dimensions(values) else { return nil }
        let sides = [Double(width), Double(height), known.width, known.height]
        // One percent, plus the rounding of the smaller picture's sides to whole pixels.
        let tolerance = 0.01 + 1 / max(sides.min() ?? 1, 1)
        func fits(_ across: Double, _ down: Double) -> Bool {
            let ratio = (across / down) / (Double(width) / Double(height))
            return abs(ratio - 1) <= tolerance
        }
        if fits(known.width, known.height) { return .stored }
        let isTurned = fits(known.height, known.width)
        if isTurned, orientation >= 5 { return .upright }
        let (across, down) = (
            MetadataRegions.shown(known.width), MetadataRegions.shown(known.height)
        )
        return .other(
            "written for a picture of \(across) x \(down) pixels, but this one has "
                + "\(width) x \(height): it was \(isTurned ? "turned" : "cropped") since")
    }

    /// Returns the picture's size when the regions were written; nil if missing or invalid.
    private func dimensions(_ values: MetadataValues) -> (width: Double, height: Double)? {
        guard let width = values.number(.regionWidth, source), width >= 1,
            let height = values.number(.regionHeight, source), height >= 1
        else { return nil }
        return (width, height)
    }

    private mutating func readArea(_ index: Int, _ values: MetadataValues) {
        let name = text(index, .regionName, values)
        func number(_ field: MetadataField) -> Double? {
            values.region(index, source, field).flatMap(MetadataValues.number)
        }
        guard let x = number(.regionX), let y = number(.regionY) else {
            return skip(index, name, "its area has no position")
        }
        let size: (width: Double, height: Double)? =
            dimensions(values)
            ?? width.flatMap { width in height.map { (width: Double(width), height: Double($0)) } }
        let diameter = number(.regionDiameter)
        guard var across = number(.regionW) ?? diameter, var down = number(.regionH) ?? diameter
        else { return skip(index, name, "its area is not a rectangle") }
        var scale = (across: 1.0, down: 1.0)
        switch text(index, .regionUnit, values)?.lowercased() {
        case "normalized", nil:
            // The diameter of a circle is relative to the picture's shorter side.
            if number(.regionW) == nil, number(.regionH) == nil, let size {
                across *= min(1, size.height / size.width)
                down *= min(1, size.width / size.height)
            }
        case "pixel":
            guard let size else {
                return skip(index, name, "its area is in pixels of a picture of unknown size")
            }
            scale = (1 / size.width, 1 / size.height)
        case .some(let unit):
            return skip(index, name, "its area has the unknown unit '\(MetadataRegions.cut(unit))'")
        }
        // The area's position is its center.
        add(
            index, name,
            RelativeRectangle(
                x: (x - across / 2) * scale.across, y: (y - down / 2) * scale.down,
                width: across * scale.across, height: down * scale.down))
    }

    private mutating func readMicrosoft(_ index: Int, _ values: MetadataValues) {
        let name = self.text(index, .microsoftRegionName, values)
        guard let text = text(index, .microsoftRectangle, values) else {
            // The person's position is unknown.
            unplaced += [name].compactMap(\.self)
            return
        }
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap {
            MetadataValues.number(.text(Array($0.drop { $0 == " " }.utf8)))
        }
        guard parts.count == 4, numbers.count == 4 else {
            return skip(index, name, "its rectangle cannot be read: '\(MetadataRegions.cut(text))'")
        }
        add(
            index, name,
            RelativeRectangle(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    /// Adds a region of the stored picture, or skips it with a warning.
    private mutating func add(_ index: Int, _ name: String?, _ rectangle: RelativeRectangle) {
        let (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        guard width > 0, height > 0 else { return skip(index, name, "its area has no size") }
        // Programs round, and let faces extend beyond an edge; a small excess is clipped.
        guard width <= 1.1, height <= 1.1, (0...1).contains(x + width / 2),
            (0...1).contains(y + height / 2)
        else { return skip(index, name, "its area is outside the picture") }
        let (left, top) = (max(x, 0), max(y, 0))
        let inside = RelativeRectangle(
            x: left, y: top, width: min(x + width, 1) - left, height: min(y + height, 1) - top)
        // Less than a pixel of any picture; rounding can even result in an empty area.
        guard inside.width > 1e-6, inside.height > 1e-6 else {
            return skip(index, name, "its area has no size")
        }
        let face = FaceRegion(rectangle: inside.upright(orientation: orientation), name: name)
        if seen.insert(face).inserted { faces.append(face) }
    }

    private mutating func skip(_ index: Int, _ name: String?, _ reason: String) {
        skippedCount += 1
        guard skippedCount <= MetadataRegions.warningLimit else { return }
        let shown = name.map { " '\(MetadataRegions.cut($0))'" } ?? ""
        warnings.append("face region \(index + 1)\(shown) was skipped: \(reason)")
    }

    private func text(_ index: Int, _ field: MetadataField, _ values: MetadataValues) -> String? {
        guard case .text(let bytes) = values.region(index, source, field) else { return nil }
        return MetadataText.decode(bytes).flatMap(MetadataText.line)
    }

    /// Returns a warning about names without a face; nil for none.
    static func warning(unplaced names: [String]) -> String? {
        guard !names.isEmpty else { return nil }
        let more = names.count - warningLimit
        let shown = names.prefix(warningLimit).map { "'\(cut($0))'" }.joined(separator: ", ")
        return shown + (more > 0 ? " and \(more) more" : "")
            + (names.count == 1 ? " is" : " are")
            + " named in the metadata, but no usable face region has "
            + (names.count == 1 ? "that name" : "those names")
    }

    private static func cut(_ text: String) -> String {
        text.count > 40 ? text.prefix(40) + "…" : text
    }

    private static func shown(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
