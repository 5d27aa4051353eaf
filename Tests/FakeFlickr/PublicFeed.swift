/// Serves the keyless feed: the newest 20 public photos with given tags.
///
/// Source: https://www.flickr.com/services/feeds/docs/photos_public/
struct PublicFeed: Sendable {
    let index: WorldIndex
    let baseURL: String

    func answer(_ request: FakeRequest) -> FakeAnswer {
        let arguments = request.arguments
        guard request.path == "/services/feeds/photos_public.gne",
            arguments["format"] == "json"
        else { return FakeAnswer(failure: 404) }
        let photos = found(arguments)
        let tags = (arguments["tags"] ?? "").split(separator: ",").joined(separator: " and ")
        let title = tags.isEmpty ? "Uploads from everyone" : "Recent Uploads tagged \(tags)"
        var text = "{\n\t\t\"title\": \(quoted(title)),"
        text += "\n\t\t\"link\": \(quoted("https://www.flickr.com/photos/")),"
        text += "\n\t\t\"description\": \"\","
        text += "\n\t\t\"modified\": \(quoted(modified(photos))),"
        text += "\n\t\t\"generator\": \(quoted("https://www.flickr.com")),"
        text += "\n\t\t\"items\": [\n"
        text += photos.map(item).joined(separator: ",\n")
        text += "\n        ]\n}"
        if arguments["nojsoncallback"] == "1" {
            return FakeAnswer(type: "application/json; charset=utf-8", text: text)
        }
        let callback = arguments["jsoncallback"] ?? "jsonFlickrFeed"
        return FakeAnswer(
            type: "application/x-javascript; charset=utf-8", text: "\(callback)(\(text))")
    }

    private func found(_ arguments: [String: String]) -> [FakePhoto] {
        var parameters = ["tags": arguments["tags"] ?? ""]
        // By default the feed requires all tags; a search requires any.
        parameters["tag_mode"] = arguments["tagmode"] == "any" ? "any" : "all"
        parameters["user_id"] = arguments["id"] ?? ""
        if parameters["tags"] == "", parameters["user_id"] == "" {
            parameters["min_upload_date"] = "0"
        }
        guard let search = try? PhotoSearch(parameters: parameters) else { return [] }
        return Array(index.photos(matching: search).prefix(20))
    }

    private func modified(_ photos: [FakePhoto]) -> String {
        FlickrTime.iso8601(unix: photos.first?.dateUpload ?? 0)
    }

    private func item(_ photo: FakePhoto) -> String {
        let page = "https://www.flickr.com/photos/\(photo.pathAlias ?? photo.owner)/\(photo.id)/"
        let picture = baseURL + photo.picturePath(PictureVariant.small)
        // The feed has the camera's clock and always San Francisco's offset in winter.
        let taken = photo.dateTaken.split(separator: " ").joined(separator: "T") + "-08:00"
        let members = [
            "\"title\": \(quoted(photo.title))", "\"link\": \(quoted(page))",
            "\"media\": {\"m\":\(quoted(picture))}", "\"date_taken\": \(quoted(taken))",
            "\"description\": \(spoiled(quoted(html(photo, page, picture))))",
            "\"published\": \(quoted(FlickrTime.iso8601(unix: photo.dateUpload)))",
            "\"author\": \(quoted("nobody@flickr.com (\"\(photo.ownerName)\")"))",
            "\"author_id\": \(quoted(photo.owner))",
            "\"tags\": \(quoted(photo.normalizedTags.joined(separator: " ")))",
        ]
        return "\t   {\n\t\t\t" + members.joined(separator: ",\n\t\t\t") + "\n\t   }"
    }

    private func html(_ photo: FakePhoto, _ page: String, _ picture: String) -> String {
        let pixels = photo.pixels(PictureVariant.small)
        let people = "https://www.flickr.com/people/\(photo.pathAlias ?? photo.owner)/"
        let title = JSONValue.escaped(photo.title)
        let description = JSONValue.escaped(photo.description)
        return
            " <p><a href=\"\(people)\">\(JSONValue.escaped(photo.ownerName))</a> posted a photo:</p>"
            + " <p><a href=\"\(page)\" title=\"\(title)\"><img src=\"\(picture)\""
            + " width=\"\(pixels.width)\" height=\"\(pixels.height)\" alt=\"\(title)\" /></a></p> "
            + (description.isEmpty ? "" : "<p>\(description)</p> ")
    }

    private func quoted(_ text: String) -> String {
        var bytes: [UInt8] = []
        JSONValue.write(text, to: &bytes, escapesNonASCII: true)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes apostrophes as `\'`, which is invalid in JSON, if the world specifies it.
    private func spoiled(_ json: String) -> String {
        guard index.world.feedHasInvalidEscapes else { return json }
        return json.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "\\'")
    }
}
