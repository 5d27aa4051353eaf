/// The kind of a photo.
package enum FakeMedia: String, Sendable, Codable {
    /// A still picture.
    case photo
    /// A video: server `0` in lists, previews under `/31337/`, no sizes above 1024.
    case video
}

/// A photo in the fake server's world, with the data behind the API's responses.
///
/// Text is stored as the owner typed it; the API escapes it once (`&amp; &quot; &lt; &gt;`), so a
/// client that decodes entities once gets exactly this text.
package struct FakePhoto: Sendable, Hashable, Identifiable {
    /// Flickr's number for the photo, digits.
    package var id: String
    /// The owner's id, such as `78733179@N04`.
    package var owner: String
    /// The owner's screen name.
    package var ownerName: String
    /// The owner's real name; empty if not set.
    package var realName = ""
    /// The owner's alias in URLs; nil for most.
    package var pathAlias: String?
    /// The secret of the sizes up to 1024 pixels, hexadecimal digits.
    package var secret: String
    /// The secret of the original.
    package var originalSecret: String
    /// The file type of the original: `jpg` or `png`.
    package var originalFormat = "jpg"
    /// The number of the picture server; `0` for videos.
    package var server: String
    /// The farm number in older host names (`farmN`).
    package var farm: Int
    /// The title.
    package var title: String
    /// The description.
    package var description = ""
    /// The tags as typed, without machine tags.
    package var tags: [String]
    /// Machine tags, `namespace:predicate=value`.
    package var machineTags: [String] = []
    /// The license's number, 0...16.
    package var license = 0
    /// The upload time, in seconds since 1970-01-01 UTC.
    package var dateUpload: Int64
    /// The time of the last change to the picture or its details, in seconds since 1970-01-01 UTC.
    package var lastUpdate: Int64
    /// The time taken by the camera's clock, `YYYY-MM-DD HH:MM:SS`.
    package var dateTaken: String
    /// The granularity of `dateTaken`: 0 second, 4 month, 6 year, 8 circa.
    package var granularity = 0
    /// True if Flickr guessed `dateTaken`.
    package var dateTakenUnknown = false
    /// Degrees north, WGS 84; nil without a location.
    package var latitude: Double?
    /// Degrees east, WGS 84; nil without a location.
    package var longitude: Double?
    /// The accuracy of the location, 1 (world) to 16 (street).
    package var accuracy = 16
    /// True if everyone may see it; searches find no other photos.
    package var isPublic = true
    /// True if the owner's friends may see it.
    package var isFriend = false
    /// True if the owner's family may see it.
    package var isFamily = false
    /// Photo or video.
    package var media = FakeMedia.photo
    /// 0 safe, 1 moderate, 2 restricted.
    package var safety = 0
    /// 0 photo, 1 screenshot, 2 other, 3 virtual.
    package var contentType = 0
    /// The ids of the groups with the photo in their pool.
    package var groups: [String] = []
    /// The width of the original in pixels.
    package var width = 1024
    /// The height of the original in pixels.
    package var height = 768
    /// The number of views.
    package var views = 0
    /// True if the original and the sizes above 1024 are public.
    package var isOriginalPermitted = true
    /// True if lists omit the `url_*` fields, as for restricted photos.
    package var hasURLs = true
    /// The number of replacements of the picture: another number gives other bytes and another
    /// ETag.
    package var revision = 0

    /// Makes a photo with its required properties; the others have defaults.
    package init(
        id: String, owner: String, ownerName: String, secret: String, server: String, farm: Int,
        title: String, tags: [String], dateUpload: Int64, dateTaken: String
    ) {
        self.id = id
        self.owner = owner
        self.ownerName = ownerName
        self.secret = secret
        self.originalSecret = FakePhoto.derivedSecret(of: secret, for: "o")
        self.server = server
        self.farm = farm
        self.title = title
        self.tags = tags
        self.dateUpload = dateUpload
        self.lastUpdate = dateUpload
        self.dateTaken = dateTaken
    }

    /// A secret derived from another, so that `h`, `k` and `o` have their own.
    static func derivedSecret(of secret: String, for suffix: String) -> String {
        var generator = SplitMix64(seed: SplitMix64.hash("\(secret)_\(suffix)"))
        return generator.hexadecimal(10)
    }

    /// Selects one of Flickr's spellings of a value, for this photo and field.
    func variant(_ field: String, of count: Int) -> Int {
        Int(SplitMix64.hash("\(id)/\(field)") % UInt64(max(1, count)))
    }

    /// The tags as in Flickr's lists: lower case, letters and digits only.
    package var normalizedTags: [String] { tags.map(FakePhoto.normalizedTag) }

    /// A tag without case, spaces and punctuation.
    package static func normalizedTag(_ raw: String) -> String {
        String(
            String.UnicodeScalarView(
                raw.lowercased().unicodeScalars.filter { scalar in
                    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                        || scalar.value > 0x2000 && scalar.properties.isEmoji
                        || scalar.value == 0x200D || scalar.value == 0xFE0F
                        || scalar.properties.generalCategory == .nonspacingMark
                        || scalar.properties.generalCategory == .spacingMark
                }))
    }
}
