import Foundation
import GalleryModel
import Imaging
import Testing

/// The bytes of every effect on a small picture when its version was made.
///
/// If a test with these fails, an effect changed. If the change is intended, raise
/// `EffectParameters.version`, so that pictures with the old parameters are rendered again, and put
/// the new bytes here.
enum EffectGoldenPictures {
    /// 24 x 16 pixels: grays, six colors in steps of brightness, skin tones and mixed slopes.
    static func picture() throws -> PixelBuffer {
        let hues: [[Int]] = [
            [255, 255, 255], [40, 40, 255], [40, 220, 40], [255, 60, 30], [30, 220, 240],
            [220, 60, 230], [230, 220, 30], [150, 180, 225], [70, 105, 160],
        ]
        var bytes: [UInt8] = []
        for y in 0..<16 {
            for x in 0..<24 {
                let pixel =
                    y < hues.count
                    ? hues[y].map { $0 * x / 23 }
                    : [x * 255 / 23, (y - 9) * 255 / 6, (x * 11 + y * 37) % 256]
                bytes += pixel.map { UInt8($0) }
            }
        }
        return try #require(PixelBuffer(layout: .bgr, width: 24, height: 16, bytes: bytes))
    }

    /// `16 * 24 * 3` bytes, blue, green, red, of version 1.
    static func golden(_ name: EffectName) -> [UInt8] {
        let text =
            switch name {
            case .tonal: tonal
            case .noir: noir
            case .fade: fade
            case .process: process
            case .mono: mono
            case .transfer: transfer
            case .sepia: sepia
            case .chrome: chrome
            case .instant: instant
            case .vignette: vignette
            }
        return Data(base64Encoded: text, options: .ignoreUnknownCharacters).map { Array($0) } ?? []
    }

    private static let tonal =
        """
        EhISHBwcJiYmMDAwOzs7RUVFUFBQXFxcaGhodHR0gYGBjY2NmZmZpKSkr6+vubm5w8PDzc3N1dXV3d3d5OTk6+vr
        8vLy+vr6EhISFhYWGhoaHh4eIiIiJiYmKysrLi4uMjIyNzc3Ozs7Pz8/RERESEhITU1NUlJSVlZWXFxcYGBgZmZm
        ampqcHBwdHR0enp6EhISGBgYHR0dJCQkKSkpLi4uNTU1Ozs7QEBAR0dHTU1NU1NTWlpaYWFhaGhocHBwd3d3fX19
        hYWFjIyMkpKSmJiYn5+fpqamEhISFRUVGBgYGhoaHR0dISEhIyMjJiYmKSkpLCwsLy8vMTExNTU1ODg4Ozs7PT09
        QEBARERER0dHSkpKTU1NUFBQVFRUV1dXEhISGRkZIiIiKioqMjIyOzs7Q0NDTExMVVVVX19faGhocnJyfHx8hoaG
        kJCQmZmZoqKiq6urs7Ozu7u7w8PDy8vL0tLS2dnZEhISFxcXHBwcISEhJiYmLCwsMDAwNjY2Ozs7QEBARkZGS0tL
        UVFRVlZWXV1dY2NjaWlpcHBwdnZ2fHx8g4ODiIiIj4+PlZWVEhISGRkZHx8fJSUlLCwsMjIyOTk5Pz8/R0dHTk5O
        VVVVXV1dZWVlbGxsdHR0fX19hYWFjY2NlJSUm5ubo6OjqampsbGxt7e3EhISGRkZISEhKCgoMDAwODg4Pz8/R0dH
        UFBQWFhYYWFha2trc3NzfX19hoaGj4+PmJiYoKCgqKiosLCwuLi4wMDAyMjIzs7OEhISFhYWGxsbICAgJCQkKSkp
        Li4uMjIyNzc3PDw8QEBARkZGS0tLUFBQVVVVW1tbYWFhZmZmbGxscXFxeHh4fX19g4ODiIiIJycnLCwsLy8vNDQ0
        ODg4PDw8QEBARUVFSUlJTk5OUlJSV1dXXV1dYWFhZ2dna2trcXFxKCgoLCwsMDAwNDQ0OTk5PT09QUFBSUlJTU1N
        UlJSVlZWXFxcYGBgZmZma2trcHBwdnZ2enp6gICAhISEODg4PDw8QEBARUVFSkpKTk5OU1NTV1dXXV1dYWFhZ2dn
        cHBwdnZ2enp6gICAhISEioqKjo6Ok5OTl5eXnJycTk5OUlJSV1dXXV1dYWFhZ2dna2trcXFxdnZ2e3t7gICAhYWF
        i4uLj4+Pl5eXm5uboKCgpKSkqampra2tsrKyZmZma2trcHBwdnZ2enp6gICAhISEioqKjo6Ok5OTmJiYnJycoaGh
        paWlqqqqrq6us7Ozurq6v7+/wsLCenp6gICAhISEioqKjo6Ok5OTl5eXnJycoKCgpaWlqqqqrq6us7Ozt7e3u7u7
        v7+/w8PDx8fHy8vLz8/P0tLSkpKSl5eXm5uboKCgpKSkqampra2tsrKyt7e3urq6v7+/wsLCx8fHysrKzs7O0tLS
        1dXV2dnZ3Nzc39/f4uLi5eXl6Ojorq6ut7e3urq6v7+/wsLCx8fHysrKzs7O0tLS1dXV2NjY3Nzc39/f4uLi5eXl
        6Ojo6+vr7e3t8PDw8/Pz9vb2w8PDyMjIy8vLz8/P
        """

