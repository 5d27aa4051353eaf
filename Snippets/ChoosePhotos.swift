// Selects photos of a gallery, shows a page of them, and writes their rows to a file.
//
// Run it with a catalog folder: swift run ChoosePhotos ~/.local/share/gallery

import Basics
import Gallery
import GalleryModel

let folder = CommandLine.arguments.dropFirst().first ?? "gallery-example"
let gallery = try PhotoGallery.open(at: BytePath(folder))

// snippet.query
let camera = try gallery.sections.find(.camera)
let inFrance = PhotoQuery.section(camera).filtered(try PhotoFilter(text: "country:FR"))
for row in try gallery.photos(inFrance.page(offset: 40, limit: 20)) {
    print(row.position, row.photo.title ?? "untitled")
}
let found = try await gallery.faces.detect(inFrance)
print("\(found.faces) faces in \(found.examined) pictures of France")
// snippet.end

// snippet.export
let rows = try gallery.export.rows(inFrance, options: ExportOptions(format: .csv))
let file = try AtomicFile(BytePath("france.csv"))
for try await bytes in rows { try file.write(bytes) }
try file.finish()
print("\(rows.summary.rows) rows")
// snippet.end
