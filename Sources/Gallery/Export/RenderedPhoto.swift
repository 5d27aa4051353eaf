import Basics
import Faces
import GalleryModel

extension Photo {
    /// The photo as its rendered copy shows it: upright, at the copy's size, with the faces moved.
    func rendered(_ rendered: RenderedPicture, at path: BytePath) -> Photo {
        guard let index = pictures.lastIndex(where: { $0.state == .stored }) else { return self }
        var photo = self
        let sha256 = FileDigest(of: rendered.bytes).hexadecimal
        photo.pictures[index].path = path
        photo.pictures[index].fileType = rendered.fileType
        photo.pictures[index].byteCount = Int64(rendered.bytes.count)
        photo.pictures[index].sha256 = sha256
        photo.pictures[index].width = rendered.width
        photo.pictures[index].height = rendered.height
        photo.details.orientation = 1
        photo.faces = rendered.faces
        photo.facesPicture = rendered.faces.map { _ in
            ExaminedPicture(sha256: sha256, width: rendered.width, height: rendered.height)
        }
        return photo
    }
}

extension ListedPhoto {
    /// The row with the file type of its rendered copy, which the name's ending says.
    var asRendered: ListedPhoto {
        guard photo.edit != nil,
            let index = photo.pictures.lastIndex(where: { $0.state == .stored }),
            photo.pictures[index].fileType != "PNG"
        else { return self }
        var row = self
        row.photo.pictures[index].fileType = "JPEG"
        return row
    }
}
