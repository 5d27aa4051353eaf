import Basics
import Foundation
import GalleryModel

/// Names what a name template can put into a file name.
enum NameField: String, Hashable, Sendable, CaseIterable {
    case date, year, month, day, time
    case title, name, id, originid = "originid", section, position, ext
    case owner, creator, make, model, sha

    /// Whether the field holds what somebody wrote, at any length, and which may be cut.
    var isFreeText: Bool {
        switch self {
        case .title, .name, .section, .owner, .creator, .make, .model: true
        case .date, .year, .month, .day, .time, .id, .originid, .position, .ext, .sha: false
        }
    }

    /// The field's text for a row, never empty, not yet made safe.
    func value(in row: ListedPhoto, date: NameDate?) -> String {
        let photo = row.photo
        let details = photo.details
        return switch self {
        case .date: date.map { "\($0.year)-\($0.month)-\($0.day)" } ?? "undated"
        case .year: date?.year ?? "undated"
        case .month: date?.month ?? "undated"
        case .day: date?.day ?? "undated"
        case .time: date?.time ?? "undated"
        case .title:
            known(details.title) ?? stem(details.fileName) ?? known(details.idAtOrigin)
                ?? photo.id.description
        case .name:
            stem(details.fileName) ?? known(details.title) ?? known(details.idAtOrigin)
                ?? photo.id.description
        case .id: photo.id.description
        case .originid: known(details.idAtOrigin) ?? photo.id.description
        case .section: known(row.section) ?? "unknown"
        case .position: String(row.position)
        case .ext: fileExtension(of: photo.picture)
        case .owner: known(details.owner) ?? "unknown"
        case .creator: known(details.creator) ?? "unknown"
        case .make: known(details.make) ?? "unknown"
        case .model: known(details.model) ?? "unknown"
        case .sha: known(photo.picture?.sha256) ?? "unknown"
        }
    }

    /// A file's name without its ending.
    private func stem(_ fileName: String?) -> String? {
        guard let name = known(fileName) else { return nil }
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    private func known(_ text: String?) -> String? {
        guard let text, text.contains(where: { !$0.isWhitespace }) else { return nil }
        return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The usual ending of the file's content, whatever its name; the name's own for other content.
    private func fileExtension(of picture: Picture?) -> String {
        guard let picture else { return "bin" }
        switch picture.fileType?.uppercased() {
        case "JPEG": return "jpg"
        case "TIFF": return "tif"
        case let type?:
            let plain = type.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
            if !plain.isEmpty { return String(plain.prefix(16)) }
        case nil: break
        }
        return known(picture.path?.fileExtension) ?? "bin"
    }
}
