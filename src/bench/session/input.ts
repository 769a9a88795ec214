import { isExpression } from '../../eval/index.js';
import { codeTokens } from '../../javascript/index.js';
import { type DotCommand, dotCommand } from '../../util/index.js';
import { type Equivalent, equivalentOf, shellLine } from './foreign/foreign-syntax.js';

export type Input =
  | { readonly kind: 'command'; readonly command: DotCommand }
  /** `f??` also asks for the source. */
  | { readonly kind: 'help'; readonly topic: string; readonly hasSource?: true }
  /** Syntax of another shell, with the equivalent here. */
  | ({ readonly kind: 'foreign' } & Equivalent)
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
/** `help buy a number` asks like `.help buy a number`, and `help me` like `.help`. */
const HELP = /^\s*help\s+(?:(?:(?:me|please)\s*)+$)?(\p{L}[^=;(]*)?$/u;

/**
 * Parses an input. `isDefined` returns whether a variable has this name; the variable then wins over a word such as
 * `exit`. Without it, `!name` is code.
 */
export function parseInput(source: string, isDefined?: (name: string) => boolean): Input {
  const word = WORD.exec(source)?.[1] ?? '';
  const help = isDefined?.('help') ? undefined : HELP.exec(source);
  const typed = help ? `.help ${help[1] ?? ''}` : source;
  const command = dotCommand(Object.hasOwn(WORDS, word) && !isDefined?.(word) ? (WORDS[word] as string) : typed);
  if (command?.name === '.sh' && command.rest !== '')
    return { kind: 'shell', line: command.rest, typed: `.sh ${command.rest}` };
  if (command) return { kind: 'command', command };
  const [, topic, hasSource] = HELP_QUERY.exec(source) ?? [];
  if (topic !== undefined) return { kind: 'help', topic, ...(hasSource && { hasSource: true }) };
  if (isRequest(source) && !isDefined?.('curl')) return { kind: 'request', text: source };
  const line = shellLine(source.trim(), isDefined);
  if (line !== undefined) return { kind: 'shell', line, typed: `!${line}` };
  const equivalent = equivalentOf(source.trim(), isDefined);
  return equivalent === undefined ? parseCode(source) : { kind: 'foreign', ...equivalent };
}

/** Whether an input that is no code can be sent. A request continues after a line that ends in `\\`. */
export const statusOf = (input: Input): 'complete' | 'incomplete' =>
  input.kind === 'request' && /[\\^]\s*$/.test(input.text) ? 'incomplete' : 'complete';

/** In TypeScript, the name of a variable is followed by an operator. */
const isRequest = (source: string): boolean =>
  /^\s*(?:\$\s+)?curl(?:\.exe)?\s+[-\w'"$^\\]/.test(source) ||
  /^\s*(?:GET|POST|PUT|PATCH|DELETE)\s+(?:https?:\/\/|\/api\/)\S/.test(source);

/** Splits the arguments of `.time` into the number of runs, if there is one, and the code. */
export function timed(rest: string): { readonly count?: string; readonly code: string } {
  const [, count, code] = isExpression(rest) ? [] : (/^(-?[\d.]+)\s+(\S[\s\S]*)$/.exec(rest) ?? []);
  return count === undefined || code === undefined ? { code: rest } : { count, code };
}

/** Returns the code of an input that a saved session repeats, also that of `.time`. */
export function codeOf(input: Input): CodeInput | undefined {
  if (input.kind === 'code' || input.kind === 'job') return input;
  if (input.kind !== 'command' || input.command.name !== '.time') return undefined;
  const { count, code } = timed(input.command.rest);
  return count === undefined && code !== '' ? parseCode(code) : undefined;
}

/** Parses source that is always code, such as a file or the argument of `.time`. An `&` in a comment or a text is none. */
export function parseCode(source: string): CodeInput {
  const job = /^([\s\S]*\S)\s*(?<!&)&\s*$/.exec(source)?.[1];
  if (job === undefined) return { kind: 'code', code: source };
  const last = codeTokens(source).findLast(({ kind }) => kind !== 'line');
  return last?.kind === 'sign' ? { kind: 'job', code: job } : { kind: 'code', code: source };
}
