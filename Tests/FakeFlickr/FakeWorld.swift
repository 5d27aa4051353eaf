/// What the fake server for Flickr knows: the photos and the habits of the server.
package struct FakeWorld: Sendable {
    /// How search answers write `total`.
    package enum TotalStyle: String, Sendable, Codable {
        /// A string on odd pages and a number on even ones.
        case mixed
        /// A string, as in most recorded answers.
        case string
        /// A number, as since 2021.
        case integer
        /// An empty string, as was seen once.
        case empty
    }

    /// What the picture host answers for a picture it does not have.
    package enum MissingPicture: Sendable, Equatable {
        /// Redirects to `/photo_unavailable.gif`, which is answered with 200, as the old host did.
        case redirect
        /// Answers with a status, such as 404 or 410.
        case status(Int)
    }

    /// The photos, in no particular order.
    package var photos: [FakePhoto]
    /// How `total` is written.
    package var totalStyle = TotalStyle.mixed
    /// By how many percent `total` may differ from the truth, from page to page; 0...100.
    package var totalNoise = 0
    /// How many results of one query can be had.
    package var resultCap = 4_000
    /// Whether pages past the cap fail with code 20 instead of repeating the last page.
    package var failsPastCap = false
    /// What is answered for a picture that does not exist.
    package var missingPicture = MissingPicture.redirect
    /// The least length of pictures in bytes; smaller ones are padded.
    ///
    /// Nil serves them as they are.
    package var pictureBytes: Int?
    /// What the photo-share server beside it knows.
    package var sharing = FakeSharing()
    /// What the server of a campaign beside it knows.
    package var campaign = FakeCampaign()
    /// Whether the feed writes apostrophes of descriptions as `\'`, an escape that JSON does not know.
    package var feedHasInvalidEscapes = true

    /// Makes a world of given photos.
    package init(photos: [FakePhoto]) {
        self.photos = photos
    }

    /// Makes a world of a seed: the same seed gives the same world on every machine.
    ///
    /// - Parameters:
    ///   - seed: Any number.
    ///   - photos: How many photos a plain search for the term finds.
    ///   - term: The term, which every photo carries as a tag.
    package init(seed: UInt64, photos: Int, term: String = "dogs") {
        self.init(seed: seed, photos: photos, terms: [term])
    }

    /// Makes a world of a seed and several terms.
    ///
    /// Beyond `photos` for each term there are unsafe and private photos (about one in twelve), so
    /// that filters have something to hide.
    ///
    /// - Parameters:
    ///   - seed: Any number.
    ///   - photos: How many photos a plain search for each term finds.
    ///   - terms: The terms; each photo carries one of them as a tag.
    package init(seed: UInt64, photos: Int, terms: [String]) {
        self.init(photos: SeededPhotos(seed: seed, count: photos, terms: terms).make())
    }

    /// The photo with an id; setting nil removes it, setting a photo replaces or adds it.
    package subscript(id: String) -> FakePhoto? {
        get { photos.first { $0.id == id } }
        set {
            let index = photos.firstIndex { $0.id == id }
            switch (index, newValue) {
            case (let index?, let photo?): photos[index] = photo
            case (let index?, nil): photos.remove(at: index)
            case (nil, let photo?): photos.append(photo)
            case (nil, nil): break
            }
        }
    }

    /// The photos a plain search for a term finds, newest upload first: what a client should end up with.
    package func found(_ term: String) -> [FakePhoto] {
        guard let search = try? PhotoSearch(parameters: ["text": term]) else { return [] }
        return WorldIndex(world: self).photos(matching: search)
    }
}
