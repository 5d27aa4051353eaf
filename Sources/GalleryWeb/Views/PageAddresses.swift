import GalleryModel

/// A picture that a page shows: where it is, and how large it can be.
struct PagePicture: Hashable, Sendable {
    /// Where a browser gets it.
    let address: String
    /// The most pixels of its long edge; nil for all that the photo has.
    var longestSide: Int?

    /// Its size, of that of the whole photo.
    func size(of whole: EditGeometry.Size) -> EditGeometry.Size {
        longestSide.map { whole.bounded(toLongestSide: $0) } ?? whole
    }
}

/// Where the parts of pages lead, which the same values are made for wherever they are shown: on the server
/// that has them, or elsewhere.
protocol PageAddresses: Sendable {
    /// The page of a photo, among those that are listed.
    func page(of photo: PhotoID) -> String
    /// A thumbnail, or what is given in its place; nil where there is none.
    ///
    /// - Parameter side: 240, 640 or 1600.
    func thumbnail(of photo: Photo, side: Int) -> PagePicture?
    /// The largest picture that is given, as a browser shows it; nil where it cannot be had.
    func whole(of photo: Photo) -> PagePicture?
    /// The page of all photos that a query fits; nil where nothing can be searched.
    func photos(_ filter: PhotoFilter) -> String?
    /// The page of a section; nil where it has none.
    func section(_ reference: SectionReference) -> String?
    /// The map around a position; nil where there is none.
    func map(at coordinate: Coordinate) -> String?
}

extension PageAddresses {
    /// None: most pages have no map.
    func map(at coordinate: Coordinate) -> String? { nil }
}

/// The addresses of the server's own pages.
struct ServerAddresses: PageAddresses {
    /// What a page lists, which photos are looked at in.
    var listing = ListingAddress()

    func page(of photo: PhotoID) -> String { listing.photo(photo) }

    func thumbnail(of photo: Photo, side: Int) -> PagePicture? {
        PictureAddress.thumbnail(of: photo, side: side).map {
            PagePicture(address: $0, longestSide: side)
        }
    }

    /// The original, or what stands for it where it is edited or of a type that browsers do not show.
    func whole(of photo: Photo) -> PagePicture? {
        guard let picture = photo.picture else { return nil }
        return PagePicture(
            address: photo.edit == nil && OriginalType(fileType: picture.fileType).isShown
                ? PictureAddress.original(of: photo) : PictureAddress.rendition(of: photo))
    }

    func photos(_ filter: PhotoFilter) -> String? { PageAddress.photos(filter) }

    func section(_ reference: SectionReference) -> String? { PageAddress.section(reference.text) }

    func map(at coordinate: Coordinate) -> String? {
        PageAddress.with(
            [("at", "\(coordinate.latitude),\(coordinate.longitude),14")], "/map")
    }
}
