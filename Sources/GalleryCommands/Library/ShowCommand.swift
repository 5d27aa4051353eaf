import ArgumentParser
import Basics
import Gallery
import GalleryModel

/// The command `gallery show PHOTO`.
struct ShowCommand: RowCommand {
    static let explanation = """
        Refer to the photo by its catalog ID, its position in a section or its Flickr ID. With \
        --format json, the output is one object with the keys of 'gallery export' and Raw (data \
        received from the origin), Sections, DateTrashed, Publications (copies sent by 'gallery \
        publish'), MetadataWarnings (metadata that import could not use) and, if 'gallery set' \
        changed it, OriginMetadata (the values of the file or server).

        --faces -o FILE.jpg also writes the upright picture with a numbered frame around each \
        face. Existing files are replaced only with --force; originals are never replaced.
        """
    static let examples: KeyValuePairs = [
        "gallery show dogs/1": "show the first photo of a section",
        "gallery show 42 --format json | jq .Raw": "print the data received from the origin",
        "gallery show 42 --faces -o check.jpg": "draw the detected faces",
        "gallery show flickr:53574198477": "show a photo by its Flickr ID",
    ]
    static let configuration = documented("show", "Show everything known about a photo.")

    @Argument(help: "Photo, such as 42, dogs/1 or flickr:53574198477.")
    var photo: Operand

    @Flag(help: "Draw the detected faces and save the picture with --output.")
    var faces = false

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: .value("file", "File for the picture drawn by --faces."),
        completion: .file(extensions: ["jpg"]))
    var file: Operand?

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var output: RowFormatOption

    func validate() throws {
        try refuse(if: force && file == nil, "--force requires --faces -o FILE.jpg")
        try refuse(
            if: faces != (file != nil),
            faces ? "--faces requires an output file; add -o FILE.jpg" : "-o requires --faces")
        try refuse(
            if: file?.text.isEmpty == true || file?.text == "-",
            "--output requires a file name, such as check.jpg")
        try InvalidValue.check("--output", file?.text, expected: "a name ending in .jpg") { name in
            [".jpg", ".jpeg"].contains(where: name.lowercased().hasSuffix)
        }
    }

    func perform(_ run: CommandRun) async throws -> CommandOutcome {
        let gallery = try run.gallery()
        var photo = try gallery.photo(named: photo)
        if let file {
            try await gallery.faces.draw(of: photo, to: BytePath(file.text), replaces: force)
            run.printMessage(
                "drew \(Count.text(photo.faces?.count ?? 0, "face")); saved as '\(BytePath(file.text))'"
            )
        }
        photo = try gallery.verifyingPaths(of: photo)
        let entries = try gallery.entries(of: photo.id)
        let publications = try gallery.shares.publications(of: photo.id)
        let warnings = try gallery.metadataWarnings(of: photo.id)
        let overridden = try gallery.metadata.overridden(of: photo)
        switch output.format {
        case .table:
            let facts = PhotoFacts.lines(
                photo, entries: entries, track: try gallery.tracks.name(of: photo.id),
                publications: publications, warnings: warnings, overridden: overridden)
            let width = facts.reduce(0) { max($0, $1.label.count) }
            for fact in facts {
                let padding = String(repeating: " ", count: width - fact.label.count + 2)
                try StandardOutput.shared.write(
                    "\(fact.label)\(padding)\(DisplayText.escaped(fact.text))\n")
            }
        case .csv:
            var rows = try PhotoOutput(.csv)
            try rows.append([ListedPhoto(photo, at: entries.first)])
            try rows.finish()
        case .json, .jsonl:
            photo.details.rawJSON = try gallery.rawJSON(of: photo.id)
            let row = ListedPhoto(photo, at: entries.first)
            guard let object = try PhotoOutput.objects([row], includesRaw: true).first else {
                return .printed
            }
            let members: [JSONMember] = [
                ("Sections", entries.map(\.value)), ("DateTrashed", photo.dateTrashed),
                ("Publications", publications.map(PublishRows.object)),
                ("MetadataWarnings", warnings),
            ]
            let origin = overridden.before.map { [("OriginMetadata", $0)] as [JSONMember] }
            let more = JSONValue(members + (origin ?? []))
            try StandardOutput.shared.write(
                Array(object.dropLast()) + [0x2C] + more.compact.dropFirst() + [0x0A])
        }
        return .printed
    }
}

