package import GalleryModel
import Glibc

/// The metadata of a picture file.
///
/// Nil means that the file does not contain the value. Text is UTF-8 without trailing blanks.
@dynamicMemberLookup
package struct PictureMetadata: Hashable, Sendable {
    /// The values of a photo, without its identity.
    ///
    /// The size is the stored one, before the
    /// orientation is applied; XMP and sidecars do not affect the orientation, as decoders read it
    /// from the file. Several creators are joined by `; `, and tags are without duplicates.
    package var details = PhotoDetails(origin: .camera, originID: "")
    /// The face regions in the metadata, in the file's order, without duplicates.
    package var faceRegions: [FaceRegion] = []
    /// Warnings about values that could not be read or are doubtful, in lower case.
    package var warnings: [String] = []

    /// Creates empty metadata.
    package init() {}

    /// A value of the details.
    package subscript<Value>(dynamicMember path: WritableKeyPath<PhotoDetails, Value>) -> Value {
        get { details[keyPath: path] }
        set { details[keyPath: path] = newValue }
    }
}

extension PictureMetadata {
    /// Combines the values of all sources, in the order of `MetadataField` and
    /// `MetadataDateSource`.
    ///
    /// A sidecar's values take precedence, because it was written after the picture. For texts,
    /// EXIF precedes XMP and IPTC. (The Metadata Working Group prefers IPTC only if its checksum
    /// shows that XMP is outdated; such files have not been written for years, so the checksum is
    /// not checked.) Keywords are combined from all sources. The position is taken from the first
    /// source with a valid one; `PositionWarning` lists irregularities.
    /// Source: MWG, "Guidelines for Handling Image Metadata" 2.0, chapter 3 and 5.
    init(_ values: MetadataValues) {
        warnings = values.warnings
        // From the header, which editors always update, otherwise from EXIF.
        details.width = values.width ?? values.positive(.width).flatMap { Int(exactly: $0) }
        details.height = values.height ?? values.positive(.height).flatMap { Int(exactly: $0) }
        takeOrientation(values)
        details.make = values.texts(.make).first
        details.model = values.texts(.model).first
        details.lens = PictureMetadata.lens(values)
        details.exposureTime = values.positive(.exposureTime)
        details.fNumber = values.positive(.fNumber)
        details.iso = values.positive(.iso).flatMap { Int(exactly: $0.rounded()) }
        details.focalLength = values.positive(.focalLength)

        let names = [details.make, details.model].compactMap(\.self)
        let camera = names + [names.joined(separator: " ")]
        details.title = values.caption(.title, camera)
        details.caption = values.caption(.description, camera)
        details.copyright = values.texts(.copyright).first
        details.creator = values.occurrences(.creator).lazy.map { values.texts($0.source, $0.tag) }
            .first { !$0.isEmpty }?.joined(separator: "; ")
        takeRating(values)
        details.tags = PictureMetadata.keywords(values)

        takeDate(values)
        takePosition(values)
        takeFaceRegions(values)
    }

    /// Sets the orientation that decoders apply; other sources do not affect how pixels are
    /// displayed.
    private mutating func takeOrientation(_ values: MetadataValues) {
        func turn(_ source: MetadataSource) -> Int? {
            values.number(.orientation, source).flatMap { Int(exactly: $0) }
                .flatMap { (1...8).contains($0) ? $0 : nil }
        }
        details.orientation = turn(.exif)
        for source in values.sidecars + [.xmp] {
            guard let other = turn(source), other != details.orientation ?? 1 else { continue }
            let container = source == .xmp ? "XMP" : "the sidecar"
            warnings.append(
                "the orientation \(other) in \(container) was ignored: the picture itself has "
                    + (details.orientation.map(String.init) ?? "none"))
        }
    }

    private mutating func takeRating(_ values: MetadataValues) {
        let stars = values.numbers(.rating).map { $0.rounded() }
        details.rating = stars.first { (-1...5).contains($0) }.map { Int($0) }
        if let odd = stars.first(where: { !(-1...5).contains($0) }) {
            warnings.append(
                "a rating of \(Int(exactly: odd).map(String.init) ?? "\(odd)") was ignored: "
                    + "stars are 0 to 5, or -1 for rejected")
        }
        // Source: Microsoft, "Photo Metadata Policies": 1, 25, 50, 75 and 99 percent; 0 for unrated.
        if details.rating == nil, let percent = values.numbers(.ratingPercent).first, percent > 0 {
            details.rating = percent > 100 ? nil : Int(min(percent, 99) / 25 + 1.5)
        }
    }

