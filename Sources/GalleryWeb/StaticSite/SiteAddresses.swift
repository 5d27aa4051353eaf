import Gallery
import GalleryModel

/// The addresses within the folder of a site, from where a page lies.
struct SiteAddresses: PageAddresses {
    /// The way from the page to the site's folder: empty, or `../`.
    let root: String
    /// The photos that the page shows.
    let shown: [PhotoID: SitePhoto]
    /// The first pages of the sections that the site has.
    var sections: [SectionReference: String] = [:]
    /// Whether the site has a map.
    var hasMap = false

    init(_ root: String, _ photos: [SitePhoto], sections: [SectionReference: String] = [:]) {
        self.root = root
        self.sections = sections
        shown = Dictionary(photos.map { ($0.photo.id, $0) }) { first, _ in first }
    }

    /// The file of a photo's page.
    static func page(of photo: PhotoID) -> String { "photos/\(photo).html" }

    /// The address of a file of the site.
    static func address(_ file: String, from root: String) -> String {
        root
            + file.split(separator: "/", omittingEmptySubsequences: false).map {
                PercentEncoding.encoded(String($0))
            }.joined(separator: "/")
    }

    func page(of photo: PhotoID) -> String { root + SiteAddresses.page(of: photo) }

    func thumbnail(of photo: Photo, side: Int) -> PagePicture? {
        guard let pictures = shown[photo.id]?.pictures else { return nil }
        // Of small pictures there are fewer sizes, and where no more may be given away.
        return (pictures.first { $0.side >= side } ?? pictures.last).map {
            PagePicture(address: root + $0.file, longestSide: $0.side)
        }
    }

    func whole(of photo: Photo) -> PagePicture? {
        guard let copy = shown[photo.id]?.copy, copy.showsWhatPagesShow, case let file = copy.file,
            ["jpg", "png", "webp", "gif"].contains(file.split(separator: ".").last.map(String.init))
        else { return nil }
        return PagePicture(address: root + file, longestSide: copy.longestSide)
    }

    func photos(_ filter: PhotoFilter) -> String? { nil }

    func section(_ reference: SectionReference) -> String? {
        sections[reference].map { SiteAddresses.address($0, from: root) }
    }

    func map(at coordinate: Coordinate) -> String? {
        hasMap
            ? "\(root)\(SiteMap.page)#at=\(coordinate.latitude),\(coordinate.longitude),14" : nil
    }
}