    private static let noir =
        """
        AAAAAwMDBgYGCQkJDw8PGBgYJSUlMzMzQkJCUlJSZGRkdnZ2i4uLnJycrKysvb29zMzM2tra5eXl7e3t8/Pz9/f3
        +vr6////AAAAAgICAwMDBAQEBgYGBwcHCQkJDAwMDg4OExMTFxcXHh4eIyMjKysrMjIyOjo6QUFBSkpKUVFRWlpa
        YmJia2trdXV1f39/AAAAAgICAwMDBQUFBgYGCAgICgoKDAwMEBAQFRUVGRkZICAgJiYmLi4uNjY2Pj4+RUVFTk5O
        V1dXX19faWlpcXFxfHx8hoaGAAAAAQEBAgICAwMDAwMDBAQEBQUFBQUFBgYGBwcHCAgICQkJCgoKCwsLDQ0NDw8P
        EBAQFBQUFRUVGBgYGxsbHx8fIiIiJiYmAAAAAwMDBQUFBwcHCwsLEBAQFxcXISEhLCwsOTk5RUVFVFRUYmJicXFx
        gYGBkJCQnZ2dq6uruLi4xcXF0dHR3Nzc5eXl7e3tAAAAAgICBAQEBQUFBwcHCQkJCwsLDw8PFBQUGRkZISEhKCgo
        MDAwOTk5QUFBS0tLVFRUXV1dZ2dnc3NzfX19h4eHk5OTnJycAAAAAgICBAQEBQUFBwcHCQkJCwsLDw8PFBQUGRkZ
        ISEhKCgoMDAwOTk5QkJCS0tLVFRUX19faWlpc3Nzf39/iYmJk5OTnZ2dAAAAAwMDBAQEBwcHCgoKDg4OFBQUHR0d
        JiYmMjIyPT09SkpKVVVVZGRkcXFxgYGBjo6OnJycqKiotLS0wcHBzc3N19fX4eHhAAAAAgICAwMDBAQEBgYGBwcH
        CQkJCwsLDg4OEhISFhYWHR0dIiIiKCgoMDAwNzc3QEBAR0dHTk5OV1dXX19fZ2dncXFxfHx8CQkJCwsLDg4OERER
        FhYWGxsbIiIiKCgoMDAwNzc3QEBAR0dHT09PV1dXYWFhaWlpc3NzBgYGBwcHCQkJDAwMDw8PExMTGBgYJiYmLCws
        NDQ0Ozs7RERES0tLVFRUXFxcZmZmbm5ueHh4gYGBi4uLCwsLDQ0NERERFRUVGxsbISEhKCgoLy8vNzc3Pj4+R0dH
        WVlZYWFha2trc3NzfX19hoaGkJCQl5eXoKCgqKioGBgYHx8fJiYmLCwsNDQ0Ozs7RERES0tLVFRUXFxcZmZmbm5u
        eHh4gYGBlJSUnJycpaWlrKystbW1vb29xcXFMDAwNzc3QEBAR0dHT09PV1dXYWFhaWlpc3NzfHx8hoaGjo6Ol5eX
        n5+fqKior6+vuLi4ycnJ0dHR19fXRERETU1NVFRUXV1dZmZmcHBweHh4goKCi4uLlJSUnJycpaWlrKystbW1vb29
        xcXFzMzM1NTU2tra4ODg5eXlYWFha2trc3NzfX19hoaGkJCQl5eXoKCgqKiosbGxuLi4wcHBycnJ0NDQ19fX3d3d
        4+Pj6Ojo7Ozs7+/v8vLy9PT09vb2i4uLnZ2dpaWlrq6utbW1vr6+xcXFzc3N1NTU29vb4ODg5ubm6urq7u7u8fHx
        8/Pz9fX19/f3+fn5+/v7/f39qKiosbGxuLi4wcHB
        """

