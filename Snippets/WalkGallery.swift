// Walks a gallery: sections, photos by index path, and a stream of changes.
//
// Run it with a catalog folder: swift run WalkGallery ~/.local/share/gallery
// Give the address of a photo-share server as well to pull from it and publish on it.

// snippet.open
import Basics
import Foundation
import Gallery
import GalleryModel

let folder = CommandLine.arguments.dropFirst().first ?? "gallery-example"
let gallery = try PhotoGallery.open(at: BytePath(folder))
print("\(try gallery.count()) photos in \(try gallery.sections.count()) sections")
// snippet.end

// snippet.walk
for (index, section) in try gallery.sections.list().enumerated() where section.count > 0 {
    let first = try gallery.photo(at: PhotoIndexPath(section: index, item: 0))
    print("\(section.reference): \(section.count), first \(first.title ?? "untitled")")
    for row in try gallery.photos(.section(section).page(limit: 3)) {
        print("  \(row.position). photo \(row.photo.id)")
    }
}
// snippet.end

// snippet.observe
let changes = gallery.changes()
let watcher = Task {
    for await change in changes {
        if case .photosRemoved(let ids) = change { return ids.count }
    }
    return 0
}
if try gallery.count() > 0,
    let section = try gallery.sections.list().firstIndex(where: { $0.count > 0 })
{
    let id = try gallery.trash.add(at: PhotoIndexPath(section: section, item: 0))
    print("removed; the watcher received \(await watcher.value) id")
    try gallery.trash.restore([id])
} else {
    watcher.cancel()
}
// snippet.end

// snippet.albums
if try gallery.count() > 0 {
    let filter = try gallery.filter("rating:>3")
    let best = try gallery.albums.create(named: "best", filter: filter).album
    try gallery.albums.rename(best, to: "best photos")
    let album = try gallery.sections.find(SectionReference(kind: .album, name: "best photos"))
    print(try await gallery.sections.remove([album]).sentence)
    print(try await gallery.journal.undo().sentence)
    for entry in try gallery.journal.entries(limit: 3) { print(entry.id, entry.command) }
}
// snippet.end

// snippet.duplicates
for group in try await gallery.duplicates.find() {
    print("photo \(group.id): \(group.photos[0].reason)")
    for photo in group.others { print("  photo \(photo.id): \(photo.reason)") }
}
// snippet.end

// snippet.servers
if CommandLine.arguments.count > 2, let server = ServerAddress(CommandLine.arguments[2]) {
    print(try await gallery.sources.pull(from: server, person: "ana").sentence)
    let target = PublishTarget(server: server, account: "ben", credential: .password("secret"))
    let camera = try gallery.sections.find(.camera)
    print(try await gallery.shares.publish(.section(camera), to: target).sentence)
}
// snippet.end
