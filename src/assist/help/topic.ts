import { types } from 'node:util';
import { isRow, operations, usageOf, walkRows } from '../../client/index.js';
import { Mistake, nearest, type SheetPart } from '../../util/index.js';
import type { Session } from '../complete/complete.js';
import { isGetter, isOurs, scopeMembers, valueAt } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { ownNamesIn } from '../inspect/own-value.js';
import { memberAt, NUMBERED, PRELOADED } from '../inspect/preloaded.js';
import type { Trial } from '../trial/trial.js';
import { triedExample } from '../trial/tried-example.js';
import { findTopics } from './find-topics.js';
import { operationHelp } from './operation.js';
import { RECIPES, recipeHelp } from './recipes.js';
import { skillHelp } from './skill.js';
import { sourceHelp } from './source.js';
import { valueHelp } from './value.js';
import { similarVerb, verbHelp } from './verb.js';

/**
 * Returns help on a dotted name: an operation, a namespace, a skill, a verb of call documents or anything else in scope.
 * Several words are a verb with its language, such as `swml play`, or a question, such as `buy a number`. Runs no user
 * code.
 */
export async function topicHelp(
  topic: string,
  session: Session,
  newTrial: () => Trial,
  hasSource = false,
): Promise<SheetPart[]> {
  const help = await helpOn(topic, session, newTrial);
  return hasSource ? [...help, ...sourceHelp(topic, session)] : help;
}

async function helpOn(topic: string, session: Session, newTrial: () => Trial): Promise<SheetPart[]> {
  const recipe = session.names().includes(topic) ? undefined : recipeHelp(topic);
  if (recipe) return recipe;
  const spaced = /^(?:swml|cxml)[./]\w/i.test(topic) ? topic.replace(/[./]/g, ' ') : topic;
  return /[\s/]/.test(spaced.trim())
    ? phraseHelp(spaced.replaceAll('/', ' '), session)
    : nameHelp(topic, session, newTrial);
}

/** Returns help on a verb with its language, or what fits a question. */
async function phraseHelp(topic: string, session: Session): Promise<SheetPart[]> {
  return verbHelp(topic) ?? [similarVerb(topic) ?? [], await foundHelp(topic, session)].flat();
}

async function nameHelp(topic: string, session: Session, newTrial: () => Trial): Promise<SheetPart[]> {
  const [first = '', ...rest] = topic.split('.');
  if (first === 'platform' && isOurs(first, session))
    return platformHelp(rest[0] === 'dry' ? rest.slice(1) : rest, newTrial);
  const isKnown = session.names().includes(first);
  const numbered = isKnown && !session.isDeclared(topic) ? NUMBERED[topic] : undefined;
  if (numbered !== undefined) return [{ title: `${topic}[n]` }, numbered];
  const known = isKnown && isOurs(first, session) ? await preloadedHelp(topic, session) : undefined;
  if (known) return known;
  // `queues.list` means `platform.queues.list` if no name in scope hides it, and `datetime` means the skill.
  if (!isKnown && find([first])) return platformHelp([first, ...rest], newTrial);
  const skill = isKnown && first !== 'registry' ? undefined : await session.skill(rest.at(-1) ?? first);
  if (skill) return skillHelp(skill);
  const verb = isKnown ? undefined : verbHelp(topic);
  if (verb) return [...verb, ...memberLike(topic)];
  return scopeHelp(topic, session, newTrial);
}

/** Lists what fits a question, such as `buy a number`. */
async function foundHelp(question: string, session: Session): Promise<SheetPart[]> {
  const found = await findTopics(question, session);
  const [best] = found;
  if (!best) throw new Mistake(`nothing fits "${question}". To list the operations, type platform?`);
  // Sections of pages and commands of a terminal have no help of their own.
  const [helped, ...others] = found.filter(({ name }) => !/^patchbay |: /.test(name)).map(({ name }) => name);
  return [
    { pairs: found.map(({ name, help }) => [name, help]) },
    ...(best.name.startsWith('.help ')
      ? [`To see the steps, type ${best.name}`]
      : helped === undefined
        ? []
        : others.length === 0
          ? [`For help on it, type .help ${helped}`]
          : [`For help on one of them, type its name after .help, such as .help ${helped}`]),
  ];
}

/** Returns help on `agent`, `registry`, `sandbox` and their members from the table of preloaded objects. */
async function preloadedHelp(topic: string, { skills }: Session): Promise<SheetPart[] | undefined> {
  const path = topic.split('.');
  const member = memberAt(path);
  const preloaded = PRELOADED[topic];
  if (member && !preloaded)
    return [
      { title: [...path.slice(0, -1), member.usage].join('.') },
      member.help,
      ...(await skillNames(path, skills)),
    ];
  if (!preloaded) return undefined;
  return [
    { title: topic },
    preloaded.help,
    { pairs: Object.values(preloaded.members).map(({ usage, help }) => [usage, help]) },
    { title: 'Example' },
    { lines: preloaded.example, of: 'TypeScript' },
    ...(await skillNames(path, skills)),
  ];
}

/** Names the operation or member with the name of a verb, such as `platform.calling.play`. */
function memberLike(topic: string): SheetPart[] {
  const name = wholeName(topic);
  return name === undefined ? [] : [`For help on ${name}, type ${name}?`];
}

