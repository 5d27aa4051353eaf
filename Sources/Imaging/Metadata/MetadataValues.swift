internal import CExiv2Shim

/// A value as stored in a file.
enum MetadataValue: Hashable, Sendable {
    case text([UInt8])
    case number(Int64, Int64)
}

/// The source of a value; sidecars with higher numbers are weaker.
enum MetadataSource: Hashable, Sendable {
    case exif, iptc, xmp, png
    case sidecar(Int)
}

/// The relevant values of a picture by source and tag, in the file's order.
struct MetadataValues: Sendable {
    private struct Key: Hashable {
        var source: MetadataSource
        var tag: String
        var index = 0
    }

    /// Pixels across and down according to the picture's header.
    var width: Int?
    var height: Int?
    /// Warnings about values that could not be read.
    var warnings: [String] = []
    /// The sidecars with values, strongest first.
    private(set) var sidecars: [MetadataSource] = []
    private var values: [Key: [MetadataValue]] = [:]
    /// The maximum number of regions in each source: the highest index plus one.
    private var regionCounts: [MetadataSource: Int] = [:]

    /// The relevant tags; all others are ignored.
    private static let tags = Set(
        MetadataField.allCases.flatMap(\.tags) + MetadataDateSource.all.flatMap(\.tags)
            + iptcBlocks)
    /// The tags that contain IPTC in TIFF files: IPTC-NAA and the Photoshop resources.
    static let iptcBlocks = ["Exif.Image.IPTCNAA", "Exif.Image.ImageResources"]

    /// Adds a value; `index` is the index of its region, from 0.
    mutating func add(
        _ value: MetadataValue, _ source: MetadataSource, _ tag: String, index: Int = 0
    ) {
        guard MetadataValues.tags.contains(tag) else { return }
        values[Key(source: source, tag: tag, index: index), default: []].append(value)
        if tag.contains("/") { regionCounts[source] = max(regionCounts[source] ?? 0, index + 1) }
    }

    /// Adds a text of a PNG; keywords can be in lower case and without blanks.
    mutating func add(_ text: [UInt8], ofPNG keyword: String) {
        let tag = MetadataValues.pngTags[MetadataValues.plain("Png." + keyword)]
        if let tag { add(.text(text), .png, tag) }
    }

    private static let pngTags = Dictionary(
        uniqueKeysWithValues: tags.lazy.filter { $0.hasPrefix("Png.") }.map { (plain($0), $0) })

    private static func plain(_ keyword: String) -> String {
        keyword.lowercased().filter { $0 != " " }
    }

    /// Returns true if a source has any value.
    func holds(_ source: MetadataSource) -> Bool { values.keys.contains { $0.source == source } }

    mutating func removeAll(of source: MetadataSource) {
        values = values.filter { $0.key.source != source }
        regionCounts[source] = nil
    }

    /// Adds the values of a source in `other` for all tags that `own` lacks.
    mutating func take(
        _ own: MetadataSource, from source: MetadataSource, of other: MetadataValues
    ) {
        let known = Set(values.keys.lazy.filter { $0.source == own }.map(\.tag))
        for (key, list) in other.values where key.source == source && !known.contains(key.tag) {
            values[Key(source: own, tag: key.tag, index: key.index)] = list
            if case .sidecar = own, !sidecars.contains(own) { sidecars.append(own) }
        }
        let regions = max(regionCounts[own] ?? 0, other.regionCounts[source] ?? 0)
        if regions > 0 { regionCounts[own] = regions }
    }

    /// Replaces the size and orientation by those from the file's structure.
    mutating func take(_ stored: StoredPicture) {
        width = stored.width ?? width
        height = stored.height ?? height
        values[Key(source: .exif, tag: "Exif.Image.Orientation")] =
            stored.orientation.map { [.number(Int64($0), 1)] }
    }

    func all(_ source: MetadataSource, _ tag: String) -> [MetadataValue] {
        values[Key(source: source, tag: tag)] ?? []
    }

    func all(_ source: MetadataSource, _ field: MetadataField) -> [MetadataValue] {
        field.tags.lazy.map { all(source, $0) }.first { !$0.isEmpty } ?? []
    }

    /// Returns the sources of tags, strongest first: XMP in sidecars, then each in the picture.
    func occurrences(_ tags: [String]) -> [(source: MetadataSource, tag: String)] {
        let besides = sidecars.flatMap { sidecar in
            tags.filter { $0.hasPrefix("Xmp.") }.map { (source: sidecar, tag: $0) }
        }
        return besides + tags.map { (source: MetadataValues.source(of: $0), tag: $0) }
    }

    private static func source(of tag: String) -> MetadataSource {
        switch tag.prefix(4) {
        case "Exif": .exif
        case "Iptc": .iptc
        case "Png.": .png
        default: .xmp
        }
    }

