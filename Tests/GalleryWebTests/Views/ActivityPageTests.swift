import Basics
import Foundation
import Gallery
import GalleryModel
import HTTPTypes
import Hummingbird
import Testing

@testable import GalleryWeb

@Suite("Pages of changes, storage and accounts")
struct ActivityPageTests {
    private static func text(_ answer: Response) async throws -> String {
        String(decoding: try await answer.bytes(), as: UTF8.self)
    }

    @Test("changes are listed, undone and done again by forms")
    func undoesAndRedoesByForms() async throws {
        let scene = try AccessScene(password: nil)
        let gallery = scene.gallery
        try gallery.albums.create(named: "one")
        try gallery.albums.create(named: "two")
        let changes = try gallery.journal.entries(limit: 10)
        let first = try #require(changes.last)
        let page = try await Self.text(await scene.ask(.get, "/undo"))
        checkPage(page, "/undo")
        let keys = MarkupReader.tags(page).compactMap { $0["data-key"] }
        #expect(keys == changes.map { "\($0.id)" })
        let undone = await scene.ask(.post, "/undo", form: "step=\(first.id)")
        #expect(undone.status == .seeOther && undone.headers[.location] == "/undo")
        #expect(try gallery.sections.list().filter(\.isAlbum).map(\.reference.name) == ["two"])
        let after = try await Self.text(await scene.ask(.get, "/undo"))
        #expect(after.contains(#"action="/redo""#) && after.contains("Undone"))
        // A refusal shows the page again, with the reason.
        let again = await scene.ask(.post, "/undo", form: "step=\(first.id)")
        #expect(again.status == .conflict)
        #expect(try await Self.text(again).contains("was already undone"))
        #expect(await scene.ask(.post, "/undo", form: "step=4711").status == .notFound)
        #expect(await scene.ask(.post, "/undo", form: "step=x").status == .badRequest)
        #expect(await scene.ask(.post, "/redo", form: "").status == .seeOther)
        #expect(try gallery.sections.list().filter(\.isAlbum).count == 2)
        #expect(try gallery.journal.redoable() == nil)
    }