async function skillNames(path: readonly string[], list: Session['skills']): Promise<SheetPart[]> {
  if (path[0] !== 'registry' && path.at(-1) !== 'add_skill') return [];
  const skills = await list();
  const pairs = skills.map(({ name, description }) => [name, description] as const);
  return [
    { title: 'Skills' },
    { pairs },
    `For help on a skill, type its name with a ?, such as ${skills[0]?.name ?? 'NAME'}?`,
  ];
}

async function platformHelp(path: readonly string[], newTrial: () => Trial): Promise<SheetPart[]> {
  const node = find(path);
  if (!node) throw new Mistake(unknown(path));
  const name = path.join('.');
  if (isRow(node)) return operationHelp(name, node, await triedExample(name, node, newTrial()));
  const members = Object.entries(node);
  return [
    { title: ['platform', ...path].join('.') },
    {
      pairs: members.map(([member, own]) =>
        isRow(own)
          ? [usageOf(member, own), own.help]
          : [`${member}.`, Object.keys(own).slice(0, 6).join(', ') + (Object.keys(own).length > 6 ? ', …' : '')],
      ),
    },
    `For help on one of them, type its name with a ?, such as platform.${[...path, members[0]?.[0] ?? ''].join('.')}?`,
  ];
}

/** Returns the message for a path with an unknown step, and suggests a name for the first such step. */
function unknown(path: readonly string[]): string {
  const at = path.findIndex((_, end) => find(path.slice(0, end + 1)) === undefined);
  const known = path.slice(0, Math.max(0, at));
  const parent = find(known);
  const place = ['platform', ...known].join('.');
  const similar = parent && !isRow(parent) ? nearest(path[known.length] ?? '', Object.keys(parent)) : undefined;
  return `unknown name ${['platform', ...path].join('.')}. ${similar ? `Did you mean ${place}.${similar}?` : `To list the members, type ${place}?`}`;
}

async function scopeHelp(topic: string, session: Session, newTrial: () => Trial): Promise<SheetPart[]> {
  const path = topic.split('.');
  const [first = ''] = path;
  if (!session.names().includes(first) && !(first in globalThis)) {
    const whole = wholeName(topic);
    // A word that the help has is no typo of a name.
    const found = topic === first ? await findTopics(topic, session) : [];
    if (whole !== undefined && whole === found[0]?.name) return helpOn(whole, session, newTrial);
    if (found.length > 0) return [`Nothing is called ${first}.`, ...(await foundHelp(topic, session))];
    const skills = (await session.skills()).map(({ name }) => name);
    const similar =
      whole ?? nearest(first, [...session.names(), ...Object.keys(operations), ...Object.keys(RECIPES), ...skills]);
    throw new Mistake(
      `unknown name ${first}. ${similar ? `Did you mean ${similar}?` : 'To list the names, press Tab at an empty prompt.'}`,
    );
  }
  const members = scopeMembers(path, session);
  const missing = missingMember(path, session);
  if (missing) throw new Mistake(missing);
  const value = valueAt(path, session);
  const type = await session.typeOf?.(topic);
  const own = typeof value === 'object' && value !== null && !types.isProxy(value) ? ownNamesIn(value) : [];
  const named = (kind: string) =>
    members.flatMap((member) => (member.kind === kind && !own.includes(member.text) ? [member.text] : []));
  const [methods, properties] = [named('method'), named('property')];
  return [
    { title: typeof value === 'function' ? `${topic}${parametersOf(value)}` : topic },
    ...(isGetter(path, session) ? ['A getter. Help does not run it.'] : await valueHelp(topic, value)),
    ...(type === undefined ? [] : [`TypeScript type: ${type}`]),
    ...(methods.length > 0 ? [{ title: 'Methods' }, methods.map((name) => `${name}()`).join(', ')] : []),
    ...(properties.length > 0 ? [{ title: 'Properties' }, properties.join(', ')] : []),
  ];
}

/** Returns the only name in the tables that ends with these steps: `sandbox.ring` for `ring`. */
function wholeName(topic: string): string | undefined {
  const members = Object.entries(PRELOADED).flatMap(([name, { members }]) =>
    Object.keys(members).map((member) => `${name}.${member}`),
  );
  const calls = [...walkRows(operations)].map(([name]) => `platform.${name}`);
  const found = [...members, ...calls].filter((name) => name.endsWith(`.${topic}`));
  return found.length === 1 ? found[0] : undefined;
}

/** Returns the message for a name whose last step does not exist. */
function missingMember(path: readonly string[], session: Session): string | undefined {
  const parent = path.slice(0, -1);
  const last = path.at(-1) ?? '';
  if (parent.length === 0 || valueAt(path, session) !== undefined || isGetter(path, session)) return undefined;
  const names = scopeMembers(parent, session).map(({ text }) => text);
  if (names.includes(last)) return undefined;
  const similar = nearest(last, names);
  return `unknown name ${path.join('.')}. ${similar ? `Did you mean ${[...parent, similar].join('.')}?` : `To list the members, type ${parent.join('.')}?`}`;
}

/** Returns `(a, b = 1)` as in the source. The source of native functions is hidden. */
function parametersOf(called: object): string {
  const source = Function.prototype.toString.call(called);
  const [, written, single] =
    /^(?:async\s+)?(?:function\s*\*?\s*[\w$]*\s*)?(?:[\w$]+\s*)?(\([^)]*\))|^(?:async\s+)?([\w$]+)\s*=>/.exec(source) ??
    [];
  return written ?? (single === undefined ? '()' : `(${single})`);
}