    private static let fade =
        """
        LCwsNTU1Pj4+R0dHUFBQWVlZYmJia2trdHR0fn5+h4eHkJCQmpqao6OjrKystbW1vb29xcXFzc3N1NTU29vb4uLi
        6enp8PDwLCwsLi4zLy87MjJBMjJINTVQNzdXOTleOztlPDxtPz90QUF8QkKERESLRkaTSEiaSkqhTEyoTk6vUFC2
        UVG9VFTEVVXKWFjQLCwsLjIuMTsxNEE0N0g3OVA5PFc8P14/QmZCRG1ER3RHSn1KTIRMUItQUpNSVZpVWKFYW6lb
        XrBeYbZhY75jZsRmacppbdFtLCwsMi4tOjAuQDIvRzQyTzczVTk0XTs2Yz03az84c0I7eUM7gkY9iUc+kEpAl0xB
        nk9DpVFErFNGslVHuVhJwFlKxlxMzV5NLCwsLjM0Mjs7NENEN0pMO1FUPVldQGFlQ2ltRnJ2SXl/TIKHT4qPUpGY
        VZihWKGoW6mwXrC4Yri/ZL/HaMbOaszVbdLbcdnhLCwsMi4yOTE6PzNARjdHTDlOUztUWT5cYEBiaENqbUZxdUh4
        fEt/g02GilCNkFOUl1WbnVmipFqpql6vsWC2t2K8vmbDxGjJLCwsMzMuOzsxQ0EzSkk3UlA5WVg7YV4/aWdBcW5D
        eXZGgX5JiYVLkI1OmJRQoJxTqKRWr6pZtrJbvbhexMBhy8Zj0s1m19NpLCwsMTIzNzg7PT9CQ0VKSExRTlJZU1lh
        WV9oX2ZwZW14a3OAcXmIdoCQfYeXgo6fiZWmj5yulKG1mai8oK7DpbXKq7vQscHXLCwsLi8xMjM2NTc7NztAOz9F
        PUNLQEZQQ0pURk5aSVFfTFVlT1lqUl5vVGF1WGV6WmmAXm2FYXGKY3SQZ3mVaX2abYGgcIWlMDBcNzFiPjJqRTJy
        TDN5UzSAWjWIYTWPaDaWcDeddzekfzirhjmxjjq4lTu/nDvFozzLnS80pDA7qjFCsTJJuDJQvzNXxjReOVF7QFKD
        R1OKTlSRVVSYXVSfY1Wma1atcle0eVi7gVnBiFnHkFrOik43kU49mE9En1BMpVBSrVFZtFJhulNowVRvx1R3zlV+
        Q3ObSnShUHWpWHawXne2Zni9bXnDdHnJfHrQhHvVfW0/hW5HjG9OlHBUmnFcoXJjqHNqr3NytnR5vHWAw3aIyXeP
        z3iW1XmdTJa4U5e/WpjFYZjLaJnRcJrXd5vccI5JeI9Qf49XhpBejpFllZJtnZN0pJR7qpSDsZWKuJaRv5eYxZif
        y5im0Zmt15m03Jq7VbjTXbjZY7neXa1MZK1SbK5Zc69herBogrFvibF3kLJ+mLOFn7SNprWUrbWbtLahurepwbew
        x7i2zbi907nE2brJ3bvQ5LvVUclUWcpcX8tiZ8tqbsxydc15fc6AhM6Ii8+Pk9CWmdCdodGkqNKrr9KxttK4vNO/
        w9PFydTLz9XS1dXX2tbc39fi5dfn4c5XW+R0YuV7aeWDcOaKeOeRf+eYhuifjummlemtnOm0o+q7qurBsevHuOzO
        v+zTxe3Zy+3e0e7j1+/p3O/u1+Vh3OZo4udv5+d3
        """

