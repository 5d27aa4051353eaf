internal import CExiv2Shim

/// One value as the shim hands it over.
enum MetadataValue: Hashable, Sendable {
    case text([UInt8])
    case number(Int64, Int64)
}

/// Names where a value was written; a sidecar is weaker the higher its number.
enum MetadataSource: Hashable, Sendable {
    case header, exif, iptc, xmp
    case sidecar(Int)
}

/// Names what a value means.
enum MetadataField: Hashable, Sendable {
    case warning, width, height, orientation
    case dateTimeOriginal, timeCreated, dateCreated, subSecTimeOriginal
    case offsetTimeOriginal
    case make, model, lens, makerLens, exposureTime, fNumber, iso, focalLength
    case latitudeRef, latitude, longitudeRef, longitude, altitudeRef, altitude
    case gpsDateStamp, gpsTimeStamp
    case title, description, keyword, rating, creator, copyright
    case regionWidth, regionHeight
    case regionName, regionType, regionX, regionY, regionW, regionH, regionUnit
    case microsoftRegionName, microsoftRectangle
}

/// Holds every value of one picture by source and field, in the file's order.
struct MetadataValues: Sendable {
    private struct Key: Hashable {
        var source: MetadataSource
        var field: MetadataField
        var index = 0
    }

    private var values: [Key: [MetadataValue]] = [:]
    /// The sidecars that hold anything, strongest first.
    private(set) var sidecars: [MetadataSource] = []

    /// How many regions each source has, at most: one more than the highest index.
    private var regionCounts: [MetadataSource: Int] = [:]

    /// Adds a value; `index` says of which region it is, from 0.
    mutating func add(
        _ value: MetadataValue, _ source: MetadataSource, _ field: MetadataField, index: Int = 0
    ) {
        values[Key(source: source, field: field, index: index), default: []].append(value)
        if field.isOfRegion {
            regionCounts[source] = max(regionCounts[source] ?? 0, index + 1)
        }
        if case .sidecar = source, !sidecars.contains(source) { sidecars.append(source) }
    }

    /// Whether there is any value of a source.
    func holds(_ source: MetadataSource) -> Bool { values.keys.contains { $0.source == source } }

    /// Takes another's values of a source for a source of which there are none.
    mutating func take(
        _ own: MetadataSource, from source: MetadataSource, of other: MetadataValues
    ) {
        for (key, list) in other.values where key.source == source {
            values[Key(source: own, field: key.field, index: key.index)] = list
        }
        regionCounts[own] = other.regionCounts[source]
    }

    /// Takes the size and the turn of a picture from its own structure, in place of what metadata tell.
    mutating func take(_ stored: StoredPicture) {
        func set(_ field: MetadataField, _ source: MetadataSource, _ value: Int) {
            values[Key(source: source, field: field)] = [.number(Int64(value), 1)]
        }
        set(.width, .header, stored.width)
        set(.height, .header, stored.height)
        set(.orientation, .exif, stored.orientation)
    }

    func all(_ source: MetadataSource, _ field: MetadataField) -> [MetadataValue] {
        values[Key(source: source, field: field)] ?? []
    }

    /// The numbers that the regions of a source may have, from 0.
    func regions(_ source: MetadataSource) -> Range<Int> { 0..<(regionCounts[source] ?? 0) }

    /// A value of one region.
    func region(_ index: Int, _ source: MetadataSource, _ field: MetadataField) -> MetadataValue? {
        values[Key(source: source, field: field, index: index)]?.first
    }

    /// The first source that has readable text for the field.
    func text(_ field: MetadataField, _ sources: [MetadataSource]) -> String? {
        sources.lazy.compactMap { texts(field, $0).first }.first
    }

    /// All readable texts of a field in one source.
    func texts(_ field: MetadataField, _ source: MetadataSource) -> [String] {
        all(source, field).compactMap { value in
            guard case .text(let bytes) = value else { return nil }
            return field == .copyright && source == .exif
                ? MetadataText.decodeCopyright(bytes) : MetadataText.decode(bytes)
        }
    }

    /// The first source that has a number for the field; XMP writes numbers as `1/250` or `0.004`.
    func number(_ field: MetadataField, _ sources: [MetadataSource]) -> Double? {
        sources.lazy.compactMap { all($0, field).first.flatMap(MetadataValues.number) }.first
    }

    /// The number as a whole one; nil where it is none or does not fit.
    func whole(_ field: MetadataField, _ sources: [MetadataSource]) -> Int? {
        number(field, sources).flatMap { Int(exactly: $0.rounded()) }
    }

