import GalleryModel
import Testing

@Suite("License")
struct LicenseTests {
    @Test(
        "Flickr's numbers 0 to 16 have their usual names and pages",
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

    @Test("an unknown number stays a number, without a page", arguments: [-1, 17, 77, 1000])
    func unknown(number: Int) {
        #expect(License(flickrID: number) == License(name: "license \(number)", url: nil))
    }

    @Test(
        "licenses are read from numbers, names, names without a version and groups",
        arguments: [
            ("4", [4]), ("5,4", [4, 5]), (" 4 , 5 ", [4, 5]), ("cc by 2.0", [4]),
            ("CC-BY-SA-4.0", [12]), ("cc-by", [4, 11]), ("CC BY", [4, 11]),
            ("cc-by-nc-nd", [3, 16]), ("cc0", [9]), ("PDM 1.0", [10]), ("pdm", [10]),
            ("all-rights-reserved", [0]), ("no-known-restrictions", [7]), ("us-government", [8]),
            ("cc", [1, 2, 3, 4, 5, 6, 9, 10, 11, 12, 13, 14, 15, 16]),
            ("Commercial", [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]), ("cc0,4", [4, 9]),
            ("license 77", [77]), ("77", nil), ("99", nil), ("-1", nil), ("", nil), ("4,", nil),
            ("cc-by,cc-xx", nil), ("CC BY 3.0", nil),
        ] as [(String, [Int]?)])
    func choice(text: String, numbers: [Int]?) {
        #expect(LicenseChoice(text)?.numbers == numbers)
    }

    @Test(
        "every spelling of the same licenses has one text",
        arguments: [
            ("5, 4", "4,5"), ("CC BY 2.0", "4"), ("4,11", "cc-by"), ("CC BY", "cc-by"),
            ("cc", "cc"), ("9,10,1,2,3,4,5,6,11,12,13,14,15,16", "cc"),
        ])
    func text(spelling: String, text: String) {
        #expect(LicenseChoice(spelling)?.text == text)
    }
}
