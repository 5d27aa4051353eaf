// Crops the latest photos of a gallery, applies effects, and writes the first of them to a file to
// share.
//
// Run it with a catalog folder: swift run EditPhotos ~/.local/share/gallery

import Basics
import Gallery
import GalleryModel

let folder = CommandLine.arguments.dropFirst().first ?? "gallery-example"
let gallery = try PhotoGallery.open(at: BytePath(folder))

// snippet.edit
let latest = try gallery.latestPhotos(limit: 20)
var change = EditChange()
change.crop = .fractions(RelativeRectangle(x: 0.1, y: 0.1, width: 0.8, height: 0.8))
change.effects = [AppliedEffect(.noir, intensity: 0.8), AppliedEffect(.vignette)]
let edited = try await gallery.edits.apply(.photos(latest.map(\.id)), change)
print("\(edited.changed) photos edited; their files are unchanged")
// snippet.end

// snippet.view
for photo in try gallery.latestPhotos(limit: 20) where photo.picture != nil {
    let thumbnail = try await gallery.thumbnails.thumbnail(of: photo, side: 240)
    print(thumbnail.path, thumbnail.width, thumbnail.height)
}
// snippet.end

// snippet.share
if let photo = try gallery.latestPhotos(limit: 1).first {
    let summary = try await gallery.shares.send(
        .photos([photo]), to: .file(BytePath("to-give-away.jpg")), options: ShareOptions())
    print("\(summary.shared) photo written without its position, serial numbers and texts")
}
// snippet.end
