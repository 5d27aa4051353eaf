import Basics
import Foundation
import GalleryModel
import Testing

@Suite("Photo and its pictures")
struct PhotoTests {
    private func photo(_ pictures: [Picture]) -> Photo {
        Photo(
            id: PhotoID(rawValue: 1), details: PhotoDetails(origin: .flickr, originID: "1"),
            dateAdded: Date(timeIntervalSince1970: 0), pictures: pictures)
    }

    @Test("The picture is the largest that is stored, the thumbnail the smallest")
    func pictures() {
        let shown = photo([
            Picture(size: .thumbnail, state: .failed), Picture(size: .small, state: .stored),
            Picture(size: .medium, state: .stored), Picture(size: .original, state: .unavailable),
        ])
        #expect(shown.picture?.size == .medium)
        #expect(shown.thumbnail?.size == .small)
        #expect(shown.largePicture == nil)
        #expect(photo([]).picture == nil)
    }

    @Test("A large picture is one of 1024 pixels or the original")
    func largePicture() {
        let large = Picture(size: .large, state: .stored)
        let original = Picture(size: .original, state: .stored)
        #expect(photo([large]).largePicture == large)
        #expect(photo([large, original]).largePicture == original)
    }

    @Test("The origin's facts read as the photo's own")
    func facts() {
        var shown = photo([])
        shown.details.title = "Ronja"
        #expect(shown.title == "Ronja")
        #expect(shown.origin == .flickr)
    }

    @Test("Sizes are ordered from the thumbnail to the original")
    func sizes() {
        #expect(
            PictureSize.allCases.shuffled().sorted()
                == [.thumbnail, .small, .medium, .large, .original])
    }
}