    /// Returns the keywords and the leaves of hierarchical ones, without duplicates, ignoring case.
    private static func keywords(_ values: MetadataValues) -> [String] {
        let flat = values.occurrences(.keyword).flatMap { source, tag in
            let texts = values.texts(source, tag)
            // Windows writes all keywords as one text.
            return tag.hasPrefix("Exif.") ? texts.flatMap { split($0, ";") } : texts
        }
        let leaves = values.occurrences(.path).flatMap { source, tag in
            values.texts(source, tag).flatMap { text -> [String] in
                if tag == "Xmp.acdsee.categories" { return assigned(text) }
                let separator: Character =
                    tag.contains("digiKam") || tag.contains("Microsoft") ? "/" : "|"
                let steps = split(text, separator)
                // digiKam stores its own labels in the same list.
                return steps.first == "_Digikam_Internal_Tags_" ? [] : Array(steps.suffix(1))
            }
        }
        var seen: Set<String> = []
        return (flat + leaves).filter { seen.insert($0.lowercased()).inserted }
    }

    /// Returns the innermost assigned categories of ACDSee, which are stored as XML.
    private static func assigned(_ text: String) -> [String] {
        let parts = text.split(separator: "<")
        return parts.indices.compactMap { index -> String? in
            func isAssigned(_ part: Substring) -> Bool {
                part.hasPrefix("Category ") && part.contains("Assigned=\"1\"")
            }
            let hasChild = index + 1 < parts.count && isAssigned(parts[index + 1])
            guard isAssigned(parts[index]), !hasChild else { return nil }
            return split(parts[index].drop { $0 != ">" }.dropFirst(), ">").first
        }
    }

    private static func split(_ text: some StringProtocol, _ separator: Character) -> [String] {
        text.split(separator: separator).compactMap { MetadataText.line(String($0)) }
    }

    private static func lens(_ values: MetadataValues) -> String? {
        [MetadataField.lens, .makerLens].lazy.flatMap { values.texts($0) }
            .compactMap(MetadataText.line).first { isLensName($0) }
    }

    /// Returns true if a text names a lens: without one, cameras write dashes, numbers and
    /// placeholders.
    private static func isLensName(_ text: String) -> Bool {
        let word = text.lowercased()
        return text.contains(where: \.isLetter) && !word.hasPrefix("unknown")
            && !["n/a", "na", "none", "null", "(null)", "no lens", "manual lens no cpu"].contains(
                word)
            && !(text.hasPrefix("(") && text.hasSuffix(")"))
    }

    private mutating func takePosition(_ values: MetadataValues) {
        var notes: [String] = []
        for source in values.sidecars + [.exif, .xmp] {
            let position = MetadataPosition(values, source)
            notes += position.warnings
            // Of invalid positions, the text of the strongest source is kept.
            details.positionText = details.positionText ?? position.text
            guard let found = position.coordinate else { continue }
            if source == .xmp, MetadataPosition(values, .exif).isPresent {
                notes.append(
                    PositionWarning.positionFromXMP.text(
                        "the EXIF position is empty or unreadable, using XMP: "
                            + (position.text ?? "")))
            }
            details.coordinate = found
            details.positionText = position.text
            break
        }
        warnings += notes
        details.positionWarning = notes.isEmpty ? nil : notes.joined(separator: "; ")
    }
}

extension MetadataValues {
    func occurrences(_ field: MetadataField) -> [(source: MetadataSource, tag: String)] {
        occurrences(field.tags)
    }

    fileprivate func positive(_ field: MetadataField) -> Double? {
        numbers(field).first { $0 > 0 && $0.isFinite }
    }

    /// Returns the first text of a field that was written by a user.
    fileprivate func caption(_ field: MetadataField, _ camera: [String]) -> String? {
        occurrences(field).lazy.flatMap { source, tag in
            texts(source, tag).filter { text in
                !MetadataCaption.isBoilerplate(text, camera: camera)
                    && (!tag.hasSuffix("UserComment") || MetadataCaption.isComment(text))
            }
        }.first
    }
}

extension PictureMetadata {
    /// Sets the face regions from the first source with usable ones; sidecars precede the picture.
    ///
    /// Microsoft's regions are used if a source has no faces in the format of the Metadata Working
    /// Group, because programs that write both write the same faces twice. Names of pets become
    /// keywords.
    ///
    /// Names without a face result in a warning, because their positions are unknown.
    mutating func takeFaceRegions(_ values: MetadataValues) {
        var names: [String] = []
        for source in values.sidecars + [.xmp]
        where faceRegions.isEmpty && !values.regions(source).isEmpty {
            var regions = MetadataRegions(
                source, width: details.width, height: details.height,
                orientation: details.orientation ?? 1)
            regions.read(values)
            faceRegions = regions.faces
            names += regions.unplaced
            warnings += regions.warnings
            details.tags += regions.pets.filter { !details.tags.contains($0) }
        }
        names += values.texts(.person).compactMap(MetadataText.line)
        var seen = Set(faceRegions.map(\.name))
        let unplaced = names.filter { seen.insert($0).inserted }
        warnings += [MetadataRegions.warning(unplaced: unplaced)].compactMap(\.self)
    }
}

