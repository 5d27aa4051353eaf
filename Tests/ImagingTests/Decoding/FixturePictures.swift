import Foundation

/// Tiny pictures made for these tests, each with the four fields of `Fields`.
///
/// They have 32 by 24 pixels and no metadata. The command beside each made it from a PPM file
/// (libjpeg-turbo-progs, libvips-tools, webp, libheif-examples, imagemagick; Debian 12).
enum FixturePictures {
    /// cjpeg -quality 90 -sample 1x1 -progressive.
    static let progressiveJPEG = bytes(
        """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQ
        DQ4RDgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQU
        FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wgARCAAYACADAREAAhEBAxEB/8QAFwABAQEBAAAA
        AAAAAAAAAAAAAAgHBv/EABgBAQADAQAAAAAAAAAAAAAAAAAFBwgG/9oADAMBAAIQAxAAAAHgOYvEaDzeLxlN
        4aOFJVpUAlfS86Lko6TH/8QAFxAAAwEAAAAAAAAAAAAAAAAAABQWIP/aAAgBAQABBQLDw8S5L5//xAAbEQAC
        AQUAAAAAAAAAAAAAAAAWYwAgoaLh4v/aAAgBAwEBPwGgtRlzC1GXMH223B9tt0//xAAdEQAABQUAAAAAAAAA
        AAAAAAAAFRYgY2ShouHi/9oACAECAQE/AWIyox6CMqMegTSW2CaS22//xAAaEAABBQEAAAAAAAAAAAAAAAAA
        IDI0oaLh/9oACAEBAAY/AkMsZZJx0k46n//EABcQAAMBAAAAAAAAAAAAAAAAACDw8QD/2gAIAQEAAT8hB4zw
        fd//2gAMAwEAAgADAAAAEP8A9v8A/k//xAAUEQEAAAAAAAAAAAAAAAAAAAAw/9oACAEDAQE/EEADP//EABQR
        AQAAAAAAAAAAAAAAAAAAADD/2gAIAQIBAT8QSqiP/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPxBC
        K7//2Q==
        """)

    /// cjpeg -quality 90 -rgb.
    static let rgbJPEG = bytes(
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0O
        EQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAEQgAGAAgA1IRAEcRAEIRAP/EAB8AAAEFAQEBAQEBAAAAAAAA
        AAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNCscEV
        UtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4SF
        hoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz
        9PX29/j5+v/aAAwDUgBHAEIAAD8A+wK/Pqvz6ooor8Oq/cWiiiivuL/h5p/1Tf8A8rv/ANzV+HVfcX/Dsv8A
        6qR/5Qv/ALpo/wCHmn/VN/8Ayu//AHNRR/w7L/6qR/5Qv/umtv8A4dT/APVUf/Lf/wDuqv3g/wCEb/6ef/HP
        /r1t/wDDqf8A6qj/AOW//wDdVH/Dqf8A6qj/AOW//wDdVH/CN/8ATz/45/8AXo/4dT/9VR/8t/8A+6q+Aq/B
        +vsiiiiv36r9+q7Wiiiv/9k=
        """)

    /// vips invert, bandjoin with a black band, jpegsave: Adobe's inverted inks.
    static let cmykJPEG = bytes(
        """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwADAgIDAgIDAwMDBAMDBAUIBQUEBAUKBwcGCAwKDAwLCgsLDQ4SEA0O
        EQ4LCxAWEBETFBUVFQwPFxgWFBgSFBUU/8AAFAgAGAAgBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAA
        AAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQUSITFBBhNRYQcicRQygZGhCCNC
        scEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6
        g4SFhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq
        8fLz9PX29/j5+v/aAA4EQwBNAFkASwAAPwD7Ar8+q/Pqv1Toooor8Oq/cWiiiiiivuL/AIeaf9U3/wDK7/8A
        c1fh1X3F/wAOy/8AqpH/AJQv/umij/h5p/1Tf/yu/wD3NRR/w7L/AOqkf+UL/wC6aK2/+HU//VUf/Lf/APuq
        v3g/4Rv/AKef/HP/AK9bf/Dqf/qqP/lv/wD3VRR/w6n/AOqo/wDlv/8A3VR/wjf/AE8/+Of/AF6P+HU//VUf
        /Lf/APuqivgKvwfr7Iooooor9+q/fqu1ooooor//2Q==
        """)

    /// vips pngsave --palette.
    static let palettePNG = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAMAAACsjQ8GAAAADFBMVEUeHsgeyB7c3NzIHh5JAQd3AAAACXBI
        WXMAAAPoAAAD6AG1e1JrAAAAHElEQVQokWNgRgOMaIBhVAHdFKADJjQwqoBuCgAikASB20M4WAAAAABJRU5E
        rkJggg==
        """)