extension SectionEntry {
    /// The entry as a JSON object.
    var value: JSONValue {
        JSONValue([("section", section.text), ("position", position), ("gone", isDelisted)])
    }
}

/// Formats the data of a photo as labeled lines.
enum PhotoFacts {
    /// Returns the lines; unknown values are omitted.
    ///
    /// - Parameters:
    ///   - track: the track file that the position was taken from; nil if none.
    ///   - publications: the servers that the photo was published to.
    ///   - warnings: warnings about metadata that was not used.
    ///   - overridden: the fields that the user changed, with the values of the file or server.
    static func lines(
        _ photo: Photo, entries: [SectionEntry], track: String? = nil,
        publications: [Publication] = [], warnings: [String] = [], overridden: [ChangedField] = []
    ) -> [(label: String, text: String)] {
        var lines: [(label: String, text: String)] = []
        func add(_ label: String, _ text: String?) {
            if let text, !text.isEmpty { lines.append((label, text)) }
        }
        /// Adds a value that a user can change, with that of the file or server.
        func add(_ label: String, _ text: String?, _ field: MetadataChange.Field) {
            let changed = overridden.first { $0.field == field.rawValue }
            guard let changed else { return add(label, text) }
            let values = [text ?? "", shown(changed.before)].map { $0.isEmpty ? "none" : $0 }
            let place =
                switch photo.origin {
                case .camera: "file"
                case .flickr: "Flickr"
                case .share, .campaign: "server"
                }
            add(label, "\(values[0]) (\(place): \(values[1]))")
        }
        add("Photo", "\(photo.id)")
        add("Origin", photo.origin == .flickr ? "flickr:\(photo.originID)" : photo.origin.rawValue)
        add("File name", photo.fileName)
        add("Title", photo.title, .title)
        add("Description", photo.caption, .description)
        add("Creator", photo.creator)
        add("Owner", photo.owner)
        add("Copyright", photo.copyright)
        add("License", photo.license.map { $0.name + ($0.url.map { " \($0)" } ?? "") })
        add("Page", photo.sourceURL)
        add("Tags", photo.tags.joined(separator: ", "), .tags)
        add("Taken", taken(photo), .date)
        add("Uploaded", photo.dateUploaded?.localText)
        add("Added", photo.dateAdded.localText)
        add("In the trash", photo.dateTrashed.map { "since \($0.localText)" })
        for entry in entries {
            add(
                "Section",
                entry.section.text + (entry.position.map { "/\($0)" } ?? "")
                    + (entry.isDelisted ? " (delisted: the origin no longer lists it)" : ""))
        }
        add("Original", pixels(photo.width, photo.height))
        add("Orientation", photo.orientation.map(String.init))
        add("Camera", camera(photo))
        add("Lens", photo.lens)
        add("Exposure", exposure(photo))
        add("Rating", photo.rating.map(String.init), .rating)
        add("Favorite", photo.isFavorite ? "yes" : nil)
        add("Coordinate", photo.coordinate.map(text), .location)
        add("Position as written", photo.coordinate == nil ? photo.positionText : nil)
        add("Position warning", photo.positionWarning)
        for warning in warnings { add("Metadata warning", warning) }
        add("Place", photo.location.map { $0.longText + (track.map { " '\($0)'" } ?? "") })
        add("Edit", photo.edit?.json)
        add("Visible to", visibility(photo))
        for publication in publications { add("Published", text(publication)) }
        add("Farm", photo.farm.map(String.init))
        add("Server", photo.server)
        if photo.origin == .flickr { add("Secret", photo.secret) }
        add("Media", photo.media)
        add("Thumbnail URL", photo.thumbnailURL)
        add("Large URL", photo.largePictureURL)
        for picture in photo.pictures { add("Picture", text(picture)) }
        if let faces = photo.faces, faces.isEmpty { add("Faces", "none found") }
        for (number, face) in (photo.faces ?? []).numbered { add("Face \(number)", text(face)) }
        return lines
    }

