import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("The feed page")
struct FeedPageTests {
    /// A campaign server with a photo of one pixel and users of each role.
    private struct Beach {
        let access: AccessScene
        let photo: PhotoID
        let feed: CampaignFeed

        init(_ change: (inout ServerOptions) -> Void = { _ in }) async throws {
            access = try AccessScene {
                $0.campaign = "Beach <clean-up>"
                change(&$0)
            }
            feed = access.gallery.campaign("Beach <clean-up>")
            let start = Array("GIF89a".utf8) + [40, 0, 40, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
            let pixel: [UInt8] = [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3B]
            let file = access.scene.folder.appending(path: "a.gif")
            try Data(start + pixel).write(to: file)
            _ = try await access.gallery.importPhotos(from: [BytePath(file.path)])
            photo = try access.gallery.photo(at: PhotoIndexPath(section: 0, item: 0)).id
        }

        /// A page as a user of a role sees it.
        func page(_ path: String, _ role: AccountRole) async throws -> (Int, String) {
            let name = "\(role.rawValue)-\(UInt64.random(in: 0...UInt64.max))"
            var account: String?
            if role == .member {
                account = name
                try access.gallery.accounts.add(
                    named: name, role: role, password: "their password", cost: .testing)
            }
            let token = try access.gallery.accessTokens.make(
                named: name, role: role == .member ? .owner : role, account: account)
            var headers = AccessScene.bearer(token)
            headers[.accept] = "text/html"
            let answer = await access.ask(.get, path, headers)
            let text = String(decoding: try await answer.bytes(), as: UTF8.self)
            checkPage(text, path)
            return (answer.status.code, text)
        }
    }

    private static func posts(_ page: String) -> [String] {
        MarkupReader.tags(page).compactMap { $0["data-post"] }
    }

    @Test("texts of users are shown as text")
    func showsWhatPeopleWroteAsText() async throws {
        let beach = try await Beach()
        var count = 0
        for text in HostileTexts.all {
            // Texts with control characters are rejected.
            let post = try? beach.feed.add(
                beach.photo, by: nil, title: String(text.prefix(60)), description: text)
            if post != nil { count += 1 }
        }
        #expect(count > 5)
        let (status, page) = try await beach.page("/feed", .viewer)
        #expect(status == 200)
        #expect(page.contains("Beach &lt;clean-up&gt;"))
        #expect(Self.posts(page).count == min(count, 20))
        for tag in MarkupReader.tags(page) {
            #expect(tag["onerror"] == nil && tag["onload"] == nil)
        }
    }

    @Test("the links to the next page lead through all posts")
    func leadsThroughAllPosts() async throws {
        let beach = try await Beach()
        var ids: [String] = []
        for number in 0..<45 {
            let post = try beach.feed.add(
                beach.photo, by: nil, title: "Bag \(number)", description: "")
            ids.insert("\(post.id)", at: 0)
        }
        var address: String? = "/feed"
        var seen: [String] = []
        while let next = address {
            let (_, page) = try await beach.page(next, .viewer)
            seen += Self.posts(page)
            address = MarkupReader.tags(page).first { $0["rel"] == "next" }?["href"]
        }
        #expect(seen == ids)
        #expect(try await beach.page("/feed?cursor=x", .viewer).0 == 400)
        #expect(try await beach.page("/feed?cursors=1", .viewer).0 == 200)
    }

    @Test("hidden posts are shown only to owners")
    func showsHiddenPostsToOwnersAlone() async throws {
        let beach = try await Beach()
        let shown = try beach.feed.add(beach.photo, by: nil, title: "One", description: "")
        let hidden = try beach.feed.add(beach.photo, by: nil, title: "Two", description: "")
        let deleted = try beach.feed.add(beach.photo, by: nil, title: "Three", description: "")
        try beach.feed.set(.hidden, of: hidden)
        try beach.feed.set(.deleted, of: deleted)
        let (_, owners) = try await beach.page("/feed", .owner)
        #expect(Self.posts(owners) == ["\(hidden.id)", "\(shown.id)"])
        #expect(MarkupReader.tags(owners).count { $0["data-hidden"] != nil } == 1)
        #expect(owners.contains(#"data-act="hide""#))
        for role in [AccountRole.viewer, .member] {
            let (_, page) = try await beach.page("/feed", role)
            #expect(Self.posts(page) == ["\(shown.id)"])
            // None of the posts is theirs.
            #expect(!page.contains(#"data-act="hide""#) && !page.contains(#"data-act="delete""#))
            #expect(page.contains(#"href="/publish""#) == (role == .member))
        }
    }

    @Test("only members and owners can publish")
    func publishingIsForMembers() async throws {
        let beach = try await Beach()
        for (role, expected) in [(AccountRole.viewer, 403), (.member, 200), (.owner, 200)] {
            let (status, page) = try await beach.page("/publish", role)
            #expect(status == expected, "\(role)")
            #expect(page.contains(#"capture="environment""#) == (expected == 200))
        }
        let shown = try await Beach { $0.isReadOnly = true }
        #expect(try await shown.page("/publish", .owner).0 == 403)
        let (_, page) = try await shown.page("/feed", .owner)
        #expect(!page.contains("/publish") && !page.contains(#"data-act="hide""#))
    }

    @Test("pages link to the feed only with a campaign")
    func isThereWithACampaignAlone() async throws {
        let beach = try await Beach()
        let (_, page) = try await beach.page("/", .viewer)
        #expect(page.contains(#"href="/feed""#))
        let other = try await Beach { $0.campaign = nil }
        let (_, plain) = try await other.page("/", .viewer)
        #expect(!plain.contains("/feed") && plain.contains("/manifest.webmanifest"))
    }
}