    private static let process =
        """
        IgAAKwoINBQPPB4WRSgdTjMmWD4wYks7bFhId2ZWgXRkjIJxl5CAoZ2OqqqctLeqvsO4x87Ez9jO1+DX3+ff5u7n
        7vTu9vz2IgAAIwEIJAMPJgUWJwYdKAcmKgkwLAs7LAxILg5WMA9kMRFxMhKANBSONRacNxeqOBi4ORrEOxzOPB7X
        PR/fPyHnQCLuQiT2IgAAIwgBJBECJhkEJyIEKCsGKjUHLD4ILEoJLlYKMGELMW4NMnkNNIUPNZAQN5wROKgSObMT
        O74UPMcWPdEWP9kYQOAZQucbIgAAKwIBNAUBPAYCRQkETgwEWA4FYhAGbBIHdxUIgRcJjBkKlxwKoR4LqiEMtCMN
        viUNxygPzyoP1y0Q3zAR5jIS7jUT9jgUIgAAIwgHJBENJBkUJiIbJyskKDUsKT43KkpCK1ZOLGFcLW5pLnl2L4WD
        MJCRMZyeMqiqNLO4NL7DNcfON9HWONneOODlOufsIgAAKQIHMQUNOAYUQAkbSAwiUA4qWBA0YRI/ahVLcxdXfBlk
        hRxwjh58lyGJoCOWqSWjsSivuSq7wS3GyTDP0DLX1zXf3jjlIgAAKggBMhEBOhkCQiIESisEUzUFWz4GZUoHblYI
        eGEJgW4Ki3kKlIULnZAMppwNr6gNuLMPwL4PyMcQ0NER19kS3uAT5ecUIgAAJwYGLA4NMRUTNxwaPCMgQSopRjIy
        TDo9UUNIV0xTXFZgY15saGl5b3OEdX2Re4aegZCqiJi3jaLBlKvLmbXToL7bpsbiIgAAJAQEJwgJKQwNLBASLhQW
        MBgbMxwgNSEmOCUsOikzPC46PzJCQTdLRDtTRkBcSEZlS0tuTVF2UFZ/U1yIVWGRWGeaW26jIgA7KwBINABWPABk
        RQBxTgB/WACNYgCbbACpdwC3gQDDjADOlwDXoQDfqgDmtADtvgD1xwAGzwAN1wAU3wAb5gAk7gAt9gA4IiZpKyZ2
        NCaEPCaSRSagTiauWCa7YibHbCbRdybagSbhjCbolybwoSYBqiYItCYPviYWxyYezyYn1yYx3yY95iZJ7iZX9iZl
        IlSXK1SlNFSzPFTARVTLTlTUWFTcYlTkbFTrd1TygVQEjFQLl1QSoVQZqlQhtFQqvlQ1x1RBz1RO11Rc31Rq5lR4
        7lSF9lSTIonEK4nONInXPInfRYnnTonuWIn1YokGbIkNd4kUgYkcjIkkl4kuoYk5qolGtIlTvolhx4lvz4l814mK
        34mY5omn7om09onBIrziK7zpNLzwPLwBRbwJTrwQWLwXYrwfbLwod7wygbw+jLxLl7xYobxmqrx0tLyBvryPx7ye
        z7ys17y537zF5rzP7rzY9rzgIuEEK+ELNOETPOEaReEiTuErWOE2YuFCbOFQd+FdgeFrjOF5l+GGoeGVquGjtOGx
        vuG+x+HJz+HT1+Hb3+Hj5uHq7uHx9uECIvwdK/wlNPwvPPw6RfxHTvxUWPxiYvxwbPx+d/yMgfyajPyol/y1ofzC
        qvzNtPzWvvzex/zlz/zs1/z03/wF5vwM7vwT9vwb
        """

    private static let mono =
        """
        AAAACwsLFhYWISEhLCwsNzc3QkJCTU1NWFhYY2Njbm5ueXl5hYWFkJCQm5ubpqamsbGxvLy8x8fH0tLS3d3d6Ojo
        8/Pz////AAAAAwMDBwcHCwsLDg4OEhISFhYWGhoaHR0dISEhJSUlKSkpLCwsMDAwNDQ0ODg4Ozs7Pz8/Q0NDR0dH
        SkpKTk5OUlJSVlZWAAAABwcHDg4OFRUVHR0dJCQkLCwsMzMzOjo6QkJCSUlJUVFRV1dXX19fZmZmbm5udXV1fHx8
        hISEi4uLkpKSmZmZoaGhqampAAAAAgICBgYGCAgICwsLDw8PERERFBQUFxcXGhoaHR0dICAgIyMjJSUlKSkpLCws
        Li4uMjIyNDQ0Nzc3Ozs7PT09QEBAREREAAAACQkJEhISGxsbJCQkLS0tNjY2Pz8/SUlJUlJSW1tbZGRkbW1td3d3
        f39/iYmJkpKSm5ubpKSkra2tt7e3wMDAycnJ09PTAAAABAQECQkJDQ0NEhISFxcXHBwcISEhJSUlKioqLy8vMzMz
        ODg4PDw8QUFBRkZGSkpKT09PVFRUWVlZXV1dYmJiZ2dnbGxsAAAABwcHDw8PFxcXHx8fJycnLy8vNjY2Pj4+RkZG
        Tk5OVlZWXV1dZWVlbW1tdXV1fX19hYWFjY2NlJSUnZ2dpKSkrKystLS0AAAABwcHEBAQGBgYICAgKCgoMDAwODg4
        QUFBSUlJUVFRWVlZYWFhaWlpcXFxenp6goKCioqKkpKSmpqaoqKiq6urs7Ozu7u7AAAABAQECgoKDg4OExMTGBgY
        HR0dIiIiJycnLCwsMTExNjY2Ozs7QEBARUVFSkpKT09PVFRUWVlZXl5eY2NjaGhobW1tcnJyEBAQFBQUFxcXGhoa
        HR0dICAgIyMjJiYmKSkpLS0tMDAwMzMzNjY2OTk5PDw8Pz8/Q0NDDw8PEhISFhYWGRkZHBwcHx8fIiIiNjY2OTk5
        PT09QEBAQ0NDRkZGSUlJTExMT09PUlJSVlZWWVlZXFxcKSkpLCwsLy8vMjIyNTU1ODg4Ozs7Pz8/QkJCRUVFSEhI
        XV1dYGBgY2NjZmZmaWlpbW1tcHBwc3NzdnZ2eXl5RkZGSUlJTExMT09PUlJSVlZWWVlZXFxcX19fYmJiZWVlaGho
        a2trb29vg4ODhoaGiYmJjIyMj4+PkpKSlpaWYmJiZWVlaWlpbGxsb29vcnJydXV1eHh4e3t7f39/goKChYWFiIiI
        i4uLjo6OkZGRlZWVqampra2tsLCwfHx8gICAg4ODhoaGiYmJjIyMj4+PkpKSlZWVmZmZnJycn5+foqKipaWlqKio
        q6urr6+vsrKytbW1uLi4u7u7mZmZnJycn5+foqKipaWlqamprKysr6+vsrKytbW1uLi4u7u7v7+/wsLCxcXFyMjI
        y8vLzs7O0dHR1NTU2NjY29vb3t7eq6urwMDAw8PDxsbGycnJzMzMz8/P0tLS1dXV2dnZ3Nzc39/f4uLi5eXl6Ojo
        6+vr7+/v8vLy9fX1+Pj4+/v7yMjIy8vLzs7O0dHR
        """

