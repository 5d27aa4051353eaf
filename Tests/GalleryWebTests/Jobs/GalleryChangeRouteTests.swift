import Basics
import FakeFlickr
import Foundation
import Gallery
import GalleryModel
@testable import GalleryWeb
import HTTPTypes
import Testing

@Suite("Routes that change the gallery")
struct GalleryChangeRouteTests {
    @Test("photos are moved to the trash and restored, and changes are undone")
    func trashesRestoresAndTakesBack() async throws {
        try await JobScene.with { scene in
            let gallery = scene.scene.gallery
            let ids = try await gallery.sources.search(FlickrQuery(term: "dogs", size: nil)).photos
            let removed = try await scene.send(.delete, "photos/\(ids[0])")
            #expect(removed.status == 200)
            let entry = try #require(removed.body["entry"]?.double.map { Int($0) })
            let again = try await scene.send(.delete, "photos/\(ids[0])")
            #expect(again.body["photos"]?.items?.isEmpty == true)
            #expect(again.body["entry"]?.double == nil)
            let undone = try await scene.send(.post, "undo", #"{"step":\#(entry)}"#)
            #expect(undone.status == 200)
            #expect(undone.body["photos"]?.items?.compactMap(\.double) == [Double(ids[0].rawValue)])
            #expect(try gallery.count() == 6)
            let twice = try await scene.send(.post, "undo", #"{"step":\#(entry)}"#)
            #expect(twice.status == 409)
            // Done again and undone again, the latest change without its number.
            let redone = try await scene.send(.post, "redo", "")
            #expect(redone.status == 200 && redone.body["change"]?.double == Double(entry))
            #expect(try gallery.count() == 5)
            let nothing = try await scene.send(.post, "redo", "{}")
            #expect(nothing.status == 404 && nothing.body["detail"]?.string == "nothing to redo")
            // The search, whose photo was removed.
            let blocked = try await scene.send(.post, "undo", #"{"step":1}"#)
            #expect(blocked.status == 409)
            #expect(
                blocked.body["detail"]?.string?.contains("change \(entry) (remove, ") == true)
            #expect(try await scene.send(.post, "undo", "").status == 200)
            #expect(try gallery.count() == 6)
            try await scene.send(.post, "trash", #"{"photos":[\#(ids[1]),"dogs/3"]}"#)
            #expect(Set(try gallery.trash.list().map(\.id)) == [ids[1], ids[2]])
            try await scene.send(.post, "restore", #"{"photos":[\#(ids[1])]}"#)
            #expect(try gallery.trash.list().map(\.id) == [ids[2]])
        }
    }

    @Test("decisions about faces and edits are stored")
    func keepsDecisionsAboutFacesAndEdits() async throws {
        try await JobScene.with { scene in
            let gallery = scene.scene.gallery
            let id = try await gallery.sources.search(FlickrQuery(term: "dogs", size: .small))
                .photos[0]
            for x in [2.0, 30] {
                try gallery.faces.add(
                    FaceRectangle(x: x, y: 4, width: 12, height: 12),
                    to: try gallery.photo(id: id))
            }
            let named = try await scene.send(.patch, "photos/\(id)/faces/1", #"{"name":" Ana "}"#)
            #expect(named.status == 200)
            #expect(named.body["items"]?.items?.first?["name"]?.string == "Ana")
            let rejected = try await scene.send(.delete, "photos/\(id)/faces/2")
            #expect(rejected.body["items"]?.items?.count == 1)
            let step = try #require(rejected.body["entry"]?.double.map { Int($0) })
            #expect(try await scene.send(.post, "undo", #"{"step":\#(step)}"#).status == 200)
            #expect(try gallery.photo(id: id).faces?.count == 2)
            #expect(try await scene.send(.delete, "photos/\(id)/faces/2").status == 200)
            #expect(try await scene.send(.delete, "photos/\(id)/faces/2").status == 404)
            #expect(try await scene.send(.delete, "photos/\(id)/faces/x").status == 404)
            let edit = try await scene.send(
                .put, "photos/\(id)/edit", #"{"version":1,"rotation":90}"#)
            #expect(edit.status == 200)
            #expect(try gallery.edits.recipe(of: id)?.rotation == 90)
            for wrong in [#"{"version":1,"rotation":91}"#, "{}", "x", #"{"version":1,"turn":1}"#] {
                let answer = try await scene.send(.put, "photos/\(id)/edit", wrong)
                #expect(answer.status == 422, "\(wrong)")
            }
            #expect(try await scene.send(.delete, "photos/\(id)/edit").status == 204)
            #expect(try gallery.edits.recipe(of: id) == nil)
        }
    }

    @Test("a read-only server changes nothing")
    func changesNothingWhereItOnlyShows() async throws {
        var options = ServerOptions()
        options.isReadOnly = true
        try await JobScene.with(options: options) { scene in
            let gallery = scene.scene.gallery
            let id = try await gallery.sources.search(FlickrQuery(term: "dogs", size: nil)).photos[
                0]
            let requests: [(HTTPRequest.Method, String)] = [
                (.post, "search"), (.post, "undo"), (.delete, "photos/\(id)"),
                (.put, "photos/\(id)/edit"), (.delete, "jobs/1"),
            ]
            for (method, uri) in requests {
                let answer = try await scene.send(method, uri, "{}")
                #expect(answer.status == 403, "\(uri)")
                #expect(answer.body["detail"]?.string?.contains("is read-only") == true)
            }
            #expect(try await scene.send(.get, "jobs").status == 200)
            #expect(try gallery.count() == 6)
        }
    }
}
