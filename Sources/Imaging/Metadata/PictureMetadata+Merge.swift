import GalleryModel

extension PictureMetadata {
    /// Joins the values of all sources, by the Metadata Working Group's rules for readers.
    ///
    /// A sidecar's values come first: it was written after the picture. Then EXIF, then XMP, then IPTC
    /// (the group lets IPTC win only where its checksum tells that XMP is out of date; nobody has
    /// written such files for years, so the checksum is not looked at). Keywords are all sources'.
    /// The position is the first source's whose tags make one: `PositionWarning` names what is odd.
    /// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 3 and 5.
    init(_ values: MetadataValues) {
        let cars = values.sidecars
        let ranking = cars + [.exif, .xmp]
        let texts = cars + [.exif, .xmp, .iptc]
        warnings = values.texts(.warning, .header)

        width = values.size(.width)
        height = values.size(.height)
        orientation = values.whole(.orientation, ranking).flatMap {
            (1...8).contains($0) ? $0 : nil
        }
        storedOrientation = values.whole(.orientation, [.exif]).flatMap {
            (1...8).contains($0) ? $0 : nil
        }
        make = values.text(.make, ranking)
        model = values.text(.model, ranking)
        lens = PictureMetadata.lens(values, ranking)
        exposureTime = values.positive(.exposureTime, ranking)
        fNumber = values.positive(.fNumber, ranking)
        iso = values.positive(.iso, ranking).flatMap { Int(exactly: $0.rounded()) }
        focalLength = values.positive(.focalLength, ranking)

        title = values.text(.title, texts)
        description = values.text(.description, texts)
        copyright = values.text(.copyright, texts)
        creator = texts.lazy.map { values.texts(.creator, $0) }.first { !$0.isEmpty }?
            .joined(separator: "; ")
        rating = values.whole(.rating, cars + [.xmp, .exif]).flatMap {
            (-1...5).contains($0) ? $0 : nil
        }
        var seen: Set<String> = []
        keywords = (cars + [.xmp, .iptc]).flatMap { values.texts(.keyword, $0) }
            .filter { seen.insert($0).inserted }

        takeDate(values)
        takePosition(values)
        takeFaceRegions(values)
    }

    private static func lens(_ values: MetadataValues, _ ranking: [MetadataSource]) -> String? {
        for field in [MetadataField.lens, .makerLens] {
            let names = ranking.lazy.compactMap { values.text(field, [$0]) }
            // Cameras without a lens contact write dashes.
            if let name = names.first(where: { $0.contains { $0 != "-" && $0 != " " } }) {
                return name
            }
        }
        return nil
    }

    private mutating func takeDate(_ values: MetadataValues) {
        let candidates = PictureMetadata.dates(values)
        for (name, text, _) in candidates where MetadataDate(text) == nil {
            // Zeros and blanks are how cameras write that their clock was never set.
            let isPlaceholder = text.allSatisfy { "0:- TZ+./".contains($0) }
            if !isPlaceholder { warnings.append("\(name) is no date: '\(text)'") }
        }
        let dates = candidates.compactMap { name, text, offset in
            MetadataDate(text).map { (name: name, date: $0, offset: offset ?? $0.offset) }
        }
        guard let best = dates.first else { return }
        dateTimeOriginal = best.date.clock
        if best.date.isDayOnly {
            warnings.append("\(best.name) tells the day alone: midnight stands for the time")
        }
        let twins = dates.filter { $0.date.clock == best.date.clock }
        offsetTimeOriginal = twins.lazy.compactMap(\.offset).first
        if offsetTimeOriginal == nil, !best.date.isDayOnly {
            offsetTimeOriginal = (values.sidecars + [.exif, .xmp]).lazy
                .compactMap { MetadataInstant(values, $0) }.first?.offset(ofClock: best.date)
        }
        let digits = values.text(.subSecTimeOriginal, [.exif]).flatMap { text in
            text.allSatisfy { ("0"..."9").contains($0) } ? text : nil
        }
        let isFromFile = best.name.hasPrefix("EXIF")
        subSecTimeOriginal =
            (isFromFile ? digits : nil) ?? twins.lazy.compactMap(\.date.fraction).first
    }

    /// The dates that sources tell, best first: the tag's name, its text and an offset told apart.
    private static func dates(
        _ values: MetadataValues
    ) -> [(name: String, text: String, offset: String?)] {
        var found: [(name: String, text: String, offset: String?)] = []
        func add(_ name: String, _ source: MetadataSource, _ field: MetadataField) {
            guard let text = values.text(field, [source]) else { return }
            // OffsetTime, which many cameras write beside it, is about ModifyDate.
            let offset = values.text(.offsetTimeOriginal, [source])
            found.append((name, text, offset.flatMap(MetadataDate.offset)))
        }
        for sidecar in values.sidecars {
            add("the sidecar's exif:DateTimeOriginal", sidecar, .dateTimeOriginal)
            add("the sidecar's photoshop:DateCreated", sidecar, .dateCreated)
        }
        add("EXIF DateTimeOriginal", .exif, .dateTimeOriginal)
        add("XMP exif:DateTimeOriginal", .xmp, .dateTimeOriginal)
        add("XMP photoshop:DateCreated", .xmp, .dateCreated)
        if let day = values.text(.dateTimeOriginal, [.iptc]) {
            let time = values.text(.timeCreated, [.iptc])
            found.append(
                ("IPTC DateCreated", [day, time].compactMap(\.self).joined(separator: " "), nil))
        }
        return found
    }

    private mutating func takePosition(_ values: MetadataValues) {
        var notes: [String] = []
        for source in values.sidecars + [.exif, .xmp] {
            let position = MetadataPosition(values, source)
            notes += position.warnings
            // Of texts that make no position, the strongest source's is kept.
            positionText = positionText ?? position.text
            guard let found = position.coordinate else { continue }
            if source == .xmp, MetadataPosition(values, .exif).isPresent {
                notes.append(
                    PositionWarning.positionFromXMP.text(
                        "EXIF's position is empty or unreadable, XMP's is used: "
                            + (position.text ?? "")))
            }
            coordinate = found
            positionText = position.text
            break
        }
        warnings += notes
        positionWarning = notes.isEmpty ? nil : notes.joined(separator: "; ")
    }
}

extension MetadataValues {
    /// A number of pixels: the header's, which editors cannot leave out of date, else EXIF's.
    fileprivate func size(_ field: MetadataField) -> Int? {
        let sources: [MetadataSource] = [.header, .exif]
        return sources.lazy.compactMap { whole(field, [$0]) }.first { $0 > 0 }
    }

    fileprivate func positive(_ field: MetadataField, _ sources: [MetadataSource]) -> Double? {
        sources.lazy.compactMap { number(field, [$0]) }.first { $0 > 0 && $0.isFinite }
    }
}
