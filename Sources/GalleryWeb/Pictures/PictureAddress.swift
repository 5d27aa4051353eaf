import Gallery
import GalleryModel

/// The addresses of pictures.
enum PictureAddress {
    /// The address of a photo's thumbnail, which changes with the picture and its edit; nil where no picture is
    /// stored.
    ///
    /// - Parameter side: 240, 640 or 1600.
    static func thumbnail(of photo: Photo, side: Int) -> String? {
        guard let version = photo.thumbnailVersion else { return nil }
        return "/api/v1/photos/\(photo.id)/thumbnail/\(side)?v=\(version)"
    }

    /// The address of a photo's original.
    static func original(of photo: Photo) -> String {
        "/api/v1/photos/\(photo.id)/original"
    }

    /// The address of a photo's picture in its whole size with its edit, a JPEG file.
    static func rendition(of photo: Photo) -> String {
        "/api/v1/photos/\(photo.id)/rendition"
    }
}
