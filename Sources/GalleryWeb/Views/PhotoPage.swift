import Basics
import Gallery
import GalleryModel
import Hummingbird

extension GalleryPage {
    /// Renders the page of a photo, with the picture, its faces, metadata and navigation; blocks
    /// for a few milliseconds.
    ///
    /// - Throws: 404 if the photo does not exist.
    func photo() throws -> Response {
        // Created before anything is read, so that no change is missed.
        let frame = PageFrame(.photo, for: request, site)
        let photo = try PhotoRoutes.photo(request, in: gallery)
        let title = photo.shownTitle(in: language)
        let entries = try gallery.entries(of: photo.id) + gallery.albums(with: photo.id)
        var facts = PhotoFacts(photo: photo, entries: entries, language: language)
        facts.track = try gallery.tracks.name(of: photo.id)
        var values = facts.values
        values["title"] = title
        values["landVersion"] = (try? gallery.baseMap().version) ?? ""
        values["caption"] = photo.caption
        values["isTrashed"] = photo.dateTrashed != nil
        let picture = PhotoPicture(photo: photo, language: language)
        values["picture"] = picture.values
        values["missingPicture"] = photo.picture == nil
        values["photoID"] = "\(photo.id)"
        values["faces"] = picture.faces
        if let original = photo.picture {
            values["downloadAddress"] = PictureAddress.original(of: photo) + "?download=1"
            values["downloadSize"] = original.byteCount.map(language.bytes)
            if photo.edit != nil {
                values["editedAddress"] = PictureAddress.rendition(of: photo) + "?download=1"
            }
        }
        // Flickr may have a larger picture than the stored one.
        values["isSmall"] = photo.origin == .flickr && photo.largePicture == nil
        let metadata = try metadata(photo, entries)
        values["metadata"] = metadata
        values["hasMetadata"] = !metadata.isEmpty
        if try canChange(photo) {
            var form = PhotoForm.values(of: photo)
            form["version"] =
                EntityTag(of: try PhotoChangeRoutes.document(of: photo.id, in: gallery)).text
            form["address"] = request.address
            form["ratings"] = (0...5).map { rating -> [String: Any] in
                [
                    "value": "\(rating)", "isChosen": form["rating"] as? String == "\(rating)",
                    "text": language.rating(rating),
                ]
            }
            values["form"] = form
            // The field with the people contains the number of faces.
            let shown = values["facts"] as? [[String: Any]]
            values["facts"] = shown?.filter {
                $0["label"] as? String != language.say("photo.faces")
            }
        }
        try addNeighbors(of: photo, to: &values)
        return .html(try frame.page("photo", title, values), for: request)
    }

    /// Returns true if the user may change the information about a photo.
    private func canChange(_ photo: Photo) throws -> Bool {
        guard !site.isReadOnly, (try? Permission.members.check(request.principal)) != nil else {
            return false
        }
        return try gallery.metadata.firstUnchangeable([photo.id]) == nil
    }

    private func addNeighbors(of photo: Photo, to values: inout [String: Any]) throws {
        if let neighbors = try gallery.trash.neighbors(of: photo.id) {
            values["backAddress"] = "/trash"
            values["backText"] = language.say("trash.title")
            values["previousAddress"] = neighbors.previous.map(PageAddress.photo)
            values["nextAddress"] = neighbors.next.map(PageAddress.photo)
            return
        }
        var listing = ListingAddress(request)
        // The listing may no longer exist; in this case the page shows the neighbors among all
        // photos.
        var query = (try? listing.query(for: request, in: gallery)) ?? PhotoQuery([])
        var grid = gallery.withoutCopies(in: query)
        var neighbors = try grid.neighbors(of: photo.id, in: query)
        if neighbors == nil {
            // Also for later copies of a picture.
            grid = gallery
            listing = ListingAddress()
            query = try listing.query(for: request, in: gallery)
            neighbors = try gallery.neighbors(of: photo.id, in: query)
        }
        let section = query.scopes.first.flatMap { scope in
            if case .section(let section) = scope { section } else { nil as PhotoSection? }
        }
        values["backAddress"] = listing.page(at: photo.id)
        values["backText"] =
            section.map { language.name(of: $0.reference) }
            ?? (listing.text == nil ? language.say("photos.title") : language.say("search.title"))
        // In other listings, finding the position takes as long as finding all photos: the viewer
        // asks for it, and counts from there.
        if neighbors != nil { values["placeAddress"] = listing.place(of: photo.id) }
        let hasColumns =
            if let section {
                query.order == nil && section.filter == nil
            } else {
                query.order?.key == .taken || query.order?.key == .date
            }
        let isCounted = query.filter.isEverything && hasColumns
        if isCounted, let listPosition = try grid.listPosition(of: photo.id, in: query) {
            values["positionText"] = language.position(
                listPosition.position, of: listPosition.count)
        }
        values["previousAddress"] = neighbors?.previous.map(listing.photo)
        values["nextAddress"] = neighbors?.next.map(listing.photo)
        values["isByDate"] = query.order == PhotoListing.newest
    }

