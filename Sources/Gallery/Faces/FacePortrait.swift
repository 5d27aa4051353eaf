public import GalleryModel

/// A face of a photo, as it is shown for whom it belongs to.
public struct FacePortrait: Hashable, Sendable {
    /// The photo that shows it.
    public var photo: Photo
    /// Its number in the photo, from 1, left to right.
    public var number: Int
    /// The face, in pixels of the picture as it is shown: upright and edited.
    public var face: Face
    /// The pixels of the picture as it is shown, across.
    public var width: Int
    /// The pixels of the picture as it is shown, down.
    public var height: Int
}

/// A page of faces.
public struct FacePortraits: Hashable, Sendable {
    /// The faces: those of a photo together, from left to right.
    public var portraits: [FacePortrait]
    /// The last photo of the page, where more follow; nil on the last page.
    public var next: PhotoID?
}

extension FacePortrait {
    /// The faces of a photo that its picture shows; none where no picture is stored.
    static func all(of photo: Photo) -> [FacePortrait] {
        guard photo.picture != nil, let size = photo.shownGeometry?.result else { return [] }
        return (photo.shownFaces ?? []).map { number, face in
            FacePortrait(
                photo: photo, number: number, face: face, width: size.width, height: size.height)
        }
    }
}
