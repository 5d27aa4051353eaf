import Basics
import Catalog
import Foundation
import GalleryModel

/// A benchmark photo with metadata as in a real collection, including its uneven distribution.
///
/// A few tags, words, people and cameras occur in very many photos and most in a handful: the n-th
/// most frequent occurs about 1/n as often as the first. Source: G. K. Zipf, Human Behavior and the
/// Principle of Least Effort, 1949.
struct BenchPhoto {
    /// The photo's number, from 0.
    let number: Int

    /// The metadata from its origin.
    var details: PhotoDetails {
        let id = String(50_000_000_000 + number)
        let secret = String(format: "%010x", number)
        let owner = rank(of: 2_000, "owner")
        var details = PhotoDetails(origin: .flickr, originID: id)
        if chance("titled") < 0.8 { details.title = words(1 + Int(chance("title") * 6), "title") }
        if chance("told") < 0.3 { details.caption = words(8 + Int(chance("text") * 30), "text") }
        details.creator =
            "\(BenchPhoto.word(owner).capitalized) \(BenchPhoto.word(owner + 7).capitalized)"
        details.owner = "\(10_000_000 + owner)@N04"
        details.license = License(flickrID: rank(of: 17, "license"))
        details.sourceURL = "https://www.flickr.com/photos/\(details.owner ?? "")/\(id)/"
        let tags = chance("tagged") < 0.15 ? 0 : 1 + Int(chance("tags") * chance("more") * 20)
        var met: Set<Int> = []
        details.tags = (0..<tags).map { rank(of: 100_000, "tag\($0)") }.filter {
            met.insert($0).inserted
        }.map(BenchPhoto.tag)
        details.dateTimeOriginal = taken
        // Starts in June 2026, after all dates taken, so that none is considered invalid.
        details.dateUploaded = Date(timeIntervalSince1970: 1_780_272_000 + Double(number))
        details.width = 4_032
        details.height = 3_024
        if chance("camera") < 0.9 {
            let camera = rank(of: 300, "camera")
            details.make = BenchPhoto.makers[camera % BenchPhoto.makers.count]
            details.model = "Model \(camera)"
            details.lens = "Lens \(camera % 40) f/\(1 + camera % 5)"
        }
        if chance("rated") < 0.2 { details.rating = 1 + Int(chance("rating") * 5) }
        // Half of the photos, as many cameras record no position.
        if number.isMultiple(of: 2) { details.coordinate = BenchCity(number: number).coordinate }
        details.isPublic = chance("public") < 0.7
        details.isFriend = false
        details.isFamily = false
        details.farm = 66
        details.server = "65535"
        details.secret = secret
        details.media = "photo"
        details.fileName = "IMG_\(number % 10_000).JPG"
        details.thumbnailURL = "https://live.staticflickr.com/65535/\(id)_\(secret)_t.jpg"
        details.largePictureURL = "https://live.staticflickr.com/65535/\(id)_\(secret)_b.jpg"
        details.rawJSON = "{\"id\":\"\(id)\",\"secret\":\"\(secret)\"}"
        return details
    }

    /// The stored picture, whose bytes do not exist.
    var file: PictureFile {
        var bytes = [UInt8](repeating: 0, count: 32)
        for index in 0..<8 { bytes[index * 4] = UInt8(truncatingIfNeeded: number >> (index * 8)) }
        return PictureFile(
            digest: FileDigest(bytes: bytes), byteCount: 80_000 + Int64(chance("size") * 90_000),
            fileType: "JPEG", fileExtension: "jpg", width: 500, height: 375)
    }

    /// Detected and named faces: a fifth of all photos have one to four, most with names; nil if
    /// faces were not detected.
    var faces: FoundFaces? {
        guard number.isMultiple(of: 2) else { return nil }
        let count = chance("faces") < 0.6 ? 0 : 1 + Int(chance("group") * 4)
        return FoundFaces(
            width: 500, height: 375,
            faces: (0..<count).map { index in
                let person = rank(of: 500, "person\(index)")
                return FaceCandidate(
                    rectangle: RelativeRectangle(
                        x: 0.1 + 0.2 * Double(index), y: 0.3, width: 0.1, height: 0.15),
                    score: 0.9, source: .haar,
                    name: person < 3 && chance("name") < 0.5
                        ? nil : "\(BenchPhoto.word(person + 50).capitalized) \(person)")
            })
    }

    /// The date taken: trips of several days, increasingly frequent over the years; 3 % have none.
    private var taken: String? {
        if chance("dated") < 0.03 { return nil }
        let journey = BenchPhoto.chance(number / 40, "journey")
        let days = Int(8_000 * journey.squareRoot()) + number % 40 / 15
        let date = CivilDate(
            unixSeconds: 1_072_915_200 + Int64(days) * 86_400 + 25_200
                + Int64(chance("clock") * 50_000))
        return date.text(day: ":")
    }

    private func words(_ count: Int, _ salt: String) -> String {
        (0..<count).map { BenchPhoto.word(rank(of: 60_000, "\(salt)\($0)")) }.joined(separator: " ")
    }

    /// A pseudorandom number in 0..<1 for the photo.
    private func chance(_ salt: String) -> Double { BenchPhoto.chance(number, salt) }

    /// A rank in 0..<count; low ranks are the most frequent.
    private func rank(of count: Int, _ salt: String) -> Int {
        min(Int(pow(Double(count + 1), chance(salt))) - 1, count - 1)
    }

    private static func chance(_ number: Int, _ salt: String) -> Double {
        // Source: FNV-1a, and the finalizer of D. Lea's SplitMix64.
        var state: UInt64 = 14_695_981_039_346_656_037
        for byte in salt.utf8 { state = (state ^ UInt64(byte)) &* 1_099_511_628_211 }
        state = state &+ UInt64(truncatingIfNeeded: number) &* 0x9E37_79B9_7F4A_7C15
        state = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
        state = (state ^ state >> 27) &* 0x94D0_49BB_1331_11EB
        return Double((state ^ state >> 31) >> 11) / 9_007_199_254_740_992
    }

    /// The tag of a rank; the first ones have the names used in the benchmarks' queries.
    private static func tag(_ rank: Int) -> String {
        if rank < frequentTags.count { return frequentTags[rank] }
        return rank.isMultiple(of: 9) ? "\(word(rank)) \(word(rank / 3))" : word(rank)
    }

    /// The word of a rank; short words are frequent.
    private static func word(_ rank: Int) -> String {
        var rest = rank
        var word = ""
        repeat {
            word += syllables[rest % syllables.count]
            rest /= syllables.count
        } while rest > 0
        return word.count < 3 ? word + "n" : word
    }

    private static let frequentTags = [
        "dogs", "beach", "sunset", "nature", "travel", "family", "portrait", "street", "summer",
        "night", "new york", "café",
    ]
    private static let makers = [
        "Canon", "NIKON CORPORATION", "Apple", "SONY", "FUJIFILM", "Google",
    ]
    private static let syllables = [
        "ba", "ker", "lo", "min", "tar", "su", "ven", "dri", "po", "hal", "ni", "gor", "fe", "wick",
        "ra", "tou", "sel", "ma", "chi", "bran", "do", "ly", "qua", "zet", "ur", "pen", "jo",
        "stra",
    ]
}
