import Basics
import GalleryModel

/// The faces of a photo in pixels of the picture as it is shown.
struct FaceList: Sendable {
    private let photo: Photo

    /// Makes the list of a photo.
    init(_ photo: Photo) {
        self.photo = photo
    }

    /// The JSON document; `isExamined` tells apart who is not there and who was not looked for.
    var value: JSONValue {
        let size = photo.shownGeometry?.result
        return .object([
            ("items", .list((photo.shownFaces ?? []).map(FaceList.value))), ("next", .null),
            ("width", JSONValue(size?.width)), ("height", JSONValue(size?.height)),
            ("isExamined", .flag(photo.faces != nil)),
        ])
    }

    private static func value(_ shown: (number: Int, face: Face)) -> JSONValue {
        let (face, box) = (shown.face, shown.face.rectangle)
        return .object([
            ("face", JSONValue(shown.number)), ("x", .number(rounded(box.x))),
            ("y", .number(rounded(box.y))), ("width", .number(rounded(box.width))),
            ("height", .number(rounded(box.height))), ("name", JSONValue(face.name)),
            ("score", JSONValue(face.score.map(rounded))),
            ("detector", .text(face.source.rawValue)),
            (
                "landmarks",
                .list(
                    face.landmarks.map {
                        .list([.number(rounded($0.x)), .number(rounded($0.y))])
                    })
            ),
        ])
    }

    /// At most three places.
    private static func rounded(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
}