    /// Returns the possible indexes of the regions of a source.
    func regions(_ source: MetadataSource) -> Range<Int> { 0..<(regionCounts[source] ?? 0) }

    /// Returns a value of one region.
    func region(_ index: Int, _ source: MetadataSource, _ field: MetadataField) -> MetadataValue? {
        // The fields of regions have one tag each.
        values[Key(source: source, tag: field.rawValue, index: index)]?.first
    }

    /// Returns all readable texts of a tag in one source.
    func texts(_ source: MetadataSource, _ tag: String) -> [String] {
        all(source, tag).compactMap { value in
            guard case .text(let bytes) = value else { return nil }
            return MetadataText.decode(bytes, of: tag)
        }
    }

    /// Returns all readable texts of a field, strongest first.
    func texts(_ field: MetadataField) -> [String] {
        occurrences(field.tags).flatMap { texts($0.source, $0.tag) }
    }

    /// Returns the text of a field in one source.
    func text(_ field: MetadataField, _ source: MetadataSource) -> String? {
        field.tags.lazy.compactMap { texts(source, $0).first }.first
    }

    /// Returns the number of a field in one source.
    func number(_ field: MetadataField, _ source: MetadataSource) -> Double? {
        all(source, field).first.flatMap(MetadataValues.number)
    }

    /// Returns the numbers of a field, strongest first; in XMP they have the form `1/250` or
    /// `0.004`.
    func numbers(_ field: MetadataField) -> [Double] {
        occurrences(field.tags).compactMap {
            all($0.source, $0.tag).first.flatMap(MetadataValues.number)
        }
    }

    /// Converts a value to a number; nil for other text and for a denominator of zero.
    static func number(_ value: MetadataValue) -> Double? {
        switch value {
        case .number(let numerator, let denominator):
            return denominator == 0 ? nil : Double(numerator) / Double(denominator)
        case .text(let bytes):
            guard let text = MetadataText.decode(bytes) else { return nil }
            let parts = text.split(separator: "/", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { Double($0) }.filter(\.isFinite)
            guard numbers.count == parts.count else { return nil }
            if numbers.count == 1 { return numbers[0] }
            return numbers.count == 2 && numbers[1] != 0 ? numbers[0] / numbers[1] : nil
        }
    }
}

extension MetadataValues {
    /// Adds a value of the shim, whose pointers are valid only during the call.
    mutating func add(_ value: cexiv2_value) {
        let tag = String(cString: value.key)
        let bytes = value.text.map { Array(UnsafeRawBufferPointer(start: $0, count: value.length)) }
        switch cexiv2_source(UInt32(bitPattern: value.source)) {
        case CEXIV2_SOURCE_HEADER:
            let number = Int(value.numerator)
            switch tag {
            case CEXIV2_KEY_WIDTH: width = number > 0 ? number : nil
            case CEXIV2_KEY_HEIGHT: height = number > 0 ? number : nil
            default: warnings += [MetadataText.decode(bytes ?? [])].compactMap(\.self)
            }
        case let source:
            add(
                bytes.map(MetadataValue.text) ?? .number(value.numerator, value.denominator),
                source == CEXIV2_SOURCE_EXIF ? .exif : .xmp, tag, index: Int(value.index))
        }
    }

