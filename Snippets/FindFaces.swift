// Detects faces in a gallery and prints their rectangles in a view of 320 × 240.
//
// Run it with a catalog folder: swift run FindFaces ~/.local/share/gallery

import Basics
import Gallery
import GalleryModel

let folder = CommandLine.arguments.dropFirst().first ?? "gallery-example"
let gallery = try PhotoGallery.open(at: BytePath(folder))

// snippet.faces
let summary = try await gallery.faces.detect(.everything)
print("\(summary.faces) faces in \(summary.picturesWithFaces) new pictures")

let withFaces = PhotoQuery.everything.filtered(PhotoFilter([.faces(1...Int.max)]))
for row in try gallery.photos(withFaces.page(limit: 50)) {
    guard let picture = row.photo.facesPicture,
        let fit = AspectFit(
            pictureWidth: Double(picture.width), pictureHeight: Double(picture.height),
            viewWidth: 320, viewHeight: 240)
    else { continue }
    for face in row.photo.faces ?? [] {
        print(row.photo.id, face.name ?? "unnamed", face.rectangle.scaled(toFit: fit).text)
    }
}
// snippet.end
