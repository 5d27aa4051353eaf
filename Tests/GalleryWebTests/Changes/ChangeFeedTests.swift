import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Testing

@Suite("Change feed")
struct ChangeFeedTests {
    @Test("new listeners start now, and returning ones resume at their position")
    func beginsNowAndComesBackWhereItWas() throws {
        let scene = try WebScene()
        let feed = scene.server.site.changes
        feed.post(.catalog, .object([]))
        let position = feed.position
        feed.post(.catalog, .object([]))
        var known = try feed.listen(after: nil).known
        #expect(feed.read(after: &known).text == nil)
        known = try feed.listen(after: position).known
        let text = String(decoding: try #require(feed.read(after: &known).text), as: UTF8.self)
        #expect(text == "id: \(feed.position)\nevent: catalog\ndata: {}\n\n")
        #expect(feed.read(after: &known).text == nil)
    }

    @Test(
        "listeners with an id of another run are reset",
        arguments: ["", "x", "other-1", "-1", "RUN-", "RUN--1", "RUN-9", "RUN-1-1"])
    func resetsWhoComesFromAnotherRun(id: String) throws {
        let scene = try WebScene()
        let feed = scene.server.site.changes
        feed.post(.catalog, .object([]))
        var known = try feed.listen(after: id.replacing("RUN", with: feed.run)).known
        let text = String(decoding: try #require(feed.read(after: &known).text), as: UTF8.self)
        #expect(text == "id: \(feed.position)\nevent: reset\ndata: {}\n\n")
    }

    @Test("listeners that missed too many events are reset")
    func resetsWhoWasAwayForTooLong() throws {
        let scene = try WebScene()
        let feed = scene.server.site.changes
        var known = try feed.listen(after: nil).known
        for _ in 0..<2_000 { feed.post(.catalog, .object([])) }
        let text = String(decoding: try #require(feed.read(after: &known).text), as: UTF8.self)
        #expect(text.contains("event: reset"))
        #expect(feed.read(after: &known).text == nil)
    }

    @Test("listeners above the limit are rejected until another one leaves")
    func refusesMoreThanItsBoundAndForgetsWhoLeaves() throws {
        var options = ServerOptions()
        options.maximumEventStreams = 2
        let scene = try WebScene(options)
        let feed = scene.server.site.changes
        var listeners = [try feed.listen(after: nil), try feed.listen(after: nil)]
        let problem = #expect(throws: Problem.self) { try feed.listen(after: nil) }
        #expect(problem?.status == .serviceUnavailable)
        #expect(problem?.headers[.retryAfter] == "30")
        listeners.removeLast()
        #expect(feed.listenerCount == 1)
        _ = try feed.listen(after: nil)
        withExtendedLifetime(listeners) {}
    }

    @Test("events list the photos of a change unless there are too many")
    func namesThePhotosOfAChangeUnlessTheyAreMany() throws {
        let scene = try WebScene()
        let feed = scene.server.site.changes
        var known = try feed.listen(after: nil).known
        let dogs = SectionReference(kind: .flickr, name: "dogs")
        feed.post(.photosAdded([PhotoID(rawValue: 3)], section: dogs))
        feed.post(.photosRemoved((1...1_001).map { PhotoID(rawValue: $0) }))
        feed.post(.sectionRenamed(dogs, to: SectionReference(kind: .flickr, name: "cats")))
        let text = String(decoding: try #require(feed.read(after: &known).text), as: UTF8.self)
        let data = text.split(separator: "\n").filter { $0.hasPrefix("data: ") }
        #expect(
            data == [
                #"data: {"action":"added","count":1,"photos":[3],"section":"flickr:dogs"}"#,
                #"data: {"action":"removed","count":1001,"photos":null,"section":null}"#,
                #"data: {"action":"renamed","section":"flickr:dogs","to":"flickr:cats"}"#,
            ])
    }

    @Test("one client cannot use all streams")
    func givesOneClientNotAllStreams() throws {
        let scene = try WebScene()
        let feed = scene.server.site.changes
        let listeners = try (0..<ChangeFeed.maximumStreamsPerClient).map { _ in
            try feed.listen(after: nil, for: "eva 10.0.0.1")
        }
        let problem = #expect(throws: Problem.self) {
            try feed.listen(after: nil, for: "eva 10.0.0.1")
        }
        #expect(problem?.status == .serviceUnavailable)
        _ = try feed.listen(after: nil, for: "ada 10.0.0.1")
        listeners[0].end()
        _ = try feed.listen(after: nil, for: "eva 10.0.0.1")
    }
}