    /// vips pngsave --interlace.
    static let interlacedPNG = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAIAAAFjNlj1AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAZElEQVRI
        iWM4IScHRHJgigGFA6HvgAEDScqQ5VFUIauF6sApgdMo0iVIt5woV+GyD6ejaKMBl8wdHIAOGgZhKA1CDYMw
        4gahBlzBSmpwkxxvoxYMIwtI1YErOZKcrkctGD4WAAATqDg9da9rngAAAABJRU5ErkJggg==
        """)

    /// Python's zlib: 16 bits per channel.
    static let png16 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAYEAIAAABEobQgAAAAPklEQVR42u3PMREAMAgEQZTEvxREICaJBua7
        veJLmK3u88pt8vbfAgAAAAAAAABYANIvJhwAAAAAAAAAwKILlapweZ7FIP0AAAAASUVORK5CYII=
        """)

    /// Python's zlib: the left half transparent.
    static let alphaPNG = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAYCAYAAACbU/80AAAAN0lEQVR42u3OIQEAAAgDQZKsf5SFWBcIMYF5
        cf7G0jRkbWMIECBAgMB7QHIlyTYIECBAgMB74ADsbLbM9ZuDUwAAAABJRU5ErkJggg==
        """)

    /// Python's zlib: 16 bits per channel, the left half transparent.
    static let alphaPNG16 = bytes(
        """
        iVBORw0KGgoAAAANSUhEUgAAACAAAAAYEAYAAADLwyN3AAAATklEQVR42u3QMRXAQAhEwVWCfymIiBeSiwmK
        m20+JW/SXd+SrVada2arAQAAAAAAAAAAAADgUoDzRnfW+vyb2SoAAAAAAAAAAAAAAJcCvIZgbaZ/akbkAAAA
        AElFTkSuQmCC
        """)

    /// cwebp -lossless -metadata none.
    static let webp = bytes(
        """
        UklGRkIAAABXRUJQVlA4TDYAAAAvH8AFAB8gECBUqpcgSCBAvIkQqUmMQIDQJleTmPmP/siAAUG2zSQnOckL
        HCCi/1Gl+rttAL8=
        """)

    /// cwebp -lossless -metadata none: the left half transparent.
    static let alphaWebP = bytes(
        """
        UklGRjwAAABXRUJQVlA4TDAAAAAvH8AFEBcgEEjyZxxhIIFAEtv+CMMIBJLY9kcYZv4D+hcIBAiTJrUKiOh/
        AFS9Vb8=
        """)

    /// heif-enc -q 60, 64 x 48 pixels.
    static let heic = bytes(
        """
        AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAa1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAA
        AAAAAAAAAAAAAAAAAA5waXRtAAAAAAACAAAAEGlkYXQAAAAAAEAAMAAAADhpbG9jAQAAAERAAAIAAQAAAAAA
        AAHRAAEAAAAAAAAAzAACAAEAAAAAAAAAAQAAAAAAAAAIAAAAOGlpbmYAAAAAAAIAAAAVaW5mZQIAAAEAAQAA
        aHZjMQAAAAAVaW5mZQIAAAAAAgAAZ3JpZAAAAADYaXBycAAAALZpcGNvAAAAdmh2Y0MBA3AAAAAAAAAAAAAe
        8AD8/fj4AAAPAyAAAQAYQAEMAf//A3AAAAMAkAAAAwAAAwAeugJAIQABACpCAQEDcAAAAwCQAAADAAADAB6g
        IIEFlurkprm4EBAwIAAAAwAgAAADACEiAAEABkQBwXPAiQAAABRpc3BlAAAAAAAAAEAAAABAAAAAFGlzcGUA
        AAAAAAAAQAAAADAAAAAQcGl4aQAAAAADCAgIAAAAGmlwbWEAAAAAAAAAAgABAoECAAICA4QAAAAaaXJlZgAA
        AAAAAAAOZGltZwACAAEAAQAAANRtZGF0AAAAyCgBrwngITip//M8b/78nZe0xyeVp79Y//y3r7y4H/36G3R+
        ja83/xqjv0Aa/4Q7EwsnxdpjsPYeNae8imv7y6WNYOiSAg7QQ8vRMLUHwJ+bWwAsvlnfdmTx659aIRAxVtFT
        mbqHs4nYWGdO6XBq+dipdwvtjqURPP92qEAx0ESfF3g91mjJLfyvYk0H0r6Hc5MVob2TA0p/pwAuc/98wU9Q
        ayXPykQ67OhXTaR8UGvegFk779IQeKjP1aMPm49o8UixY757/8qA
        """)

    /// heif-enc -A -q 60, 64 x 48 pixels.
    static let avif = bytes(
        """
        AAAAHGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZgAAAOptZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAA
        AAAAAAAAAAAAAAAAAA5waXRtAAAAAAABAAAAImlsb2MAAAAAREAAAQABAAAAAAEOAAEAAAAAAAAAMQAAACNp
        aW5mAAAAAAABAAAAFWluZmUCAAAAAAEAAGF2MDEAAAAAamlwcnAAAABLaXBjbwAAABNjb2xybmNseAACAAIA
        BoAAAAAMYXYxQ4EADAAAAAAUaXNwZQAAAAAAAABAAAAAMAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAA
        AAABAAEEgYIDhAAAADltZGF0EgAKCRgVf72CBAQNCDIiRZABhhhhALhnYx6PSO19h9P42w0G5X2qa2XuI+uq
        o5PGIA==
        """)

    /// vips tiffsave --compression lzw.
    static let tiff = bytes(
        """
        SUkqALIAAACAMgPB4AQWDQeEQmFQuGFZVQyIRGJQeBQSJxeMQWHRmOROKx2QQuNyGSRSByWUSOUSSPyuQyqX
        R2WzGOTCaRiZzeLzadRKcz2IzygQyf0ORQ+jT6T0mIUKmSaLU+FU6pACi1UAVSpQNkViEr5fBSvQiuWOD2Cx
        WaC2W1AC0W0AWy1W+23KzXS1Xax3izXqvXyx36sYCvYKq4SsYapYiq4qn4yth6u23IU+AhAAAAEDAAEAAAAg
        AAAAAQEDAAEAAAAYAAAAAgEDAAMAAACIAQAAAwEDAAEAAAAFAAAABgEDAAEAAAACAAAAEQEEAAEAAAAIAAAA
        EgEDAAEAAAABAAAAFQEDAAEAAAADAAAAFgEDAAEAAACAAAAAFwEEAAEAAACqAAAAGgEFAAEAAAB4AQAAGwEF
        AAEAAACAAQAAHAEDAAEAAAABAAAAKAEDAAEAAAADAAAAPQEDAAEAAAACAAAAUwEDAAMAAACOAQAAAAAAAAoA
        AAABAAAACgAAAAEAAAAIAAgACAABAAEAAQA=
        """)

    /// ImageMagick's convert: a second, black frame follows.
    static let gif = bytes(
        """
        R0lGODlhIAAYAPEAAMgeHh7IHh4eyNzc3CH5BAAAAAAAIf8LTkVUU0NBUEUyLjADAQAAACwAAAAAIAAYAAAC
        VISPCcHtH5Q8sLY5rcVSV654EJiID4mYDkqpDGu4LyxHtAwvssD3/i8YCIfE4gCI7BmXw2SSyXQioUspkGq0
        /rBFrY9L9CrBQjGPXDajj2q0OYguAAAh+QQAAAAAACwAAAAAIAAYAIAAAAAAAAACGoSPqcvtD6OctNqLs968
        +w+G4kiW5omm6lcAADs=
        """)

    private static func bytes(_ base64: String) -> [UInt8] {
        [UInt8](Data(base64Encoded: base64, options: .ignoreUnknownCharacters) ?? Data())
    }
}