    private static let transfer =
        """
        HBIYIhsjKSMtLyw4NjVCPD5NQ0hYS1JkU11wW2d8Y3KHa32TdImffJOqhJ60jKi+lLPInb3RpsbZr8/huNjpweDw
        yun31PL/HBIYHRMjHhQtHxY4IBdCIRhNIhpYIxxkJBxwJR58JiCHJyGTKCKfKSOqKiW0Kye+LCfILSnRLivZLyzh
        MC3pMS/wMjD3MzL/HBIYHRkZHiEbHygdIDAeITcgIkAiI0gkJFEkJVsmJmQoJ20qKHYrKYAtKokvK5IxLJwyLaU0
        Lq42L7Y4ML85Mcc6Ms88M9c+HBIYIhQZKRYaLxgbNhodPBweQx4fSyAhUyIiWyQjYyckaygldCsmfCwnhC8pjDEq
        lDMrnTUtpjcurzkvuDwxwT0yykAz1EI1HBIYHRkiHSErHig2HzA/IDdKIEBUIUhfIlFqIlt1JGSBJG2MJXaXJYCh
        JomrJ5K1KJy+KaXIKa7QKrbZK7/gLMfnLM/uLdf1HBIYIRQiJxYrLBg1Mho+NxxIPR5SQyBcSiJnUSRyWCd9XyiH
        ZiuSbSycdC+mezGvgjO5iTXCkTfKlznSnzzapj3hr0Dot0LvHBIYIhkZKCEaLSgbMzAdOTceP0AfRkghTVEiVFsj
        W2QkY20lanYmcYAneYkpgJIqiJwrj6Utl64unrYvpr8xr8cyt88zv9c1HBIYIBghJB4qJyQ0Kys9LzFGMzdQNj1a
        OkRlPktwQ1N5R1uES2KPUGmZVXGiWXmrXoG1Y4m+aJDHbJfOcZ/Wdqbee67lgLXrHBIYHhUeIBkkIRwrIyAyJSM5
        Jic/KCtGKi9NLDNULTZbLzpjMT1qM0JyNEV5NkqBOE6IOlKQPFeXPVueP2ClQWSrQ2iyRm25HBJkIhJwKRJ8LxKH
        NhKTPBKeQxKpSxKzUxK9WxLHYxLQaxLZdBLhfBLohBLvjBL2lBL+nRIgphIqrxI1uBI/wRJKyhJV1BJgHDOMIjOX
        KTOiLzOsNjO3PDPBQzPKSzPTUzPcWzPjYzPrazPydDP5fDMZhDMkjDMulDM5nTNDpjNOrzNZuDNlwTNxyjN91DOI
        HFqwIlq6KVrEL1rONlrWPFrfQ1rmS1rtU1r0W1r8Y1oda1ondFoyfFo8hFpHjFpSlFpdnVppplp1r1qBuFqNwVqY
        ylqj1FqtHIPRIoPZKYPhL4PpNoPwPIP3Q4P+S4MhU4MrW4M2Y4NAa4NLdINWfINhhINtjIN5lIOFnYORpoOcr4On
        uIOxwYO7yoPF1IPOHKzrIqzyKaz6L6waNqwkPKwvQ6w5S6xEU6xPW6xaY6xma6xydKx+fKyKhKyVjKyglKyqnay1
        pqy/r6zIuKzSwazayqzi1KzpHNEeItEoKdEzL9E9NtFIPNFTQ9FeS9FqU9F2W9GCY9GOa9GZdNGkfNGuhNG5jNHC
        lNHMndHVptHdr9HluNHswdHzytH61NEbHPJBIvJMKfJXL/JjNvJuPPJ6Q/KGS/KSU/KdW/KoY/Kya/K8dPLGfPLP
        hPLYjPLglPLnnfLvpvL2r/L9uPIfwfIpyvI01PI+
        """

