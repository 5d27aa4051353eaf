import Foundation
import TestSupport
import Testing

@Suite("gallery token, gallery account and access to gallery serve")
struct AccountTests {
    /// Writes a password file.
    private func file(_ text: String, in gallery: GalleryProgram) throws -> String {
        let url = gallery.folder.appendingPathComponent("password-\(UUID().uuidString)")
        try Data(text.utf8).write(to: url)
        return url.path
    }

    @Test("a token is printed once, alone on stdout, and revoked by its name")
    func tokens() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        try gallery.run("import", FacePictures.messi.path)
        let none = try gallery.run("token")
        #expect(none.text == "NAME  ROLE  ACCOUNT  STATE  CREATED  EXPIRES  USED\n")
        #expect(
            none.errors == "gallery: no tokens yet; create one with 'gallery token create NAME'\n")
        let made = try gallery.run("token", "create", "ci")
        #expect(made.status == 0)
        #expect(made.text.wholeMatch(of: #/[A-Za-z0-9_-]{43}\n/#) != nil)
        #expect(made.errors.isEmpty)
        let viewer = try gallery.run(
            "token", "create", "back up", "--role", "viewer", "--expires", "30")
        #expect(viewer.text != made.text)
        let rows = try gallery.run("token", "list", "--format", "jsonl").lines()
        #expect(rows.map { $0["name"] as? String } == ["ci", "back up"])
        #expect(rows.map { $0["role"] as? String } == ["owner", "viewer"])
        #expect(rows.map { $0["state"] as? String } == ["valid", "valid"])
        #expect(rows.map { $0["expires"] is String } == [false, true])
        let again = try gallery.run("token", "create", "CI")
        #expect(again.status == 64)
        #expect(again.text.isEmpty)
        #expect(
            again.errors
                == "gallery: a token 'CI' already exists: use another name, or revoke it first "
                + "with 'gallery token revoke'\n")
        let revoked = try gallery.run("token", "revoke", "ci")
        #expect(revoked.errors == "gallery: revoked token 'ci'\n")
        #expect(try gallery.run("token", "revoke", "ci").status == 66)
        let states = try gallery.run("token", "list", "--format", "jsonl").lines()
        #expect(states.map { $0["state"] as? String } == ["revoked", "valid"])
        // The secret appears nowhere in the catalog.
        let secret = made.text.trimmingCharacters(in: .newlines)
        for name in try gallery.catalogFiles() where name.hasPrefix("catalog.sqlite") {
            let bytes = try Data(contentsOf: gallery.catalog.appendingPathComponent(name))
            #expect(bytes.range(of: Data(secret.utf8)) == nil)
        }
    }

    @Test(
        "invalid token options are rejected",
        arguments: [
            (["token", "create", "a/b"], "expected 1 to 100 characters without '/'"),
            (["token", "create", ""], "invalid token name ''"),
            (["token", "create", "a", "--role", "king"], "expected owner, member or viewer"),
            (["token", "create", "a", "--expires", "0"], "invalid --expires '0': expected 1 to"),
            (["account", "add", "a"], "give --password-file FILE"),
        ])
    func refusals(arguments: [String], message: String) throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let run = try gallery.start(arguments).wait()
        #expect(run.status == 64)
        #expect(run.text.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
    }

    @Test("accounts are added with a password from a file or standard input")
    func accounts() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let password = try file("evas password\r\nanother line\n", in: gallery)
        let added = try gallery.run("account", "add", "Eva", "--password-file", password)
        #expect(added.errors == "gallery: added account 'Eva' as a member\n")
        let other = try gallery.run(
            "account", "add", "roger", "--role", "owner", "--password-file", "-",
            input: Data("rogers password".utf8))
        #expect(other.errors == "gallery: added account 'roger' as an owner\n")
        let twice = try gallery.run("account", "add", "eva", "--password-file", password)
        #expect(twice.status == 64)
        #expect(twice.errors.contains("an account 'eva' already exists"))
        let rows = try gallery.run("account", "--format", "jsonl").lines()
        #expect(rows.map { $0["name"] as? String } == ["Eva", "roger"])
        #expect(rows.map { $0["role"] as? String } == ["member", "owner"])
        let short = try file("seven77\n", in: gallery)
        let refused = try gallery.run("account", "password", "eva", "--password-file", short)
        #expect(refused.status == 64)
        #expect(
            refused.errors
                == "gallery: the password is invalid: it has fewer than 8 characters; expected at "
                + "least 8 characters\n")
        #expect(
            try gallery.run("account", "password", "nobody", "--password-file", password).status
                == 66)
        let missing = try gallery.run("account", "password", "eva", "--password-file", "none")
        #expect(missing.status == 66)
        let removed = try gallery.run("account", "remove", "eva")
        #expect(removed.errors == "gallery: removed account 'eva'\n")
        #expect(try gallery.run("account", "remove", "eva").status == 66)
    }

    @Test("an account shows its profile, and its tokens end with a new password")
    func profiles() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let password = try file("evas password", in: gallery)
        let added = try gallery.run(
            "account", "add", "Eva", "--role", "viewer", "--email", "Eva@Example.org",
            "--first-name", "Eva", "--last-name", "Löwe", "--bio", "two\nlines", "--level", "3",
            "--password-file", password)
        #expect(added.errors == "gallery: added account 'Eva' as a viewer\n")
        let taken = try gallery.run(
            "account", "add", "max", "--email", "eva@example.ORG", "--password-file", password)
        #expect(taken.status == 64)
        #expect(taken.errors.contains("another account has the address 'eva@example.ORG'"))
        let wrong = try gallery.run(
            "account", "add", "max", "--email", "nowhere", "--password-file", password)
        #expect(wrong.status == 64)
        #expect(
            wrong.errors
                == "gallery: invalid email 'nowhere': expected an address such as eva@example.org\n"
        )
        let set = try gallery.run("account", "set", "eva", "--role", "member", "--bio", "")
        #expect(set.errors == "gallery: changed account 'Eva'\n")
        let row = try #require(try gallery.run("account", "--format", "jsonl").lines().first)
        #expect(row["role"] as? String == "member")
        #expect(row["email"] as? String == "Eva@Example.org")
        #expect(row["lastName"] as? String == "Löwe")
        #expect(row["bio"] is NSNull)
        #expect(row["level"] as? String == "3")
        #expect(try gallery.run("account", "set", "nobody", "--bio", "x").status == 66)
        #expect(try gallery.run("account", "set", "eva", "--photo", "99").status == 66)
        #expect(try gallery.run("account", "set", "eva").status == 64)
        #expect(try gallery.run("token", "create", "phone", "--account", "eva").status == 0)
        #expect(try gallery.run("token", "create", "pad", "--account", "max").status == 66)
        let before = try gallery.run("token", "list", "--format", "jsonl").lines()
        #expect(before.map { $0["role"] as? String } == ["member"])
        #expect(before.map { $0["account"] as? String } == ["Eva"])
        _ = try gallery.run("account", "password", "eva", "--password-file", password)
        let after = try gallery.run("token", "list", "--format", "jsonl").lines()
        #expect(after.map { $0["state"] as? String } == ["revoked"])
    }

    @Test("on a terminal the password is requested twice and not echoed")
    func prompt() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let script = """
            import os, pty, sys
            pid, terminal = pty.fork()
            if pid == 0:
                os.execvp('gallery', ['gallery', 'account', 'add', 'eva'])
            answers, shown = sys.argv[1:], b''
            while True:
                try:
                    some = os.read(terminal, 1024)
                except OSError:
                    break
                if not some:
                    break
                shown += some
                if answers and shown.endswith(b': '):
                    os.write(terminal, answers.pop(0).encode() + b'\\n')
                    shown += b'|'
            print(shown.decode().replace('\\r', ''), os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
            """
        let python = gallery.folder.appendingPathComponent("prompt.py")
        try Data(script.utf8).write(to: python)
        let requested = try gallery.shell("python3 \(python.path) 'evas password' 'evas password'")
        #expect(
            requested.text
                == "Password for 'eva': |\nAgain: |\ngallery: added account 'eva' as a member\n 0\n",
            "\(requested.errors)")
        let differing = try gallery.shell("python3 \(python.path) 'evas password' 'eves password'")
        #expect(differing.text.hasSuffix("the passwords do not match; nothing was changed\n 64\n"))
        let short = try gallery.shell("python3 \(python.path) short")
        #expect(short.text.contains("it has fewer than 8 characters"))
        #expect(!short.text.contains("Again"))
    }

    @Test("serve refuses other machines without a password or with an invalid one")
    func serving() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        for host in ["0.0.0.0", "::", "192.0.2.1", "gallery.example"] {
            let open = try gallery.run("serve", "--port", "0", "--host", host)
            #expect(open.status == 78)
            #expect(open.text.isEmpty)
            #expect(
                open.errors
                    == "gallery: '\(host)' is accessible from other machines, and no password is set; "
                    + "give --password-file FILE, or omit --host to serve only this machine\n"
            )
        }
        for text in ["", "\nlong enough\n", "seven77\nlong enough", "with\u{7}bell"] {
            let name = try file(text, in: gallery)
            let run = try gallery.run("serve", "--port", "0", "--password-file", name)
            #expect(run.status == 78, "\(text)")
            #expect(run.errors.contains("is not acceptable: it "))
        }
        #expect(try gallery.run("serve", "--port", "0", "--password-file", "none").status == 66)
    }
}
