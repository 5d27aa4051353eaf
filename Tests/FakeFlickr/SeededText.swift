/// The vocabulary of seeded worlds.
enum SeededText {
    struct Owner {
        var id = ""
        var name: String
        var realName: String
        var alias: String?

        init(_ name: String, _ realName: String, _ alias: String? = nil) {
            self.name = name
            self.realName = realName
            self.alias = alias
        }
    }

    static let owners = [
        Owner("Anna Lind", "Anna Lind", "annalind"), Owner("@marko-m", "Marko Marić"),
        Owner("山田 太郎", "山田太郎"), Owner("O'Brien & Sons", "Pat O'Brien", "obriensons"),
        Owner("نور", "نور الهدى"), Owner("\"Ziggy\"", ""),
        Owner("photo, inc.", "Jo Ling", "photoinc"),
        Owner("Zoë 📷", "Zoë Brandt"), Owner("Роман", "Роман Петров"), Owner("k8", ""),
        Owner("Ørsted", "Åse Ørsted", "oersted"), Owner("=SUM(A1)", "Eve Mallory"),
    ]

    static let tags = [
        "animal", "beach", "Blue Sky", "cute", "family", "garden", "Golden Hour", "happy", "macro",
        "night", "park", "portrait", "puppy", "snow", "street photography", "summer", "Zürich",
        "日本", "собака", "🐾",
    ]

    static let groups = ["34427469792@N01", "52239733174@N01", "1243222@N20"]

    static let sizes = [
        (4032, 3024), (3024, 4032), (6000, 4000), (2048, 1365), (1024, 683), (800, 600),
        (640, 480), (500, 375), (300, 400), (1080, 1080), (2000, 3000),
    ]

    /// Millionths of a degree, latitude and longitude; both hemispheres, the date line, the
    /// equator.
    static let cities = [
        (48_856_600, 2_352_200), (-33_868_800, 151_209_300), (-22_906_800, -43_172_900),
        (40_712_800, -74_006_000), (35_689_500, 139_691_700), (-1_292_100, 36_821_900),
        (64_146_600, -21_942_600), (-18_141_600, 178_441_900), (1_352_100, 103_819_800),
        (51_476_900, 0),
    ]

    /// A title; some do not contain the term, which then is only a tag, and some are empty.
    static func title(_ index: Int, term: String) -> String {
        switch index % 24 {
        case 0: "My \(term)"
        case 1: "IMG_\(1000 + index)"
        case 2: "Two \(term), one sofa"
        case 3: ""
        case 4: "\"\(term)\" at dawn"
        case 5: "公園の\(term) 🐕"
        case 6: "Tom & Jerry's \(term)"
        case 7: "כלבים ו\(term)"
        case 8: "Fish &quot;n&quot; chips & \(term)"
        case 9: "first line\nsecond line: \(term)"
        case 10: "<b>bold</b> \(term)"
        case 11: "it's a dog's life"
        case 12: "=1+1"
        case 13: "Cafe\u{301} \(term)"
        case 14: "👩‍👩‍👧‍👦 \(term) 🇫🇷"
        case 15: "tab\there; semi, comma \\ backslash / slash"
        case 16: "كلب \(term)"
        case 17: "  spaces around \(term)  "
        case 18: "\(term) #\(index)"
        case 19: "100 % \(term)?"
        case 20: String(repeating: "long title of \(term) ", count: 12)
        case 21: "../../etc/\(term)"
        case 22: "\(term)"
        default: "Untitled-\(index).JPG"
        }
    }

    /// A description; empty for two in three photos.
    static func description(_ index: Int, term: String) -> String {
        switch index % 9 {
        case 0: "In the park. Shot on \"film\", 50 mm & a bit of luck."
        case 3:
            "See <a href=\"https://example.org/\">more \(term)</a>\n\nAll rights to the dog's owner."
        case 6: "犬と猫。 Собака и кошка. 🐶🐱"
        default: ""
        }
    }
}
