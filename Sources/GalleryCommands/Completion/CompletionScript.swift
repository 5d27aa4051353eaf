import ArgumentParser
import Foundation

/// ArgumentParser's completion scripts, with corrections for names from the catalog.
///
/// - bash splits words at colons, so that `flickr:dogs` is three words, and expands the words given
///   to `compgen -W`: a tag `$(…)` would be executed.
/// - zsh treats the text after a colon as a description, adds a space after a key, and loses the
///   cursor position in open quotes.
/// - bash treats every word as a file name: if a folder `faces` exists, the command gets a slash.
/// - Error messages of the program would appear in the line being typed.
enum CompletionScript {
    /// Returns the script if the arguments request one; otherwise nil.
    static func requested(_ arguments: [String]) -> String? {
        guard arguments.count == 2, arguments[0] == "--generate-completion-script",
            let shell = CompletionShell(rawValue: arguments[1])
        else { return nil }
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
                "__gallery_add_completions() {\n",
                with: "__gallery_add_completions() {\n"
                    + "    [[ \"${1}\" = -[fd] ]] && compopt -o filenames 2>/dev/null\n"
            ).replacing(
                "complete -o filenames -F _gallery gallery",
                with: bash + "\ncomplete -F __gallery_whole_words gallery")
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

    /// Returns the script with the body of a function replaced.
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
        # Adds names that the program has already quoted, without expanding them.
        __gallery_add_names() {
            local name
            while IFS='' read -r name; do
                [[ -n "${name}" ]] && COMPREPLY+=("${name}")
            done <<<"${1}"
            # A key is followed by its value.
            [[ "${COMPREPLY[0]}" = *: ]] && compopt -o nospace 2>/dev/null
            return 0
        }

        # Rejoins words that bash split at colons and similar characters, as in sections and queries.
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

    /// The zsh code that prints the cursor position in the word, also inside open quotes.
    private static let zshCursor = #"""
            printf %s "$((${#words[CURRENT]} - ${#SUFFIX} - ${#ISUFFIX} - ${#QISUFFIX}))"
        """#

    /// The zsh code that requests names from the program.
    private static let zshNames = #"""
            local -a found names keys
            found=("${(@f)"$("${command_name}" "${@}" "${command_line[@]}" 2>/dev/null)"}")
            found=("${(@)found:#( |)}")
            keys=("${(@M)found:#*:}")
            names=("${(@)found:#*:}")
            # The program has matched the names ignoring case; a key is followed by its value.
            (( ${#keys} )) && compadd -U -S '' -a keys
            (( ${#names} )) && compadd -U -a names
        """#
}
