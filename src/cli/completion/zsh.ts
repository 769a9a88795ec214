import { alike, type CommandState, kindOf, quoted, spellings, takingFlags, valued, type Word, within } from './tree.js';

/** Generates a completion script for zsh. It can be sourced, or stored in the fpath as `_patchbay`. */
export function zshCompletion(states: readonly CommandState[]): string {
  return `#compdef patchbay
# Completion for zsh: source <(patchbay completion zsh)
_patchbay() {
  local where= skip= word i
  local -a offers
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $skip ]]; then
      skip=
      continue
    fi
    case "$where:$word" in
${valued(states)
  .map(({ takes, patterns }) => `      (${patterns.join('|')}) skip=${quoted(kindOf(takes))} ;;`)
  .join('\n')}
      (*:-*) ;;
      (*) where=$where/$word ;;
    esac
  done
  if [[ -n $skip ]]; then
    _patchbay_kind $skip
  elif [[ $words[CURRENT] == -* ]]; then
    case $where in
${takingFlags(states)
  .map(
    (state) =>
      `      (${pattern(within(state.path))}) offers=(${state.flags.flatMap((flag) => spellings(flag).map((word) => described({ word, help: flag.help }))).join(' ')}) ;;`,
  )
  .join('\n')}
    esac
    _describe option offers
  else
    case $where in
${states.map((state) => `      (${pattern(alike(state))}) ${offered(state)} ;;`).join('\n')}
    esac
  fi
}
_patchbay_kind() {
  case $1 in
    (file) _files ;;
    (recording) _files -g '*.(yaml|yml|ndjson)' ;;
    (folder) _files -/ ;;
    (tool) compadd -- \${(f)"$($words[1] completion names tool \${where##*/} 2>/dev/null)"} ;;
    (profile|skill) compadd -- \${(f)"$($words[1] completion names $1 2>/dev/null)"} ;;
    (words:*) compadd -- \${=1#words:} ;;
  esac
}
if [[ $funcstack[1] == _patchbay ]]; then
  _patchbay "$@"
elif (( $+functions[compdef] )); then
  compdef _patchbay patchbay
fi
`;
}

const described = ({ word, help }: Word) => quoted(`${word.replaceAll(':', '\\:')}${help === '' ? '' : `:${help}`}`);

const offered = ({ words, takes }: CommandState) =>
  words.length > 0
    ? `offers=(${words.map(described).join(' ')}); _describe command offers`
    : `_patchbay_kind ${quoted(kindOf(takes))}`;

const pattern = (paths: readonly string[]) => paths.map((path) => (path === '' ? "''" : path)).join('|');
