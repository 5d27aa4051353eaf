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
        #expect(none.text == "NAME  KIND  QUERY  PHOTOS\n")
        #expect(
            none.errors
                == "gallery: no albums yet; create one with 'gallery album new NAME', with --where "
                + "QUERY or without\n")
        let made = try gallery.run("album", "new", " Dogs ", "--where", "tag:dog")
        #expect(made.status == 0)
        #expect(made.errors == "gallery: created 'album:Dogs': 2 photos\n")
        #expect(
            try gallery.run("album").text
                == "NAME  KIND   QUERY    PHOTOS\nDogs  query  tag:dog       2\n")
        #expect(
            try gallery.run("album", "list", "--format", "csv").text
                == "name,kind,query,photos\r\nDogs,query,tag:dog,2\r\n")
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
                "an album needs a query, such as 'tag:dog rating:>3': this one matches every photo; "
                    + "omit the query for an album that is filled by hand"
            ),
        ] {
            let result = try gallery.start(["album", "new"] + arguments).wait()
            #expect(result.status == 64)
            #expect(result.errors == "gallery: \(message)\n")
        }
        let unknown = try gallery.run("album", "new", "cats", "--where", "tag:cat colour:red")
        #expect(unknown.status == 64)
        #expect(unknown.errors.contains("column 9"), "\(unknown.errors)")
        let itself = try gallery.run("album", "new", "cats", "--where", "section:album:cats")
        #expect(itself.status == 64)
        #expect(itself.errors.contains("unknown section 'album:cats'"), "\(itself.errors)")
        #expect(
            try gallery.run("album", "--format", "csv").text
                == "name,kind,query,photos\r\nDogs,query,tag:dog,0\r\n")
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
        let both = "both,query,section:album:dogs tag:cat,1"
        #expect(try albums() == ["dogs,query,tag:dog,2", both])
        let renamed = try gallery.run("album", "rename", "dogs", "Good dogs")
        #expect(renamed.errors == "gallery: 'album:dogs' is now 'album:Good dogs'\n")
        #expect(
            try albums() == [
                "Good dogs,query,tag:dog,2",
                #"both,query,"section:""album:Good dogs"" tag:cat",1"#,
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
            list.prefix(4).map { $0["sentence"] as? String }
                == [
                    "Removed album:Good dogs, album:both.", "Renamed an album to album:Good dogs.",
                    "Created album:both.", "Created album:dogs.",
                ])
        let undone = try gallery.run("undo", "--format", "jsonl")
        #expect(undone.errors.contains("(album delete, "), "\(undone.errors)")
        #expect(
            undone.errors.hasSuffix("): album:Good dogs, album:both\n"), "\(undone.errors)")
        #expect(
            try undone.lines()[0]["sections"] as? [String] == ["album:Good dogs", "album:both"])
        #expect(try albums().count == 2)
        #expect(try gallery.run("undo").errors.hasSuffix("): album:dogs, album:both\n"))
        #expect(try albums() == ["dogs,query,tag:dog,2", both])
        try gallery.run("undo")
        try gallery.run("undo")
        #expect(try albums() == [])
    }

    // MARK: - Filled by hand

    /// The album `Best` with photos c and a, in this order.
    private func handmade() throws -> PlaceScene {
        let scene = try scene()
        try scene.gallery.run("album", "new", "Best")
        try scene.gallery.run("album", "add", "Best", "camera/3", "camera/1")
        return scene
    }

    @Test("an album without a query lists the photos that were added, in their order")
    func filling() throws {
        let scene = try scene()
        let gallery = scene.gallery
        defer { gallery.remove() }
        let dry = try gallery.run("album", "new", "Best", "-n")
        #expect(dry.errors == "gallery: dry run: would create 'album:Best': 0 photos\n")
        #expect(
            try gallery.run("album", "new", "Best").errors
                == "gallery: created 'album:Best': 0 photos\n")
        let rehearsed = try gallery.run("album", "add", "best", "3", "-n")
        #expect(rehearsed.errors == "gallery: dry run: would add 1 photo to 'album:Best'\n")
        #expect(try titles("best", in: scene) == [])
        let added = try gallery.run("album", "add", "best", "camera/3", "1")
        #expect(added.status == 0)
        #expect(added.errors == "gallery: added 2 photos to 'album:Best'\n")
        #expect(try titles("best", in: scene) == ["c", "a"])
        // Photos that are in the album keep their position.
        #expect(
            try gallery.run("album", "add", "album:Best", "--where", "tag:dog or tag:cat").errors
                == "gallery: added 1 photo to 'album:Best'; 2 already in it\n")
        #expect(try titles("best", in: scene) == ["c", "a", "b"])
        let again = try gallery.run("album", "add", "best", "camera")
        #expect(again.status == 0)
        #expect(again.errors == "gallery: already in 'album:Best'\n")
        let removed = try gallery.run("album", "remove", "best", "best/1", "b/1", "2")
        #expect(removed.status == 66)
        #expect(
            try gallery.run("album", "remove", "best", "best/1", "2").errors
                == "gallery: removed 2 photos from 'album:Best'\n")
        let absent = try gallery.run("album", "remove", "best", "2")
        #expect(absent.status == 0)
        #expect(absent.errors == "gallery: not in 'album:Best'\n")
        #expect(try titles("best", in: scene) == ["a"])
        #expect(
            try gallery.run("album", "--format", "csv").text
                == "name,kind,query,photos\r\nBest,hand,,1\r\n")
        let row = try gallery.run("album", "list", "--format", "jsonl").lines()[0]
        #expect(row["query"] is NSNull)
        #expect(
            try gallery.run("sections", "--format", "jsonl").lines().map { $0["count"] as? Int }
                == [3, 1])
    }

    @Test("every command that reads sections reads an album filled by hand")
    func reading() throws {
        let scene = try handmade()
        let gallery = scene.gallery
        defer { gallery.remove() }
        let columns = ["--columns", "Section,Position,ID,Title"]
        #expect(
            try gallery.start(["export", "best"] + columns).wait().text
                == "Section,Position,ID,Title\r\nalbum:Best,1,3,c\r\nalbum:Best,2,1,a\r\n")
        // All photos are listed once, in their other sections.
        let all =
            "Section,Position,ID,Title\r\ncamera,1,1,a\r\ncamera,2,2,b\r\ncamera,3,3,c\r\n"
        #expect(try gallery.start(["export"] + columns).wait().text == all)
        #expect(
            try gallery.start(
                ["find", "has:title", "--sort", "title", "--format", "csv"] + columns
            )
            .wait().text == all)
        let shown = try gallery.run("show", "best/1", "--format", "json").object()
        #expect(shown["Title"] as? String == "c")
        let sections = shown["Sections"] as? [[String: Any]]
        #expect(sections?.map { $0["section"] as? String } == ["camera", "album:Best"])
        #expect(sections?.map { $0["position"] as? Int } == [3, 1])
        #expect(try gallery.run("find", "section:album:Best", "--count").text == "2\n")
        #expect(try scene.titles(where: "not:section:best") == ["b"])
        try gallery.run("album", "new", "good", "--where", "section:best tag:cat")
        #expect(try titles("good", in: scene) == ["c"])
        let site = gallery.folder.appendingPathComponent("site").path
        #expect(try gallery.run("export", "best", "--format", "html", "-o", site).status == 0)
        let refresh = try gallery.run("refresh", "best")
        #expect(refresh.status == 64)
    }

    @Test("a photo moves to a position of the album")
    func moving() throws {
        let scene = try handmade()
        let gallery = scene.gallery
        defer { gallery.remove() }
        try gallery.run("album", "add", "best", "2")
        #expect(
            try gallery.run("album", "move", "best", "2", "--to", "1").errors
                == "gallery: moved photo 2 to position 1 of 'album:Best'\n")
        #expect(try titles("best", in: scene) == ["b", "c", "a"])
        #expect(
            try gallery.run("album", "move", "best", "best/1", "--to", "3", "-n").errors
                == "gallery: dry run: would move photo 2 to position 3 of 'album:Best'\n")
        try gallery.run("album", "move", "best", "best/1", "--to", "3")
        #expect(try titles("best", in: scene) == ["c", "a", "b"])
        #expect(
            try gallery.run("album", "move", "best", "2", "--to", "3").errors
                == "gallery: photo 2 is already at position 3 of 'album:Best'\n")
        let outside = try gallery.run("album", "move", "best", "2", "--to", "4")
        #expect(outside.status == 64)
        #expect(
            outside.errors
                == "gallery: invalid position '4': expected 1 to 3, the number of photos in "
                + "'album:Best'\n")
        let zero = try gallery.run("album", "move", "best", "2", "--to", "0")
        #expect(zero.status == 64)
        #expect(zero.errors.contains("invalid --to '0': expected a position from 1"))
        try gallery.run("album", "remove", "best", "2")
        let absent = try gallery.run("album", "move", "best", "2", "--to", "1")
        #expect(absent.status == 66)
        #expect(
            absent.errors
                == "gallery: photo '2' is not in 'album:Best': 'gallery list album:Best' shows its "
                + "photos\n")
    }

    @Test("photos of an album with a query cannot be chosen by hand")
    func query() throws {
        let scene = try scene()
        let gallery = scene.gallery
        defer { gallery.remove() }
        try gallery.run("album", "new", "dogs", "--where", "tag:dog")
        for arguments in [
            ["album", "add", "dogs", "2"], ["album", "remove", "dogs", "1"],
            ["album", "move", "dogs", "1", "--to", "2"], ["set", "2", "--album", "dogs"],
            ["set", "1", "--no-album", "dogs"],
        ] {
            let refused = try gallery.start(arguments).wait()
            #expect(refused.status == 64)
            #expect(
                refused.errors.contains(
                    "the photos of 'album:dogs' are those that match its query: to choose photos "
                        + "by hand, create another album with 'gallery album new' without --where"),
                "\(arguments): \(refused.errors)")
        }
        #expect(try gallery.run("album", "add", "cats", "2").status == 66)
        #expect(try gallery.run("set", "2", "--no-album", "cats").status == 66)
        #expect(try titles("dogs", in: scene) == ["a", "c"])
    }

    @Test("set adds photos to an album, which is created, and removes them")
    func setting() throws {
        let scene = try scene()
        let gallery = scene.gallery
        defer { gallery.remove() }
        #expect(try gallery.run("set", "2", "1", "--album", "Summer").status == 0)
        #expect(try titles("album:Summer", in: scene) == ["b", "a"])
        #expect(try gallery.run("set", "2", "--no-album", "summer").status == 0)
        #expect(try titles("Summer", in: scene) == ["a"])
        try gallery.run("undo")
        #expect(try titles("Summer", in: scene) == ["b", "a"])
        try gallery.run("undo")
        #expect(try gallery.run("list", "album:Summer").status == 66)
        try gallery.run("redo")
        #expect(try titles("Summer", in: scene) == ["b", "a"])
    }

    @Test("photos in the trash leave an album, and return to their position")
    func trash() throws {
        let scene = try handmade()
        let gallery = scene.gallery
        defer { gallery.remove() }
        try gallery.run("album", "add", "best", "2")
        try gallery.run("remove", "1")
        #expect(try titles("best", in: scene) == ["c", "b"])
        try gallery.run("restore", "1")
        #expect(try titles("best", in: scene) == ["c", "a", "b"])
        try gallery.run("remove", "1")
        try gallery.run("trash", "empty", "--yes")
        #expect(try titles("best", in: scene) == ["c", "b"])
        #expect(
            try gallery.run("album", "move", "best", "2", "--to", "1").errors
                == "gallery: moved photo 2 to position 1 of 'album:Best'\n")
        #expect(try titles("best", in: scene) == ["b", "c"])
    }

    @Test("each change of an album is one step of undo and redo")
    func undoing() throws {
        let scene = try handmade()
        let gallery = scene.gallery
        defer { gallery.remove() }
        try gallery.run("album", "move", "best", "1", "--to", "1")
        try gallery.run("album", "remove", "best", "3")
        try gallery.run("album", "rename", "best", "top")
        try gallery.run("album", "delete", "top")
        let steps = try gallery.run("undo", "--list", "--format", "jsonl").lines()
        #expect(
            steps.prefix(6).map { $0["sentence"] as? String } == [
                "Removed album:top.", "Renamed an album to album:top.",
                "Removed 1 photo from album Best.", "Moved 1 photo in album Best.",
                "Added 2 photos to album Best.", "Created album:Best.",
            ])
        let states = [
            ("top", ["a"]), ("Best", ["a"]), ("Best", ["a", "c"]), ("Best", ["c", "a"]),
        ]
        for (album, expected) in states {
            try gallery.run("undo")
            #expect(try titles(album, in: scene) == expected)
        }
        for (album, expected) in states.dropLast().reversed() {
            try gallery.run("redo")
            #expect(try titles(album, in: scene) == expected)
        }
        try gallery.run("redo")
        #expect(try gallery.run("album", "--format", "csv").text == "name,kind,query,photos\r\n")
        #expect(try titles("camera", in: scene) == ["a", "b", "c"])
    }

    @Test("the cover of an album is a photo in it")
    func cover() throws {
        let scene = try handmade()
        let gallery = scene.gallery
        defer { gallery.remove() }
        #expect(
            try gallery.run("album", "cover", "best", "1").errors
                == "gallery: 'album:Best' now shows photo 1 as its cover\n")
        #expect(
            try gallery.run("album", "cover", "best", "best/2").errors
                == "gallery: 'album:Best' already shows photo 1 as its cover\n")
        #expect(try gallery.run("album", "cover", "best", "2").status == 66)
        #expect(
            try gallery.run("album", "cover", "best", "--none").errors
                == "gallery: 'album:Best' now shows its first photo as its cover\n")
        for arguments in [["best"], ["best", "1", "--none"]] {
            #expect(try gallery.start(["album", "cover"] + arguments).wait().status == 64)
        }
    }
}
