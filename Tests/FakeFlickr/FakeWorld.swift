/// The photos and the behavior of the fake Flickr server.
package struct FakeWorld: Sendable {
    /// The form of `total` in search responses.
    package enum TotalStyle: String, Sendable, Codable {
        /// A string on odd pages and a number on even ones.
        case mixed
        /// A string, as in most recorded answers.
        case string
        /// A number, as since 2021.
        case integer
        /// An empty string, as observed once.
        case empty
    }

    /// The picture host's response for a missing picture.
    package enum MissingPicture: Sendable, Equatable {
        /// Redirects to `/photo_unavailable.gif`, which is served with 200, like the old host.
        case redirect
        /// Answers with a status, such as 404 or 410.
        case status(Int)
    }

    /// The photos, in no particular order.
    package var photos: [FakePhoto]
    /// The form of `total`.
    package var totalStyle = TotalStyle.mixed
    /// The maximum deviation of `total` from page to page, in percent; 0...100.
    package var totalNoise = 0
    /// The maximum number of accessible results per query.
    package var resultCap = 4_000
    /// True if pages beyond the limit fail with code 20 instead of repeating the last page.
    package var failsPastCap = false
    /// The response for a missing picture.
    package var missingPicture = MissingPicture.redirect
    /// The minimum length of pictures in bytes; smaller ones are padded.
    ///
    /// Nil serves them unchanged.
    package var pictureBytes: Int?
    /// The data of the photo-share server beside it.
    package var sharing = FakeSharing()
    /// The data of the campaign server beside it.
    package var campaign = FakeCampaign()
    /// True if the feed writes apostrophes in descriptions as `\'`, an invalid escape in JSON.
    package var feedHasInvalidEscapes = true

    /// Makes a world with these photos.
    package init(photos: [FakePhoto]) {
        self.photos = photos
    }

    /// Makes a world from a seed: the same seed gives the same world on every machine.
    ///
    /// - Parameters:
    ///   - seed: any number
    ///   - photos: the number of photos that a plain search for the term finds
    ///   - term: the term, which is a tag of every photo
    package init(seed: UInt64, photos: Int, term: String = "dogs") {
        self.init(seed: seed, photos: photos, terms: [term])
    }

    /// Makes a world from a seed and several terms.
    ///
    /// In addition to `photos` for each term there are unsafe and private photos (about one in
    /// twelve) for filters to hide.
    ///
    /// - Parameters:
    ///   - seed: any number
    ///   - photos: the number of photos that a plain search for each term finds
    ///   - terms: the terms; each photo has one of them as a tag
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

    /// The photos that a plain search for a term finds, newest upload first: a client's expected
    /// result.
    package func found(_ term: String) -> [FakePhoto] {
        guard let search = try? PhotoSearch(parameters: ["text": term]) else { return [] }
        return WorldIndex(world: self).photos(matching: search)
    }
}
