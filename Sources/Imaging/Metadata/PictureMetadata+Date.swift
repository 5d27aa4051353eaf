import GalleryModel

extension PictureMetadata {
    /// A date found in a source.
    private struct Candidate {
        var source: MetadataDateSource
        /// The tag and the text for messages.
        var name: String
        var text: String
        var date: MetadataDate
        /// The offset from the source's own tag, otherwise from the text.
        var offset: String?
        /// The fraction from the source's own tag, otherwise from the text.
        var fraction: String?
    }

    /// Sets the date, offset and fraction from the first source that can be read.
    mutating func takeDate(_ values: MetadataValues) {
        let candidates = MetadataDateSource.all.flatMap { source in
            values.occurrences([source.date]).compactMap { container, _ in
                candidate(source, container, values)
            }
        }
        guard let best = candidates.first else { return }
        details.dateTimeOriginal = best.date.clock
        details.dateSource = best.source.name
        details.isDateGuessed = best.source.trust == .guess
        if best.date.hasUnreadableTime {
            warnings.append(
                "\(best.name) has an unreadable time, using midnight: "
                    + MetadataAngle.quoted(best.text))
        } else if best.date.precision == .day {
            warnings.append("\(best.name) has no time, using midnight")
        }
        guard best.date.precision == .time else { return }
        // An offset in another source with the same date applies to the same clock.
        let twins = candidates.filter {
            $0.date.clock == best.date.clock && $0.source.trust != .guess && !$0.source.isUTC
        }
        details.offsetTimeOriginal = best.offset ?? twins.lazy.compactMap(\.date.offset).first
        details.subSecTimeOriginal = best.fraction ?? twins.lazy.compactMap(\.date.fraction).first
        if details.offsetTimeOriginal == nil {
            details.offsetTimeOriginal = (values.sidecars + [.exif, .xmp]).lazy
                .compactMap { MetadataInstant(values, $0) }.first?.offset(ofClock: best.date)
        }
    }

    /// Reads a source's date in one place; invalid text results in a warning.
    private mutating func candidate(
        _ source: MetadataDateSource, _ container: MetadataSource, _ values: MetadataValues
    ) -> Candidate? {
        var name = source.name
        var isCounted = source.isInPicture
        if case .sidecar = container {
            name = "the sidecar's \(name)"
            isCounted = source.isInSidecars
        }
        guard isCounted, let day = values.texts(container, source.date).first else { return nil }
        if source.isUTC {
            return MetadataInstant(values, container).map {
                Candidate(source: source, name: name, text: day, date: $0.date, offset: "+00:00")
            }
        }
        let time = source.time.flatMap { values.texts(container, $0).first }
        let text = [day, time].compactMap(\.self).joined(separator: " ")
        guard let date = MetadataDate(text) else {
            // Cameras whose clock was never set write zeros and blanks.
            if !text.allSatisfy({ "0:- TZ+./".contains($0) }) {
                warnings.append("\(name) is not a date: \(MetadataAngle.quoted(text))")
            }
            return nil
        }
        let offset = source.offsets.lazy.compactMap { values.texts(container, $0).first }.first
        let digits = source.fraction.flatMap { values.texts(container, $0).first }
            .flatMap { $0.allSatisfy { ("0"..."9").contains($0) } ? $0 : nil }
        return Candidate(
            source: source, name: name, text: text, date: date,
            offset: offset.flatMap(MetadataDate.offset) ?? date.offset,
            fraction: digits ?? date.fraction)
    }

    /// Sets the date from the file name if the metadata have none.
    package mutating func takeDate(fromFileName name: String) {
        guard details.dateTimeOriginal == nil, let date = MetadataDate(fileName: name) else {
            return
        }
        details.dateTimeOriginal = date.clock
        details.subSecTimeOriginal = date.fraction
        details.dateSource = MetadataDateSource.fileName.name
        details.isDateGuessed = true
    }
}

extension MetadataDate {
    /// Parses the date that phones, messengers and programs write into file names, for example
    /// `IMG_20190102_101112`, `IMG-20190102-WA0001` and `2019-01-02 at 10.11.12`; docs/formats.md
    /// lists them.
    ///
    /// Returns nil for numbers that are not a date, and if only the time is invalid.
    init?(fileName: String) {
        var rest = fileName[...]
        while let start = rest.firstIndex(where: MetadataDate.isDigit) {
            rest = rest[start...]
            if let date = MetadataDate(beginning: rest) {
                self = date
                return
            }
            rest = rest.drop(while: MetadataDate.isDigit)
        }
        return nil
    }

