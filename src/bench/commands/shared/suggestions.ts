import type { Suggestion } from '../../../assist/index.js';
import type { Slot } from '../../../commands/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import { previewSkill, type SkillRegistry } from '../../../skills/index.js';
import { filesFor, RECORDING } from '../../assist/file-suggestions.js';
import { type CompletionContext, choices } from '../arguments/command.js';

type Complete = (
  typed: string,
  before: readonly string[],
  context: CompletionContext,
) => readonly Suggestion[] | Promise<readonly Suggestion[]>;

const registryOf = ({ bench }: CompletionContext) => bench.globals.registry as SkillRegistry;

const BY_KIND: Readonly<Record<Extract<Slot, string>, Complete>> = {
  text: () => [],
  file: (typed) => filesFor(typed),
  recording: (typed) => filesFor(typed, RECORDING),
  // Folders match every type.
  folder: (typed) => filesFor(typed, /^(?!)/),
  number: (_typed, _before, { bench }) => choices(numbersOf(bench.globals.sandbox as Sandbox)),
  profile: (_typed, _before, { bench }) =>
    choices(Object.entries(bench.profiles().profiles).map(([name, { host }]) => [name, host])),
  skill: async (_typed, _before, context) =>
    choices((await registryOf(context).list_skills()).map(({ name, description }) => [name, description])),
  async tool(_typed, [skill = ''], context) {
    const preview = await previewSkill(registryOf(context), skill, process.env);
    return choices((preview?.tools ?? []).map(({ name, description }) => [name, description]));
  },
};

/** Suggests values of a kind. `before` are the words before the one that is typed. */
export async function suggestionsFor(
  slot: Slot,
  typed: string,
  before: readonly string[],
  context: CompletionContext,
): Promise<readonly Suggestion[]> {
  if (typeof slot === 'function') return choices((await slot()).map(({ name, summary }) => [name, summary]));
  return typeof slot === 'string' ? BY_KIND[slot](typed, before, context) : choices(slot);
}

const MAX_NUMBERS = 50;

/** Returns the numbers in the sandbox if requests go there, or else those that the account had in responses. */
export const numbersOfAccount = ({ bench, seen }: CompletionContext): readonly string[] =>
  bench.mode.kind === 'sandbox' ? numbersOf(bench.globals.sandbox as Sandbox) : seen.ownNumbers();

/** Reads a snapshot, because a request would change the journal and the clock of the sandbox. */
export function numbersOf(simulated: Sandbox): string[] {
  const { numbers } = simulated.snapshot().collections as { numbers?: { items: [number, { number: string }][] } };
  return (numbers?.items ?? []).slice(0, MAX_NUMBERS).map(([, { number }]) => number);
}
