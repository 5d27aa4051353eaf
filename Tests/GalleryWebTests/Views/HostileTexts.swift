/// Hostile texts for titles, tags and names.
enum HostileTexts {
    static let all = [
        #""><script>alert(1)</script>"#, #"' onmouseover='alert(1)"#,
        // A quote and a bracket that form one character with a combining mark.
        "\"\u{301} onerror=alert(1) x=\u{301}", "<\u{338}img src=x onerror=alert(1)>",
        ">\u{20D2}<svg/onload=alert(1)>", "'\u{307}", "&\u{301}lt;script&\u{301}gt;",
        "\u{202E}gpj.exe\u{2066}", "</title></textarea></style><script>", "<!-- --!> <![CDATA[ ]]>",
        "{{pageTitle}} {{{raw}}} {{&raw}} {{=<% %>=}} {{>frame}}",
        "\u{0}\u{1B}[31m\u{7F}\u{85}\r\n",
        "javascript:alert(1)", "data:text/html,<script>alert(1)</script>", "${7*7} `a`",
        "&lt;b&gt; &amp;amp; &#x3c;", "\u{FFFE}\u{1FFFF}\u{FEFF}", "../../etc/passwd%00%2e%2e",
        String(repeating: "\"<", count: 500),
    ]
}