/// Recognizes captions written by cameras and programs.
enum MetadataCaption {
    /// Captions not written by users, as shell patterns in lower case with single blanks.
    ///
    /// The whole text must match: captions that contain such words among others are kept.
    /// docs/formats.md describes them. `MAKER` represents a manufacturer's name.
    static let patterns = [
        // Cameras.
        "MAKER dsc", "MAKER digital camera", "MAKER digital still camera",
        "MAKER *[0-9]* digital camera", "MAKER *[0-9]* digital still camera",
        "MAKER dsc picture", "MAKER camera pictures", "digital camera", "digital still camera",
        "digital stillcamera", "digital image", "dvc 10.1 hdmi",
        "<kenox *>", "<digimax *>", "<samsung *>", "dcim[/\\]*", "[/\\]dcim[/\\]*",
        "*[/\\]dcim[/\\]*.*",
        "maker:*", "default", "exif_jpeg_picture", "exif_jpeg_t422", "exif jpeg", "jpeg_picture",
        "my beautiful picture", "user comments", "binary comment", "charset=*",
        "ascii", "(null)", "null", "none", "n/a", "untitled", "screenshot", "applemark",
        "cmp3.10.*",
        // The modes of Huawei's cameras.
        "hdr", "edf", "rbt", "rpt", "cof", "nor", "sdr", "dav", "mde", "ptr", "fbt", "fpt", "btf",
        "btr", "mon", "qrf", "frem", "burst", "edfsmo", "mde_soft", "frontbhdp", "fshbty",
        "fbthdr", "btfhdr", "btfmdn", "hdrpl", "rhdr", "nrhdr", "sdr_hdrb", "hdr_hdrb",
        "[of][zn]nor*", "[of][zn]edf*", "[of][zn]hdr*", "[of][zn]rbt*", "[of][zn]cof*",
        // The settings of phones, including JSON.
        "{*}", "oplus_[0-9]*", "oppo_[0-9]*", "*fileterintensity:*", "*captureorientation:*",
        "*hw-remosaic:*",
        // Programs.
        "created by imlib", "iclarified", "created with gimp*", "creator: gd-jpeg v*",
        "lead technologies inc. v*",
        "file written by adobe photoshop*", "processed by ebay with imagemagick*",
        "ulead systems, inc.*", "intel(r) jpeg library*", "optimized by jpegmini *",
        "acd systems *",
    ]

    private static let makers = [
        "olympus", "sony", "samsung", "samsung techwin", "kodak", "konica", "minolta",
        "konica minolta", "pentax", "casio", "casio computer co.,ltd", "fujifilm", "fuji", "nikon",
        "canon", "panasonic",
        "ricoh", "ricoh imaging company, ltd.", "sanyo", "medion", "hp", "hewlett-packard",
        "vivitar", "benq", "epson", "polaroid",
        "jenoptik", "toshiba", "kyocera", "leica", "aiptek", "praktica", "rollei", "concord",
        "general imaging", "ge", "agfa", "agfaphoto", "jvc", "traveler", "sigma", "huawei", "nokia",
        "sony ericsson", "lg", "htc", "motorola", "xiaomi", "oppo", "vivo", "dji", "gopro",
    ]

    private static let expanded = patterns.flatMap { pattern in
        pattern.hasPrefix("MAKER")
            ? makers.map { $0 + pattern.dropFirst("MAKER".count) } : [pattern]
    }

    /// Returns true if a text was written by a camera or a program.
    ///
    /// - Parameter camera: the names of the picture's camera: its manufacturer, its model, and
    ///   both.
    static func isBoilerplate(_ text: String, camera: [String]) -> Bool {
        // Longer texts are written by users.
        guard text.utf8.count <= 1024 else { return false }
        let words = text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return camera.contains { $0.lowercased() == words }
            || words.allSatisfy { "-_.*#?".contains($0) }
            || expanded.contains { fnmatch($0, words, FNM_NOESCAPE) == 0 }
    }

    /// Returns true if a user comment is text, because cameras also write numbers and other data
    /// there.
    static func isComment(_ text: String) -> Bool {
        text.contains(where: \.isLetter)
            && !text.unicodeScalars.contains {
                $0.properties.generalCategory == .control && !"\n\r\t".unicodeScalars.contains($0)
                    || $0 == "\u{FFFD}"
            }
    }
}
