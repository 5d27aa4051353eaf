/// Decodes HTML character references, which Flickr uses in titles, descriptions, names and tags.
///
/// Text is decoded exactly once: `&amp;quot;` becomes `&quot;`. References need a semicolon; names
/// that are not in HTML 4 (except `apos`) and invalid numbers are left unchanged.
/// Source: https://www.w3.org/TR/html401/sgml/entities.html
enum HTMLEntities {
    /// Long enough for `#1114111;` and `thetasym;`.
    private static let maximumLength = 12

    /// Replaces each reference with its character.
    static func decode(_ text: String) -> String {
        let parts = text.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
        guard parts.count > 1 else { return text }
        var result = String(Substring(parts[0]))
        for part in parts.dropFirst() {
            let end = part.prefix(maximumLength).firstIndex(of: UInt8(ascii: ";"))
            if let end, let scalar = scalar(named: String(Substring(part[..<end]))) {
                result.unicodeScalars.append(scalar)
                result += Substring(part[part.index(after: end)...])
            } else {
                result += "&" + Substring(part)
            }
        }
        return result
    }

    private static func scalar(named name: String) -> Unicode.Scalar? {
        let value: UInt32? =
            if !name.hasPrefix("#") {
                names[name]
            } else if name.lowercased().hasPrefix("#x") {
                UInt32(name.dropFirst(2), radix: 16)
            } else {
                UInt32(name.dropFirst())
            }
        // Swift's numbers may have a sign.
        guard let value, value != 0, !name.contains("+") else { return nil }
        return Unicode.Scalar(value)
    }

    /// The 252 names of HTML 4 and XML's `apos`, with their code points.
    static let names: [String: UInt32] = {
        var names: [String: UInt32] = ["apos": 0x27]
        var number: UInt32 = 0
        for entry in table.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: "=")
            number = parts.count == 2 ? UInt32(parts[1], radix: 16) ?? 0 : number + 1
            names[String(parts[0])] = number
        }
        return names
    }()

    /// By code point; an entry without a number follows the previous one.
    private static let table = """
        quot=22 amp=26 lt=3C gt=3E nbsp=A0 iexcl cent pound curren yen brvbar sect uml copy ordf
        laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo
        frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute
        Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash
        Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig
        ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc
        otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml OElig=152 oelig
        Scaron=160 scaron Yuml=178 fnof=192 circ=2C6 tilde=2DC Alpha=391 Beta Gamma Delta Epsilon
        Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma=3A3 Tau Upsilon Phi Chi Psi
        Omega alpha=3B1 beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron
        pi rho sigmaf sigma tau upsilon phi chi psi omega thetasym=3D1 upsih piv=3D6 ensp=2002 emsp
        thinsp=2009 zwnj=200C zwj lrm rlm ndash=2013 mdash lsquo=2018 rsquo sbquo ldquo=201C rdquo
        bdquo dagger=2020 Dagger bull hellip=2026 permil=2030 prime=2032 Prime lsaquo=2039 rsaquo
        oline=203E frasl=2044 euro=20AC image=2111 weierp=2118 real=211C trade=2122 alefsym=2135
        larr=2190 uarr rarr darr harr crarr=21B5 lArr=21D0 uArr rArr dArr hArr forall=2200 part=2202
        exist empty=2205 nabla=2207 isin notin ni=220B prod=220F sum=2211 minus lowast=2217
        radic=221A prop=221D infin ang=2220 and=2227 or cap cup int there4=2234 sim=223C cong=2245
        asymp=2248 ne=2260 equiv le=2264 ge sub=2282 sup nsub sube=2286 supe oplus=2295 otimes=2297
        perp=22A5 sdot=22C5 lceil=2308 rceil lfloor rfloor lang=2329 rang loz=25CA spades=2660
        clubs=2663 hearts=2665 diams
        """
}
