extension RestEndpoint {
    /// The response of `flickr.photos.getSizes`.
    func sizes(of photo: FakePhoto) -> JSONValue {
        let page = "https://www.flickr.com/photos/\(photo.pathAlias ?? photo.owner)/\(photo.id)"
        let sizes = photo.variants.map { variant -> JSONValue in
            let pixels = photo.pixels(variant)
            let isString = variant.extra != "sq"
            return .object([
                ("label", .string(variant.label)),
                ("width", .number(pixels.width, asString: isString)),
                ("height", .number(pixels.height, asString: isString && variant.extra != "n")),
                ("source", .string(baseURL + photo.picturePath(variant))),
                ("url", .string("\(page)/sizes/\(variant.extra)/")), ("media", .string("photo")),
            ])
        }
        return .object([
            ("canblog", .integer(0)), ("canprint", .integer(0)),
            ("candownload", .integer(photo.isOriginalPermitted ? 1 : 0)),
            ("size", .array(sizes)),
        ])
    }

    /// The response of `flickr.photos.getInfo`.
    func info(of photo: FakePhoto) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .string(photo.id)), ("secret", .string(photo.secret)),
            ("server", .string(photo.server)), ("farm", .integer(photo.farm)),
            ("dateuploaded", .string(String(photo.dateUpload))), ("isfavorite", .integer(0)),
            ("license", .string(String(photo.license))),
            ("safety_level", .string(String(photo.safety))), ("rotation", .integer(0)),
        ]
        if photo.isOriginalPermitted {
            members += [
                ("originalsecret", .string(photo.originalSecret)),
                ("originalformat", .string(photo.originalFormat)),
            ]
        }
        members += [
            ("owner", owner(of: photo)), ("title", .content(JSONValue.escaped(photo.title))),
            ("description", .content(JSONValue.escaped(photo.description))),
            (
                "visibility",
                .object([
                    ("ispublic", .integer(photo.isPublic ? 1 : 0)),
                    ("isfriend", .integer(photo.isFriend ? 1 : 0)),
                    ("isfamily", .integer(photo.isFamily ? 1 : 0)),
                ])
            ),
            ("dates", dates(of: photo)), ("views", .string(String(photo.views))),
            ("editability", .object([("cancomment", .integer(0)), ("canaddmeta", .integer(0))])),
            (
                "publiceditability",
                .object([("cancomment", .integer(1)), ("canaddmeta", .integer(0))])
            ),
            (
                "usage",
                .object([
                    ("candownload", .integer(photo.isOriginalPermitted ? 1 : 0)),
                    ("canblog", .integer(0)), ("canprint", .integer(0)), ("canshare", .integer(1)),
                ])
            ),
            ("comments", .content(String(photo.views / 500))),
            ("notes", .object([("note", .array([]))])),
            ("people", .object([("haspeople", .integer(0))])), ("tags", tags(of: photo)),
        ]
        if photo.latitude != nil {
            members.append(
                ("location", .object(location(photo).filter { $0.0 != "geo_is_public" })))
        }
        members += [("urls", urls(of: photo)), ("media", .string(photo.media.rawValue))]
        return .object(members)
    }

    private func owner(of photo: FakePhoto) -> JSONValue {
        .object([
            ("nsid", .string(photo.owner)),
            ("username", .string(JSONValue.escaped(photo.ownerName))),
            ("realname", .string(JSONValue.escaped(photo.realName))), ("location", .string("")),
            ("iconserver", .string("8033")), ("iconfarm", .integer(9)),
            ("path_alias", photo.pathAlias.map(JSONValue.string) ?? .null),
        ])
    }

    private func dates(of photo: FakePhoto) -> JSONValue {
        .object([
            ("posted", .string(String(photo.dateUpload))), ("taken", .string(photo.dateTaken)),
            (
                "takengranularity",
                .number(photo.granularity, asString: photo.variant("granularity", of: 2) == 0)
            ),
            ("takenunknown", .string(photo.dateTakenUnknown ? "1" : "0")),
            ("lastupdate", .string(String(photo.lastUpdate))),
        ])
    }

    private func tags(of photo: FakePhoto) -> JSONValue {
        let all = photo.tags.map { ($0, 0) } + photo.machineTags.map { ($0, 1) }
        let values = all.enumerated().map { index, tag -> JSONValue in
            .object([
                ("id", .string("78701040-\(photo.id)-\(index + 1)")),
                ("author", .string(photo.owner)),
                ("authorname", .string(JSONValue.escaped(photo.ownerName))),
                ("raw", .string(JSONValue.escaped(tag.0))),
                (
                    "_content",
                    .string(tag.1 == 1 ? tag.0 : FakePhoto.normalizedTag(tag.0))
                ),
                ("machine_tag", .integer(tag.1)),
            ])
        }
        return .object([("tag", .array(values))])
    }

    private func urls(of photo: FakePhoto) -> JSONValue {
        let page = "https://www.flickr.com/photos/\(photo.pathAlias ?? photo.owner)/\(photo.id)/"
        return .object([
            (
                "url",
                .array([.object([("type", .string("photopage")), ("_content", .string(page))])])
            )
        ])
    }
}
