import type { KnownSlot } from '../command.js';
import { alike, type CommandState, type Flag, quoted, takingFlags, valued, within } from './tree.js';

/** Generates a completion script for fish, with one line per word and option. */
export function fishCompletion(states: readonly CommandState[]): string {
  const patterns = valued(states).flatMap((one) => one.patterns.map(quoted));
  return `# Completion for fish: patchbay completion fish | source
function __patchbay_place
    set -l place ''
    set -l skip 0
    for word in (commandline -opc)[2..-1]
        if test $skip = 1
            set skip 0
            continue
        end
        switch "$place:$word"
            case ${patterns.join(' ')}
                set skip 1
            case '*:-*'
            case '*'
                set place "$place/$word"
        end
    end
    echo $place
end
function __patchbay_at
    string match -q -- "$argv[1]" (__patchbay_place)
end
function __patchbay_names
    set -l words (commandline -opc)
    command $words[1] completion names $argv 2>/dev/null
end
complete -c patchbay -f
${[...states.flatMap(wordLines), ...takingFlags(states).flatMap(flagLines)].join('\n')}
`;
}

function wordLines(state: CommandState): string[] {
  const { path, words, takes } = state;
  if (words.length > 0) return words.map(({ word, help }) => `${at(path)} -a ${word}${saying(help)}`);
  return takes === 'text' ? [] : alike(state).map((one) => `${at(one)} ${argumentOf(takes)}`);
}

const flagLines = ({ path, flags }: CommandState): string[] =>
  within(path).flatMap((one) => flags.map((flag) => `${at(one)} ${flagOf(flag)}`));

const at = (path: string) => `complete -c patchbay -n ${escaped(`__patchbay_at ${quoted(path)}`)}`;

function flagOf({ word, short, takes, help }: Flag): string {
  const names = `${short === undefined ? '' : `-s ${short.slice(1)} `}-l ${word.slice(2)}`;
  const value = takes === undefined ? '' : ` ${takes === 'text' ? '-x' : `-r ${argumentOf(takes)}`}`;
  return names + value + saying(help);
}

function argumentOf(takes: KnownSlot): string {
  if (takes === 'file') return '-F';
  if (takes === 'recording') return `-f -k -a '(__fish_complete_suffix .yaml .yml .ndjson)'`;
  if (takes === 'tool') return `-f -a '(__patchbay_names tool (string replace -r ".*/" "" (__patchbay_place)))'`;
  if (takes === 'folder') return `-f -a '(__fish_complete_directories)'`;
  if (typeof takes !== 'string') return `-f -a ${escaped(takes.join(' '))}`;
  return `-f -a '(__patchbay_names ${takes})'`;
}

const saying = (help: string) => (help === '' ? '' : ` -d ${escaped(help)}`);

/** Inside single quotes, fish has two escapes: `\\` and `\'`. */
const escaped = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`;
