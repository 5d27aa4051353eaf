import Gallery
import GalleryModel

/// The addresses under a share link: nothing leads out of it.
struct SharedAddresses: PageAddresses {
    /// The link's own address, such as `/shared/SECRET`.
    let base: String
    /// The long edges of the thumbnails that are given.
    let sides: [Int]
    /// The most pixels of the files' long edge; nil for no bound.
    private let longestSide: Int?
    /// Whether the file of an unedited photo is the stored one, whatever its type.
    private let givesStored: Bool

    /// Makes the addresses of a request's link.
    init(_ request: WebRequest, _ shared: SharedPhotos) {
        base = SharedAddresses.base(request)
        sides = shared.thumbnailSides
        longestSide = shared.longestSide
        givesStored = shared.gift.originals && shared.gift.metadata
    }

    /// The address of a request's link.
    static func base(_ request: WebRequest) -> String {
        "/shared/\(PercentEncoding.encoded(request.part("secret")))"
    }

    func page(of photo: PhotoID) -> String { "\(base)/photos/\(photo)" }

    func thumbnail(of photo: Photo, side: Int) -> PagePicture? {
        guard let version = photo.thumbnailVersion else { return nil }
        // The file is smaller than a thumbnail that is not given.
        return sides.contains(side)
            ? PagePicture(
                address: "\(base)/photos/\(photo.id)/thumbnail/\(side)?v=\(version)",
                longestSide: side)
            : PagePicture(address: file(photo.id), longestSide: longestSide)
    }

    func whole(of photo: Photo) -> PagePicture? {
        guard let picture = photo.picture else { return nil }
        let isStored = givesStored && photo.edit?.isEmpty != false
        return !isStored || OriginalType(fileType: picture.fileType).isShown
            ? PagePicture(address: file(photo.id), longestSide: longestSide) : nil
    }

    func photos(_ filter: PhotoFilter) -> String? { nil }

    func section(_ reference: SectionReference) -> String? { nil }

    /// A photo's file.
    func file(_ photo: PhotoID) -> String { "\(base)/photos/\(photo)/file" }
}
