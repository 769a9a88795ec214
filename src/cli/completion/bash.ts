import { alike, type CommandState, kindOf, quoted, spellings, takingFlags, valued, within } from './tree.js';

/** Generates a completion script for bash from the table of commands. */
export function bashCompletion(states: readonly CommandState[]): string {
  return `# Completion for bash: source <(patchbay completion bash)
_patchbay() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path= skip= i word offers= kind=
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $skip ]]; then
      skip=
      continue
    fi
    case "$path:$word" in
${valued(states)
  .map(({ takes, patterns }) => `      ${patterns.join(' | ')}) skip=${quoted(kindOf(takes))} ;;`)
  .join('\n')}
      *:-*) ;;
      *) path=$path/$word ;;
    esac
  done
  COMPREPLY=()
  if [[ -n $skip ]]; then
    kind=$skip
  elif [[ $cur == -* ]]; then
    case $path in
${takingFlags(states)
  .map((state) => `      ${pattern(within(state.path))}) offers=${quoted(state.flags.flatMap(spellings).join(' '))} ;;`)
  .join('\n')}
    esac
    kind=words
  else
    case $path in
${states.map((state) => `      ${pattern(alike(state))}) ${offered(state)} ;;`).join('\n')}
    esac
  fi
  case $kind in
    file) compopt -o default 2>/dev/null; return ;;
    folder) compopt -o dirnames 2>/dev/null; return ;;
    recording)
      compopt -o filenames 2>/dev/null
      local IFS=$'\\n'
      COMPREPLY=($(compgen -f -X '!*.y*ml' -- "$cur") $(compgen -f -X '!*.ndjson' -- "$cur") $(compgen -d -- "$cur"))
      return
      ;;
    tool) offers=$("$1" completion names tool "\${path##*/}" 2>/dev/null) ;;
    profile | skill) offers=$("$1" completion names "$kind" 2>/dev/null) ;;
    words:*) offers=\${kind#words:} ;;
  esac
  local IFS=$' \\t\\n'
  COMPREPLY=($(compgen -W "$offers" -- "$cur"))
}
complete -F _patchbay patchbay
`;
}

const offered = ({ words, takes }: CommandState) =>
  `kind=${quoted(words.length > 0 ? kindOf(words.map(({ word }) => word)) : kindOf(takes))}`;

const pattern = (paths: readonly string[]) => paths.map((path) => (path === '' ? "''" : path)).join(' | ');
