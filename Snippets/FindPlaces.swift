// Looks up the place of a position, and counts the photos of a gallery by place.
//
// Run it with a catalog folder: swift run FindPlaces ~/.local/share/gallery

import Basics
import Gallery
import GalleryModel

let folder = CommandLine.arguments.dropFirst().first ?? "gallery-example"

// snippet.places
let reverseGeocoder = try ReverseGeocoder()
if let tower = Coordinate(latitude: 48.8583, longitude: 2.2945) {
    let place = try reverseGeocoder.place(at: tower)
    print(place.country ?? "at sea", place.region ?? "", place.city ?? "")
}

let gallery = try PhotoGallery.open(at: BytePath(folder))
let found = try gallery.counts.places(
    .everything.filtered(PhotoFilter(text: "country:FR")), by: .city)
for count in found.counts { print(count.city ?? "", count.photos) }
// snippet.end

// snippet.tracks
let located = try await gallery.places.locate(.everything)
if located.located > 0 { print(located.sentence) }
for track in try gallery.tracks.list(limit: 10) { print(track.id, track.name) }
// snippet.end
