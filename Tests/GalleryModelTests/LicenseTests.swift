import GalleryModel
import Testing

@Suite("License")
struct LicenseTests {
    @Test(
        "Flickr's numbers 0 to 16 have the names and pages people know",
        arguments: [
            (0, "All Rights Reserved", nil),
            (1, "CC BY-NC-SA 2.0", "https://creativecommons.org/licenses/by-nc-sa/2.0/"),
            (2, "CC BY-NC 2.0", "https://creativecommons.org/licenses/by-nc/2.0/"),
            (3, "CC BY-NC-ND 2.0", "https://creativecommons.org/licenses/by-nc-nd/2.0/"),
            (4, "CC BY 2.0", "https://creativecommons.org/licenses/by/2.0/"),
            (5, "CC BY-SA 2.0", "https://creativecommons.org/licenses/by-sa/2.0/"),
            (6, "CC BY-ND 2.0", "https://creativecommons.org/licenses/by-nd/2.0/"),
            (7, "No known copyright restrictions", "https://www.flickr.com/commons/usage/"),
            (8, "United States Government Work", "https://www.usa.gov/government-copyright"),
            (9, "CC0 1.0", "https://creativecommons.org/publicdomain/zero/1.0/"),
            (10, "PDM 1.0", "https://creativecommons.org/publicdomain/mark/1.0/"),
            (11, "CC BY 4.0", "https://creativecommons.org/licenses/by/4.0/"),
            (12, "CC BY-SA 4.0", "https://creativecommons.org/licenses/by-sa/4.0/"),
            (13, "CC BY-ND 4.0", "https://creativecommons.org/licenses/by-nd/4.0/"),
            (14, "CC BY-NC 4.0", "https://creativecommons.org/licenses/by-nc/4.0/"),
            (15, "CC BY-NC-SA 4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/"),
            (16, "CC BY-NC-ND 4.0", "https://creativecommons.org/licenses/by-nc-nd/4.0/"),
        ] as [(Int, String, String?)])
    func known(number: Int, name: String, url: String?) {
        #expect(License(flickrID: number) == License(name: name, url: url))
    }

    @Test("An unknown number stays as a number, without a page", arguments: [-1, 17, 77, 1000])
    func unknown(number: Int) {
        #expect(License(flickrID: number) == License(name: "license \(number)", url: nil))
    }

    @Test(
        "A licence is read by its name or number",
        arguments: [
            ("cc by 2.0", "CC BY 2.0"), ("4", "CC BY 2.0"), ("0", "All Rights Reserved"),
            ("77", "license 77"), ("License 77", "license 77"), ("license 4", "CC BY 2.0"),
            ("PDM 1.0", "PDM 1.0"), ("CC BY", nil), ("", nil), ("-1", nil), ("1000", nil),
        ] as [(String, String?)])
    func named(text: String, name: String?) {
        #expect(License(named: text)?.name == name)
    }
}
