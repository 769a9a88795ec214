import type { ScriptedPerson } from '../../runs/call-run.js';
import { LOST } from '../acts/sealed.js';
import type { ActiveRun } from './active-run.js';
import type { Input, Outcome } from './outcome.js';

type Ask = Extract<Outcome<object>, { do: 'ask' }>;

/** Takes the next input of the person on the line. A run whose person is a function waits for it: `asked`. */
export function askPerson(active: ActiveRun, { prompt, data }: Ask): Input | 'asked' {
  const { person } = active.run;
  if (person === null) return null;
  const asks = prompt.accepts.some((kind) => person[kind] === 'asked');
  if (asks) {
    active.wait('input', null, { ...data, prompt });
    return 'asked';
  }
  for (const kind of prompt.accepts) {
    const [next, ...rest] = person[kind];
    if (next === undefined) continue;
    active.run.person = { ...person, [kind]: rest } satisfies ScriptedPerson;
    if (typeof next !== 'string' || next === '') return null;
    if (kind === 'speech') return { speech: next };
    const digits = active.state.cards.open(next);
    if (digits === undefined) active.problem(LOST);
    return digits === undefined ? null : { digits };
  }
  return null;
}
