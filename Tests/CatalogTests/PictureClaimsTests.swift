import Basics
import Catalog
import GalleryModel
import Testing

@Suite("PictureClaims")
struct PictureClaimsTests {
    @Test("a claim excludes others until it is released or its holder is released")
    func exclusive() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let pictures = (1...3).map { digest(UInt8($0)).hexadecimal }
        let other = catalog.makeClaims()
        do {
            let first = catalog.makeClaims()
            #expect(pictures.allSatisfy { first.take($0) })
            // Again by the same holder
            #expect(first.take(pictures[0]))
            #expect(pictures.allSatisfy { !other.take($0) })
            first.release(pictures[1])
            #expect(pictures.map { other.take($0) } == [false, true, false])
            // A claim of another holder
            other.release(pictures[0])
            #expect(!other.take(pictures[0]))
        }
        #expect(pictures.allSatisfy { other.take($0) })
    }
}
