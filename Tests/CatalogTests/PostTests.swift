import Basics
import Foundation
import GalleryModel
import Testing

@testable import Catalog

@Suite("What people publish")
struct PostTests {
    private static func record(
        _ photo: PhotoID, _ section: PhotoSection, _ title: String = "dog",
        account: Int64? = nil
    ) -> PostRecord {
        PostRecord(
            section: section.id, photo: photo, account: account, title: title, description: "")
    }

    private func titles(_ temporary: TemporaryCatalog, _ section: PhotoSection) throws -> [String] {
        try temporary.catalog.posts(in: section.id).map(\.title)
    }

    @Test("The latest stands first, in pages, and the same said once more is the same post")
    func order() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        for title in ["one", "two", "three"] {
            _ = try catalog.add(Self.record(ids[0], section, title), command: "post")
        }
        let again = try catalog.add(Self.record(ids[0], section, "two"), command: "post")
        #expect(again.id == 2)
        #expect(try catalog.add(Self.record(ids[1], section, "two"), command: "post").id == 4)
        #expect(try titles(temporary, section) == ["two", "three", "two", "one"])
        #expect(try catalog.posts(in: section.id, before: 3, limit: 1).map(\.id) == [2])
        #expect(try catalog.posts(in: section.id + 1).isEmpty)
        let dates = try catalog.posts(in: section.id).map(\.dateCreated)
        #expect(dates == dates.sorted(by: >))
    }

    @Test("Who gets to see a post changes and is taken back, and so does a post and its edit")
    func undo() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil], to: section)
        var edit = PhotoEdit()
        edit.rotation = 90
        let post = try catalog.add(Self.record(ids[0], section), edit: edit, command: "post")
        #expect(try catalog.edit(of: ids[0]) == edit)
        #expect(try catalog.setState(.hidden, ofPost: post.id, command: "post hide") != nil)
        #expect(try catalog.setState(.hidden, ofPost: post.id, command: "post hide") == nil)
        #expect(try titles(temporary, section).isEmpty)
        #expect(
            try catalog.posts(in: section.id, includesHidden: true).map(\.state) == [.hidden])
        try catalog.setState(.deleted, ofPost: post.id, command: "post delete")
        #expect(try catalog.post(post.id, in: section.id) == nil)
        #expect(try catalog.setState(.shown, ofPost: post.id, command: "post show") == nil)
        // What was hidden before it was deleted is hidden again.
        #expect(try catalog.undo(nil).posts == ids)
        #expect(try catalog.post(post.id, in: section.id)?.state == .hidden)
        #expect(try catalog.undo(nil).posts == ids)
        #expect(try titles(temporary, section) == ["dog"])
        let undone = try catalog.undo(nil)
        #expect(undone.posts == ids && undone.edits == ids)
        #expect(try titles(temporary, section).isEmpty)
        #expect(try catalog.edit(of: ids[0]) == nil)
        // The same said again is a post of its own: the other one was deleted.
        #expect(try catalog.add(Self.record(ids[0], section), command: "post").id == 2)
        #expect(try catalog.journalEntries(limit: 9).map(\.posts) == [1, 1, 1, 1, 1, 1, 1, 0])
    }

    @Test("A post is there as long as its photo, and outlives its account")
    func photos() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try temporary.makeSection("dogs")
        let ids = try temporary.addPhotos(at: [nil, nil], to: section)
        _ = try catalog.addAccount(named: "ann", role: .member, passwordHash: "a")
        let ann = try #require(try catalog.account(named: "ann")?.account)
        let post = try catalog.add(
            Self.record(ids[0], section, account: ann.id), command: "post")
        #expect(post.account?.name == "ann")
        _ = try catalog.trash([ids[0]])
        #expect(try titles(temporary, section).isEmpty)
        _ = try catalog.undo(nil)
        #expect(try titles(temporary, section) == ["dog"])
        _ = try catalog.removeAccount(named: "ann")
        let left = try #require(try catalog.post(post.id, in: section.id))
        #expect(left.account == nil && left.title == "dog")
    }

    @Test("Of the tokens that signing in gives, the oldest go, and those that expired")
    func tokens() throws {
        let temporary = try TemporaryCatalog()
        defer { withExtendedLifetime(temporary) {} }
        let catalog = temporary.catalog
        var profile = AccountProfile()
        profile.email = "Ann@Example.org"
        _ = try catalog.addAccount(
            named: "ann", role: .member, profile: profile, passwordHash: "a")
        let ann = try #require(try catalog.account(email: "ann@example.ORG")?.account)
        _ = try catalog.addAccessToken(
            named: "phone", role: .member, account: ann.id, hash: digest(9).hexadecimal,
            expires: nil)
        for number in 1...4 {
            try catalog.addSignInToken(
                of: ann, title: "sign-in of ann", hash: digest(UInt8(number)).hexadecimal,
                expires: Date() + (number == 3 ? -1 : 100), most: 2)
        }
        #expect(
            try catalog.accessTokens().map(\.name) == [
                "phone", "sign-in of ann 3", "sign-in of ann 4",
            ])
        #expect(try catalog.accessToken(hash: digest(4).hexadecimal)?.account?.name == "ann")
        #expect(try catalog.accessToken(hash: digest(1).hexadecimal) == nil)
    }
}
