import GalleryModel

/// Turns the regions of one source into faces of the upright picture, and names those left out.
///
/// Areas are relative to the picture as stored, before its orientation is applied.
/// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 5 (Image Regions),
/// https://exiftool.org/TagNames/MWG.html
struct MetadataRegions: Sendable {
    /// The faces in the file's order, none twice.
    private(set) var faces: [FaceRegion] = []
    /// Why regions were left out; at most `warningLimit` are named and the others counted.
    private(set) var warnings: [String] = []

    private let source: MetadataSource
    private let width: Int?
    private let height: Int?
    private let orientation: Int
    private var seen: Set<FaceRegion> = []
    private var skippedCount = 0

    private static let warningLimit = 8

    /// Starts with a picture of `width * height` pixels as stored, where they are known.
    init(_ source: MetadataSource, width: Int?, height: Int?, orientation: Int) {
        self.source = source
        self.width = width
        self.height = height
        self.orientation = orientation
    }

    /// Reads the group's regions, or Microsoft's where the group's form has no face.
    mutating func read(_ values: MetadataValues) {
        let indexes = values.regions(source).filter { isFace($0, values) }
        if indexes.isEmpty {
            for index in values.regions(source) { readMicrosoft(index, values) }
        } else if let reason = staleness(values) {
            let count =
                indexes.count == 1 ? "1 face region is" : "\(indexes.count) face regions are"
            warnings.append("\(count) left out: \(reason)")
        } else {
            for index in indexes { readArea(index, values) }
        }
        if skippedCount > MetadataRegions.warningLimit {
            let more = skippedCount - MetadataRegions.warningLimit
            warnings.append("\(more) more face region\(more == 1 ? " is" : "s are") left out")
        }
    }

    /// Whether a region's type is a face, or no type but a name tells so.
    private func isFace(_ index: Int, _ values: MetadataValues) -> Bool {
        if let type = text(index, .regionType, values) { return type.lowercased() == "face" }
        return text(index, .regionName, values) != nil
    }

    /// Why all regions are suspect: the picture was cropped or turned after they were written.
    private func staleness(_ values: MetadataValues) -> String? {
        guard let width, let height, let known = dimensions(values) else { return nil }
        let sides = [Double(width), Double(height), known.width, known.height]
        // One part in a hundred, and the rounding of the smaller picture's sides to whole pixels.
        let tolerance = 0.01 + 1 / max(sides.min() ?? 1, 1)
        func fits(_ across: Double, _ down: Double) -> Bool {
            let ratio = (across / down) / (Double(width) / Double(height))
            return abs(ratio - 1) <= tolerance
        }
        if fits(known.width, known.height) { return nil }
        let (across, down) = (
            MetadataRegions.shown(known.width), MetadataRegions.shown(known.height)
        )
        let change = fits(known.height, known.width) ? "turned" : "cropped"
        return "written for a picture of \(across) x \(down) pixels, and this one has "
            + "\(width) x \(height): it was \(change) since"
    }

    /// The picture's size when the regions were written; nil where it is not told or is nonsense.
    private func dimensions(_ values: MetadataValues) -> (width: Double, height: Double)? {
        guard let width = values.number(.regionWidth, [source]), width >= 1,
            let height = values.number(.regionHeight, [source]), height >= 1
        else { return nil }
        return (width, height)
    }

    private mutating func readArea(_ index: Int, _ values: MetadataValues) {
        let name = text(index, .regionName, values)
        let fields: [MetadataField] = [.regionX, .regionY, .regionW, .regionH]
        let numbers = fields.map { values.region(index, source, $0).flatMap(MetadataValues.number) }
        guard let x = numbers[0], let y = numbers[1] else {
            return skip(index, name, "its area has no position")
        }
        guard let across = numbers[2], let down = numbers[3] else {
            return skip(index, name, "its area is no rectangle")
        }
        var scale = (across: 1.0, down: 1.0)
        switch text(index, .regionUnit, values)?.lowercased() {
        case "normalized", nil: break
        case "pixel":
            let size =
                dimensions(values)
                ?? width.flatMap { width in
                    height.map { (Double(width), Double($0)) }
                }
            guard let size else {
                return skip(index, name, "its area is in pixels of a picture of unknown size")
            }
            scale = (1 / size.width, 1 / size.height)
        case .some(let unit):
            return skip(index, name, "its area has the unknown unit '\(MetadataRegions.cut(unit))'")
        }
        // The area's position is its centre.
        add(
            index, name,
            RelativeRectangle(
                x: (x - across / 2) * scale.across, y: (y - down / 2) * scale.down,
                width: across * scale.across, height: down * scale.down))
    }

    private mutating func readMicrosoft(_ index: Int, _ values: MetadataValues) {
        // A name without a rectangle says that a person is somewhere in the picture.
        guard let text = text(index, .microsoftRectangle, values) else { return }
        let name = self.text(index, .microsoftRegionName, values)
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap {
            MetadataValues.number(.text(Array($0.drop { $0 == " " }.utf8)))
        }
        guard parts.count == 4, numbers.count == 4 else {
            return skip(index, name, "its rectangle cannot be read: '\(MetadataRegions.cut(text))'")
        }
        add(
            index, name,
            RelativeRectangle(
                x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]))
    }

    /// Adds a region of the picture as stored, or says why it can be none.
    private mutating func add(_ index: Int, _ name: String?, _ rectangle: RelativeRectangle) {
        let (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        guard width > 0, height > 0 else { return skip(index, name, "its area has no size") }
        // Programs round, and let faces at an edge reach over it: a little too much is cut off.
        guard width <= 1.1, height <= 1.1, (0...1).contains(x + width / 2),
            (0...1).contains(y + height / 2)
        else { return skip(index, name, "its area lies outside of the picture") }
        let (left, top) = (max(x, 0), max(y, 0))
        let inside = RelativeRectangle(
            x: left, y: top, width: min(x + width, 1) - left, height: min(y + height, 1) - top)
        // Less than a pixel of any picture: rounding may even leave nothing at all.
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
        warnings.append("face region \(index + 1)\(shown) is left out: \(reason)")
    }

    private func text(
        _ index: Int, _ field: MetadataField, _ values: MetadataValues
    ) -> String? {
        guard case .text(let bytes) = values.region(index, source, field) else { return nil }
        return MetadataText.decode(bytes).flatMap(MetadataText.line)
    }

    private static func cut(_ text: String) -> String {
        text.count > 40 ? text.prefix(40) + "…" : text
    }

    private static func shown(_ number: Double) -> String {
        Int(exactly: number).map(String.init) ?? String(number)
    }
}
