import Basics
import Gallery
import GalleryModel
import Hummingbird

/// The page of one photo: the picture with its faces, what is known about it, and the ways on.
struct PhotoPage {
    let request: WebRequest
    let site: Site

    /// Makes the page; blocks for some milliseconds.
    ///
    /// - Throws: 404 for what is no photo.
    func response() throws -> Response {
        // Before anything is read, so that no change is missed.
        var frame = PageFrame(.photo, title: "", for: request, site)
        let photo = try PhotoRoutes.photo(request, in: gallery)
        frame.title = photo.shownTitle(in: language)
        let places = try gallery.places(of: photo.id)
        var facts = PhotoFacts(photo: photo, places: places, language: language)
        facts.track = try gallery.trackName(of: photo.id)
        var values = facts.values
        values["title"] = photo.shownTitle(in: language)
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
        // What Flickr has more of than is stored here.
        values["isSmall"] = photo.origin == .flickr && photo.largePicture == nil
        let metadata = try metadata(photo, places)
        values["metadata"] = metadata
        values["hasMetadata"] = !metadata.isEmpty
        try addNeighbours(of: photo, to: &values)
        return .html(try frame.page("photo", values), for: request)
    }

    private var gallery: PhotoGallery { site.gallery }

    private var language: PageLanguage { request.language }

    private func addNeighbours(
        of photo: Photo, to values: inout [String: Any]
    ) throws {
        if let neighbours = try gallery.neighboursInTrash(of: photo.id) {
            values["backAddress"] = "/trash"
            values["backText"] = language.say("trash.title")
            add(neighbours, ListingAddress(), to: &values)
            return
        }
        var listing = ListingAddress(request)
        // What was come from may be gone by now: all photos are there always.
        var query = (try? listing.query(for: request, in: gallery)) ?? PhotoQuery([])
        var neighbours = try gallery.neighbours(of: photo.id, in: query)
        if neighbours == nil {
            listing = ListingAddress()
            query = try listing.query(for: request, in: gallery)
            neighbours = try gallery.neighbours(of: photo.id, in: query)
        }
        let section = query.scopes.first.flatMap { scope in
            if case .section(let section) = scope { section } else { nil as PhotoSection? }
        }
        values["backAddress"] = listing.page(at: photo.id)
        values["backText"] =
            section?.reference.name
            ?? (listing.text == nil
                ? language.say("photos.title") : language.say("search.title"))
        // Elsewhere it takes as long as finding all the photos.
        let isCounted =
            query.filter.isEverything && (section == nil || query.order == nil)
            && section?.filter == nil
        if isCounted, let standing = try gallery.standing(of: photo.id, in: query) {
            values["positionText"] =
                language.say(
                    "word.of",
                    [
                        "position": language.number(standing.position),
                        "count": language.number(standing.count),
                    ])
        }
        add(neighbours, listing, to: &values)
        if query.order == PhotoListing.newest {
            values["previousText"] = language.say("word.newer")
            values["nextText"] = language.say("word.older")
        }
    }

    private func add(
        _ neighbours: PhotoNeighbours?, _ listing: ListingAddress, to values: inout [String: Any]
    ) {
        values["previousAddress"] = neighbours?.previous.map(listing.photo)
        values["nextAddress"] = neighbours?.next.map(listing.photo)
        values["previousText"] = language.say("word.previous")
        values["nextText"] = language.say("word.next")
    }

    /// Everything that `gallery show` tells, but for where files lie on the server, and who signed in to a campaign.
    private func metadata(_ photo: Photo, _ places: [SectionEntry]) throws -> [[String: Any]] {
        let row = PhotoDocument.listed(photo, places)
        var options = ExportOptions(format: .jsonl)
        options.includesPaths = false
        let bytes = try PhotoGallery.encode([row], options: options)
        guard let line = bytes.split(separator: UInt8(ascii: "\n")).first,
            case .object(let members) = try JSONValue(Array(line))
        else { return [] }
        return members.compactMap { name, value in
            if photo.origin == .campaign, name == "Owner" { return nil }
            let text: String
            switch value {
            case .null: return nil
            case .text(let value): text = value
            case .list(let items) where items.isEmpty: return nil
            case .list, .object, .flag, .number:
                text = String(decoding: value.compact, as: UTF8.self)
            }
            return text.isEmpty ? nil : ["name": name, "value": text]
        }
    }
}
