import Foundation
import TestSupport
import Testing

@Suite("gallery album")
struct AlbumTests {
    /// Three photos of the camera, two of them with the tag `dog`.
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

    @Test("an album is a section that a query fills, now and later")
    func making() throws {
        let scene = try scene()
        let gallery = scene.gallery
        defer { gallery.remove() }
        let dry = try gallery.run("album", "new", "Dogs", "--where", "tag:dog", "-n")
        #expect(dry.errors == "gallery: dry run: would make 'album:Dogs': 2 photos\n")
        let none = try gallery.run("album")
        #expect(none.text == "NAME  QUERY  PHOTOS\n")
        #expect(
            none.errors
                == "gallery: no albums yet: begin with 'gallery album new NAME --where QUERY'\n")
        let made = try gallery.run("album", "new", " Dogs ", "--where", "tag:dog")
        #expect(made.status == 0)
        #expect(made.errors == "gallery: made 'album:Dogs': 2 photos\n")
        #expect(try gallery.run("album").text == "NAME  QUERY    PHOTOS\nDogs  tag:dog       2\n")
        #expect(
            try gallery.run("album", "list", "--format", "csv").text
                == "name,query,photos\r\nDogs,tag:dog,2\r\n")
        #expect(
            try gallery.run("sections").text
                == "SECTION     PHOTOS  FOUND  REFRESHED  WHERE\n"
                + "camera           3\nalbum:Dogs       2                    tag:dog\n")
        #expect(
            try gallery.run("sections", "--format", "jsonl").lines().map { $0["where"] as? String }
                == [nil, "tag:dog"])
        #expect(
            try gallery.run("export", "dogs", "--columns", "Section,Position,ID,Title").text
                == "Section,Position,ID,Title\r\nalbum:Dogs,1,1,a\r\nalbum:Dogs,2,3,c\r\n")
        let shown = try gallery.run("show", "album:dogs/2", "--format", "json").object()
        #expect(shown["Title"] as? String == "c")
        // Photos come and go with the query.
        try scene.add("d", keywords: ["dog"])
        try gallery.run("import", scene.photos.path)
        #expect(try titles("dogs", in: scene) == ["a", "c", "d"])
        try gallery.run("remove", "dogs/1")
        #expect(try titles("Dogs", in: scene) == ["c", "d"])
        #expect(try titles("camera", in: scene) == ["b", "c", "d"])
    }

    @Test("there is nothing to refresh in an album")
    func refresh() throws {
        let scene = try scene()
        defer { scene.gallery.remove() }
        try scene.gallery.run("album", "new", "dogs", "--where", "tag:dog")
        let refused = try scene.gallery.run("refresh", "dogs")
        #expect(refused.status == 64)
        #expect(
            refused.errors
                == "gallery: 'dogs' has no search to repeat: it is an album, which always "
                + "is what its query finds\n")
        let all = try scene.gallery.run("refresh")
        #expect(all.status == 0)
        #expect(all.errors == "gallery: nothing to refresh yet: begin with 'gallery search'\n")
    }

    @Test(
        "a name that means something else is refused",
        arguments: [
            ("", "''", "a name"), (" \t", "''", "a name"),
            ("42", "'42'", "a name that does not read as a photo's, such as 'best of 42'"),
            (
                "dogs/3", "'dogs/3'",
                "a name that does not read as a photo's, such as 'best of dogs/3'"
            ),
            (
                "flickr:53574198477", "'flickr:53574198477'",
                "a name that does not read as a photo's, such as 'best of flickr:53574198477'"
            ),
            ("camera", "'camera'", "a name that does not read as another section's"),
            ("flickr:dogs", "'flickr:dogs'", "a name that does not read as another section's"),
            ("./dogs", "'./dogs'", "a name that does not read as a path"),
        ])
    func names(name: String, shown: String, expected: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let refused = try gallery.run("album", "new", name, "--where", "tag:dog")
        #expect(refused.status == 64)
        #expect(refused.errors == "gallery: invalid album name \(shown): expected \(expected)\n")
        #expect(try gallery.run("album", "--format", "csv").text == "name,query,photos\r\n")
    }

    @Test("what cannot be an album's query is refused, and so is a name that there is")
    func refused() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.run("album", "new", "Dogs", "--where", "tag:dog")
        for (arguments, message) in [
            (
                ["DOGS", "--where", "tag:cat"],
                "there is an album 'album:Dogs' already: give another name, or 'gallery album delete' "
                    + "that one"
            ),
            (
                ["all", "--where", " "],
                "an album needs a query, such as 'tag:dog rating:>3': this one finds everything"
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
        #expect(itself.errors.contains("there is no section 'album:cats'"), "\(itself.errors)")
        #expect(
            try gallery.run("album", "--format", "csv").text
                == "name,query,photos\r\nDogs,tag:dog,0\r\n")
        let other = try gallery.run("album", "rename", "camera", "x")
        #expect(other.status == 64)
        #expect(
            other.errors
                == "gallery: 'camera' is no album: 'gallery album list' lists those there are\n")
        #expect(try gallery.run("album", "delete", "dogs", "cats").status == 66)
        #expect(try gallery.run("album", "--format", "csv").text.contains("Dogs"))
    }

    @Test("renaming and deleting keep the photos, and undo takes each back")
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
            let asked = try gallery.start(["album", "delete"] + arguments).wait()
            #expect(asked.status == 64)
            #expect(
                asked.errors
                    == "gallery: 'album:Good dogs' cannot be removed: 'album:both' asks for it: "
                    + "delete that album first\n")
        }
        let dry = try gallery.run("album", "delete", "-n", "both")
        #expect(dry.errors == "gallery: dry run: would remove album:both\n")
        let deleted = try gallery.run("album", "delete", "good dogs", "both")
        #expect(deleted.status == 0)
        #expect(
            deleted.errors
                == "gallery: removed album:Good dogs, album:both; to bring back: gallery undo\n")
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
