import { argumentNames, isRow, operations, PlatformRestError, type Row, walkRows } from '../../client/index.js';
import { SkillRegistry } from '../../skills/index.js';
import { dotCommand, nearest } from '../../util/index.js';
import type { Session } from '../complete/complete.js';
import { scopeMembers } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { pathsIn } from '../tokens.js';
import { listFor } from '../trial/list-for.js';
import type { Trial } from '../trial/trial.js';
import { triedExample } from '../trial/tried-example.js';
import { callToTry, fieldOf, helpOn, onOneLine, problemIn } from './call-to-try.js';
import { pagesUsedAsRows, usedUnawaited } from './forgotten-await.js';

export interface Scope extends Pick<Session, 'names' | 'peek' | 'seen'> {
  readonly newTrial: () => Trial;
  /** Whether the input is a dot command that the prompt ran. */
  readonly isCommand?: boolean;
}

/** Returns the advice to show under an error. Runs no code of the user, and tries each suggested call first. */
export async function adviceOn(error: unknown, source: string, scope: Scope): Promise<string[]> {
  if (error instanceof PlatformRestError) return onPlatformError(error, source, scope);
  if (!(error instanceof Error)) return [];
  if (error.name === 'SkillLoadError') return onSkill(error);
  if (error instanceof ReferenceError) return onUnknownName(error, scope);
  if (error instanceof SyntaxError) return scope.isCommand ? [] : onCommand(source);
  if (!(error instanceof TypeError)) return [];
  return (await onWrongUse(error, source, scope)) ?? onMissingMember(error, source, scope);
}

/** Names the skills that provide a tool that the agent does not have. */
export async function adviceOnTool(error: unknown, { skills }: Pick<Session, 'skills'>): Promise<string[]> {
  const [, tool] = (error instanceof TypeError && /^this agent has no tool "([^"]+)"/.exec(error.message)) || [];
  if (tool === undefined) return [];
  const providers = (await skills()).filter(({ tools }) => tools.includes(tool));
  return providers.map(({ name }) => `load the skill ${name}, which has this tool: await agent.add_skill('${name}')`);
}

/** A dot command is a syntax error only in a script. The prompt runs dot commands itself. */
function onCommand(source: string): string[] {
  const name = dotCommand(source)?.name ?? '';
  return /^\.[a-z]+$/i.test(name)
    ? [`a script cannot run the command ${name}. Run it with: patchbay -e '${name}'`]
    : [];
}

async function onPlatformError(error: PlatformRestError, source: string, scope: Scope): Promise<string[]> {
  const { status, operation, errors } = error;
  const row = rowOf(operation);
  if (error.code === 'refused' && URL.canParse(error.url))
    return [`check the host ${new URL(error.url).host} and the network connection. Type .why for more`];
  if (status === 401) return ['run `patchbay doctor` to see which credentials are used'];
  if (!row) return [];
  if (status === 404) return listHint(operation, row, scope.newTrial());
  if (status !== 422 && status !== 400) return [];
  const fields = errors.flatMap((one) => fieldOf(one, row) ?? []);
  const text = errors.map(({ message }) => message).join(' ');
  const lines = await callToTry({ source, operation, row, error, seen: scope.seen }, scope.newTrial());
  return [
    ...fields.flatMap((field) => allowedIn(row, field, text)),
    ...(lines.length > 0 ? lines : [helpOn(operation)]),
  ];
}

async function listHint(operation: string, row: Row, trial: Trial): Promise<string[]> {
  const list = listFor(operation, row.args[0]);
  if (!list || list.name === operation) return [];
  const call = `await platform.${list.name}()`;
  return (await trial.verdictOn(call)).result === 'fails' ? [] : [`to list the ids, run ${call}`];
}

/** Lists the allowed values of a field, or suggests a known field for an unknown one. */
function allowedIn(row: Row, attribute: string, text: string): string[] {
  const all = { ...row.needs, ...row.takes };
  const field = all[attribute];
  if (field?.values?.every((value) => text.includes(String(value)))) return [];
  if (field?.values) return [`${attribute} must be one of ${field.values.join(', ')}`];
  const suggestion = field ? undefined : nearest(attribute, Object.keys(all));
  return suggestion ? [`${attribute} is not a known field. Did you mean ${suggestion}?`] : [];
}

/** Handles errors of the client's own checks, which run before sending: `queues.get(queue_id): queue_id is missing`. */
async function onWrongUse(error: Error, source: string, scope: Scope): Promise<string[] | undefined> {
  const [, operation = ''] = /^([\w.]+)\([^)]*\): /.exec(error.message) ?? [];
  const row = rowOf(operation);
  if (!row) return undefined;
  const unawaited = unawaitedIn(source, scope);
  if (unawaited.length > 0) return unawaited;
  const trial = scope.newTrial();
  const isTarget = row.spends && argumentNames(row).includes(problemIn(error).field);
  const lines = isTarget
    ? await listHint(operation, row, trial)
    : await callToTry({ source, operation, row, error, seen: scope.seen }, trial);
  return [...new Set([...lines, helpOn(operation)])];
}