    /// A value as a number; nil for text that is none and for a denominator of zero.
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
    /// Takes over one value of the shim, whose pointers are valid only now.
    mutating func add(_ value: cexiv2_value) {
        guard let field = MetadataField(value.field) else { return }
        let source: MetadataSource
        let number = UInt32(bitPattern: value.source)
        switch cexiv2_source(number) {
        case CEXIV2_SOURCE_HEADER: source = .header
        case CEXIV2_SOURCE_EXIF: source = .exif
        case CEXIV2_SOURCE_IPTC: source = .iptc
        case CEXIV2_SOURCE_XMP: source = .xmp
        default: source = .sidecar(Int(number) - Int(CEXIV2_SOURCE_SIDECAR.rawValue))
        }
        if let text = value.text {
            let bytes = UnsafeRawBufferPointer(start: text, count: value.length)
            add(.text(Array(bytes)), source, field, index: Int(value.index))
        } else {
            add(.number(value.numerator, value.denominator), source, field)
        }
    }
}

extension MetadataField {
    /// Whether each region of a source has a value of its own.
    fileprivate var isOfRegion: Bool {
        switch self {
        case .regionName, .regionType, .regionX, .regionY, .regionW, .regionH, .regionUnit,
            .microsoftRegionName, .microsoftRectangle:
            true
        default: false
        }
    }

    fileprivate init?(_ field: cexiv2_field) {
        switch field {
        case CEXIV2_FIELD_WARNING: self = .warning
        case CEXIV2_FIELD_WIDTH: self = .width
        case CEXIV2_FIELD_HEIGHT: self = .height
        case CEXIV2_FIELD_ORIENTATION: self = .orientation
        case CEXIV2_FIELD_DATE_TIME_ORIGINAL: self = .dateTimeOriginal
        case CEXIV2_FIELD_TIME_CREATED: self = .timeCreated
        case CEXIV2_FIELD_DATE_CREATED: self = .dateCreated
        case CEXIV2_FIELD_SUBSEC_TIME_ORIGINAL: self = .subSecTimeOriginal
        case CEXIV2_FIELD_OFFSET_TIME_ORIGINAL: self = .offsetTimeOriginal
        case CEXIV2_FIELD_MAKE: self = .make
        case CEXIV2_FIELD_MODEL: self = .model
        case CEXIV2_FIELD_LENS: self = .lens
        case CEXIV2_FIELD_MAKER_LENS: self = .makerLens
        case CEXIV2_FIELD_EXPOSURE_TIME: self = .exposureTime
        case CEXIV2_FIELD_F_NUMBER: self = .fNumber
        case CEXIV2_FIELD_ISO: self = .iso
        case CEXIV2_FIELD_FOCAL_LENGTH: self = .focalLength
        case CEXIV2_FIELD_GPS_LATITUDE_REF: self = .latitudeRef
        case CEXIV2_FIELD_GPS_LATITUDE: self = .latitude
        case CEXIV2_FIELD_GPS_LONGITUDE_REF: self = .longitudeRef
        case CEXIV2_FIELD_GPS_LONGITUDE: self = .longitude
        case CEXIV2_FIELD_GPS_ALTITUDE_REF: self = .altitudeRef
        case CEXIV2_FIELD_GPS_ALTITUDE: self = .altitude
        case CEXIV2_FIELD_GPS_DATE_STAMP: self = .gpsDateStamp
        case CEXIV2_FIELD_GPS_TIME_STAMP: self = .gpsTimeStamp
        case CEXIV2_FIELD_TITLE: self = .title
        case CEXIV2_FIELD_DESCRIPTION: self = .description
        case CEXIV2_FIELD_KEYWORD: self = .keyword
        case CEXIV2_FIELD_RATING: self = .rating
        case CEXIV2_FIELD_CREATOR: self = .creator
        case CEXIV2_FIELD_COPYRIGHT: self = .copyright
        case CEXIV2_FIELD_REGION_DIMENSION_W: self = .regionWidth
        case CEXIV2_FIELD_REGION_DIMENSION_H: self = .regionHeight
        case CEXIV2_FIELD_REGION_NAME: self = .regionName
        case CEXIV2_FIELD_REGION_TYPE: self = .regionType
        case CEXIV2_FIELD_REGION_AREA_X: self = .regionX
        case CEXIV2_FIELD_REGION_AREA_Y: self = .regionY
        case CEXIV2_FIELD_REGION_AREA_W: self = .regionW
        case CEXIV2_FIELD_REGION_AREA_H: self = .regionH
        case CEXIV2_FIELD_REGION_AREA_UNIT: self = .regionUnit
        case CEXIV2_FIELD_MP_REGION_NAME: self = .microsoftRegionName
        case CEXIV2_FIELD_MP_REGION_RECTANGLE: self = .microsoftRectangle
        default: return nil
        }
    }
}
