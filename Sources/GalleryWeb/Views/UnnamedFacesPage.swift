import Gallery
import GalleryModel
import Hummingbird

/// The page of all faces that nobody has named yet.
struct UnnamedFacesPage {
    let request: WebRequest
    let site: Site

    /// Makes the page; blocks for some milliseconds.
    ///
    /// - Throws: 400 for a cursor that cannot be read.
    func response() throws -> Response {
        try request.accept(["cursor"])
        let frame = PageFrame(
            .people, title: request.language.say("people.unnamed-title"), for: request,
            site)
        let last = try request.cursor { Int64($0).map(PhotoID.init) }
        let faces = try request.listed(site.gallery.unnamedFaces(after: last), in: site.gallery)
        var values = FaceWall(faces, canChange: frame.isOwner, in: request.language).values
        values["names"] = FaceWall.names(
            try site.gallery.personCounts(request.listed(.everything, in: site.gallery)))
        values["isLater"] = last != nil
        values["hasPages"] = last != nil || faces.next != nil
        return .html(try frame.page("unnamed", values), for: request)
    }
}