const unawaitedIn = (source: string, scope: Scope) =>
  usedUnawaited(source, scope).map(({ name, fix }) => `${name} is a promise. Await it: ${fix}`);

const rowOf = (operation: string): Row | undefined => {
  const node = find(operation.split('.'));
  return node && isRow(node) ? node : undefined;
};

function onSkill({ skill, message }: Error & { skill?: unknown }): string[] {
  return typeof skill === 'string' && !message.includes('the skill does not exist')
    ? [`to see its parameters, type .skills ${skill}`]
    : [];
}

function onUnknownName({ message }: Error, { names }: Scope): string[] {
  const name = /^(\S+) is not defined/.exec(message)?.[1];
  if (name === undefined) return [];
  if (find([name])) return [`Did you mean platform.${name}?`];
  const suggestion = nearest(name, [...names(), ...Object.getOwnPropertyNames(globalThis)]);
  return suggestion ? [`Did you mean ${suggestion}?`] : [];
}

/** Finds the misspelt name in the input for `x.y is not a function` and `… of undefined (reading 'z')`. */
function onMissingMember({ message }: Error, source: string, scope: Scope): string[] {
  if (!/is not a function|is not iterable|of undefined|of null/.test(message)) return [];
  const unawaited = unawaitedIn(source, scope);
  if (unawaited.length > 0) return unawaited;
  const pages = pagesUsedAsRows(source);
  if (pages.length > 0) return pages;
  for (const { steps } of pathsIn(source)) {
    const suggestion = steps[0] === 'platform' ? meantOfPlatform(steps) : meantInScope(steps, scope);
    if (suggestion !== undefined) return [`Did you mean ${suggestion}?`];
  }
  return [];
}

function meantOfPlatform(steps: readonly string[]): string | undefined {
  const start = steps[1] === 'dry' ? 2 : 1;
  for (let end = start + 1; end <= steps.length; end++) {
    if (find(steps.slice(start, end))) continue;
    const parent = find(steps.slice(start, end - 1));
    const name = steps[end - 1] as string;
    const elsewhere = end === start + 1 ? namespacesNamed(name) : [];
    if (elsewhere.length > 0) return elsewhere.map((path) => [...steps.slice(0, start), path].join('.')).join(' or ');
    const suggestion = parent && !isRow(parent) ? nearest(name, Object.keys(parent)) : undefined;
    return suggestion && [...steps.slice(0, end - 1), suggestion].join('.');
  }
  return undefined;
}

const MAX_ELSEWHERE = 3;

/** Returns the namespaces with this name in other namespaces, such as `compat.messages` for `messages`. */
function namespacesNamed(name: string): string[] {
  const parents = [...walkRows(operations)].map(([operation]) => operation.split('.').slice(0, -1));
  const found = parents.filter((path) => path.length > 1 && path.at(-1) === name).map((path) => path.join('.'));
  const sending = (path: string) => (path.startsWith('logs.') ? 1 : 0);
  return [...new Set(found)].sort((a, b) => sending(a) - sending(b)).slice(0, MAX_ELSEWHERE);
}

function meantInScope(steps: readonly string[], scope: Scope): string | undefined {
  if (!scope.names().includes(steps[0] as string)) return undefined;
  const session: Pick<Session, 'names' | 'peek'> = scope;
  for (let end = 1; end < steps.length; end++) {
    const members = scopeMembers(steps.slice(0, end), session as Session).map(({ text }) => text);
    const next = steps[end] as string;
    if (members.length === 0 || members.includes(next)) continue;
    const suggestion = nearest(next, members);
    return suggestion && [...steps.slice(0, end), suggestion].join('.');
  }
  return undefined;
}

/** Suggests what to type next when a result shows little by itself. */
export async function hintsOn(
  source: string,
  value: unknown,
  { skills, newTrial }: Pick<Session, 'skills'> & Pick<Scope, 'newTrial'>,
): Promise<string[]> {
  if (value instanceof SkillRegistry)
    return [`${(await skills()).length} skills. Type .skills to list them, or run await registry.list_skills()`];
  return typeof value === 'function' ? uncalled(source, newTrial) : [];
}

/** Suggests the call for an operation that the input names but does not call, such as `platform.queues.list`. */
async function uncalled(source: string, newTrial: Scope['newTrial']): Promise<string[]> {
  const [, isDry, path = ''] = /^\s*(?:await\s+)?platform(\.dry)?((?:\.\w+)+)\s*;?\s*$/.exec(source) ?? [];
  const operation = path.slice(1);
  const row = rowOf(operation);
  if (!row) return [];
  const example = await triedExample(operation, row, newTrial());
  if (!example) return [helpOn(operation)];
  const call = onOneLine(example.lines);
  if (isDry) return [`call it: ${call.replace('await platform.', 'platform.dry.')}`];
  return [example.untried ? `call it (not tried, ${example.untried}): ${call}` : `call it: ${call}`];
}