    private static let sepia =
        """
        BAgQChEdEBoqFSM4GyxFIjZSKUBeMkprO1V3RGGETmyQWHebYoOnbI6xdZm8f6TFia7OkrjXnMLfpszmsdXsu93y
        xeb40PD/BAgQBgsVCRAbCxMgDRYkEBoqEh4wFCI1FiU6GSlAHC1GHjFLITVQJDlVJz1bK0JhLkZlMkprNU5vOVN1
        PVd6QVx/RGGESWaJBAgQBw0XChIeDhgnER0uFCI1GCc+GyxFHzJMIzhUJz1bLENiMEhpNk9xO1V3QVx/RmOGS2mM
        UnCUV3aaXHygYYKmZ4mtbpCzBAgQBgsUBw0XCRAbChIeDRUjDhcmEBoqER0uEx8yFSI2FiQ5GCc+GipBGyxFHS9I
        HzJMITVQIzhUJTpXJz1bKUBeLERjL0ZmBAgQCA8aDRYkEh0vFiU6GyxFITRPJzxaLUVkNE1uO1V3Q1+BS2iLU3GV
        W3qeYoOnaoywcpW4eZ2/gabHia7OkbfWmb/cocbiBAgQBwwWChEdDRUjEBoqEx8yFSM4GSg/GyxFHzJMIzdTJjtZ
        KkFfLkZlM0tsN1FzPFZ4QVx/RWKFS2iLUG6SVHOXWnmdX3+jBAgQCA4YDBQhDxkpEx8yFiU6GitCHjFLIzhUKD5c
        LUVkM0tsOFJ0Pll8RGGES2mMUnCUWHebXn6iZIWpa42wcJO2d5u9faLEBAgQCA4YDRUjERwtFSM4GipBHjFLIzhU
        KUBeL0dnNk9xPVh7RGCCS2mMU3GVWnmdYYKmaIqub5K1dpq8fqPEharLjbPSlLrZBAgQBgsVCRAcDBQiDxkoER0u
        FCE0FiU6GSlAHS5HHzJMIzdTJjtZKUBeLUVkMUlqNk9xOVN1Pll8Ql6AR2SHS2mMUG6SVHOXEBssEx8yFSI2GCc8
        GipBHS5HHzJMIjZSJTlWKD5cK0JhL0ZmM0tsNk9xOlR2PVh7Ql6AERwtEx8yFSM4GCc8GitCHS9IIDJNJTlWJz1b
        K0JhLkZlMkprNU5vOVN1PVh7QVx/RWKFSWaJTWuOUW+TGipBHS5HHzJMIjZSJTpXKD5cLENiL0ZmM0tsNk9xOlR2
        QVx/RWKFSWaJTWuOUW+TVXSYWXicXX2hYYGlZYaqKD5cK0JhL0ZmM0tsNk9xOlR2PVh7Ql6ARWKFSmeKTWuOUnCU
        VnWZWnmdYYGlZIWpaIqubI6xcJO2dJe6eJy+OVN1PVh7QVx/RWKFSWaJTWuOUW+TVXSYWXicXX2hYYKmZYaqaYuv
        bY+ycZS3dJi7eZ2/gKXGhKnKiK3OSWaJTWuOUW+TVXSYWXicXX2hYYGlZYaqaIqubY+ycZS3dJi7eZ2/fKHDgabH
        hKnKia7OjLLSkbfWlbvZmb/cXHygYYGlZIWpaIqubI6xcJO2dJe6eJy+fKHDgKXGhKnKiK3OjLLSkLbVlLrZmL7b
        nMLfocbipcrlqc7ordHqsdXttdnvdJi7fKHDgKXGhKnKiK3OjLLSkLbVlLrZmL7bnMLfoMbipcrlqc7ordHqsdXt
        tdnvut3yveD0wuT3xuf5yuv8ia7OjbPSkbfWlbvZ
        """