    /// Returns the date taken according to the camera's clock, as precisely as it is known, with
    /// the UTC offset if known: `2024-05-01 10:15:00+02:00`.
    ///
    /// - Parameter isShort: true to omit seconds and remarks about the date, for tables.
    static func taken(_ photo: Photo, isShort: Bool = false) -> String? {
        guard let clock = photo.dateTimeOriginal else { return nil }
        let parts = clock.split(separator: " ", maxSplits: 1).map(String.init)
        var text = (parts.first ?? "").replacing(":", with: "-")
        let isOfName = photo.dateSource == "FileName"
        // A file name without a time of day specifies only the day.
        if parts.count > 1, !isOfName || parts[1] != "00:00:00" {
            text += " " + (isShort ? String(parts[1].prefix(5)) : parts[1])
            text += photo.offsetTimeOriginal ?? ""
        }
        if isShort { return text }
        if isOfName {
            text += " (from the file name)"
        } else if photo.isDateGuessed {
            text += " (approximate)"
        } else if let source = photo.dateSource, source != "ExifIFD:DateTimeOriginal" {
            text += " (from \(source))"
        }
        return text + (photo.dateDoubt.map { " (\($0.reason): check it)" } ?? "")
    }

    /// Returns a value of a changed field as the other lines show it.
    private static func shown(_ value: JSONValue) -> String {
        if let items = value.items { return items.map(\.plain).joined(separator: ", ") }
        let text = value.plain
        let isDate = ManualValue.date(String(text.prefix(19))) != nil
        guard isDate else { return text }
        return String(text.prefix(10)).replacing(":", with: "-") + text.dropFirst(10)
    }

    private static func text(_ coordinate: Coordinate) -> String {
        let numbers = [coordinate.latitude, coordinate.longitude].map(\.json.plain)
        return numbers.joined(separator: ",")
            + (coordinate.altitude.map { " at \($0.json.plain) m" } ?? "")
    }

    private static func text(_ picture: Picture) -> String {
        let facts = [
            picture.size.rawValue, pixels(picture.width, picture.height), picture.fileType,
            picture.byteCount.map { "\(Count.text(Int($0))) bytes" }, picture.state.rawValue,
            picture.damage.map { "damaged (\($0))" }, picture.path?.escaped,
        ]
        return facts.compactMap(\.self).joined(separator: "  ")
    }

    private static func text(_ publication: Publication) -> String {
        let facts = [
            publication.server, publication.campaign.map { "campaign \($0)" },
            "as \(publication.account)", "'\(publication.name)'",
            publication.remoteID.map { "id \($0)" },
            (publication.dateSent ?? publication.dateStarted).localText,
            publication.dateSent == nil ? "no response" : nil,
        ]
        return facts.compactMap(\.self).joined(separator: "  ")
    }

    private static func text(_ face: Face) -> String {
        let facts = [
            face.rectangle.text, face.name, face.source.rawValue,
            face.score.map { String(FaceRows.rounded($0)) },
        ]
        return facts.compactMap(\.self).joined(separator: "  ")
    }

    private static func pixels(_ width: Int?, _ height: Int?) -> String? {
        width.flatMap { width in height.map { "\(width)×\($0)" } }
    }

    /// Returns make and model; the make is omitted if the model begins with its first word.
    private static func camera(_ photo: Photo) -> String {
        let maker = photo.make?.lowercased().prefix { $0 != " " } ?? " "
        let repeats = photo.model?.lowercased().hasPrefix(maker + " ") == true
        return [repeats ? nil : photo.make, photo.model].compactMap(\.self).joined(separator: " ")
    }

    private static func exposure(_ photo: Photo) -> String {
        let time = photo.exposureFraction ?? photo.exposureTime.map { "\($0)" }
        return [
            time.map { "\($0) s" }, photo.fNumber.map { "f/\(short($0))" },
            photo.iso.map { "ISO \($0)" }, photo.focalLength.map { "\(short($0)) mm" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// Returns a number rounded to two decimal places, as files store some as binary fractions.
    private static func short(_ number: Double) -> String {
        ((number * 100).rounded() / 100).json.plain
    }

    private static func visibility(_ photo: Photo) -> String? {
        guard let isPublic = photo.isPublic else { return nil }
        if isPublic { return "everyone" }
        var named: [String] = []
        if photo.isFriend == true { named.append("friends") }
        if photo.isFamily == true { named.append("family") }
        return named.isEmpty ? "the owner" : named.joined(separator: " and ")
    }
}
