import Foundation
import GalleryModel
import Testing

@Suite("ProblemSubject")
struct ProblemSubjectTests {
    static let cases: [(ProblemSubject, Int64?)] = [
        (.photo(PhotoID(rawValue: 42)), 42), (.photo(PhotoID(rawValue: 42), .export), 42),
        (.photo(PhotoID(rawValue: 7), .large), 7),
        (
            .photo(
                Photo(
                    id: PhotoID(rawValue: 9),
                    details: PhotoDetails(origin: .flickr, originID: "53574198477"),
                    dateAdded: .distantPast)), 9
        ),
        (.places, nil), (.line(3), nil), (.file(named: "photo"), nil),
        (.file(named: "photo album.jpg"), nil), (.file(named: "/a/photo 42"), nil),
        (.file(named: "photo -1"), nil), (.file(named: ""), nil),
    ]

    @Test("a subject has the id of its photo, if it has one", arguments: cases)
    func namesThePhotoThatItIsAbout(_ subject: ProblemSubject, _ photo: Int64?) {
        #expect(subject.photoID?.rawValue == photo)
    }
}
