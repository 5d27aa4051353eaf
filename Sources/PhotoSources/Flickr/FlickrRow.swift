import Foundation

/// The known fields of one photo's JSON object, found in one walk over its names.
///
/// Source: the answers of `flickr.photos.search` with every extra, `flickr.photos.getInfo` and the
/// public feed.
struct FlickrRow {
    /// The fields that mean something to this program, in the order of `names`.
    enum Field: Int {
        case id, owner, secret, server, farm, title, isPublic, isFriend, isFamily, description
        case license, dateUpload, dateUploaded, dateTaken, dateTakenGranularity, dateTakenUnknown
        case ownerName, realName, latitude, longitude, accuracy, tags, machineTags, media
        case pathAlias, originalSecret, originalFormat, originalWidth, originalHeight
        case widthOfOriginal, heightOfOriginal, dates, visibility, location
        case link, published, feedDateTaken, author, authorID
        case urlSquare, urlThumbnail, urlLargeSquare, urlSmall, urlSmall320, urlSmall400
        case urlMedium, urlMedium640, urlMedium800, urlLarge, urlLarge1600, urlLarge2048
        case urlOriginal
    }

    /// Flickr's names of the fields.
    private static let names = [
        "id", "owner", "secret", "server", "farm", "title", "ispublic", "isfriend", "isfamily",
        "description", "license", "dateupload", "dateuploaded", "datetaken",
        "datetakengranularity", "datetakenunknown", "ownername", "realname", "latitude",
        "longitude", "accuracy", "tags", "machine_tags", "media", "pathalias", "originalsecret",
        "originalformat", "o_width", "o_height", "width_o", "height_o", "dates", "visibility",
        "location", "link", "published", "date_taken", "author", "author_id", "url_sq", "url_t",
        "url_q", "url_s", "url_n", "url_w", "url_m", "url_z", "url_c", "url_l", "url_h", "url_k",
        "url_o",
    ]

    /// The object itself.
    let value: SourceJSON.Value
    private var indices: [Int32]

    /// Finds the fields of an object, of equal names the last; nil where the value is no object.
    init?(_ value: SourceJSON.Value) {
        guard value.kind == .object else { return nil }
        self.value = value
        var indices = [Int32](repeating: -1, count: FlickrRow.names.count)
        let document = value.document
        value.forEachMember { name, member in
            if let field = FlickrRow.table.field(document, name) {
                indices[field] = Int32(truncatingIfNeeded: member.index)
            }
        }
        self.indices = indices
    }

    /// The value of a field; nil where it is missing or null.
    subscript(field: Field) -> SourceJSON.Value? {
        let index = indices[field.rawValue]
        guard index >= 0 else { return nil }
        let member = SourceJSON.Value(document: value.document, index: Int(index))
        return member.kind == .null ? nil : member
    }

    /// A field's text as it stands; nil where there is none or it is empty.
    func text(_ field: Field) -> String? {
        guard let text = self[field]?.text, !text.isEmpty else { return nil }
        return text
    }

    /// A field's text with its entities decoded once; nil where there is none or it is empty.
    func prose(_ field: Field) -> String? {
        text(field).map(HTMLEntities.decode)
    }

    /// A field's whole number; nil where there is none.
    func integer(_ field: Field) -> Int? { self[field]?.integer }

    private static let table = FieldTable(names: names)
}

/// Finds a field by the hash that its name was given while it was scanned.
///
/// Open addressing in 256 slots for about 50 names; a hit is confirmed byte by byte.
private struct FieldTable {
    private let names: [[UInt8]]
    private var slots = [UInt8](repeating: FieldTable.free, count: 256)
    private static let free: UInt8 = 255

    init(names: [String]) {
        self.names = names.map { Array($0.utf8) }
        for (index, name) in self.names.enumerated() {
            var slot = Int(SourceJSON.hash(name) & 255)
            while slots[slot] != FieldTable.free { slot = (slot + 1) & 255 }
            slots[slot] = UInt8(truncatingIfNeeded: index)
        }
    }

    /// The position of the field whose name stands at a node; nil for names of no meaning here.
    func field(_ document: SourceJSON, _ index: Int) -> Int? {
        let node = document.nodes[index]
        let bytes = document.bytes[Int(node.start)..<Int(node.end)]
        if node.isEscaped {
            let name = Array(SourceJSON.unescaping(bytes).utf8)
            return find(name[...], hash: SourceJSON.hash(name))
        }
        return find(bytes, hash: node.next)
    }

    private func find(_ name: ArraySlice<UInt8>, hash: UInt32) -> Int? {
        var slot = Int(hash & 255)
        while slots[slot] != FieldTable.free {
            let index = Int(slots[slot])
            if names[index].elementsEqual(name) { return index }
            slot = (slot + 1) & 255
        }
        return nil
    }
}