    @Test("changes through the server have the name of their account")
    func namesAuthors() async throws {
        let scene = try AccessScene()
        try scene.gallery.accounts.add(
            named: "ana", role: .owner, password: "anas password", cost: .testing)
        let ana = await scene.session("ana", "anas password")
        for (session, name) in [(ana, "one"), (await scene.session(), "two")] {
            var headers = session
            headers[.contentType] = "application/json"
            let answer = await scene.ask(
                .post, "/api/v1/albums", headers, json: #"{"name":"\#(name)"}"#)
            #expect(answer.status.code < 300)
        }
        try scene.gallery.albums.create(named: "three")
        let changes = try scene.gallery.journal.entries(limit: 3)
        #expect(changes.map(\.account) == [nil, nil, "ana"])
        let page = try await Self.text(await scene.ask(.get, "/undo", ana))
        #expect(page.contains("<h2><bdi>ana</bdi> changed 1 collection</h2>"))
    }

    @Test("problems are ignored by a form, and those of downloads can be tried again")
    func ignoresAndRetriesProblems() async throws {
        try await FilledGallery.with { filled, client in
            let gallery = filled.scene.gallery
            let problem = try #require(try gallery.problems.list().first)
            #expect(try JobRequest(retrying: problem, in: gallery) == nil)
            var failed = problem
            failed.command = "fetch"
            failed.subject = .photo(filled.plain, .large)
            #expect(try JobRequest(retrying: failed, in: gallery)?.kind == .fetch)
            let answer = try await client.execute(
                uri: "/problems/\(problem.id)/ignore", method: .post)
            #expect(answer.status == .seeOther)
            #expect(try gallery.problems.list().isEmpty)
        }
    }

    @Test("the page of storage shows what emptying the trash frees")
    func showsWhatTakesSpace() async throws {
        try await FilledGallery.with { filled, client in
            let use = try filled.scene.gallery.counts.storage()
            #expect(use.photos.count > 0 && use.photos.bytes > 0 && use.trash.count == 1)
            let (status, page) = try await client.page("/storage")
            #expect(status == 200)
            checkPage(page, "/storage")
            #expect(!page.contains("Delete for good"))
            let (_, question) = try await client.page("/storage?empty=1")
            checkPage(question, "/storage?empty=1")
            #expect(question.contains("Delete 1 photo for good?"))
        }
    }

    @Test("the page of duplicates lists the groups of the last search")
    func listsDuplicates() async throws {
        try await JobScene.with { jobs in
            let client = jobs.client
            let (_, new) = try await client.page("/duplicates")
            checkPage(new, "/duplicates")
            #expect(new.contains("Find photos that look the same"))
            let answer = try await client.execute(uri: "/duplicates", method: .post)
            #expect(answer.status == .seeOther)
            let latest = try await jobs.server.site.jobs.jobs(before: nil, limit: 1).first
            #expect(try await jobs.job(try #require(latest).id).state == .done)
            let (_, page) = try await client.page("/duplicates")
            checkPage(page, "/duplicates")
            #expect(page.contains("No duplicates."))
        }
    }

    @Test("a section is removed in one step")
    func removesASection() async throws {
        try await JobScene.with { jobs in
            let id = try await jobs.start("search", #"{"term":"dogs","limit":3,"size":"none"}"#)
            _ = try await jobs.job(id)
            let answer = try await jobs.send(.delete, "sections/flickr%3Adogs")
            #expect(answer.status == 200 && answer.body["trashed"]?.whole == 3)
            #expect(try await jobs.send(.get, "sections/flickr%3Adogs").status == 404)
            let step = try #require(answer.body["undo"]?.whole)
            let undone = try await jobs.send(.post, "undo", #"{"step":\#(step)}"#)
            #expect(undone.status == 200)
            #expect(try await jobs.send(.get, "sections/flickr%3Adogs").status == 200)
            #expect(try await jobs.send(.delete, "sections/camera").status == 422)
        }
    }

    @Test("a ticket signs in once, and only after a button is pressed")
    func signsInByATicket() async throws {
        let scene = try AccessScene()
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        let eva = await scene.session("eva", "evas password")
        let first = try await Self.text(await scene.ask(.post, "/account/ticket", eva))
        let page = try await Self.text(await scene.ask(.post, "/account/ticket", eva))
        checkPage(page, "/account/ticket")
        let match = try #require(page.firstMatch(of: #/sign-in\?ticket=([\w-]{43})/#))
        let ticket = String(match.output.1)
        for _ in 0..<2 {
            let form = await scene.ask(.get, "/sign-in?ticket=\(ticket)")
            #expect(form.headers[.setCookie] == nil)
            #expect(try await Self.text(form).contains("Sign in as eva"))
        }
        let signedIn = await scene.ask(.post, "/sign-in", form: "ticket=\(ticket)")
        #expect(signedIn.status == .seeOther)
        let phone = AccessScene.session(of: signedIn)
        #expect(await scene.status(phone) == 404)
        // Neither does an earlier one.
        let old = try #require(first.firstMatch(of: #/ticket=([\w-]{43})/#)).output.1
        for used in [ticket, String(old)] {
            let again = await scene.ask(.post, "/sign-in", form: "ticket=\(used)")
            #expect(again.status == .unauthorized)
        }
        // Signing out everywhere ends the sessions of all devices.
        _ = await scene.ask(.post, "/sign-out", phone, form: "everywhere=1")
        #expect(await scene.status(eva) == 401)
    }

    @Test("users end sessions of their own account only")
    func endsOwnSessions() async throws {
        let scene = try AccessScene()
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        let owner = await scene.session()
        let eva = await scene.session("eva", "evas password")
        let session = try #require(try scene.gallery.sessions.list(of: nil).first)
        for other in [eva, HTTPFields()] {
            _ = await scene.ask(.post, "/sign-out", other, form: "session=\(session.id)")
            #expect(await scene.status(owner) == 404)
        }
        let second = await scene.session()
        let answer = await scene.ask(
            .post, "/sign-out", second, form: "session=\(session.id)")
        #expect(answer.headers[.location] == "/account")
        #expect(await scene.status(owner) == 401)
        #expect(await scene.status(second) == 404)
    }

    @Test("a ticket ends when its account signs out everywhere or changes its password")
    func ticketsEndWithTheirSessions() async throws {
        let scene = try AccessScene()
        try scene.gallery.accounts.add(
            named: "eva", role: .viewer, password: "evas password", cost: .testing)
        for isPassword in [false, true] {
            let eva = await scene.session("eva", "evas password")
            let page = try await Self.text(await scene.ask(.post, "/account/ticket", eva))
            let ticket = try #require(page.firstMatch(of: #/ticket=([\w-]{43})/#)).output.1
            if isPassword {
                let wrong = await scene.ask(
                    .post, "/account/password", eva, form: "old=wrong&new=another+password")
                #expect(wrong.status == .forbidden)
                let changed = await scene.ask(
                    .post, "/account/password", eva,
                    form: "old=evas+password&new=another+password")
                #expect(changed.status == .seeOther)
                #expect(await scene.signIn("eva", "another password").status == .seeOther)
            } else {
                _ = await scene.ask(.post, "/sign-out", eva, form: "everywhere=1")
            }
            let answer = await scene.ask(.post, "/sign-in", form: "ticket=\(ticket)")
            #expect(answer.status == .unauthorized)
        }
    }

    @Test("the owner adds and removes accounts by forms")
    func managesAccounts() async throws {
        let scene = try AccessScene()
        let owner = await scene.session()
        let added = await scene.ask(
            .post, "/accounts", owner, form: "name=ann&role=member&password=anns+password")
        #expect(added.status == .seeOther)
        #expect(await scene.signIn("ann", "anns password").status == .seeOther)
        let page = try await Self.text(await scene.ask(.get, "/accounts", owner))
        checkPage(page, "/accounts")
        #expect(page.contains("<bdi>ann</bdi>"))
        let short = await scene.ask(
            .post, "/accounts", owner, form: "name=bob&role=viewer&password=short")
        #expect(short.status == .unprocessableContent)
        let id = try #require(try scene.gallery.accounts.list().first).id
        let removed = await scene.ask(.post, "/accounts/\(id)/remove", owner, form: "sure=1")
        #expect(removed.status == .seeOther)
        #expect(try scene.gallery.accounts.list().isEmpty)
    }
}
