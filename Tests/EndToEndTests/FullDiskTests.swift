import Foundation
import TestSupport
import Testing

/// Uploads to a server with a full disk.
@Suite(
    "gallery serve on a full disk",
    .enabled(if: SmallDisk.canMount, "a test may not mount a disk on this machine"))
struct FullDiskTests {
    /// Runs a request against a server on a small disk, and again when the disk is larger; the
    /// request prints its response.
    ///
    /// - Parameter ask: a shell command with the server's address in `$address` that prints a line
    private func ask(_ gallery: GalleryProgram, _ ask: String) throws -> GalleryProgram.Result {
        let script = """
            mkdir small && mount -t tmpfs -o size=4m none small && cp -r "$GALLERY_CATALOG" small/c
            coproc gallery serve --share --campaign summer --port 0 --catalog small/c
            read -r _ _ address <&"${COPROC[0]}"
            export address
            curl() { command curl --silent --show-error --max-time 30 --noproxy "*" "$@"; }
            token=$(curl -d email=eva@example.org -d password=evas-password "$address/auth/signin" |
              sed 's/.*"loginToken":"\\([^"]*\\)".*/\\1/')
            for size in 4m 64m; do
              mount -o remount,size=$size small
              \(ask)
              find small/c -name '*.part'
              find small/c/incoming -name '*lease'
            done
            curl "$address/photoserver/userlist"
            kill $COPROC_PID
            wait
            """
        let file = gallery.folder.appendingPathComponent("ask.sh")
        try Data(script.utf8).write(to: file)
        return try gallery.shell("unshare -rm bash \(file.path)")
    }

    /// A catalog with a member, and a picture larger than the small disk.
    private func scene() throws -> (gallery: GalleryProgram, picture: String) {
        let gallery = try GalleryProgram()
        let added = try gallery.run(
            "account", "add", "eva", "--email", "eva@example.org", "--password-file", "-",
            input: Data("evas-password\n".utf8))
        #expect(added.status == 0, "\(added.errors)")
        let picture = gallery.folder.appendingPathComponent("large.jpg")
        try PictureFiles.jpeg(comment: "large", padding: 6_000_000).write(to: picture)
        return (gallery, picture.path)
    }

    @Test("a picture is rejected with a sentence, nothing is stored, and with room it is accepted")
    func photoShare() throws {
        let (gallery, picture) = try scene()
        defer { gallery.remove() }
        let result = try ask(
            gallery,
            "curl -w ' %{http_code}\\n' --data-binary @\(picture) "
                + "\"$address/photoserver/postphoto/eva/evas-password/dog\"")
        #expect(
            result.text == """
                the disk of this server is full 404
                {"id":"1"} 200
                [{"name":"eva","id":"1"}]
                """, "\(result.errors)")
    }

    @Test("a post is answered 507 with a message, nothing is stored, and with room it is accepted")
    func campaign() throws {
        let (gallery, picture) = try scene()
        defer { gallery.remove() }
        for token in ["-H \"Authorization: Bearer $token\"", "-F loginToken=$token"] {
            try? FileManager.default.removeItem(at: gallery.folder.appendingPathComponent("small"))
            let result = try ask(
                gallery,
                "curl -w ' %{http_code}\\n' -F postPhoto=@\(picture) -F title=dog \(token) \"$address/posts\""
            )
            let lines = result.text.split(separator: "\n")
            #expect(
                lines.first == "{\"error\":\"the disk of this server is full\"} 507",
                "\(result.text)\(result.errors)")
            #expect(lines.count == 3 && lines.last == "[]", "\(result.text)")
            let post = try #require(lines.dropFirst().first)
            #expect(post.hasPrefix("{\"_id\":\"1\",\"title\":\"dog\"") && post.hasSuffix(" 200"))
        }
    }
}

/// A disk made for the test.
enum SmallDisk {
    /// True if this machine lets a test mount its own small disk.
    static let canMount = ChildProcess.succeeds(
        "unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
}
