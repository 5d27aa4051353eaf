extension RestEndpoint {
    /// A photo in lists, with the requested extras.
    ///
    /// As in recorded responses, a value is a number in some rows and a string in others, depending
    /// on the photo's id.
    func row(_ photo: FakePhoto, extras: Set<String>) -> JSONValue {
        var row: [(String, JSONValue)] = [
            ("id", .string(photo.id)), ("owner", .string(photo.owner)),
            ("secret", .string(photo.secret)), ("server", .string(photo.server)),
            ("farm", .integer(photo.farm)), ("title", .string(JSONValue.escaped(photo.title))),
            ("ispublic", .integer(photo.isPublic ? 1 : 0)),
            ("isfriend", .integer(photo.isFriend ? 1 : 0)),
            ("isfamily", .integer(photo.isFamily ? 1 : 0)),
        ]
        for name in RestEndpoint.extraNames where extras.contains(name) {
            row += members(of: photo, extra: name)
        }
        if photo.hasURLs {
            for variant in photo.variants where extras.contains("url_\(variant.extra)") {
                row += urlMembers(photo, variant)
            }
        }
        return .object(row)
    }

    private static let extraNames = [
        "description", "license", "date_upload", "date_taken", "owner_name", "realname",
        "icon_server", "last_update", "geo", "tags", "machine_tags", "original_format", "o_dims",
        "views", "count_views", "count_faves", "count_comments", "media", "path_alias",
        "safety_level", "rotation",
    ]

    private func members(of photo: FakePhoto, extra: String) -> [(String, JSONValue)] {
        switch extra {
        case "description":
            return [("description", .content(JSONValue.escaped(photo.description)))]
        case "license": return [("license", .string(String(photo.license)))]
        case "date_upload": return [("dateupload", .string(String(photo.dateUpload)))]
        case "date_taken":
            let isString = photo.variant("granularity", of: 2) == 0
            return [
                ("datetaken", .string(photo.dateTaken)),
                ("datetakengranularity", .number(photo.granularity, asString: isString)),
                ("datetakenunknown", .number(photo.dateTakenUnknown ? 1 : 0, asString: !isString)),
            ]
        case "owner_name": return [("ownername", .string(JSONValue.escaped(photo.ownerName)))]
        case "realname": return [("realname", .string(JSONValue.escaped(photo.realName)))]
        case "icon_server": return [("iconserver", .string("8033")), ("iconfarm", .integer(9))]
        case "last_update": return [("lastupdate", .string(String(photo.lastUpdate)))]
        case "geo": return location(photo)
        case "tags": return [("tags", .string(photo.normalizedTags.joined(separator: " ")))]
        case "machine_tags":
            return [("machine_tags", .string(photo.machineTags.joined(separator: " ")))]
        case "original_format":
            guard photo.isOriginalPermitted else { return [] }
            return [
                ("originalsecret", .string(photo.originalSecret)),
                ("originalformat", .string(photo.originalFormat)),
            ]
        case "o_dims":
            guard photo.isOriginalPermitted else { return [] }
            return [
                ("o_width", .string(String(photo.width))),
                ("o_height", .string(String(photo.height))),
            ]
        case "views": return [("views", .string(String(photo.views)))]
        case "count_views": return [("count_views", .string(String(photo.views)))]
        case "count_faves": return [("count_faves", .string(String(photo.views / 100)))]
        case "count_comments": return [("count_comments", .string(String(photo.views / 500)))]
        case "media":
            return [("media", .string(photo.media.rawValue)), ("media_status", .string("ready"))]
        case "path_alias": return [("pathalias", photo.pathAlias.map(JSONValue.string) ?? .null)]
        case "safety_level": return [("safety_level", .string(String(photo.safety)))]
        case "rotation": return [("rotation", .integer(0))]
        default: return []
        }
    }

    /// Location members: the number 0 without a location, else decimals or strings.
    func location(_ photo: FakePhoto) -> [(String, JSONValue)] {
        guard let latitude = photo.latitude, let longitude = photo.longitude else {
            return [
                ("latitude", .integer(0)), ("longitude", .integer(0)), ("accuracy", .integer(0)),
                ("context", .integer(0)),
            ]
        }
        let isString = photo.variant("geo", of: 2) == 0
        func degrees(_ value: Double) -> JSONValue {
            isString ? .string(String(value)) : .decimal(value)
        }
        return [
            ("latitude", degrees(latitude)), ("longitude", degrees(longitude)),
            ("accuracy", .string(String(photo.accuracy))), ("context", .integer(0)),
            ("place_id", .string("W24McYBUV7MWarg33w")), ("woeid", .string("55970967")),
            ("geo_is_family", .integer(0)), ("geo_is_friend", .integer(0)),
            ("geo_is_contact", .integer(0)), ("geo_is_public", .integer(1)),
        ]
    }

    private func urlMembers(
        _ photo: FakePhoto, _ variant: PictureVariant
    ) -> [(String, JSONValue)] {
        let pixels = photo.pixels(variant)
        // 2013: the computed edge is a number, the other a string. 2020: numbers, except for the
        // original.
        let isOld = photo.variant("dimensions", of: 2) == 0
        let (tall, wide): (Bool, Bool)
        switch (isOld, variant.extra) {
        case (true, "sq"): (tall, wide) = (false, false)
        case (true, "n"), (true, "c"), (true, "h"), (true, "k"):
            (tall, wide) = photo.width >= photo.height ? (false, true) : (true, false)
        case (true, _), (false, "o"): (tall, wide) = (true, true)
        case (false, _): (tall, wide) = (false, false)
        }
        return [
            ("url_\(variant.extra)", .string(baseURL + photo.picturePath(variant))),
            ("height_\(variant.extra)", .number(pixels.height, asString: tall)),
            ("width_\(variant.extra)", .number(pixels.width, asString: wide)),
        ]
    }
}