    /// Returns the metadata printed by `gallery show`, without server file paths and without the
    /// account names of campaigns.
    private func metadata(_ photo: Photo, _ entries: [SectionEntry]) throws -> [[String: Any]] {
        let row = ListedPhoto(photo, at: entries.first)
        guard case .object(let members) = try JSONValue(try PhotoDocument.metadata(of: row))
        else { return [] }
        return members.compactMap { name, value in
            if photo.origin == .campaign, name == "Owner" { return nil }
            switch value {
            case .null: return nil
            case .list(let items) where items.isEmpty: return nil
            default:
                let text = value.string ?? String(decoding: value.compact, as: UTF8.self)
                return text.isEmpty ? nil : ["name": name, "value": text]
            }
        }
    }
}

/// The picture on a photo page, with its sizes and face frames.
struct PhotoPicture {
    let photo: Photo
    /// The addresses of its sizes.
    var addresses: any PageAddresses = ServerAddresses()
    /// The language of the page.
    let language: PageLanguage
    /// The display name of a photo without a title; nil for its id.
    var untitled: String?

    /// The values for the template `photo`: thumbnails with widths, and the size and address of the
    /// largest available picture; nil if no picture is stored.
    var values: [String: Any]? {
        guard let large = addresses.thumbnail(of: photo, side: 1600) else { return nil }
        let size = photo.shownSize ?? EditGeometry.Size(width: 1600, height: 1200)
        let sources = addresses.sources(of: photo, sides: PictureResponder.sides, size: size)
        let shown = large.size(of: size)
        let whole = addresses.whole(of: photo)
        let largest = (whole ?? large).size(of: size)
        return templateValues([
            "large": large.address, "sources": sources,
            "width": shown.width, "height": shown.height, "wholeWidth": largest.width,
            "wholeHeight": largest.height,
            "text": photo.alternativeText(in: language, untitled: untitled),
            "whole": whole?.address,
        ])
    }

    /// The frames in pixels of the picture, drawn by an SVG that scales with it.
    var faces: [String: Any]? {
        guard let size = photo.shownSize, photo.picture != nil,
            let shown = photo.shownFaces, !shown.isEmpty
        else { return nil }
        // A thirtieth of the short edge keeps names readable.
        let letter = max(Double(min(size.width, size.height)) / 30, 1)
        let frames: [[String: Any]] = shown.map { number, face in
            let box = face.rectangle
            let isBelow = box.y + box.height + letter * 1.4 < Double(size.height)
            let label = face.name.map { name in
                [
                    "labelX": short(box.x + box.width / 2),
                    // The name is above the frame if it does not fit below; the distance is
                    // relative to the font size.
                    "labelY": short(isBelow ? box.y + box.height : box.y),
                    "labelShift": isBelow ? "1.2em" : "-0.4em",
                    "labelText": DisplayText.truncated(name, to: 40),
                ]
            }
            return templateValues([
                "face": "\(number)", "isNamed": face.name != nil,
                "x": short(box.x), "y": short(box.y), "width": short(box.width),
                "height": short(box.height), "label": label,
                "faceName": face.name ?? language.say("photo.face", ["number": "\(number)"]),
            ])
        }
        return [
            "frameWidth": size.width, "frameHeight": size.height, "letter": short(letter),
            "frames": frames, "faceCount": language.say("count.faces", count: shown.count),
        ]
    }

    /// Formats a number with at most one decimal place, which is precise enough for a frame.
    private func short(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(Double(tenths) / 10)"
    }
}
