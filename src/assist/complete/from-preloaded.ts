import { types } from 'node:util';
import { CALL_OPTIONS, operations, RestClient, walkRows } from '../../client/index.js';
import { dotCommand } from '../../util/index.js';
import { memberAt } from '../inspect/preloaded.js';
import type { Session } from './complete.js';
import { type CallSite, cursorIn } from './cursor.js';
import { isOurs } from './from-scope.js';
import { inAddSkill, inCallTool } from './from-skills.js';
import type { Candidate, Signature } from './suggestion.js';

/** Returns completions for the call of a member of `platform`, `agent`, `registry` or `sandbox`. */
export async function inPreloaded(site: CallSite, session: Session): Promise<InCall | undefined> {
  const method = site.path.at(-1);
  if (site.path[0] === 'agent' || site.path[0] === 'registry') {
    if (method === 'add_skill' || method === 'get_skill_class') return copied(inAddSkill(site, await session.skills()));
    if (method === 'call_tool' || method === 'explain') return copied(inCallTool(site, session.tools()));
    if ((method === 'has_skill' || method === 'remove_skill') && site.argument === 0)
      return { items: session.loaded().map((text) => ({ text, kind: 'value', isText: true })) };
  }
  if (site.path[0] === 'platform' && method === 'with' && site.argument === 0)
    return {
      items: optionNames(site.present),
      call: { text: 'platform.with({ … })', doc: 'Create a client with other options' },
    };
  const member = memberAt(site.path);
  return (
    member && {
      items: inMember(site, session),
      call: { text: [...site.path.slice(0, -1), member.usage].join('.'), doc: member.help },
    }
  );
}

interface InCall {
  readonly items: Candidate[];
  readonly call?: Signature;
}

const copied = ({ items, call }: { items: readonly Candidate[]; call?: Signature }): InCall => ({
  items: [...items],
  ...(call && { call }),
});

/** Completes `sandbox.ring` with phone numbers and `sandbox.faults` with operations. */
function inMember(site: CallSite, session: Session): Candidate[] {
  const { path, argument } = site;
  if (argument > 0 || !isArgument(site)) return [];
  const text = (value: string, doc?: string): Candidate => ({
    text: value,
    kind: 'value',
    isText: true,
    ...(doc && { doc }),
  });
  const numbers = numbersToRing(site, session);
  if (numbers) return numbers.map((value) => text(value));
  if (!/^sandbox\.faults\.(?:add|clear)$/.test(path.join('.'))) return [];
  return [...walkRows(operations)].map(([name, row]) => text(name, row.help));
}

/** `sandbox.ring(` takes what `.sandbox ring ` takes. */
const numbersToRing = (site: CallSite, session: Session): readonly string[] | undefined =>
  site.path.join('.') === 'sandbox.ring' && site.argument === 0 && isArgument(site)
    ? session.ownNumbers?.('.sandbox', ['ring', ''])
    : undefined;

/** Whether the cursor is at the argument itself, not in an object or a list. */
const isArgument = ({ place, key, steps }: CallSite) => place === 'value' && key === undefined && steps.length === 0;

/** Returns the numbers of the account, if only one of them fits after `before`. */
export function ownNumbersAt(before: string, session: Session): readonly string[] | undefined {
  const command = dotCommand(before);
  if (command) return session.ownNumbers?.(command.name, before.slice(command.argumentsStart).split(/\s+/));
  const site = cursorIn(before, before.length)?.call;
  return site && isOurs('sandbox', session) ? numbersToRing(site, session) : undefined;
}

/** The options of `platform.with`. */
const optionNames = (present: readonly string[]): Candidate[] =>
  Object.entries(CALL_OPTIONS)
    .filter(([text]) => !present.includes(text))
    .map(([text, doc]) => ({ text, kind: 'key', doc }));

/** Returns the path in the tables for `platform.…`, `platform.dry.…` and any other client in scope. */
export function platformPath([first, ...rest]: readonly string[], session: Session): readonly string[] | undefined {
  const isPlatform = first === 'platform' && isOurs(first, session);
  if (first === undefined || !(isPlatform || isClient(session.peek(first)?.value))) return undefined;
  return rest[0] === 'dry' ? rest.slice(1) : rest;
}

const isClient = (value: unknown) => typeof value === 'object' && !types.isProxy(value) && value instanceof RestClient;
