import { type CodeValue, callSpans } from '../../eval/index.js';
import { asCode } from '../../util/index.js';
import type { Declarations } from '../complete/from-scope.js';
import { isOurs } from '../complete/from-scope.js';
import { pathsIn } from '../tokens.js';
import { closing } from './corrected-call.js';
import { freeIn } from './forgotten-await.js';
import { asE164 } from './replaced-values.js';

/** A call as it is written. `codes` are those of its arguments. */
interface Call {
  readonly path: string;
  readonly args: readonly CodeValue[];
  readonly codes: readonly string[];
}

/** Corrects the arguments of a call to a preloaded object. Returns undefined if the correction is not clear. */
type Correct = (call: Call, message: string) => string | undefined;

/** The methods whose wrong arguments are corrected, with the start of their errors. */
const CORRECTED: Readonly<Record<string, { readonly error: RegExp; readonly correct: Correct }>> = {
  'sandbox.ring': {
    error:
      /^ring\(number\): |^the object of options must be |^(?:digits|speech)(?:\[\d+\])? must be a |not a number of this project/,
    correct: rung,
  },
  'agent.add_skill': { error: /^add_skill\(name\): /, correct: skillAdded },
  'agent.prompt_add_section': { error: /^prompt_add_section\(section\): /, correct: sectionAdded },
};

/** Returns a line with the call of the user, with its arguments in the right form. Keeps each value. */
export function onPreloadedCall({ message }: Error, source: string, scope: Declarations): string[] {
  const isFree = freeIn(source);
  for (const { steps, isCalled, at, end } of pathsIn(source)) {
    const path = steps.join('.');
    const known = isCalled && Object.hasOwn(CORRECTED, path) ? CORRECTED[path] : undefined;
    const [root = ''] = steps;
    if (!known?.error.test(message) || !isFree(root) || !isOurs(root, scope)) continue;
    const close = closing(source, source.indexOf('(', end));
    const code = source.slice(at, close + 1);
    const args = close < 0 ? undefined : callSpans(code);
    if (!args) return [];
    const codes = args.map((one) => code.slice(one.start, one.end));
    const corrected = known.correct({ path, args, codes }, message);
    return corrected === undefined || corrected.replace(/^await /, '') === code ? [] : [`try: ${corrected}`];
  }
  return [];
}

function rung({ args, codes }: Call, message: string): string | undefined {
  const [number] = args;
  // The error names a number of the project.
  const target = number ? numberOf(number, codes[0] ?? '', message) : /such as ('\+\d+')$/.exec(message)?.[1];
  if (target === undefined) return undefined;
  const options = args.length < 2 ? '' : optionsOf(args.slice(1), codes.slice(1));
  if (options === undefined) return undefined;
  return `await sandbox.ring(${target}${options === '' ? '' : `, ${options}`})`;
}

/** The code of a number in E.164. Another text is only corrected to a number of the project. */
function numberOf({ literal }: CodeValue, code: string, message: string): string | undefined {
  if (typeof literal === 'string') {
    const meant = asE164(literal);
    if (meant === undefined || !/not a number of this project/.test(message)) return code;
    return message.includes(meant) ? asCode(meant) : undefined;
  }
  if (/^\+\d{7,15}$/.test(code)) return asCode(code);
  if (typeof literal === 'number') return asE164(code) && asCode(asE164(code));
  return /^[\w$.[\]]+$/.test(code) && !message.startsWith('ring(number)') ? code : undefined;
}

/** The code of the options that the arguments after the number stand for. */
function optionsOf(args: readonly CodeValue[], codes: readonly string[]): string | undefined {
  const [first] = args;
  const named = codes.map((code) => /^(digits|speech)\s*=\s*(?![=>])([\s\S]+)$/.exec(code)?.slice(1) ?? []);
  if (named.every(([name]) => name !== undefined)) {
    const fields = named.map(([name = '', code = '']) => fieldOf(name, argumentOf(code), code));
    return fields.includes(undefined) ? undefined : `{ ${fields.join(', ')} }`;
  }
  if (args.length === 1 && first?.fields) return withLists(first, codes[0] ?? '');
  const values = (args.length === 1 && first?.items ? first.items : args).map((one) => textOf(one));
  if (values.length === 0 || values.some((one) => one === undefined)) return undefined;
  const kind = values.every((one) => /^[\d*#A-D]+$/.test(one ?? '')) ? 'digits' : 'speech';
  return `{ ${kind}: [${values.map((one) => asCode(one)).join(', ')}] }`;
}

const argumentOf = (code: string): CodeValue | undefined => callSpans(`f(${code})`)?.[0];

/** Writes the values of `digits` and `speech` as lists of strings, and keeps the other fields. */
function withLists(options: CodeValue, code: string): string | undefined {
  const { fields = [], start } = options;
  const texts = fields.map(({ name, key, value }) => {
    const own = code.slice(value.start - start, value.end - start);
    const isScript = name === 'digits' || name === 'speech';
    return isScript ? fieldOf(name, value, own) : code.slice(key.start - start, value.end - start);
  });
  return texts.includes(undefined) ? undefined : `{ ${texts.join(', ')} }`;
}

function fieldOf(name: string, value: CodeValue | undefined, code: string): string | undefined {
  if (!value) return undefined;
  const items = (value.items ?? [value]).map((one) => textOf(one));
  if (items.some((one) => one === undefined)) return value.items ? undefined : `${name}: [${code}]`;
  return `${name}: [${items.map((one) => asCode(one)).join(', ')}]`;
}

/** The text of a literal: that of a string, or of a whole number. */
function textOf(value: CodeValue | undefined): string | undefined {
  const literal = value?.literal;
  if (typeof literal === 'string') return literal;
  return Number.isSafeInteger(literal) ? String(literal) : undefined;
}

function skillAdded({ args, codes }: Call): string | undefined {
  const [only] = args;
  const names = only?.items?.map((one) => textOf(one));
  if (!names || names.length === 0 || args.length > 1 || names.includes(undefined)) return undefined;
  if (names.length === 1) return `await agent.add_skill(${names.map((one) => asCode(one)).join()})`;
  return `for (const name of ${codes[0]}) await agent.add_skill(name)`;
}

/** Changes two texts to a title and a body. */
function sectionAdded({ args, codes }: Call): string | undefined {
  const isText = args.every(({ literal }) => typeof literal === 'string');
  if (!isText || args.length === 0 || args.length > 2) return undefined;
  const [first, second] = codes;
  const fields = second === undefined ? `body: ${first}` : `title: ${first}, body: ${second}`;
  return `agent.prompt_add_section({ ${fields} })`;
}
