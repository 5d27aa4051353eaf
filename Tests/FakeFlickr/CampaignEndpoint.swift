import Foundation

/// Serves a campaign feed: `/campaign/auth/signin`, `/campaign/posts`,
/// `/campaign/pictures/{id}.jpg`.
struct CampaignEndpoint: Sendable {
    /// The prefix of all paths.
    static let prefix = "/campaign/"
    /// The prefix of picture paths.
    static let picturePrefix = prefix + "pictures/"

    let campaign: FakeCampaign
    let pictureBytes: Int
    /// Changes the server's data.
    let edit: @Sendable ((inout FakeCampaign) -> Void) -> Void

    func answer(_ request: FakeRequest) -> FakeAnswer {
        switch (request.method, request.path.dropFirst(Self.prefix.count)) {
        case ("POST", "auth/signin"): return signIn(request)
        case ("GET", "posts"):
            if let refusal = refusal(to: request) { return refusal }
            let text = "[" + campaign.posts.map(text(of:)).joined(separator: ",") + "]"
            return FakeAnswer(type: "application/json", text: campaign.text ?? text)
        case ("POST", "posts"): return receive(request)
        case ("GET", let path) where path.hasPrefix("pictures/"):
            if let refusal = refusal(to: request) { return refusal }
            let id = String(path.dropFirst("pictures/".count).prefix { $0 != "." })
            guard campaign.posts.contains(where: { $0.id == id }) else {
                return problem(404, "there is no such picture")
            }
            var answer = FakeAnswer(
                type: "image/jpeg",
                body: campaign.sent[id] ?? PictureBytes.make(shared: id, atLeast: pictureBytes))
            ByteRange.apply(request.headers, to: &answer)
            return answer
        default: return problem(404, "there is no such request")
        }
    }

    private var refusal: FakeAnswer { problem(401, "sign in first") }

    /// The error for a client without access to posts and pictures; nil if access is allowed.
    private func refusal(to request: FakeRequest) -> FakeAnswer? {
        guard campaign.asksWho else { return nil }
        return person(of: request) == nil ? refusal : campaign.refusal.map { problem(403, $0) }
    }

    private func problem(_ status: Int, _ sentence: String) -> FakeAnswer {
        FakeAnswer(
            status: status, type: "application/json",
            text: "{\"message\":\(Self.quoted(sentence)),\"error\":\(Self.quoted(sentence))}")
    }

    private func person(of request: FakeRequest, field: String? = nil) -> FakeCampaign.Person? {
        let token =
            field
            ?? request.headers["authorization"].flatMap { header in
                header.hasPrefix("Bearer ") ? String(header.dropFirst("Bearer ".count)) : nil
            }
        return campaign.people.first { $0.token == token }
    }

    private func signIn(_ request: FakeRequest) -> FakeAnswer {
        let given =
            (try? JSONDecoder().decode([String: String].self, from: Data(request.body)))
            ?? request.arguments
        guard
            let person = campaign.people.first(where: {
                $0.email == given["email"] && $0.password == given["password"]
            })
        else { return problem(400, "Email or password is wrong.") }
        return FakeAnswer(
            type: "application/json",
            text: """
                {"_id":"\(person.id)","email":"\(person.email)","firstName":"Eva","lastName":"Ek","bio":"",\
                "level":"3","photoURL":"","provider":"local","updated":"2026-01-02T03:04:05.678Z",\
                "created":"2026-01-02T03:04:05.678Z","campaign":"\(campaign.reportedCampaign ?? campaign.identifier)",\
                "loginToken":"\(person.token)"}
                """)
    }

    private func text(of post: FakeCampaign.Post) -> String {
        let url = post.photoURL ?? "\(Self.picturePrefix)\(post.id).jpg"
        return """
            {"_id":\(Self.quoted(post.id)),"title":\(Self.quoted(post.title)),\
            "description":\(Self.quoted(post.description)),"photoURL":\(Self.quoted(url)),\
            "created":\(Self.quoted(post.created)),"owner":{"_id":"\(post.owner)","firstName":"Eva",\
            "lastName":"Ek","photoURL":""},"campaignObject":{"_id":"9","identifier":"\(campaign.identifier)"}}
            """
    }

    private static func quoted(_ text: String) -> String {
        guard let data = try? JSONEncoder().encode(text) else { return "\"\"" }
        return String(decoding: data, as: UTF8.self)
    }

    // MARK: - Uploading posts

    private func receive(_ request: FakeRequest) -> FakeAnswer {
        let parts = FormParts(request)
        guard let person = person(of: request, field: parts.texts["loginToken"]) else {
            return refusal
        }
        guard let picture = parts.file, !picture.isEmpty else {
            return problem(400, "there is no picture")
        }
        let id = "\(1 + (campaign.posts.compactMap { Int($0.id) }.max() ?? 0))"
        let post = FakeCampaign.Post(
            id: id, title: parts.texts["title"] ?? "",
            description: parts.texts["description"] ?? "",
            created: FlickrTime.iso8601(
                unix: Int64(Date().timeIntervalSince1970) + campaign.clockAhead), owner: person.id)
        edit {
            $0.posts.insert(post, at: 0)
            $0.sent[id] = picture
        }
        return FakeAnswer(type: "application/json", text: text(of: post))
    }
}

/// The parts of a form with a file.
private struct FormParts {
    var texts: [String: String] = [:]
    var file: [UInt8]?

    init(_ request: FakeRequest) {
        guard let type = request.headers["content-type"], let mark = type.range(of: "boundary=")
        else { return }
        let boundary = Data("--\(type[mark.upperBound...].trimmingCharacters(in: ["\""]))".utf8)
        var rest = Data(request.body)[...]
        while let start = rest.range(of: boundary) {
            rest = rest[start.upperBound...]
            guard let end = rest.range(of: boundary),
                let gap = rest[..<end.lowerBound].range(of: Data("\r\n\r\n".utf8))
            else { return }
            let head = String(decoding: rest[..<gap.lowerBound], as: UTF8.self)
            let body = rest[gap.upperBound..<max(gap.upperBound, end.lowerBound - 2)]
            if head.contains("name=\"postPhoto\"") {
                file = Array(body)
            } else if let name = head.firstMatch(of: #/name="([^"]*)"/#) {
                texts[String(name.1)] = String(decoding: body, as: UTF8.self)
            }
        }
    }
}
