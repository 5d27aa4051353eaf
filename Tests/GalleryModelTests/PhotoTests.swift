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

    @Test("the picture is the largest stored one, the thumbnail the smallest")
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

    @Test("a large picture is the one of 1,024 pixels or the original")
    func largePicture() {
        let large = Picture(size: .large, state: .stored)
        let original = Picture(size: .original, state: .stored)
        #expect(photo([large]).largePicture == large)
        #expect(photo([large, original]).largePicture == original)
    }

    @Test("the origin's details are available as the photo's own")
    func facts() {
        var shown = photo([])
        shown.details.title = "Ronja"
        #expect(shown.title == "Ronja")
        #expect(shown.origin == .flickr)
    }

    @Test("sizes and exposure times that a file or server made up have no effect")
    func implausible() {
        var shown = photo([])
        (shown.details.width, shown.details.height, shown.details.orientation) = (40, 30, 6)
        #expect(shown.shownSize == EditGeometry.Size(width: 30, height: 40))
        shown.details.width = .max
        #expect(shown.shownSize == nil)
        shown.details.exposureTime = 1 / 250
        #expect(shown.exposureFraction == "1/250")
        for seconds in [0.5, 1e-300, 0, -1, .nan] {
            shown.details.exposureTime = seconds
            #expect(shown.exposureFraction == nil)
        }
    }

    @Test("sizes are ordered from the thumbnail to the original")
    func sizes() {
        #expect(
            PictureSize.allCases.shuffled().sorted()
                == [.thumbnail, .small, .medium, .large, .original])
    }
}
