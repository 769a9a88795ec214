import { commandSecrets } from '../../detect/secrets/command.js';
import type { ShellWord } from '../../detect/secrets/shell-words.js';
import { literalOffsets, readLiteral } from '../../encode/code-literals.js';
import { signAt, type Token, type Written } from './tokens.js';

const MAX_ARGUMENTS = 256;

/** Finds the secrets of a command that is a list of words: `spawn('curl', ['-u', 'ann:…'])`, `['mysql', '-p…']`. */
export function* argumentSecrets(tokens: readonly Token[]): Generator<Written> {
  for (let i = 0; i < tokens.length; i++) {
    if (tokens[i]?.kind !== 'text') continue;
    const words: Token[] = [];
    for (; i < tokens.length && words.length < MAX_ARGUMENTS; i++) {
      const token = tokens[i] as Token;
      if (token.kind === 'text') words.push(token);
      // The quotes of a literal are signs, and the list of the arguments can be inside the list of the call.
      else if (!/^[,[\n"'`]$/.test(signAt(tokens, i))) break;
    }
    if (words.length > 1 && words.some(({ text }) => text.startsWith('-'))) yield* secretsOf(words);
  }
}

function* secretsOf(tokens: readonly Token[]): Generator<Written> {
  const words = tokens.map(({ text, start }): ShellWord => {
    const places = literalOffsets(text, 'string').map((at) => at + start);
    return {
      text: readLiteral(text, 'string'),
      starts: places.slice(0, -1),
      ends: places.slice(1),
      quoted: [],
      isQuoted: false,
    };
  });
  for (const { original, start, end } of commandSecrets(words)) yield { start, end, value: original };
}