    private static let chrome =
        """
        AAAACQkJEhISGhoaIyMjLS0tODg4REREUlJSYGBgbm5ufHx8ioqKl5eXpaWlsrKyvr6+ysrK1NTU3t7e5ubm7u7u
        9vb2////AAAAAAALAgIVAwMgAwMrBAQ4BQVHBwdXBwdpCAh5CQmJCgqZCwurCwu6DQ3IDg7UDg7fDw/qEBDzEhL9
        EhL/EhL/FBT/FRX/AAAAAAgAABAAABgAACEAACkAADMAAD4AAEkAAFcAAGMAAXABAH0AAIoAAZUBAaIBALAAALoA
        AcYBAdABANkAAeEBAekBAfABAAAACwIBFgQBIQYCLAgDOQsDSQsDWQ4Faw8FfBIGixQHnBYHrRgHvRoIyxwJ2B4K
        4h8K7SIL9iML/yYM/ykN/yoO/y0O/zAPAAAAAAcIAA8RABYaAB8iACcsADA2ADlDAERPAFBcAFxrAGl4AHSGAIKS
        AIygAJmtAKW5ALDFALvQAMXaAM/iANfrAODyAOj6AAAACAEKEgMSGgQcIwYlLAgwOAk8QwtJUgxYYA5mbhB1fBGE
        iBORlhSgohausRi7vhnIyRrT1Bzd3R7m5SDu7SH39SP//iX/AAAACQcAERAAGhgAIyAAKykANjIAQjwATkgAXFUA
        amEAd28AhHoAkYgAnZIAq6AAt6wAw7gAzsMA2M0A4NYA6N8A8OYA9+4AAAAABQYHCgwQDhIZExkhFx8pHSQzIis+
        JzNKKztYMkRjN05wP1d+RmGKTWuWVHWiXH6wYoi7a5DHc5rQeqTagq3iibfqkcDxAAAAAwMFBAcLBgsSCA8XChEe
        DBUjDhgqDxwyEiA5EyNCFihKFytUGS9eGzNnHThxHz56IUKEI0iOJU2WJ1OgKVeqK12yL2O7AABaBwBsEgB9HACM
        KACdNACtQgC8UwDLYwDXdADihQDslQD1pwD/twD/xQD/0wD/3gD/9AAF/QAP/wAa/wAl/wAx/wBA/wBPAB6JAB6Z
        CB2qExy5HhzHKRvUNhrfRBrpVRnzZhj9dxf/iBb/mRb/vCIAyiID1yEN4iAX7B8j9R4u/x47/x1M/xxc/xts/xp+
        AEy0AErEAEnRCkjcFUfnH0bwKkT6OEP/R0L/V0H/fVQAjFMAn1IKrlAVvk8fzE4q2U0440xH7UpX90lp/0h5/0eK
        /0aa/0SqAILaAIDkAH/uAX73C33/Fnz/IXr/Po4ATYwAXYsHb4oSf4kdkYgooYY0sYVDwYRTzoNj2oJ15YCF7n+W
        +H6m/321/33F/3zSALf1ALX/ALT/BcYAD8UAGsQAJcMEMcIPP8EaT8AkYL4xcL0/g7xOkrtgpLpws7mCw7iR0Lih
        27ey5rXB8LTO+bPa/7Ll/7HuAO0AAOwAAOsAAOsCBuoMEekXG+giJ+gtM+c7QeZKUuVaYuVsdeR9heOOleOdpuKt
        teK9xeHL0uDX3d/i6N/s8d71+t3//+gAAP8AAP8KAP8UAP8eAP8qB/83Ev9HHf9XKP9nNf95Q/+JU/+ZZv+qd/+5
        iP/Hl//UqP/fuP/qxv/z1P/96/8A9f8A/v8A//8A
        """

    private static let instant =
        """
        IhoiKSIrLys0NjM9PTtGRERQS05aU1hkW2NwZG57bHmGdYORfo+dhpmnj6OymK68obfGqcHPscnXudLfwdnmyODs
        0Ojz2PD6IhoiIxwqJB0xJh83JyA/KSJGKyVOLCZWLSheLilmMCtwMi55Mi6CNDGLNjKUNzWdOTalOjitPDq2PTu+
        Pj3GQD/NQUHUQ0TbIhoiJCAlJignKC4qKjUtLDsvLkMzMUk2MlI4NFs7N2M+OW1BOnVDPX1GP4ZJQY9MQ5dPRqBT
        SKhVS69ZTbhcT79fUsZiVc5mIhoiJxwjLB4lMR8lNyIoPCQqQSYqRygsTSouUywuWi4xYDAyaDIzbjQ0dTY3ezg3
        gjs5iD07jz88lkE9nURApEVBqkhCsUpEIhoiJCEqJigyKC87KzZDLT1ML0VUMU1eNFZnNmByOGl8OnOGPHuQP4Sa
        QY2kQ5atRqC2SajAS7HITbnRUMLZUsnfVc/mWNbsIhoiJxwpLB8wMSE3NiQ+OiZFPyhMRStTSi1bUDBjVTJrXDV0
        Yjd9aDmFbjyNdT+We0GegUSmh0aujkm2lUy+mk/FoVLMqFXTIhoiKCElLignMy4qOTUtPzsvRUQyS0o1UlM3WFw6
        X2U8Z25AbndBdX9FfIhHg5FKi5pNkqJQmqtTobJVqLtZr8JctslfvNBiIhoiJh8qKyUxLys4MzFBNzhIPD5QP0RZ
        RUtiSVJqTlp0U2J+WGmHXXGRY3mZaICjbomrc5G1eJe9fZ/Fg6bMiK7UjrXblLzhIhoiJB0nJiEsKSQxKyg3LSs8
        Ly9BMTJGNDZMNjpSOD1XOkFePERjP0lpQU1xQ1F3RVZ+SFqES1+KTWORUGiXUm2dVXKjWHepJR5TKx9bLx9jNSBs
        OiF1PyJ+RSKHSyKPUSOYWCShXiWoZCWxaya4cifAeSjIfyjPhinWgB0qhx4yjh84lR9AnCBHoiFOqiJWLD14MT6B
        Nz+JPD+SQT+bR0CjTUGrU0K0WUO7YETDZ0TKbUXRdUbYbjotdTozfDs7gztCiTxJkD1Rlz5ZnT9hpD9pq0BzskF7
        M2KeOWOlPmSuQ2W2SWa+T2fGVWjMW2nUYmraaWvfY1s2alw9cV1FeF5Mfl9ThWBci2FjkmJsmmN2oGR+p2WHrWaP
        s2eYumihOorAP4vIRYzPS43WUY7bWI/hXpDnWIBAXoFGZYJOa4NWcoReeYVmgIZwh4d4joiBlYmKm4qSooubqYyj
        r42rtY60vI67wo/DQbHdR7LjTbPpR6RCTaVJVKZRWqdZYahhaKlpbqpzdat7fKyEg62Niq6VkK6el6+lnbCupLC2
        q7G+sbLGuLPNvrTUw7XayrbgPsZMRMZTScdbUMhjVslsXMl1Y8p+acuHcMyPd8yYfc2hhM6oi8+xks+4ms/AoNDI
        p9HPrdLWs9LcutPhv9TnxdTszNXxx8pORuNwS+R4UuSBWOWKXuaSZeaba+ejcuireei0f+i7hunDjurLlevRnOvY
        ouzeqe3jr+3pte7tvO/zwe/4vORZwuVhyOZpzuZz
        """

