import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Testing

@testable import GalleryWeb

/// A campaign server with a picture in each possible state.
final class PublishedScene: Sendable {
    /// The state of a sent picture.
    enum State: String, CaseIterable, Sendable {
        /// Sent and not posted.
        case draft
        case posted
        case hidden
        case deleted
        /// Posted, with its photo in the trash.
        case trashed
        /// Sent to another campaign and not posted there.
        case elsewhere

        /// True if a text or a picture file contains the photo's marker.
        func isIn(_ text: String) -> Bool { text.contains("Zq\(rawValue)") }
    }

    /// The reader of a response.
    enum Reader: String, CaseIterable, Sendable {
        case nobody, viewer, token, member, sender, owner
    }

    let campaign: CampaignScene
    let photos: [State: PhotoID]
    let posts: [State: Int]
    let readers: [Reader: HTTPFields]
    /// The secrets of links of each kind.
    let secrets: [String]

    init() async throws {
        let scene = try CampaignScene { $0.isSharing = true }
        let gallery = scene.gallery
        let owner = await scene.access.session()
        let eva = await scene.access.session("eva", CampaignScene.password)
        var photos: [State: PhotoID] = [:]
        var posts: [State: Int] = [:]
        for (index, state) in State.allCases.enumerated() {
            let picture = try MarkedPicture.bytes(
                of: "messi5.jpg", state.rawValue, latitude: 40 + index)
            if state == .elsewhere {
                let draft = gallery.campaign("winter").draft(
                    by: try gallery.accounts.account(named: "eva"))
                photos[state] = try await gallery.receivePicture(
                    AsyncStream([picture]), upTo: 9_000_000, draft)
                continue
            }
            let photo = try await scene.send(picture, eva)
            photos[state] = PhotoID(rawValue: Int64(photo))
            if state == .draft { continue }
            let title = MarkedPicture.marker(state.rawValue, "TITLE")
            let made = try await scene.api(
                .post, "posts", eva, json: #"{"photo":\#(photo),"title":"\#(title)"}"#)
            posts[state] = Int(try #require(made.body["id"]?.double))
        }
        for (state, change) in [(State.hidden, CampaignPost.State.hidden), (.deleted, .deleted)] {
            let post = try #require(try scene.feed.post(Int64(posts[state] ?? 0)))
            try scene.feed.set(change, of: post)
        }
        try gallery.trash.add([try #require(photos[.trashed])])
        try gallery.albums.create(named: "all", filter: try gallery.filter("has:tags"))
        try gallery.albums.create(named: "waits", filter: try gallery.filter("is:unpublished"))
        var options = ShareLinkOptions()
        var secrets: [String] = []
        let sections = try gallery.sections.list().filter { $0.reference.kind != .camera }
        let named = State.allCases.filter { $0 != .trashed }.compactMap { photos[$0] }
        for tells in [true, false] {
            options.contents = ShareContents(originals: tells, metadata: tells)
            // Links without metadata share the same photos.
            for query in (tells ? sections.map(PhotoQuery.section) : []) + [.photos(named)] {
                secrets.append(
                    try gallery.shareLinks.make(query, options: options, cost: .testing).secret)
            }
        }
        campaign = scene
        (self.photos, self.posts, self.secrets) = (photos, posts, secrets)
        readers = [
            .nobody: [:], .viewer: await scene.access.session("vic", CampaignScene.password),
            .token: AccessScene.bearer(try gallery.accessTokens.make(named: "read", role: .viewer)),
            .member: await scene.access.session("max", CampaignScene.password), .sender: eva,
            .owner: owner,
        ]
    }

    var gallery: PhotoGallery { campaign.gallery }

    /// True if a response may reveal a picture to a reader.
    ///
    /// - Parameters:
    ///   - subject: the picture that the address names.
    ///   - isOpen: true if the route is open to everyone or to recipients of a link, and all
    ///     readers see the same.
    ///   - asks: true if the query requests unpublished photos.
    static func mayTell(
        _ state: State, _ reader: Reader, subject: State?, isOpen: Bool, asks: Bool
    ) -> Bool {
        switch (state, reader) {
        case (.posted, _): true
        case _ where isOpen: false
        case (.draft, .owner), (.elsewhere, .owner): subject == state || asks
        case (_, .owner): true
        case (.trashed, _): false
        case (_, .sender): subject == state
        default: false
        }
    }
}

extension AsyncStream where Element: Sendable {
    /// A stream of the elements.
    fileprivate init(_ elements: [Element]) {
        self.init { continuation in
            for element in elements { continuation.yield(element) }
            continuation.finish()
        }
    }
}
