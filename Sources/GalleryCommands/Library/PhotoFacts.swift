import Basics
import Foundation
import GalleryModel

/// What is known about a photo, as lines for a person.
enum PhotoFacts {
    /// The lines: what is unknown has none.
    ///
    /// - Parameters:
    ///   - track: the file of the track that told the position; nil for none.
    ///   - publications: where it was published.
    static func lines(
        _ photo: Photo, places: [SectionEntry], track: String? = nil,
        publications: [Publication] = []
    ) -> [(label: String, text: String)] {
        var lines: [(label: String, text: String)] = []
        func add(_ label: String, _ text: String?) {
            if let text, !text.isEmpty { lines.append((label, text)) }
        }
        add("Photo", "\(photo.id)")
        add("Origin", photo.origin == .flickr ? "flickr:\(photo.originID)" : photo.origin.rawValue)
        add("File name", photo.fileName)
        add("Title", photo.title)
        add("Description", photo.caption)
        add("Creator", photo.creator)
        add("Owner", photo.owner)
        add("Copyright", photo.copyright)
        add("License", photo.license.map { $0.name + ($0.url.map { " \($0)" } ?? "") })
        add("Page", photo.sourceURL)
        add("Tags", photo.tags.joined(separator: ", "))
        add("Taken", photo.dateTimeOriginal.map { $0 + (photo.offsetTimeOriginal ?? "") })
        add("Uploaded", photo.dateUploaded.map(RowValue.text(ofInstant:)))
        add("Added", RowValue.text(ofInstant: photo.dateAdded))
        add("In the trash", photo.dateTrashed.map { "since \(RowValue.text(ofInstant: $0))" })
        for place in places {
            add(
                "Section",
                place.section.text + (place.position.map { "/\($0)" } ?? "")
                    + (place.isGone ? " (gone: the origin no longer lists it)" : ""))
        }
        add("Original", pixels(photo.width, photo.height))
        add("Orientation", photo.orientation.map(String.init))
        add("Camera", [photo.make, photo.model].compactMap(\.self).joined(separator: " "))
        add("Lens", photo.lens)
        add("Exposure", exposure(photo))
        add("Rating", photo.rating.map(String.init))
        add("Coordinate", photo.coordinate.map(text))
        add("Position as written", photo.coordinate == nil ? photo.positionText : nil)
        add("Position warning", photo.positionWarning)
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
        for (index, face) in (photo.faces ?? []).enumerated() {
            add("Face \(index + 1)", text(face))
        }
        return lines
    }

    private static func text(_ coordinate: Coordinate) -> String {
        let numbers = [coordinate.latitude, coordinate.longitude].map {
            RowValue.decimal($0).plain
        }
        return numbers.joined(separator: ",")
            + (coordinate.altitude.map { " at \(RowValue.decimal($0).plain) m" } ?? "")
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
            RowValue.text(ofInstant: publication.dateSent ?? publication.dateStarted),
            publication.dateSent == nil ? "no answer came" : nil,
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

    private static func exposure(_ photo: Photo) -> String {
        let time = photo.exposureTime.map { seconds in
            seconds > 0 && seconds < 0.5 ? "1/\(Int((1 / seconds).rounded())) s" : "\(seconds) s"
        }
        return [
            time, photo.fNumber.map { "f/\(short($0))" }, photo.iso.map { "ISO \($0)" },
            photo.focalLength.map { "\(short($0)) mm" },
        ].compactMap(\.self).joined(separator: ", ")
    }

    /// A number with two places at most: files keep some as binary fractions.
    private static func short(_ number: Double) -> String {
        RowValue.decimal((number * 100).rounded() / 100).plain
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
