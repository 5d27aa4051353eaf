/// Serves the picture host: `/{server}/{id}_{secret}[_{suffix}].{jpg|png}`.
struct PictureEndpoint: Sendable {
    /// The target of redirects for missing pictures.
    static let placeholderPath = "/photo_unavailable.gif"

    let index: WorldIndex
    let baseURL: String

    func answer(_ request: FakeRequest) -> FakeAnswer {
        guard request.method == "GET" || request.method == "HEAD" else {
            return FakeAnswer(failure: 405)
        }
        if request.path == Self.placeholderPath {
            return FakeAnswer(type: "image/gif", body: PictureBytes.placeholder)
        }
        guard let (photo, variant) = picture(at: request.path) else { return missing }
        let isPNG = photo.fileExtension(variant) == "png"
        let body = PictureBytes.make(photo, variant, atLeast: index.world.pictureBytes ?? 0)
        let tag = SplitMix64.hash("\(photo.id)/\(variant.suffix)/\(photo.revision)/\(body.count)")
        let modified = FlickrTime.http(unix: photo.dateUpload + Int64(photo.revision))
        var answer = FakeAnswer(
            type: isPNG ? "image/png" : "image/jpeg", body: body,
            headers: [
                ("ETag", "\"\(String(tag, radix: 16))\""), ("Last-Modified", modified),
                ("Accept-Ranges", "bytes"), ("Cache-Control", "max-age=315360000,public"),
            ])
        ByteRange.apply(request.headers, to: &answer)
        return answer
    }

    /// The response for a missing picture.
    var missing: FakeAnswer {
        switch index.world.missingPicture {
        case .redirect: FakeAnswer(redirect: baseURL + Self.placeholderPath)
        case .status(let status): FakeAnswer(failure: status)
        }
    }

    /// Parses a path; nil unless server, id, secret, size and file type all match.
    private func picture(at path: String) -> (FakePhoto, PictureVariant)? {
        let parts = path.split(separator: "/")
        guard parts.count == 2, let dot = parts[1].lastIndex(of: ".") else { return nil }
        var words = parts[1][..<dot].split(separator: "_")
        // `_d` before the extension requests a download of the same picture.
        if words.count > 2, words.last == "d" { words.removeLast() }
        guard (2...3).contains(words.count), let photo = index.photo(String(words[0])),
            let variant = PictureVariant.bySuffix[words.count == 3 ? String(words[2]) : ""],
            photo.has(variant)
        else { return nil }
        let suffix = words.count == 3 ? "_\(words[2])" : ""
        let plain = "/\(parts[0])/\(words[0])_\(words[1])\(suffix)\(parts[1][dot...])"
        return plain == photo.picturePath(variant) ? (photo, variant) : nil
    }
}
