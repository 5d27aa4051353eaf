import ArgumentParser
import Foundation
import Gallery

/// The completion scripts: ArgumentParser's, with what they do wrong to names put right.
///
/// - bash cuts words at colons, so that `flickr:dogs` is three words, and expands what `compgen -W` is
///   given: a tag `$(…)` would be run.
/// - zsh takes what follows a colon for a description, puts a blank behind a key, and loses the cursor within
///   open quotes.
/// - A message of the program would land in the line that a person types.
enum CompletionScript {
    /// The script that arguments ask for; nil where they ask for something else.
    static func asked(_ arguments: [String]) -> String? {
        guard arguments.count == 2, arguments[0] == "--generate-completion-script",
            let shell = CompletionShell(rawValue: arguments[1])
        else { return nil }
        return text(for: shell)
    }

    private static func text(for shell: CompletionShell) -> String {
        let script = GalleryCommand.completionScript(for: shell)
        switch shell {
        case .bash:
            return script.replacing(
                "__gallery_add_completions -W \"$(__gallery_custom_complete ",
                with: "__gallery_add_names \"$(__gallery_custom_complete "
            ).replacing(
                "\"${COMP_WORDS[0]}\" \"${@}\" \"${words[@]}\"",
                with: "\"${COMP_WORDS[0]}\" \"${@}\" \"${words[@]}\" 2>/dev/null"
            ).replacing(
                "complete -o filenames -F _gallery gallery",
                with: bash + "\ncomplete -o filenames -F __gallery_whole_words gallery")
        case .zsh:
            return replacingBody(
                "__gallery_cursor_index_in_current_word",
                in: replacingBody(
                    "__gallery_custom_complete", in: script, with: zshNames), with: zshCursor)
        default:
            return script.replacing(
                "command $tokens[1] $argv $tokens",
                with: "command $tokens[1] $argv $tokens 2>/dev/null")
        }
    }

    /// The script with another body of a function.
    private static func replacingBody(
        _ function: String, in script: String, with body: String
    ) -> String {
        guard let start = script.range(of: "\(function)() {\n"),
            let end = script[start.upperBound...].range(of: "\n}\n")
        else { return script }
        return script.replacingCharacters(in: start.upperBound..<end.lowerBound, with: body)
    }

    /// Functions for bash 4 and newer.
    private static let bash = #"""
        # Takes names as the program spells them for the place where they go: nothing expands them.
        __gallery_add_names() {
            local name
            while IFS='' read -r name; do
                [[ -n "${name}" ]] && COMPREPLY+=("${name}")
            done <<<"${1}"
            compopt +o filenames 2>/dev/null
            # Behind a key comes its value.
            [[ "${COMPREPLY[0]}" = *: ]] && compopt -o nospace 2>/dev/null
            return 0
        }

        # Puts words together that bash cut at colons and the like, as those of sections and queries have them.
        __gallery_whole_words() {
            local -a whole=()
            local -i index current=-1
            local rest="${COMP_LINE}" word
            for ((index = 0; index < ${#COMP_WORDS[@]}; index++)); do
                word="${COMP_WORDS[index]}"
                if ((index > 0)) && [[ -n "${word}" && "${rest}" = "${word}"* ]]; then
                    whole[${#whole[@]} - 1]+="${word}"
                else
                    rest="${rest#"${rest%%[![:space:]]*}"}"
                    whole+=("${word}")
                fi
                rest="${rest#"${word}"}"
                ((index == COMP_CWORD)) && current=$((${#whole[@]} - 1))
            done
            local -x _GALLERY_REPLACED="${2}"
            local -a COMP_WORDS=("${whole[@]}")
            local -i COMP_CWORD="${current}"
            _gallery "${1}" "${whole[current]}" "${whole[current - 1]}"
        }

        """#

    /// Where the cursor is in the word, for zsh, also where a quote is open.
    private static let zshCursor = #"""
            printf %s "$((${#words[CURRENT]} - ${#SUFFIX} - ${#ISUFFIX} - ${#QISUFFIX}))"
        """#

    /// Asks the program, for zsh.
    private static let zshNames = #"""
            local -a found names keys
            found=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}" 2>/dev/null)"}")
            found=("${(@)found:#( |)}")
            keys=("${(@M)found:#*:}")
            names=("${(@)found:#*:}")
            # The program chose them by the word, without case; behind a key comes its value.
            (( ${#keys} )) && compadd -U -S '' -a keys
            (( ${#names} )) && compadd -U -a names
        """#
}
