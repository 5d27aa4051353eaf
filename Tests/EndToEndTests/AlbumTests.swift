import Foundation
import TestSupport
import Testing

@Suite("gallery album")
struct AlbumTests {
    /// Three camera photos, two of them with the tag `dog`.
    private func scene() throws -> PlaceScene {
        let scene = try PlaceScene()
        try scene.add("a", keywords: ["dog"])
        try scene.add("b", keywords: ["cat"])
        try scene.add("c", keywords: ["dog", "cat"])
        try scene.gallery.run("import", scene.photos.path)
        return scene
    }

    private func titles(_ section: String, in scene: PlaceScene) throws -> [String?] {
        try scene.gallery.run("list", section, "--format", "jsonl").lines()
            .map { $0["Title"] as? String }
    }

    @Test("an album is a section filled by a query, now and later")
    func making() throws {
        let scene = try scene()
        let gallery = scene.gallery
        defer { gallery.remove() }
        let dry = try gallery.run("album", "new", "Dogs", "--where", "tag:dog", "-n")
        #expect(dry.errors == "gallery: dry run: would create 'album:Dogs': 2 photos\n")
        let none = try gallery.run("album")
        #expect(none.text == "NAME  QUERY  PHOTOS\n")
        #expect(
            none.errors
                == "gallery: no albums yet; create one with 'gallery album new NAME --where QUERY'\n"
        )
        let made = try gallery.run("album", "new", " Dogs ", "--where", "tag:dog")
        #expect(made.status == 0)
        #expect(made.errors == "gallery: created 'album:Dogs': 2 photos\n")
        #expect(try gallery.run("album").text == "NAME  QUERY    PHOTOS\nDogs  tag:dog       2\n")
        #expect(
            try gallery.run("album", "list", "--format", "csv").text
                == "name,query,photos\r\nDogs,tag:dog,2\r\n")
        #expect(
            try gallery.run("sections").text
                == "SECTION     PHOTOS  WHERE\n"
                + "camera           3\nalbum:Dogs       2  tag:dog\n")
        #expect(
            try gallery.run("sections", "--format", "jsonl").lines().map { $0["where"] as? String }
                == [nil, "tag:dog"])
        #expect(
            try gallery.run("export", "dogs", "--columns", "Section,Position,ID,Title").text
                == "Section,Position,ID,Title\r\nalbum:Dogs,1,1,a\r\nalbum:Dogs,2,3,c\r\n")
        let shown = try gallery.run("show", "album:dogs/2", "--format", "json").object()
        #expect(shown["Title"] as? String == "c")
        // Photos enter and leave with the query.
        try scene.add("d", keywords: ["dog"])
        try gallery.run("import", scene.photos.path)
        #expect(try titles("dogs", in: scene) == ["a", "c", "d"])
        try gallery.run("remove", "dogs/1")
        #expect(try titles("Dogs", in: scene) == ["c", "d"])
        #expect(try titles("camera", in: scene) == ["b", "c", "d"])
    }

    @Test("an album cannot be refreshed")
    func refresh() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("album", "new", "dogs", "--where", "tag:dog")
        let refused = try scene.gallery.run("refresh", "dogs")
        #expect(refused.status == 64)
        #expect(
            refused.errors
                == "gallery: 'dogs' cannot be refreshed: it is an album, which is always "
                + "up to date\n")
        let all = try scene.gallery.run("refresh")
        #expect(all.status == 0)
        #expect(all.errors == "gallery: nothing to refresh yet; start with 'gallery search'\n")
    }

    @Test(
        "a name with another meaning is rejected",
        arguments: [
            ("", "''", "a name"), (" \t", "''", "a name"),
            ("42", "'42'", "a name that is not a photo reference, such as 'best of 42'"),
            (
                "dogs/3", "'dogs/3'",
                "a name that is not a photo reference, such as 'best of dogs/3'"
            ),
            (
                "flickr:53574198477", "'flickr:53574198477'",
                "a name that is not a photo reference, such as 'best of flickr:53574198477'"
            ),
            ("camera", "'camera'", "a name that is not a section reference"),
            ("flickr:dogs", "'flickr:dogs'", "a name that is not a section reference"),
            ("./dogs", "'./dogs'", "a name that is not a path"),
        ])
    func names(name: String, shown: String, expected: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let refused = try gallery.run("album", "new", name, "--where", "tag:dog")
        #expect(refused.status == 64)
        #expect(refused.errors == "gallery: invalid album name \(shown): expected \(expected)\n")
        // Without an album there is no reason for a catalog.
        #expect(try gallery.run("album", "--format", "csv").status == 66)
    }

    @Test("invalid album queries and existing names are rejected")
    func refused() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.run("album", "new", "Dogs", "--where", "tag:dog")
        for (arguments, message) in [
            (
                ["DOGS", "--where", "tag:cat"],
                "album 'album:Dogs' already exists: choose another name, or delete it with "
                    + "'gallery album delete'"
            ),
            (
                ["all", "--where", " "],
                "an album needs a query, such as 'tag:dog rating:>3': this one matches every photo"
            ),
        ] {
            let result = try gallery.start(["album", "new"] + arguments).wait()
            #expect(result.status == 64)
            #expect(result.errors == "gallery: \(message)\n")
        }
        let unknown = try gallery.run("album", "new", "cats", "--where", "tag:cat colour:red")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("column 9"), "\(unknown.errors)")
        let missing = try gallery.run("album", "new", "cats")
        #expect(missing.status == 64)
        let itself = try gallery.run("album", "new", "cats", "--where", "section:album:cats")
        #expect(itself.status == 64)
        #expect(itself.errors.contains("unknown section 'album:cats'"), "\(itself.errors)")
        #expect(
            try gallery.run("album", "--format", "csv").text
                == "name,query,photos\r\nDogs,tag:dog,0\r\n")
        let other = try gallery.run("album", "rename", "camera", "x")
        #expect(other.status == 64)
        #expect(
            other.errors
                == "gallery: 'camera' is not an album; list albums with 'gallery album list'\n")
        #expect(try gallery.run("album", "delete", "dogs", "cats").status == 66)
        #expect(try gallery.run("album", "--format", "csv").text.contains("Dogs"))
    }

    @Test("renaming and deleting keep the photos, and undo reverts each")
    func lifeOfAnAlbum() throws {
        let scene = try scene()
        let gallery = scene.gallery
        defer { gallery.remove() }
        func albums() throws -> [String] {
            try gallery.run("album", "--format", "csv").text.split(separator: "\r\n").dropFirst()
                .map(String.init)
        }
        try gallery.run("album", "new", "dogs", "--where", "tag:dog")
        try gallery.run("album", "new", "both", "--where", "section:dogs tag:cat")
        #expect(try albums() == ["dogs,tag:dog,2", "both,section:album:dogs tag:cat,1"])
        let renamed = try gallery.run("album", "rename", "dogs", "Good dogs")
        #expect(renamed.errors == "gallery: 'album:dogs' is now 'album:Good dogs'\n")
        #expect(
            try albums() == [
                "Good dogs,tag:dog,2", #"both,"section:""album:Good dogs"" tag:cat",1"#,
            ])
        for arguments in [["-n", "good dogs"], ["Good dogs"]] {
            let requested = try gallery.start(["album", "delete"] + arguments).wait()
            #expect(requested.status == 64)
            #expect(
                requested.errors
                    == "gallery: 'album:Good dogs' cannot be removed: 'album:both' refers to it: "
                    + "delete that album first\n")
        }
        let dry = try gallery.run("album", "delete", "-n", "both")
        #expect(dry.errors == "gallery: dry run: would remove album:both\n")
        let deleted = try gallery.run("album", "delete", "good dogs", "both")
        #expect(deleted.status == 0)
        #expect(
            deleted.errors
                == "gallery: removed album:Good dogs, album:both; to restore: gallery undo\n")
        #expect(try albums() == [])
        #expect(try titles("camera", in: scene) == ["a", "b", "c"])
        let list = try gallery.run("undo", "--list", "--format", "jsonl").lines()
        #expect(
            list.prefix(4).map { $0["command"] as? String }
                == ["album delete", "album rename", "album new", "album new"])
        #expect(
            list.prefix(4).map { $0["section"] as? String }
                == [
                    "album:Good dogs, album:both", "album:Good dogs", "album:both", "album:dogs",
                ])
        #expect(
            list.prefix(4).map { $0["photos"] as? String }
                == ["2 sections", "2 sections", "1 section", "1 section"])
        let undone = try gallery.run("undo", "--format", "jsonl")
        #expect(undone.errors.contains("(album delete, "), "\(undone.errors)")
        #expect(
            undone.errors.hasSuffix("): album:Good dogs, album:both\n"), "\(undone.errors)")
        #expect(
            try undone.lines()[0]["sections"] as? [String] == ["album:Good dogs", "album:both"])
        #expect(try albums().count == 2)
        #expect(try gallery.run("undo").errors.hasSuffix("): album:dogs, album:both\n"))
        #expect(try albums() == ["dogs,tag:dog,2", "both,section:album:dogs tag:cat,1"])
        try gallery.run("undo")
        try gallery.run("undo")
        #expect(try albums() == [])
    }
}
