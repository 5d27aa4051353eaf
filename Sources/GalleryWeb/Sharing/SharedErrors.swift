import Hummingbird

/// The pages that a share link is answered with where it gives nothing: the form for its password, and errors.
///
/// What is unknown, has expired or was revoked is answered by the same bytes.
enum SharedErrors {
    /// The page for a problem; nil where a program asked, which gets JSON.
    static func page(
        _ problem: Problem, for request: Request, _ access: SharedAccess?
    ) -> Response? {
        guard Pages.isForPeople(request) else { return nil }
        let language = PageLanguage(request.headers)
        let path = request.head.path ?? ""
        var base = ""
        if access != nil, let parts = try? RequestTarget(path).path, parts.count > 1 {
            base = "/shared/\(PercentEncoding.encoded(parts[1]))"
        }
        let isDoor = access.map { !$0.isOpen } ?? false
        let title = isDoor ? language.say("shared.door") : language.say("error.nothing-here")
        let frame = SharedFrame(
            kind: .door, title: title, base: base,
            // Of a link that opens nothing there is nothing to come back to.
            address: base.isEmpty ? "/" : base, language: language)
        var values: [String: Any] = ["errorTitle": title]
        if isDoor {
            if request.method == .post { values["failure"] = Pages.sentence(problem.detail) }
        } else {
            let isGone = access == nil && problem.status == .notFound
            values["errorTitle"] =
                problem.status == .notFound ? title : Pages.title(of: problem.status, in: language)
            values["errorDetail"] =
                isGone ? language.say("shared.gone") : Pages.sentence(problem.detail)
            values["isForeign"] = !isGone && problem.message == nil && language != .english
        }
        guard let page = try? frame.page(isDoor ? "shared-door" : "shared-error", values) else {
            return nil
        }
        var answer = Response.html(page, status: problem.status)
        for field in problem.headers { answer.headers[field.name] = field.value }
        return answer
    }
}
