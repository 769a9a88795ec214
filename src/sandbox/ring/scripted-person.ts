import { nearest } from '../../util/index.js';
import { CXML_VERBS } from '../engine/cxml/verbs/index.js';
import type { RingOptions } from '../engine/run/story.js';
import { SWML_VERBS } from '../engine/verbs/index.js';
import type { CallRun, ScriptedPerson } from '../runs/call-run.js';
import { maskedEntry } from '../state/card-vault.js';
import type { State } from '../state/state.js';

/** What the call did not use of the script, and the names in `answers` that it used. Without it, the call used nothing. */
export type Left = Pick<CallRun, 'person' | 'used'>;

/** The person on the line, as plain data. */
export const personOf = (
  { cards }: State,
  { digits = [], speech = [], answers = {}, hangup_after }: RingOptions,
): ScriptedPerson => ({
  digits: typeof digits === 'function' ? 'asked' : cards.sealScript([...digits]),
  speech: typeof speech === 'function' ? 'asked' : [...speech],
  ...(hangup_after !== undefined && { hangs_up: true }),
  answers: Object.fromEntries(
    Object.entries(answers).map(([name, one]) => [
      name,
      one.digits ? { ...one, digits: cards.sealScript(one.digits) } : one,
    ]),
  ),
});

/** The entries of a script that a call did not use. An entry that is null is silence. */
export function unusedIn(state: State, options: RingOptions, left: Left = { person: null }): string[] {
  return unusedOf({ ...left, person: left.person ?? personOf(state, options) });
}

/** What is left of the script of a call. */
export function unusedOf({ person, used }: Left): string[] {
  const { digits = [], speech = [], late = [], answers = {} } = person ?? {};
  const kinds = Object.entries({ digits, speech }).flatMap(([kind, rest]) =>
    Array.isArray(rest)
      ? rest.filter((one) => one !== null && one !== '').map((one) => `${kind} ${maskedEntry(String(one))}`)
      : [],
  );
  const names = Object.keys(answers).filter((name) => !used?.includes(name));
  const verbs = [...SWML_VERBS.keys(), ...CXML_VERBS.keys()];
  return [
    ...kinds,
    ...late.map((keys) => `digits ${keys}`),
    ...names.map((name) => {
      const meant = /^[a-z_]+$/i.test(name) && !verbs.includes(name) ? nearest(name, verbs) : undefined;
      return `answers for ${name}${meant ? ` (did you mean ${meant}?)` : ''}`;
    }),
  ];
}