    private static let vignette =
        """
        AAAABQUFCwsLEhISHBwcJiYmMjIyPj4+SkpKVlZWYmJibW1teHh4gYGBh4eHjIyMjo6OjY2NioqKg4ODe3t7cnJy
        aWlpYmJiAAAAAAAFAgIMAwMUBAQeBgYqCAg2CgpDDAxQDg5dEBBpEhJ0ExOAFRWKFxeRGBiXGBibGBibGBiYFxeR
        FRWIFBR+EhJzEBBpAAAAAQUBAgsCAxMDBR0FBycHCTIJCz0LDUkND1QPEV4RE2kTFHIUFnsWGIMYGYoZGY4ZGo8a
        Go4aGYgZF4AXFXYVE2wTEmESAAAABgEBDgMBGAUCIwgEMAsFPQ4HSxEJVxQKYxcLbhoNeRwOhR8PkCEQmyQSpScT
        rCgTrykUrigUqCcTnyUTkyIRhh8PeBwOAAAAAQUGAQ0NAhUYBCAjBSsvBzc8CUFICkxTC1ZdDV9oDmlyD3J9EHyH
        EoWSE4+cFJilFZyqFZ2rFJmnFJGeEoaTEHqFD254AAAABQEGDQQOFgYYIQkjLAwvOA87QhJGTBRQVhdaXxpkaRxu
        ch94fCGChSSMjyeWmSmgnyunoSupniumlymejCaTgCOGch93AAAABgYBDg4BGBcCJCIEMC0GPDkHRkIJUEwKWlYL
        ZF8NbmkOeHIPgnwQjIUSlo8ToJkUqaEWrKQWqqIVopsVl5ATioMSe3YQAAAABAQGCgsOEBMYFxwjHyYuJy46LTZE
        ND5OOkZYQU5hR1ZrTl11VGV/W22IYXWSaH2cboSlcYepb4ana4CgY3iWW22JUWJ6AAAAAgMEBAcKBwsQCxAYDhUh
        EhspFR8wGCQ3Gyk+Hi1FITJMJDZTJztaKj9hLURoMElvM012NE94M053MUtyLkVrKkBhJjlXAAApBwA3EABHGwBZ
        JwBsNQB+QQCOTQCaWAClYwCwbgC7eQDGhQDRkADcmwDnpgDysQD9uwAIvgASvAAbtAAhpwAlmAAniAAoABY7BxpM
        Dx1fGiF0JiWKNCefQSmxTSq/WCrKYyrVbirgeSrrhSr2kCoBmyoMpioXsSoiuSksuyc1tyU7ryE+ox0+lBo9hBY6
        ACpLBjFeDzl0GUGMJUikMk68QFLRTFTiWFXvY1X6blUFeVUQhVUbkFUmm1UxplU8sFRGtVJPtU5VsUhYqEFYnDlV
        jjFQfypKADxZBkZtDlGFGFyfI2a6MG/UPXbsS3sJV34UY38fbn8qeX81hX9AkH9Lm39WpX5grHtpr3Zvrm9yqGZx
        n1xuk1FohkZgeDxXAEtkBld5DWSSFnIBIYAKLYwUOpYfSJ4rVaQ3YadDbalOeKlahKllj6lvmKd5oKSBpZ6HppaK
        pIyJnoCGlXJ/iWR2fFdscUtiAFcCBWQIDHMPFIMYHpMjKqEuNq47Q7lIUMFWXcdjacpvdMx6gMyFisqOkceWl8Gc
        m7mfm66fmKGbkZOViIOLfnOAc2R1aVcBAGIRBW4XC30gEo4qHKA2JrBEMsBSPs1gStduVt98YuSJbeaUeOaegeSm
        h9+sjNevjs2wjcCtirCng6Cee44Ecn0JaW4NYmIP
        """
}
