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
    /// - Parameters:
    ///   - ask: a shell command with the server's address in `$address` that prints a line
    ///   - sizes: the sizes of the disk
    private func ask(
        _ gallery: GalleryProgram, _ ask: String, sizes: String = "4m 64m"
    ) throws -> GalleryProgram.Result {
        let script = """
            mkdir small && mount -t tmpfs -o size=4m none small && cp -r "$GALLERY_CATALOG" small/c
            coproc gallery serve --share --campaign summer --port 0 --catalog small/c
            read -r _ _ address <&"${COPROC[0]}"
            export address
            curl() { command curl --silent --show-error --max-time 30 --noproxy "*" "$@"; }
            token=$(curl -d email=eva@example.org -d password=evas-password "$address/auth/signin" |
              sed 's/.*"loginToken":"\\([^"]*\\)".*/\\1/')
            for size in \(sizes); do
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

    @Test("a form without a length is answered 507 when 64 MiB would not stay free")
    func chunkedForm() throws {
        let (gallery, picture) = try scene()
        defer { gallery.remove() }
        let result = try ask(
            gallery,
            "curl -o body -w '%{http_code} ' -H 'Transfer-Encoding: chunked' -F file=@\(picture) "
                + "-H \"Authorization: Bearer $token\" \"$address/api/v1/uploads\"; "
                + "grep -o 'is full\\|new' body", sizes: "66m 100m")
        #expect(result.text == "507 is full\n200 new\n[]", "\(result.errors)")
    }

    @Test("a resumable upload is answered 507 while the disk is full, and continues later")
    func resumable() throws {
        let (gallery, picture) = try scene()
        defer { gallery.remove() }
        let result = try ask(
            gallery,
            """
            tus() {
              curl -o /dev/null -D head -H "Authorization: Bearer $token" -H "Tus-Resumable: 1.0.0" \
                -w '%{http_code}\\n' "$@"
            }
            send() {
              tail -c +$(($1 + 1)) \(picture) | head -c $2 | tus -X PATCH --data-binary @- \
                -H "Content-Type: application/offset+octet-stream" -H "Upload-Offset: $1" "$upload"
            }
            size=$(stat -c %s \(picture))
            tus -X POST -H "Upload-Length: $size" "$address/api/v1/uploads/tus"
            upload=$address$(sed -n 's/^[Ll]ocation: \\(.*\\)\r/\\1/p' head)
            send 0 2000000
            mount -o remount,size=66m small
            send 2000000 10000000
            tus --head "$upload"
            grep -i '^upload-offset' head
            mount -o remount,size=100m small
            send 2000000 10000000
            """, sizes: "100m")
        #expect(
            result.text.replacing("\r\n", with: "\n").lowercased()
                == "201\n204\n507\n200\nupload-offset: 2000000\n204\n[]", "\(result.errors)")
    }
}

/// A disk made for the test.
enum SmallDisk {
    /// True if this machine lets a test mount its own small disk.
    static let canMount = ChildProcess.succeeds(
        "unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/mnt"])
}
