// The example in the README; a test checks that both are identical.
//
// Run it with: swift run ReadMe

// snippet.example
import Basics
import Gallery
import GalleryModel

let gallery = try PhotoGallery.open(at: BytePath("/home/ana/.local/share/gallery"))
for section in try gallery.sections.list() {
    print(section.reference, section.count)
}
let inFrance = PhotoQuery.everything.filtered(try gallery.filter("country:FR -tag:private"))
for row in try gallery.photos(inFrance.page(limit: 20)) {
    print(row.section, row.position, row.photo.title ?? "untitled")
}
print(try await gallery.faces.detect(inFrance).sentence)

let summary = try await gallery.sources.search(FlickrQuery(term: "dogs", limit: 20))
print(summary.new, "new photos,", summary.pictures.downloaded, "pictures")
// snippet.end
