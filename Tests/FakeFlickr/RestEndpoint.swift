/// Serves Flickr's API: `/services/rest/`.
struct RestEndpoint: Sendable {
    let index: WorldIndex
    let baseURL: String
    /// The keys that are valid; nil for every key of letters and digits.
    let apiKeys: Set<String>?

    /// Answers a request.
    ///
    /// - Parameter fault: a fault that changes the photos on a page, or fails the call
    func answer(_ request: FakeRequest, fault: FakeFault?) -> FakeAnswer {
        let arguments = request.arguments
        do throws(APIFailure) {
            if case .failCode(let code, let message) = fault {
                throw APIFailure(code: code, message: message)
            }
            let format = arguments["format"] ?? "rest"
            guard format == "json" || format == "rest" else { throw .noFormat(format) }
            try checkKey(arguments["api_key"] ?? "")
            return rendered(try value(arguments, fault: fault), arguments)
        } catch {
            return rendered(error, arguments)
        }
    }

    private func checkKey(_ key: String) throws(APIFailure) {
        let isWellFormed =
            !key.isEmpty
            && key.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
            }
        guard isWellFormed else { throw .badKey }
        if let apiKeys, !apiKeys.contains(key) { throw .unknownKey }
    }

    private func value(
        _ arguments: [String: String], fault: FakeFault?
    ) throws(APIFailure) -> [(String, JSONValue)] {
        let method = arguments["method"] ?? ""
        switch method {
        case "flickr.photos.search":
            return [("photos", try searchPage(arguments, fault: fault))]
        case "flickr.photos.getSizes": return [("sizes", sizes(of: try photo(arguments)))]
        case "flickr.photos.getInfo": return [("photo", info(of: try photo(arguments)))]
        case "flickr.photos.licenses.getInfo": return [("licenses", LicenseList.value)]
        case "flickr.people.findByUsername":
            return [("user", try user { $0.ownerName == arguments["username"] })]
        case "flickr.urls.lookupUser":
            let name = (arguments["url"] ?? "").split(separator: "/").last.map(String.init)
            return [("user", try user { $0.owner == name || $0.pathAlias == name })]
        case "flickr.test.echo":
            return arguments.sorted { $0.key < $1.key }.map { ($0.key, .content($0.value)) }
        default: throw .noMethod(method)
        }
    }

    /// The photo of `photo_id`; private photos are not found, as without sign-in.
    private func photo(_ arguments: [String: String]) throws(APIFailure) -> FakePhoto {
        guard let photo = index.photo(arguments["photo_id"] ?? ""), photo.isPublic else {
            throw .photoNotFound
        }
        return photo
    }

    private func user(_ isMatch: (FakePhoto) -> Bool) throws(APIFailure) -> JSONValue {
        guard let owner = index.owner(where: isMatch) else { throw .userNotFound }
        return .object([
            ("id", .string(owner.owner)), ("nsid", .string(owner.owner)),
            ("username", .content(JSONValue.escaped(owner.ownerName))),
        ])
    }

    private func rendered(
        _ members: [(String, JSONValue)], _ arguments: [String: String]
    ) -> FakeAnswer {
        if arguments["format"] == "json" {
            return json(.object(members + [("stat", .string("ok"))]), arguments)
        }
        var text = "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"ok\">\n"
        for (name, value) in members { value.writeXML(named: name, to: &text) }
        return FakeAnswer(type: "text/xml; charset=utf-8", text: text + "</rsp>\n")
    }

    private func rendered(
        _ failure: APIFailure, _ arguments: [String: String]
    ) -> FakeAnswer {
        if arguments["format"] == "json" {
            return json(
                .object([
                    ("stat", .string("fail")), ("code", .integer(failure.code)),
                    ("message", .string(failure.message)),
                ]), arguments)
        }
        let message = JSONValue.escaped(failure.message)
        return FakeAnswer(
            type: "text/xml; charset=utf-8",
            text: "<?xml version=\"1.0\" encoding=\"utf-8\" ?>\n<rsp stat=\"fail\">\n"
                + "\t<err code=\"\(failure.code)\" msg=\"\(message)\" />\n</rsp>\n")
    }

    private func json(_ value: JSONValue, _ arguments: [String: String]) -> FakeAnswer {
        var bytes: [UInt8] = []
        if arguments["nojsoncallback"] == "1" {
            value.write(to: &bytes)
            return FakeAnswer(type: "application/json", body: bytes)
        }
        bytes.append(contentsOf: "\(arguments["jsoncallback"] ?? "jsonFlickrApi")(".utf8)
        value.write(to: &bytes)
        bytes.append(UInt8(ascii: ")"))
        return FakeAnswer(type: "text/javascript; charset=utf-8", body: bytes)
    }
}