    /// Reads an application record of IPTC, replacing an earlier one.
    ///
    /// Source: IPTC-NAA, "Information Interchange Model" 4.2, chapter 3 (data sets).
    mutating func takeIPTC(_ block: [UInt8]) {
        let names: [UInt8: String] = [
            5: "ObjectName", 25: "Keywords", 55: "DateCreated", 60: "TimeCreated",
            62: "DigitizationDate", 63: "DigitizationTime", 80: "Byline", 116: "Copyright",
            120: "Caption",
        ]
        var rest = block[...]
        while rest.count >= 5, rest[rest.startIndex] == 0x1C {
            let head = Array(rest.prefix(5))
            var length = Int(head[3]) << 8 | Int(head[4])
            rest = rest.dropFirst(5)
            if length > 0x7FFF {
                // An extended length follows.
                let counted = length & 0x7FFF
                guard counted <= 4, rest.count >= counted else { return }
                length = rest.prefix(counted).reduce(0) { $0 << 8 | Int($1) }
                rest = rest.dropFirst(counted)
            }
            guard length <= rest.count else { return }
            if head[1] == 2, let name = names[head[2]] {
                add(.text(Array(rest.prefix(length))), .iptc, "Iptc.Application2.\(name)")
            }
            rest = rest.dropFirst(length)
        }
    }
}

/// The meaning of a value, with the tags that contain it by exiv2's keys, strongest first; `Png.`
/// marks texts of a PNG.
///
/// docs/formats.md describes the order of texts.
/// Source: https://exiv2.org/metadata.html; https://exiftool.org/TagNames/XMP.html for the
/// programs' own schemas; PNG 3, section 11.3.3.
enum MetadataField: String, CaseIterable, Sendable {
    case orientation = "Exif.Image.Orientation Xmp.tiff.Orientation"
    case width = "Exif.Photo.PixelXDimension"
    case height = "Exif.Photo.PixelYDimension"
    case make = "Exif.Image.Make Xmp.tiff.Make"
    case model = "Exif.Image.Model Xmp.tiff.Model"
    case lens = "Exif.Photo.LensModel Xmp.exifEX.LensModel"
    case makerLens = "Exif.MakerNote.Lens Xmp.aux.Lens"
    case exposureTime = "Exif.Photo.ExposureTime Xmp.exif.ExposureTime"
    case fNumber = "Exif.Photo.FNumber Xmp.exif.FNumber"
    case iso = """
        Exif.Photo.ISOSpeedRatings Xmp.exif.ISOSpeedRatings Xmp.exifEX.PhotographicSensitivity
        """
    case focalLength = "Exif.Photo.FocalLength Xmp.exif.FocalLength"
    case latitudeRef = "Exif.GPSInfo.GPSLatitudeRef"
    case latitude = "Exif.GPSInfo.GPSLatitude Xmp.exif.GPSLatitude"
    case longitudeRef = "Exif.GPSInfo.GPSLongitudeRef"
    case longitude = "Exif.GPSInfo.GPSLongitude Xmp.exif.GPSLongitude"
    case altitudeRef = "Exif.GPSInfo.GPSAltitudeRef Xmp.exif.GPSAltitudeRef"
    case altitude = "Exif.GPSInfo.GPSAltitude Xmp.exif.GPSAltitude"
    case gpsDateStamp = "Exif.GPSInfo.GPSDateStamp"
    case gpsTimeStamp = "Exif.GPSInfo.GPSTimeStamp Xmp.exif.GPSTimeStamp"
    case title = """
        Xmp.dc.title Iptc.Application2.ObjectName Exif.Image.XPTitle Exif.Image.DocumentName
        Png.Title
        """
    case description = """
        Exif.Image.ImageDescription Xmp.dc.description Iptc.Application2.Caption
        Exif.Photo.UserComment Xmp.exif.UserComment Exif.Image.XPComment Exif.Image.XPSubject
        Png.Description
        """
    case keyword = """
        Xmp.dc.subject Iptc.Application2.Keywords Xmp.acdsee.keywords Exif.Image.XPKeywords
        """
    case path = """
        Xmp.lr.hierarchicalSubject Xmp.digiKam.TagsList Xmp.MicrosoftPhoto.LastKeywordXMP
        Xmp.MicrosoftPhoto.LastKeywordIPTC Xmp.mediapro.CatalogSets Xmp.acdsee.categories
        """
    case rating = "Xmp.xmp.Rating Exif.Image.Rating"
    case ratingPercent = "Xmp.MicrosoftPhoto.Rating Exif.Image.RatingPercent"
    case creator = """
        Exif.Image.Artist Xmp.dc.creator Iptc.Application2.Byline Exif.Image.XPAuthor Png.Author
        """
    case copyright = """
        Exif.Image.Copyright Xmp.dc.rights Iptc.Application2.Copyright Png.Copyright
        """
    case regionWidth = "Xmp.mwg-rs.Regions/AppliedToDimensions/w"
    case regionHeight = "Xmp.mwg-rs.Regions/AppliedToDimensions/h"
    case regionName = "Xmp.mwg-rs.Regions/RegionList/Name"
    case regionType = "Xmp.mwg-rs.Regions/RegionList/Type"
    case regionX = "Xmp.mwg-rs.Regions/RegionList/Area/x"
    case regionY = "Xmp.mwg-rs.Regions/RegionList/Area/y"
    case regionW = "Xmp.mwg-rs.Regions/RegionList/Area/w"
    case regionH = "Xmp.mwg-rs.Regions/RegionList/Area/h"
    case regionDiameter = "Xmp.mwg-rs.Regions/RegionList/Area/d"
    case regionUnit = "Xmp.mwg-rs.Regions/RegionList/Area/unit"
    case microsoftRegionName = "Xmp.MP.RegionInfo/Regions/PersonDisplayName"
    case microsoftRectangle = "Xmp.MP.RegionInfo/Regions/Rectangle"
    case person = "Xmp.iptcExt.PersonInImage"

    /// The tags, strongest first.
    var tags: [String] { MetadataField.tags[self] ?? [] }

    /// The tags of each field, computed once.
    private static let tags = Dictionary(
        uniqueKeysWithValues: allCases.map { field in
            (field, field.rawValue.split(whereSeparator: \.isWhitespace).map(String.init))
        })
}
