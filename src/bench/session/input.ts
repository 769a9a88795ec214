import { type DotCommand, dotCommand } from '../../util/index.js';
import { equivalentOf, shellLine } from './foreign-syntax.js';

export type Input =
  | { readonly kind: 'command'; readonly command: DotCommand }
  /** `f??` also asks for the source. */
  | { readonly kind: 'help'; readonly topic: string; readonly hasSource?: true }
  /** Syntax of another shell. `advice` names the equivalent here. */
  | { readonly kind: 'foreign'; readonly advice: string }
  /** A request as a curl command, or as a line such as `GET /api/relay/rest/queues`. */
  | { readonly kind: 'request'; readonly text: string }
  /** A command of the shell, typed as `!ls -l` or as `.sh ls -l`. */
  | { readonly kind: 'shell'; readonly line: string; readonly typed: string }
  | CodeInput;

/** Code that runs in the foreground, or in the background when it ends in `&`. */
export type CodeInput = { readonly kind: 'code' | 'job'; readonly code: string };

const HELP_QUERY = /^\s*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*)(?:\s*\?|(\?\?))\s*$/u;

/** Words of other shells and the commands that they stand for. */
const WORDS: Readonly<Record<string, string>> = {
  help: '.help',
  '?': '.help',
  exit: '.exit',
  quit: '.exit',
  it: '.more',
};
const WORD = /^\s*(\?|[a-z]+)(?:\(\s*\))?\s*;?\s*$/;

/**
 * Parses an input. `isDefined` returns whether a variable has this name; the variable then wins over a word such as
 * `exit`. Without it, `!name` is code.
 */
export function parseInput(source: string, isDefined?: (name: string) => boolean): Input {
  const word = WORD.exec(source)?.[1] ?? '';
  const command = dotCommand(Object.hasOwn(WORDS, word) && !isDefined?.(word) ? (WORDS[word] as string) : source);
  if (command?.name === '.sh' && command.rest !== '')
    return { kind: 'shell', line: command.rest, typed: `.sh ${command.rest}` };
  if (command) return { kind: 'command', command };
  const [, topic, hasSource] = HELP_QUERY.exec(source) ?? [];
  if (topic !== undefined) return { kind: 'help', topic, ...(hasSource && { hasSource: true }) };
  if (isRequest(source) && !isDefined?.('curl')) return { kind: 'request', text: source };
  const line = shellLine(source.trim(), isDefined);
  if (line !== undefined) return { kind: 'shell', line, typed: `!${line}` };
  const advice = equivalentOf(source.trim(), isDefined);
  return advice === undefined ? parseCode(source) : { kind: 'foreign', advice };
}

/** Whether an input that is no code can be sent. A request continues after a line that ends in `\\`. */
export const statusOf = (input: Input): 'complete' | 'incomplete' =>
  input.kind === 'request' && /[\\^]\s*$/.test(input.text) ? 'incomplete' : 'complete';

/** In TypeScript, the name of a variable is followed by an operator. */
const isRequest = (source: string): boolean =>
  /^\s*(?:\$\s+)?curl(?:\.exe)?\s+[-\w'"$^\\]/.test(source) ||
  /^\s*(?:GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/\/|\/api\/)\S/.test(source);

/** Parses source that is always code, such as a file or the argument of `.time`. */
export function parseCode(source: string): CodeInput {
  const job = /^([\s\S]*\S)\s*(?<!&)&\s*$/.exec(source)?.[1];
  return job === undefined ? { kind: 'code', code: source } : { kind: 'job', code: job };
}
