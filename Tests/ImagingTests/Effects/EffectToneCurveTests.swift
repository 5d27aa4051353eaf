import GalleryModel
import Imaging
import Testing

@Suite("ToneCurve")
struct EffectToneCurveTests {
    @Test(
        "a curve goes through its points and is monotonic between them",
        arguments: EffectName.allCases)
    func monotone(name: EffectName) {
        let parameters = EffectParameters.parameters(for: name)
        for curve in [parameters.red, parameters.green, parameters.blue] {
            let table = curve.table
            #expect(table.count == 256)
            #expect(zip(table, table.dropFirst()).allSatisfy { $0 <= $1 })
            for point in curve.points { #expect(Double(table[Int(point.input)]) == point.output) }
        }
    }

    @Test("no points change nothing, one point is level, falling points fall")
    func special() {
        #expect(ToneCurve.identity.table == (0...255).map { UInt8($0) })
        #expect(ToneCurve([(100, 7)]).table == [UInt8](repeating: 7, count: 256))
        #expect(ToneCurve([(0, 0), (255, 255)]).table == ToneCurve.identity.table)
        #expect(ToneCurve([(0, 255), (255, 0)]).table == ToneCurve.identity.table.reversed())
        let step = ToneCurve([(0, 0), (100, 0), (101, 255), (255, 255)]).table
        #expect(step[100] == 0 && step[101] == 255 && Set(step) == [0, 255])
    }

    @Test("a curve is level before the first and after the last point")
    func level() {
        let table = ToneCurve([(50, 20), (200, 240)]).table
        #expect(table[0] == 20 && table[50] == 20 && table[200] == 240 && table[255] == 240)
    }
}
