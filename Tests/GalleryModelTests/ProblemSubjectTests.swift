import Basics
import GalleryModel
import Testing

@Suite("Problem subjects")
struct ProblemSubjectTests {
    static let photo = PhotoID(rawValue: 42)

    @Test(
        "have the texts that catalogs hold",
        arguments: [
            (ProblemSubject.photo(photo), "photo 42"),
            (.photo(photo, .crop), "photo 42 (crop)"),
            (.photo(photo, .edit), "photo 42 (edit)"),
            (.photo(photo, .export), "photo 42 (export)"),
            (.photo(photo, .share), "photo 42 (share)"),
            (.photo(photo, .thumbnail), "photo 42 (thumbnail)"),
            (.photo(photo, .original), "photo 42 (original)"),
            (.flickrPhoto(photo, originID: "53574198477"), "photo 42 (flickr:53574198477)"),
            (.path(BytePath(bytes: Array("/a b/\u{7}.jpg".utf8))), "/a b/\\x07.jpg"),
            (.file(named: "places.idx"), "places.idx"),
            (.line(7), "line 7"),
            (.places, "places"),
        ])
    func text(of subject: ProblemSubject, _ text: String) {
        #expect(subject.text == text)
        #expect(subject == ProblemSubject(text: text))
    }
}
