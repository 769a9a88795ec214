import type { ScriptedPerson } from '../../runs/call-run.js';
import { keysOf } from '../acts/collect.js';
import { LOST } from '../acts/sealed.js';
import type { ActiveRun } from './active-run.js';
import type { Input, Outcome } from './outcome.js';
import type { Prompt } from './story.js';

type Ask = Extract<Outcome<object>, { do: 'ask' }>;
type Asked = { readonly input: Input; readonly isScripted: boolean };

/** Takes the next input of the person on the line. A run whose person is a function waits for it: `asked`. */
export function askPerson(active: ActiveRun, { prompt, data }: Ask): Asked | 'asked' {
  const { person } = active.run;
  if (person === null) return { input: null, isScripted: false };
  const asks = prompt.accepts.some((kind) => person[kind] === 'asked');
  if (asks) {
    active.wait('input', null, { ...data, prompt });
    return 'asked';
  }
  for (const kind of prompt.accepts) {
    const [next, ...rest] = person[kind];
    if (next === undefined || (kind === 'digits' && isForLater(next, prompt))) continue;
    active.run.person = { ...person, [kind]: rest } satisfies ScriptedPerson;
    active.run.entering = { kind, entry: next, late: '' };
    if (typeof next !== 'string' || next === '') return { input: null, isScripted: true };
    if (kind === 'speech') return { input: { speech: next }, isScripted: true };
    const digits = active.state.cards.open(next);
    if (digits === undefined) active.problem(LOST);
    // A sealed entry is secret.
    if (digits === next) active.run.entering = { kind, entry: next, late: lateKeys(digits, prompt) };
    return { input: digits === undefined ? null : { digits }, isScripted: true };
  }
  return { input: null, isScripted: false };
}

/** A recording ends with one of its keys only. Other digits are for a later prompt. */
const isForLater = (entry: string | null, { needs_terminator, terminators = '' }: Prompt): boolean =>
  needs_terminator === true && ![...(entry ?? '')].some((key) => terminators.includes(key));

/** The keys of an entry after the last one that the prompt takes. */
function lateKeys(entry: string, { max_digits = Infinity, terminators = '' }: Prompt): string {
  const keys = keysOf(entry);
  const end = keys.findIndex((key) => terminators.includes(key));
  return keys.slice(end >= 0 && end < max_digits ? end + 1 : max_digits).join('');
}

/** The person has entered what the step took. */
export function finishEntry({ run }: ActiveRun): void {
  const { person, entering } = run;
  if (person && entering && entering.late !== '')
    run.person = { ...person, late: [...(person.late ?? []), entering.late] };
  run.entering = undefined;
}

/** The person hung up before: the entry is not used. What was said until then is, if the step `records`. */
export function giveBackEntry({ run }: ActiveRun, records: boolean): void {
  const { person, entering } = run;
  run.entering = undefined;
  if (!person || !entering || (records && entering.kind === 'speech')) return;
  const rest = person[entering.kind];
  if (rest !== 'asked') run.person = { ...person, [entering.kind]: [entering.entry, ...rest] };
}
