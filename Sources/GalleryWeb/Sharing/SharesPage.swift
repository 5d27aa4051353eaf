import Basics
import Foundation
import Gallery
import GalleryModel
import Hummingbird

/// The page of the links that give photos away, the newest first.
struct SharesPage {
    let request: WebRequest
    let site: Site

    /// Makes the page; blocks for some milliseconds a link.
    func response() throws -> Response {
        let language = request.language
        let frame = PageFrame(
            .shares, title: language.say("shares.title"), for: request, site)
        try request.accept([])
        let links = try site.gallery.shareLinks().filter { $0.dateRevoked == nil }.reversed()
        let values: [String: Any] = [
            "count": language.say("count.links", count: links.count), "isEmpty": links.isEmpty,
            "links": try links.map { try row($0, frame) },
        ]
        return .html(try frame.page("shares", values), for: request)
    }

    private func row(_ link: ShareLink, _ frame: PageFrame) throws -> [String: Any] {
        let language = request.language
        let shared = try site.gallery.sharedPhotos(of: link)
        let name: String? =
            if case .section(let reference) = link.subject { reference?.name } else { nil }
        let count = shared.map { language.say("count.photos", count: $0.count) }
        var facts = [
            link.gift.originals ? language.say("shares.originals") : language.say("shares.copies"),
            link.gift.metadata ? language.say("shares.metadata") : language.say("shares.plain"),
        ]
        if link.hasPassword { facts.append(language.say("shares.password")) }
        var values: [String: Any] = [
            "linkID": "\(link.id)", "linkName": name ?? count ?? language.say("shares.removed"),
            "facts": facts.joined(separator: " · "),
            "openings": language.say("count.openings", count: link.openings),
            "canChange": frame.isOwner, "isOver": ShareLinkDocument.state(of: link) != "valid",
            "created": PageMoment(date: link.dateCreated).values(in: language),
        ]
        if name != nil { values["photoCount"] = count }
        values["section"] = name.flatMap { _ in
            if case .section(let reference?) = link.subject {
                PageAddress.section(reference.text)
            } else {
                nil
            }
        }
        values["expires"] = link.dateExpires.map { PageMoment(date: $0).values(in: language) }
        values["opened"] = link.dateOpened.map { PageMoment(date: $0).values(in: language) }
        let first = try shared?.photos(from: 0, limit: SectionHead.coverPhotos) ?? []
        values["cover"] =
            first.lazy.compactMap {
                PictureAddress.thumbnail(of: $0.told, side: 240)
            }.first
        return values
    }
}
