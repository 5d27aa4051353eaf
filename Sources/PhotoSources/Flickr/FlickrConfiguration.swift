import Foundation
package import Transport

/// Where Flickr is, what may be asked of it and how much of an answer is read.
package struct FlickrConfiguration: Sendable {
    /// The API key, never shown in a message; nil leaves the keyless public feed.
    package var apiKey: String?
    /// The REST endpoint's URL.
    package var endpoint: String
    /// The public feed's URL.
    package var feedEndpoint: String
    /// Where picture URLs that must be built begin, without a slash at the end.
    package var photoEndpoint: String
    /// Hosts beside the endpoints' own that pictures may come from: `host`, `host:port`,
    /// `*.domain`.
    package var extraHosts: [String]
    /// Whether the sizes of a photo are asked for, one API request, where its original was not listed.
    package var asksForSizes: Bool
    /// The longest answer in bytes that is read.
    package var maximumAnswerBytes: Int
    /// The longest picture in bytes that is stored.
    package var maximumPictureBytes: Int

    /// Makes a configuration; every value but the key has Flickr's own as its default.
    package init(
        apiKey: String? = nil,
        endpoint: String = "https://api.flickr.com/services/rest/",
        feedEndpoint: String = "https://www.flickr.com/services/feeds/photos_public.gne",
        photoEndpoint: String = "https://live.staticflickr.com",
        extraHosts: [String] = [],
        asksForSizes: Bool = false,
        maximumAnswerBytes: Int = 32 << 20,
        maximumPictureBytes: Int = 512 << 20
    ) {
        self.apiKey = apiKey.flatMap { $0.isEmpty ? nil : $0 }
        self.endpoint = endpoint
        self.feedEndpoint = feedEndpoint
        var photoEndpoint = photoEndpoint
        while photoEndpoint.hasSuffix("/") { photoEndpoint.removeLast() }
        self.photoEndpoint = photoEndpoint
        self.extraHosts = extraHosts
        self.asksForSizes = asksForSizes && self.apiKey != nil
        self.maximumAnswerBytes = maximumAnswerBytes
        self.maximumPictureBytes = maximumPictureBytes
    }

    /// The hosts that pictures may come from: the endpoints' (any port), the extra ones, and all of
    /// Flickr's where the photo endpoint is Flickr's.
    package var pictureHosts: AllowedHosts {
        let photoHost = FlickrConfiguration.host(photoEndpoint)
        var rules = [photoHost, FlickrConfiguration.host(endpoint)]
        rules.append(FlickrConfiguration.host(feedEndpoint))
        var names = rules.compactMap { $0 } + extraHosts
        if let photoHost,
            photoHost == "staticflickr.com" || photoHost.hasSuffix(".staticflickr.com")
        {
            names += ["*.staticflickr.com", "*.flickr.com"]
        }
        return AllowedHosts(names)
    }

    private static func host(_ url: String) -> String? { AllowedHosts.host(of: url) }
}
