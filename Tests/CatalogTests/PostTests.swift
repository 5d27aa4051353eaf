import Basics
import Foundation
import GRDB
import GalleryModel
import Testing

@testable import Catalog

@Suite("Posts and publishing")
struct PostTests {
    private static func record(
        _ photo: PhotoID, _ section: PhotoSection, _ title: String = "dog",
        account: Int64? = nil
    ) -> PostRecord {
        (
            section: section.id, photo: photo, account: account, title: title, description: ""
        )
    }

    private func titles(_ temporary: TemporaryCatalog, _ section: PhotoSection) throws -> [String] {
        try temporary.catalog.posts(in: section.id).map(\.title)
    }

    @Test("the latest post is first, in pages, and repeating a post adds nothing")
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

    @Test("undo reverts a post's visibility, and a post together with its edit")
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
        // A post hidden before its deletion is hidden again.
        #expect(try catalog.undo(nil)[.posts] == ids)
        #expect(try catalog.post(post.id, in: section.id)?.state == .hidden)
        #expect(try catalog.undo(nil)[.posts] == ids)
        #expect(try titles(temporary, section) == ["dog"])
        let undone = try catalog.undo(nil)
        #expect(undone[.posts] == ids && undone[.edits] == ids)
        #expect(try titles(temporary, section).isEmpty)
        #expect(try catalog.edit(of: ids[0]) == nil)
        // The same text again is a new post: the other one was deleted.
        #expect(try catalog.add(Self.record(ids[0], section), command: "post").id == 2)
        let counts = try catalog.journalEntries(limit: 9).map { $0[.posts] }
        #expect(counts == [1, 1, 1, 1, 0])
    }

    @Test("the photo of an undone post waits again, without its title, and redo shows both again")
    func waitsAgain() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try catalog.makeSection(
            SectionReference(kind: .campaign, name: "summer"))
        let id = try send(1, temporary, section)
        func state() throws -> ReceivedPicture.State? {
            try catalog.read { try ReceivedPicture.state(of: id, $0) }
        }
        let before = try catalog.photo(id: id).details
        #expect(before.title == nil)
        _ = try catalog.add(Self.record(id, section), command: "post")
        let after = try catalog.photo(id: id).details
        #expect(after.title == "dog" && after.originID != before.originID)
        for _ in 0..<2 {
            #expect(try catalog.undo(nil)[.posts] == [id])
            #expect(try catalog.photo(id: id).details == before)
            #expect(try state() == .waiting && titles(temporary, section).isEmpty)
            #expect(try catalog.redo()[.posts] == [id])
            #expect(try catalog.photo(id: id).details == after)
            #expect(try state() == .shown && titles(temporary, section) == ["dog"])
        }
    }

    /// A photo waiting to be published, with bytes of one digit; with texts, one from a form.
    private func send(
        _ byte: UInt8, _ temporary: TemporaryCatalog, _ section: PhotoSection,
        as texts: [String] = []
    ) throws -> PhotoID {
        let file = PictureFile(
            digest: digest(byte), byteCount: 10, fileType: "JPEG", fileExtension: "jpg",
            width: 400, height: 300)
        let received = ReceivedPicture(
            account: nil, sha256: digest(byte).hexadecimal, sentAs: texts)
        var details = PhotoDetails(origin: .campaign, originID: received.originID)
        details.title = texts.first
        details.tags = ["dog"]
        let sent = ImportedPhoto(
            source: nil, file: file, details: details, isStored: true, received: received)
        let stored = try temporary.catalog.store(
            [sent], in: section, noting: CommandEntry("upload"))
        return try #require(stored.first).id
    }

    @Test("a post never changes another post's photo: another edit is shown on a copy")
    func copies() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try catalog.makeSection(
            SectionReference(kind: .campaign, name: "summer"))
        var edit = PhotoEdit()
        edit.rotation = 90
        let first = try send(1, temporary, section)
        let post = try catalog.add(Self.record(first, section), edit: edit, command: "post")
        #expect(post.photo == first)
        // Posting the same again is the same post, for the photo and for its bytes sent again.
        let second = try send(1, temporary, section)
        #expect(second != first)
        for photo in [first, second] {
            let again = try catalog.add(Self.record(photo, section), edit: edit, command: "post")
            #expect(again == post)
        }
        let plain = try catalog.add(
            Self.record(first, section, "plain"), edit: PhotoEdit(), command: "post")
        let copy = plain.photo
        #expect(copy != first && copy != second)
        #expect(try catalog.edit(of: first) == edit && catalog.edit(of: copy) == nil)
        #expect(try catalog.photo(id: copy).picture == catalog.photo(id: first).picture)
        // Sent again and not posted, it waits.
        #expect(try temporary.rows(section).map(\.photo.id) == [first, copy])
        // The copy is trashed and restored with its post, and a deleted post's photo can be reused.
        let undone = try catalog.undo(nil)
        #expect(undone[.posts] == [copy] && undone.trashed == [copy])
        try catalog.setState(.deleted, ofPost: post.id, command: "post delete")
        let anew = try catalog.add(Self.record(first, section), edit: PhotoEdit(), command: "post")
        #expect(anew.photo != first && anew.photo != copy)
        #expect(try catalog.edit(of: first) == edit)
        // Two posts with the same look share the photo.
        let shared = try catalog.add(Self.record(first, section, "more"), command: "post")
        #expect(shared.photo == first)
    }

    @Test("photos waiting to be published expire into the trash, and others do not")
    func waiting() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try catalog.makeSection(
            SectionReference(kind: .campaign, name: "summer"))
        let ids = try (1...4).map { try send($0, temporary, section) }
        _ = try catalog.add(Self.record(ids[0], section), command: "post")
        var profile = AccountProfile()
        profile.photo = ids[1]
        _ = try catalog.addAccount(
            named: "ann", role: .member, profile: profile, passwordHash: "a")
        _ = try catalog.store(
            [try catalog.photo(id: ids[2]).details], in: try temporary.makeSection("dogs"),
            command: "search")
        let other = try temporary.addPhotos(at: [nil], to: section)
        #expect(try catalog.trashUnpublished(since: Date() - 60).isEmpty)
        #expect(try catalog.trashUnpublished(since: Date() + 60) == [ids[3]])
        // The account's photo and the one of the other section also wait.
        #expect(try temporary.rows(section).map(\.photo.id) == [ids[0]] + other)
        #expect(try ids[1...2].allSatisfy { try catalog.photo(id: $0).dateTrashed == nil })
        #expect(try catalog.journalEntries(limit: 1).map(\.command) == ["post expire"])
        // Sent again it is another photo; restored it stays.
        #expect(try send(4, temporary, section) != ids[3])
        #expect(try catalog.restore([ids[3]]) == [ids[3]])
        #expect(try catalog.trashUnpublished(since: Date() + 60).count == 1)
        #expect(try catalog.photo(id: ids[3]).dateTrashed == nil)
    }

    @Test("photos left over from a form expire likewise, but do not count as removed by a user")
    func leftovers() throws {
        let temporary = try TemporaryCatalog()
        let catalog = temporary.catalog
        let section = try catalog.makeSection(
            SectionReference(kind: .campaign, name: "summer"))
        let ids = try (1...2).map { try send($0, temporary, section, as: ["dog", ""]) }
        _ = try catalog.add(Self.record(ids[0], section), command: "post")
        // Sent again it is the photo of its post.
        #expect(try send(1, temporary, section, as: ["dog", ""]) == ids[0])
        #expect(try catalog.trashUnpublished(since: Date() + 60) == [ids[1]])
        #expect(try !catalog.isRemoved(sha256: digest(2).hexadecimal, of: nil))
        // A plain undo reverts a user's action; the expiry can be undone by its number.
        #expect(try catalog.undo(nil).entry.command == "post")
        let expiry = try #require(
            try catalog.journalEntries(limit: 9).first { $0.command == "post expire" })
        #expect(try catalog.undo(expiry.id).restored == [ids[1]])
        #expect(try catalog.trashUnpublished(since: Date() + 60).isEmpty)
        _ = try catalog.trash([ids[1]])
        #expect(try catalog.isRemoved(sha256: digest(2).hexadecimal, of: nil))
        #expect(try !catalog.isRemoved(sha256: digest(2).hexadecimal, of: 1))
        #expect(try !catalog.isRemoved(sha256: digest(3).hexadecimal, of: nil))
    }

    @Test(
        "photos without a visible post are hidden from others, and drafts from every listing",
        arguments: [PhotoReader.owner, .account(7), .anyone])
    func readers(reader: PhotoReader) throws {
        let temporary = try TemporaryCatalog()
        let section = try temporary.catalog.makeSection(
            SectionReference(kind: .campaign, name: "summer"))
        let ids = try (1...5).map { try send($0, temporary, section) }
        var posts: [Int64] = []
        for id in ids[1...3] {
            let post = try temporary.catalog.add(Self.record(id, section), command: "post")
            posts.append(post.id)
        }
        try temporary.catalog.setState(.hidden, ofPost: posts[1], command: "post hide")
        let listed = reader == .owner ? [ids[1], ids[2], ids[3]] : [ids[1], ids[3]]
        let catalog = temporary.catalog.seen(by: reader)
        #expect(try catalog.hidesPhotos())
        var rows: [ListedPhoto] = []
        let seen = try catalog.section(section.reference)
        try catalog.forEachBatch(of: seen) { batch in
            rows += batch
            return true
        }
        #expect(rows.map(\.photo.id) == listed)
        #expect(rows.map(\.position) == Array(1...listed.count))
        #expect(seen.count == listed.count)
        #expect(try catalog.columns(of: seen, part: 0).ids == listed)
        for id in ids {
            let place = listed.firstIndex(of: id).map { $0 + 1 }
            #expect(try catalog.entries(of: [id])[id]?.map(\.position) == [place])
            #expect(try catalog.listPosition(of: id, in: seen)?.position == place)
            #expect(
                (try catalog.listPosition(of: id, byDateIn: .everything) != nil) == (place != nil))
            #expect(try catalog.lists(id, in: seen) == (place != nil))
        }
        #expect(try catalog.neighbors(of: ids[1], in: seen)?.next == listed[1])
        #expect(try Set(catalog.latestPhotos(limit: 9).map(\.id)) == Set(listed))
        #expect(try catalog.photoCount() == listed.count)
        let unpublished = PhotoFilter.condition(.state(.unpublished))
        #expect(
            try catalog.photoCount(of: [.everything], where: unpublished)
                == (reader == .owner ? 3 : 0))
        // Stored counts match a test of each photo.
        let looked = PhotoFilter.not(.condition(.tag("none")))
        #expect(try catalog.photoCount(of: [.everything], where: looked) == listed.count)
        #expect(try catalog.photoCount(of: [.everything], where: .everything) == listed.count)
        for unit in TimelineUnit.allCases {
            #expect(try catalog.timeline(by: unit) == catalog.timeline(where: looked, by: unit))
        }
        #expect(try catalog.months().map(\.photos) == catalog.months(where: looked).map(\.photos))
        #expect(
            try catalog.nameCounts(.tag) == [NameCount(name: "dog", photos: listed.count)])
        #expect(try catalog.nameCounts(.tag, where: looked) == catalog.nameCounts(.tag))
        #expect(
            try catalog.names(.tag, startingWith: "d", limit: 9) == catalog.nameCounts(.tag))
        #expect(
            try catalog.placeCounts(by: .city) == catalog.placeCounts(where: looked, by: .city))
        let commands = Set(try catalog.journalEntries(limit: 99).map(\.command))
        #expect(commands == (reader == .owner ? ["upload", "post", "post hide"] : []))
    }

    @Test("a post lasts as long as its photo and outlives its account")
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

    @Test("of the sign-in tokens, unused and expired ones are removed")
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
                expires: Date() + (number == 3 ? -1 : 100), maximum: 2)
        }
        #expect(
            try catalog.accessTokens().map(\.name) == [
                "phone", "sign-in of ann 3", "sign-in of ann 4",
            ])
        #expect(try catalog.accessToken(hash: digest(4).hexadecimal)?.account?.name == "ann")
        #expect(try catalog.accessToken(hash: digest(1).hexadecimal) == nil)
        // A token used again an hour after its creation outlives all that were used only once.
        let phone = try #require(try catalog.accessToken(hash: digest(4).hexadecimal))
        try catalog.write { db in
            try db.execute(
                sql: """
                    UPDATE accessToken SET dateCreated = dateCreated - 9000, dateUsed = dateCreated - 5000
                    WHERE id = ?
                    """, arguments: [phone.id])
        }
        for number in 5...8 as ClosedRange<UInt8> {
            try catalog.addSignInToken(
                of: ann, title: "sign-in of ann", hash: digest(number).hexadecimal,
                expires: Date() + 100, maximum: 2)
            let made = try #require(try catalog.accessToken(hash: digest(number).hexadecimal))
            try catalog.noteUse(ofAccessToken: made.id)
        }
        #expect(try catalog.accessToken(hash: digest(4).hexadecimal) != nil)
        #expect(try catalog.accessToken(hash: digest(7).hexadecimal) == nil)
        #expect(try catalog.accessToken(hash: digest(8).hexadecimal) != nil)
    }
}