    /// Parses a date at the beginning of a text, and the time that follows it.
    private init?(beginning text: Substring) {
        let run = text.prefix(while: MetadataDate.isDigit)
        var day = ""
        var after = text.dropFirst(run.count)
        var digits = Substring()
        if [8, 14, 17].contains(run.count) {
            day = "\(run.prefix(4))-\(run.dropFirst(4).prefix(2))-\(run.dropFirst(6).prefix(2))"
            digits = run.dropFirst(8)
        } else {
            // Groups of four, two and two digits with the same separator.
            guard let mark = text.dropFirst(4).first, "-_. ".contains(mark) else { return nil }
            let groups = text.prefix(10).split(separator: mark, omittingEmptySubsequences: false)
            guard groups.map(\.count) == [4, 2, 2],
                groups.allSatisfy({ $0.allSatisfy(MetadataDate.isDigit) })
            else { return nil }
            day = groups.joined(separator: "-")
            after = text.dropFirst(10)
            if after.first.map(MetadataDate.isDigit) == true { return nil }
        }
        guard day >= "1990", day < "2100", let date = MetadataDate(day), date.precision == .day
        else { return nil }
        self = date
        if digits.isEmpty { digits = MetadataDate.timeDigits(&after) }
        guard !digits.isEmpty else { return }
        let half = after.drop { $0 == " " || $0 == "\u{202F}" }.prefix(2).lowercased()
        guard let timed = MetadataDate("\(day) \(digits.prefix(6)) \(half)"),
            timed.precision == .time, !digits.hasPrefix("24")
        else { return nil }
        self = timed
        fraction = digits.count > 6 ? String(digits.dropFirst(6)) : nil
    }

    /// Parses the six digits of a time, or nine with milliseconds; empty if no time follows.
    private static func timeDigits(_ rest: inout Substring) -> Substring {
        rest = rest.drop { " _-.,T".contains($0) }
        for word in ["at", "um", "à"] where rest.hasPrefix(word) {
            rest = rest.dropFirst(word.count).drop { " _-".contains($0) }
        }
        let run = rest.prefix(while: isDigit)
        if [6, 9].contains(run.count) {
            rest = rest.dropFirst(run.count)
            return run
        }
        let groups = rest.split(maxSplits: 3) { ".-_: ".contains($0) }
        guard groups.count >= 3, groups[0].count <= 2, groups[1].count == 2,
            case let second = groups[2].prefix(while: isDigit), second.count == 2,
            (groups[0] + groups[1]).allSatisfy(isDigit)
        else { return "" }
        let fraction = second == groups[2] ? groups.dropFirst(3).first?.prefix(while: isDigit) : nil
        rest = rest[second.endIndex...]
        let thousandths = fraction?.count == 3 ? fraction ?? "" : ""
        let zero = groups[0].count == 1 ? "0" : ""
        return Substring("\(zero)\(groups[0])\(groups[1])\(second)\(thousandths)")
    }
}

