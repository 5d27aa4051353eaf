import Basics
import Foundation
import Glibc
import TestSupport
import Testing

/// Kills a campaign server while a client posts.
@Suite("kill -9 of gallery serve --campaign")
struct ServeCrashTests {
    private static let password = "quince-lantern-47"
    /// The number of pictures posted while one server runs.
    private static let perRound = 5

    /// A client that posts one picture after another and records the results.
    private struct Sender {
        let host: GalleryProgram
        var token = ""
        /// The pictures made so far, by the titles of their posts.
        var pictures: [String: Data] = [:]
        /// The ids in the responses, by the titles.
        var answered: [String: Int] = [:]
        /// The ids of posts with pictures verified as complete.
        var seen: Set<Int> = []

        func file(_ title: String) -> URL {
            host.folder.appendingPathComponent("\(title).jpg")
        }

        /// The next posts: those without a response, and as many more as fill a round.
        mutating func nextTitles() throws -> [String] {
            var titles = pictures.keys.filter { answered[$0] == nil }.sorted()
            while titles.count < ServeCrashTests.perRound {
                let title = "picture \(100 + pictures.count)"
                let picture = PictureFiles.jpeg(comment: title, padding: 30_000)
                try picture.write(to: file(title))
                pictures[title] = picture
                titles.append(title)
            }
            return titles
        }

        /// Starts posting pictures, one after another on one connection.
        func start(_ titles: [String], _ scene: ServeScene) throws -> GalleryProgram.Running {
            let posts = titles.map { title in
                [
                    "--noproxy", "*", "--max-time", "30", "--no-buffer", "-w", "\n", "-H",
                    "Authorization: Bearer \(token)", "-F", "title=\(title)", "-F",
                    "description=about \(title)", "-F", "postPhoto=@\(file(title).path)",
                    "\(scene.address)/posts",
                ]
            }
            return try host.start(
                ["--silent", "--fail-early"] + posts.joined(separator: ["--next"]),
                executable: URL(fileURLWithPath: "/usr/bin/curl"))
        }

        /// Records the complete responses.
        mutating func note(_ answers: String) throws {
            for line in answers.split(separator: "\n") {
                let object = try? JSONSerialization.jsonObject(with: Data(line.utf8))
                guard let post = object as? [String: Any] else { continue }
                let title = try #require(post["title"] as? String, "\(line)")
                let id = try #require((post["_id"] as? String).flatMap(Int.init), "\(line)")
                #expect(answered[title] == nil || answered[title] == id)
                answered[title] = id
            }
        }

        /// Checks a server's feed: every answered post is there once, with its complete picture.
        mutating func check(_ scene: ServeScene, _ comment: Comment) throws {
            let feed = try JSONSerialization.jsonObject(with: scene.curl("URL/posts").output)
            let posts = try #require(feed as? [[String: Any]])
            var listed: [String: Int] = [:]
            for post in posts {
                let title = try #require(post["title"] as? String)
                #expect(listed[title] == nil && pictures[title] != nil, comment)
                #expect(post["description"] as? String == "about \(title)", comment)
                listed[title] = (post["_id"] as? String).flatMap(Int.init)
            }
            for (title, id) in answered { #expect(listed[title] == id, comment) }
            let new = Set(listed.values).subtracting(seen).sorted()
            seen.formUnion(new)
            guard !new.isEmpty else { return }
            let ids = new.map(String.init).joined(separator: ",")
            let given = try scene.curl(
                "-o", "/dev/null", "-w", "%{http_code} %{content_type}\n",
                "URL/posts/{\(ids)}/photo"
            ).text.split(separator: "\n")
            #expect(
                given == Array(repeating: "200 image/jpeg", count: new.count), comment)
        }
    }

    @Test("a server killed at 50 moments has every post that it answered, complete and once")
    func killed() throws {
        let host = try GalleryProgram()
        defer { host.remove() }
        let file = host.folder.appendingPathComponent("password")
        try Data(Self.password.utf8).write(to: file)
        let added = try host.run(
            "account", "add", "eva", "--email", "eva@example.org", "--password-file", file.path)
        #expect(added.status == 0, "\(added.errors)")
        var sender = Sender(host: host)
        var scene = try ServeScene(host, "--campaign", "summer")
        let user = try scene.curl(
            "URL/auth/signin", "-d", "email=eva@example.org", "-d", "password=\(Self.password)")
        sender.token = try #require(try user.object()["loginToken"] as? String)
        #expect(try scene.stop().status == 0)
        // The whole part of a moment is the number of answered posts; the fraction is additional
        // time.
        let moments = KillMoments.drawn(seed: 23, count: 50, within: Double(Self.perRound))
        for (round, moment) in moments.enumerated() {
            let comment: Comment = "server \(round), after one that was killed"
            scene = try ServeScene(host, "--campaign", "summer")
            try sender.check(scene, comment)
            let sending = try sender.start(try sender.nextTitles(), scene)
            while sending.text.ranges(of: "campaignObject").count < Int(moment),
                sending.isRunning
            {
                usleep(1000)
            }
            try scene.running.kill(after: moment.truncatingRemainder(dividingBy: 1) * 0.1)
            try sender.note(try sending.wait().text)
        }
        scene = try ServeScene(host, "--campaign", "summer")
        try sender.check(scene, "after the last kill")
        try sender.note(try sender.start(try sender.nextTitles(), scene).wait().text)
        #expect(Set(sender.answered.keys) == Set(sender.pictures.keys))
        try sender.check(scene, "once all is posted")
        #expect(sender.seen.count == sender.pictures.count)
        #expect(try scene.stop().status == 0)
        let rows = try host.run("export", "campaign:summer", "--format", "jsonl").lines()
        let digests = sender.pictures.mapValues {
            FileDigest(of: Array($0)).hexadecimal
        }
        #expect(rows.count == digests.count)
        for row in rows {
            let title = try #require(row["Title"] as? String)
            #expect(row["SHA256"] as? String == digests[title], "\(title)")
        }
        #expect(try host.integrity() == "ok")
        #expect(try host.strayFiles().isEmpty)
        #expect(try host.storedFiles().count == digests.count)
        #expect(try host.catalogFiles().allSatisfy { !$0.hasPrefix("orphans/") })
    }
}
