import type { ScriptedPerson } from '../../runs/call-run.js';
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
    if (typeof next !== 'string' || next === '') return { input: null, isScripted: true };
    if (kind === 'speech') return { input: { speech: next }, isScripted: true };
    const digits = active.state.cards.open(next);
    if (digits === undefined) active.problem(LOST);
    return { input: digits === undefined ? null : { digits }, isScripted: true };
  }
  return { input: null, isScripted: false };
}

/** A recording ends with one of its keys only. Other digits are for a later prompt. */
const isForLater = (entry: string | null, { needs_terminator, terminators = '' }: Prompt): boolean =>
  needs_terminator === true && ![...(entry ?? '')].some((key) => terminators.includes(key));
