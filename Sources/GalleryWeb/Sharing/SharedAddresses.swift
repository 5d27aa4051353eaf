import Gallery
import GalleryModel

/// The addresses under a share link: nothing leads out of it.
struct SharedAddresses: PageAddresses {
    /// The link's own address, such as `/shared/SECRET`.
    let base: String
    /// The long edges of the thumbnails that are given.
    let sides: [Int]

    /// Makes the addresses of a request's link.
    init(_ request: WebRequest, _ shared: SharedPhotos) {
        base = SharedAddresses.base(request)
        sides = shared.thumbnailSides
    }

    /// The address of a request's link.
    static func base(_ request: WebRequest) -> String {
        "/shared/\(PercentEncoding.encoded(request.part("secret")))"
    }

    func page(of photo: PhotoID) -> String { "\(base)/photos/\(photo)" }

    func thumbnail(of photo: Photo, side: Int) -> String? {
        guard let version = photo.thumbnailVersion else { return nil }
        // The file is smaller than a thumbnail that is not given.
        return sides.contains(side)
            ? "\(base)/photos/\(photo.id)/thumbnail/\(side)?v=\(version)" : file(photo.id)
    }

    func whole(of photo: Photo) -> String? { photo.picture == nil ? nil : file(photo.id) }

    func photos(_ filter: PhotoFilter) -> String? { nil }

    func section(_ reference: SectionReference) -> String? { nil }

    /// A photo's file.
    func file(_ photo: PhotoID) -> String { "\(base)/photos/\(photo)/file" }
}