/// A tag from which the date of a picture is read.
package struct MetadataDateSource: Hashable, Sendable {
    /// The reliability of a source.
    package enum Trust: String, Hashable, Sendable {
        /// A camera or scanner, or a user who corrected its clock.
        case camera
        /// A program or a user.
        case software
        /// A date of another event, such as the last change.
        case guess
    }

    /// The tag in ExifTool's notation.
    package var name: String
    /// The reliability of the tag.
    package var trust: Trust
    /// exiv2's key of the date; empty for the file name.
    package var date: String
    /// The key of the corresponding time.
    package var time: String?
    /// The keys of the corresponding UTC offset; XMP dates contain it.
    package var offsets: [String] = []
    /// The key of the fraction of a second.
    package var fraction: String?
    /// True if the XMP tag is used in sidecars, which take precedence over the picture.
    package var isInSidecars = true
    /// True if the tag is used in the picture.
    package var isInPicture = true
    /// True if the date comes from a GPS receiver, in UTC.
    package var isUTC = false

    /// All keys.
    var tags: [String] { [date, time, fraction].compactMap(\.self) + offsets }

    /// The sources of dates, strongest first; the first one that can be read is used.
    ///
    /// A correction in a sidecar comes first, then cameras, programs, GPS receivers and guesses.
    /// Within each, the date of the picture comes before that of its digital copy. Offsets apply
    /// only to their own source.
    /// Source: Exif 2.32, sections 4.6.4 and 4.6.5; MWG, "Guidelines for Handling Image Metadata"
    /// 2.0, section 5.5. digiKam also reads EXIF before XMP.
    package static let all: [MetadataDateSource] = [
        .init(
            name: "XMP-exif:DateTimeOriginal", trust: .camera, date: "Xmp.exif.DateTimeOriginal",
            offsets: ["Xmp.exif.OffsetTimeOriginal", "Xmp.exifEX.OffsetTimeOriginal"],
            isInPicture: false),
        .init(
            name: "ExifIFD:DateTimeOriginal", trust: .camera, date: "Exif.Photo.DateTimeOriginal",
            offsets: ["Exif.Photo.OffsetTimeOriginal"], fraction: "Exif.Photo.SubSecTimeOriginal"),
        .init(name: "IFD0:DateTimeOriginal", trust: .camera, date: "Exif.Image.DateTimeOriginal"),
        .init(
            name: "ExifIFD:CreateDate", trust: .camera, date: "Exif.Photo.DateTimeDigitized",
            offsets: ["Exif.Photo.OffsetTimeDigitized"], fraction: "Exif.Photo.SubSecTimeDigitized"),
        .init(
            name: "XMP-exif:DateTimeOriginal", trust: .software, date: "Xmp.exif.DateTimeOriginal",
            offsets: ["Xmp.exif.OffsetTimeOriginal", "Xmp.exifEX.OffsetTimeOriginal"],
            isInSidecars: false),
        .init(
            name: "XMP-photoshop:DateCreated", trust: .software, date: "Xmp.photoshop.DateCreated"),
        .init(
            name: "XMP-exif:DateTimeDigitized", trust: .software,
            date: "Xmp.exif.DateTimeDigitized",
            offsets: ["Xmp.exif.OffsetTimeDigitized", "Xmp.exifEX.OffsetTimeDigitized"]),
        .init(name: "XMP-xmp:CreateDate", trust: .software, date: "Xmp.xmp.CreateDate"),
        .init(name: "XMP-xmpDM:ShotDate", trust: .software, date: "Xmp.xmpDM.shotDate"),
        .init(
            name: "IPTC:DateCreated", trust: .software, date: "Iptc.Application2.DateCreated",
            time: "Iptc.Application2.TimeCreated"),
        .init(
            name: "IPTC:DigitalCreationDate", trust: .software,
            date: "Iptc.Application2.DigitizationDate",
            time: "Iptc.Application2.DigitizationTime"),
        .init(name: "PNG:CreationTime", trust: .software, date: "Png.Creation Time"),
        .init(
            name: "GPS:GPSDateStamp", trust: .camera, date: "Exif.GPSInfo.GPSDateStamp",
            time: "Exif.GPSInfo.GPSTimeStamp", isUTC: true),
        .init(
            name: "XMP-exif:GPSDateTime", trust: .camera, date: "Xmp.exif.GPSTimeStamp", isUTC: true
        ),
        .init(name: "XMP-dc:Date", trust: .guess, date: "Xmp.dc.date"),
        .init(
            name: "IFD0:ModifyDate", trust: .guess, date: "Exif.Image.DateTime",
            offsets: ["Exif.Photo.OffsetTime"],
            fraction: "Exif.Photo.SubSecTime"),
        .init(name: "XMP-tiff:DateTime", trust: .guess, date: "Xmp.tiff.DateTime"),
        .init(name: "XMP-xmp:ModifyDate", trust: .guess, date: "Xmp.xmp.ModifyDate"),
        .init(name: "XMP-xmp:MetadataDate", trust: .guess, date: "Xmp.xmp.MetadataDate"),
        .init(name: "PNG:ModifyDate", trust: .guess, date: "Png.tIME"),
        fileName,
    ]

    /// The file name, which is known to the reader of the file.
    static let fileName = MetadataDateSource(name: "FileName", trust: .guess, date: "")
}
