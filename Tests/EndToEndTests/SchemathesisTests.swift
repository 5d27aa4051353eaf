import FakeFlickr
import Foundation
import TestSupport
import Testing

/// Checks the server against its own API description with an independent program.
///
/// `GALLERY_TEST_PYTHON` names the Python of a virtual environment with the packages of
/// `Config/python-requirements.txt`; without it the suite is skipped.
@Suite(
    "schemathesis 4.32.5 from PyPI",
    .enabled(
        if: ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] != nil,
        """
        set GALLERY_TEST_PYTHON to the python of a virtual environment with \
        Config/python-requirements.txt to run it
        """))
struct SchemathesisTests {
    /// The statuses that are correct responses to some texts.
    ///
    /// A schema cannot describe valid queries, cursors, versions and offsets, and resumable uploads
    /// check the version of their protocol before anything else.
    private static let configuration = """
        [checks]
        positive_data_acceptance.expected-statuses = [
            "2xx", "304", "400", "401", "403", "404", "409", "410", "412", "413", "415", "422",
            "423", "429", "460", "5xx",
        ]
        negative_data_rejection.expected-statuses = [
            "400", "401", "403", "404", "405", "406", "409", "412", "415", "422", "428", "429",
            "5xx",
        ]
        """

    /// Sends the bodies of resumable uploads as other bytes are sent.
    private static let hooks = """
        import schemathesis
        schemathesis.serializer.alias("application/offset+octet-stream", "application/octet-stream")
        """

    /// Starts a server, reads its address, and stops it in the end.
    private static let script = """
        exec 3< <(exec gallery serve --port 0 2> server-errors)
        server=$!
        read -r line <&3
        url=${line#listening on }
        bin=$(dirname "$PYTHON")
        "$bin/openapi-spec-validator" --schema 3.1 "$DOCUMENT" >&2 || { kill "$server"; exit 3; }
        "$bin/schemathesis" run "$url/api/v1/openapi.json" --checks all --max-examples 8 \
            --phases examples,coverage,fuzzing --seed 14 --workers 1 --request-timeout 60 \
            --max-response-time 60 \
            --generation-database none --no-color --exclude-path /api/v1/changes
        status=$?
        kill -TERM "$server"
        wait "$server" || exit 4
        exit "$status"
        """

    @Test("every response matches the document for any request", .timeLimit(.minutes(10)))
    func answersAsDescribed() async throws {
        let world = FakeWorld(seed: 14, photos: 12)
        try await FlickrScene.with(world) { scene async throws in
            let gallery = scene.gallery
            try #require(try gallery.run("search", "dogs", "--size", "small").status == 0)
            try gallery.run("edit", "1", "--rotate", "90")
            try gallery.run("remove", "2")
            try gallery.run("album", "new", "best", "--where", "is:edited")
            try Data(Self.configuration.utf8).write(
                to: gallery.folder.appending(path: "schemathesis.toml"))
            try Data(Self.hooks.utf8).write(to: gallery.folder.appending(path: "hooks.py"))
            let document = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Sources/GalleryWeb/API/openapi.json").standardized
            let python = ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] ?? "python3"
            let result = try gallery.shell(
                Self.script,
                adding: [
                    "PYTHON": python, "DOCUMENT": document.path, "SCHEMATHESIS_HOOKS": "hooks.py",
                ])
            #expect(result.status == 0, "\(result.text) \(result.errors)")
        }
    }
}
