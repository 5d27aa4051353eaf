import Basics
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import Testing

@Suite("Change stream")
struct ChangeStreamTests {
    @Test("the stream sends changes and heartbeats")
    func sendsChangesAndSignsOfLife() async throws {
        let scene = try WebScene(.lively)
        try await scene.serve { server, port in
            let reader = try EventReader(port: port)
            #expect(await reader.next("status")?.data == "200")
            #expect(await reader.next(":") != nil)
            try scene.gallery.albums.create(named: "best", filter: scene.gallery.filter("tag:dog"))
            let event = await reader.next("sections")
            #expect(event?.data == #"{"action":"added","section":"album:best","to":null}"#)
            #expect(event?.id == server.site.changes.position)
        }
    }

    @Test("events that a reader missed are replayed")
    func replaysWhatAReaderMissed() async throws {
        let scene = try WebScene(.lively)
        try await scene.serve { server, port in
            let feed = server.site.changes
            let position = feed.position
            feed.post(.photosUpdated([PhotoID(rawValue: 7)]))
            let header = try EventReader(port: port, headers: ["Last-Event-ID: \(position)"])
            #expect(await header.next("photos")?.data.contains("[7]") == true)
            let target = "/api/v1/changes?after=\(position)"
            let parameter = try EventReader(port: port, target: target)
            #expect(await parameter.next("photos")?.data.contains("[7]") == true)
            let stranger = try EventReader(port: port, target: "/api/v1/changes?after=x-1")
            #expect(await stranger.next("reset")?.data == "{}")
        }
    }

    @Test("changes by other programs are reported")
    func tellsThatAnotherProgramChangedSomething() async throws {
        let scene = try WebScene(.lively)
        let other = try PhotoGallery.open(at: BytePath(scene.folder.path))
        try await scene.serve { _, port in
            let reader = try EventReader(port: port)
            var albums = 0
            for await event in reader.events {
                if event.name == "catalog" { break }
                // One change per heartbeat, as the first may come before the server watches the
                // catalog.
                guard event.name == ":" else { continue }
                albums += 1
                try other.albums.create(
                    named: "theirs \(albums)", filter: scene.gallery.filter("tag:dog"))
            }
            #expect(albums > 0)
        }
        other.close()
    }

    @Test("streams end immediately with the server")
    func endsAtOnceWithTheServer() async throws {
        var options = ServerOptions.lively
        options.heartbeat = .seconds(600)
        let scene = try WebScene(options)
        let (found, finding) = AsyncStream<EventReader>.makeStream()
        try await scene.serve { server, port in
            for _ in 0..<3 {
                let reader = try EventReader(port: port)
                #expect(await reader.next("status")?.data == "200")
                finding.yield(reader)
            }
            #expect(server.site.changes.listenerCount == 3)
        }
        finding.finish()
        // Streams that are still open after that are cut off.
        for await reader in found { #expect(await reader.next("end") != nil) }
    }

    @Test("readers that disconnect are released")
    func letsGoOfReadersWhoLeave() async throws {
        var options = ServerOptions.lively
        options.heartbeat = .seconds(600)
        options.maximumEventStreams = 1
        let scene = try WebScene(options)
        try await scene.serve { server, port in
            let first = try EventReader(port: port)
            #expect(await first.next("status")?.data == "200")
            let second = try EventReader(port: port)
            #expect(await second.next("status")?.data == "503")
            first.hangUp()
            while server.site.changes.listenerCount > 0 { await Task.yield() }
            let third = try EventReader(port: port)
            #expect(await third.next("status")?.data == "200")
        }
    }
}
