import { argumentNames, type Row } from '../../client/index.js';
import { type CodeValue, callSpans } from '../../eval/index.js';
import { asCode } from '../../util/index.js';
import { isAwaitable } from '../inspect/promise-state.js';

/** Returns the value of a variable of the session, or of its property, without running code. */
export type ReadValue = (path: readonly string[]) => unknown;

/** Returns the call with one positional argument corrected, or undefined when the correction is not clear. */
export function correctedArgument(
  call: string,
  args: readonly CodeValue[],
  at: number,
  row: Row,
  message: string,
  read: ReadValue,
): string | undefined {
  const value = args[at];
  if (!value || !message.startsWith('must be a non-empty string')) return undefined;
  const code = call.slice(value.start, value.end);
  if (typeof value.literal === 'number') return replaced(call, value, asCode(code));
  if (!message.endsWith('not object')) return undefined;
  if (isPromiseIn(code, read)) return replaced(call, value, `(${code.startsWith('await ') ? '' : 'await '}${code}).id`);
  const path = /^[\w$.]+$/.test(code) ? code.split('.') : [];
  if (row.args[at]?.kind === 'text') return undefined;
  if (path.length > 0 && typeof read([...path, 'id']) === 'string') return replaced(call, value, `${code}.id`);
  return reordered(call, args, at, row, read) ?? spread(call, args, row);
}

/** An argument as Python writes it. In TypeScript, it assigns a variable. */
const KEYWORD = /^([A-Za-z_]\w*)\s*=(?![=>])\s*([\s\S]+)$/;

/** Changes `create(name='x')` to `create({ name: 'x' })`, and `update(queue_id='1', name='x')` to `update('1', { name: 'x' })`. */
export function keywordsAsFields(call: string, row: Row): string | undefined {
  const args = callSpans(call);
  const codes = args?.map(({ start, end }) => call.slice(start, end)) ?? [];
  const first = codes.findIndex((code) => KEYWORD.test(code));
  if (!args || first < 0 || !codes.slice(first).every((code) => KEYWORD.test(code))) return undefined;
  const given = new Map(codes.slice(first).map((code) => KEYWORD.exec(code)?.slice(1) as [string, string]));
  const positional = argumentNames(row)
    .slice(first)
    .map((name) => given.get(name));
  if (positional.includes(undefined)) return undefined;
  for (const name of argumentNames(row).slice(first)) given.delete(name);
  const fields = [...given].map(([name, value]) => `${name}: ${value}`).join(', ');
  const rest = fields === '' ? [] : [`{ ${fields} }`];
  return withArguments(call, args, [...codes.slice(0, first), ...positional.flatMap((code) => code ?? []), ...rest]);
}

/** Whether code is an awaited name, or the name of a promise. */
export const isPromiseIn = (code: string, read: ReadValue): boolean =>
  /^await [\w$]+$/.test(code) || (/^[\w$]+$/.test(code) && isAwaitable(read([code])));

/** Changes `update({ … }, id)` to `update(id, { … })`. */
function reordered(
  call: string,
  args: readonly CodeValue[],
  at: number,
  row: Row,
  read: ReadValue,
): string | undefined {
  const codes = args.map(({ start, end }) => call.slice(start, end));
  const others = codes.filter((_, i) => i !== at);
  const isText = ({ literal }: CodeValue, i: number) =>
    typeof (literal ?? read((codes[i] as string).split('.'))) === 'string';
  if (args.length !== argumentNames(row).length + 1 || !args.every((one, i) => i === at || isText(one, i)))
    return undefined;
  return withArguments(call, args, [...others, codes[at] as string]);
}

/** Changes `set_ai_agent({ id, agent_id, name })` to `set_ai_agent(id, agent_id, { name })`. */
function spread(call: string, args: readonly CodeValue[], { args: expected, wire = {} }: Row): string | undefined {
  const [only, ...more] = args;
  if (!only?.fields || more.length > 0) return undefined;
  const { fields } = only;
  const words = expected.map(({ name, kind }) =>
    fields.find((one) => [name, wire[name], ...(kind === 'id' ? ['id', 'sid'] : [])].includes(one.name)),
  );
  if (words.some((word, index) => !word || words.indexOf(word) !== index)) return undefined;
  const code = ({ start, end }: Pick<CodeValue, 'start' | 'end'>) => call.slice(start, end);
  const rest = fields.filter((one) => !words.includes(one)).map(({ key, value }) => call.slice(key.start, value.end));
  return withArguments(call, args, [
    ...words.flatMap((word) => (word ? code(word.value) : [])),
    ...(rest.length > 0 ? [`{ ${rest.join(', ')} }`] : []),
  ]);
}

const withArguments = (call: string, args: readonly CodeValue[], codes: readonly string[]) =>
  replaced(call, { start: args[0]?.start ?? 0, end: args.at(-1)?.end ?? 0 }, codes.join(', '));

export const replaced = (code: string, { start, end }: Pick<CodeValue, 'start' | 'end'>, text: string) =>
  code.slice(0, start) + text + code.slice(end);
