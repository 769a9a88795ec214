import { argumentNames, type FieldError, isRow, PlatformRestError, type Row, usageOf } from '../../client/index.js';
import { SkillRegistry } from '../../skills/index.js';
import { dotCommand, nearest } from '../../util/index.js';
import type { Session } from '../complete/complete.js';
import { find } from '../complete/from-rows.js';
import { scopeMembers } from '../complete/from-scope.js';
import { exampleCall } from '../help/example.js';
import { pathsIn } from '../tokens.js';
import { correctedCall } from './corrected-call.js';
import { usedUnawaited } from './forgotten-await.js';
import { mentionedFields } from './why.js';

export type Scope = Pick<Session, 'names' | 'peek' | 'seen'>;

/** Returns the lines of advice to show under an error. Inspects the input and the session; runs no code. */
export function adviceOn(error: unknown, source: string, scope: Scope): string[] {
  if (error instanceof PlatformRestError) return onPlatformError(error, source);
  if (!(error instanceof Error)) return [];
  if (error.name === 'SkillLoadError') return onSkill(error);
  if (error instanceof ReferenceError) return onUnknownName(error, scope);
  if (error instanceof SyntaxError) return onCommand(source);
  if (!(error instanceof TypeError)) return [];
  return onWrongUse(error, source, scope) ?? onMissingMember(error, source, scope);
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

function onPlatformError(error: PlatformRestError, source: string): string[] {
  const { status, operation, errors } = error;
  const row = rowOf(operation);
  if (error.code === 'refused' && URL.canParse(error.url))
    return [`check the host ${new URL(error.url).host} and the network connection. Type .why for more`];
  if (status === 401) return ['run `patchbay doctor` to see which credentials are used'];
  if (!row) return [];
  if (status === 404) {
    const list = [...operation.split('.').slice(0, -1), 'list'];
    return find(list) && list.join('.') !== operation
      ? [`to list the ids, run await platform.${list.join('.')}()`]
      : [];
  }
  if (status !== 422 && status !== 400) return [];
  const fields = errors.flatMap((one) => fieldOf(one, row) ?? []);
  const corrected = correctedCall(
    source,
    operation,
    row,
    fields.map((field) => ({ field })),
  );
  const text = errors.map(({ message }) => message).join(' ');
  return [
    ...fields.flatMap((field) => allowedIn(row, field, text)),
    ...(corrected !== undefined ? [`try: ${corrected}`] : validCall(error, operation, row)),
  ];
}

/** Returns the field that an error is about. Some errors name it only in their message. */
function fieldOf({ attribute, message }: FieldError, { needs, takes }: Row): string | undefined {
  if (attribute) return attribute;
  const [first = ''] = message.split(' ', 1);
  return first in needs || first in takes ? first : undefined;
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

/**
 * Returns an example call with the fields that the error names. If it names none, refers to the help of the operation.
 */
function validCall(error: PlatformRestError, operation: string, row: Row): string[] {
  const mentioned = mentionedFields(row, error);
  const example = exampleCall(operation, row, mentioned)
    .map((line) => line.trim())
    .join(' ');
  return Object.keys(mentioned).length > 0 ? [`a valid call: ${example}`] : [`for help, type platform.${operation}?`];
}

/** Handles errors of the client's own checks, which run before sending: `queues.get(queue_id): queue_id is missing`. */
function onWrongUse({ message }: Error, source: string, scope: Scope): string[] | undefined {
  const [, operation = '', complaint = ''] = /^([\w.]+)\([^)]*\): ([\s\S]+)$/.exec(message) ?? [];
  const row = rowOf(operation);
  if (!row) return undefined;
  const [, field = '', problem = ''] = /^([\w.[\]]+) ([\s\S]+)$/.exec(complaint) ?? [];
  const suggestion = /did you mean ([^?]+)\?/i.exec(problem)?.[1] ?? /must be one of ([^,\s]+)/i.exec(problem)?.[1];
  const typo = /you gave (\w+)/i.exec(problem)?.[1];
  const corrected = correctedCall(
    source,
    operation,
    row,
    [{ field, ...(suggestion && { value: suggestion }), ...(typo && { typo }) }],
    argumentNames(row).includes(field) ? scope.seen : undefined,
  );
  const list = [...operation.split('.').slice(0, -1), 'list'];
  const ids =
    row.spends && argumentNames(row).includes(field) && find(list)
      ? [`to list the ids, run await platform.${list.join('.')}()`]
      : [];
  return [...(corrected === undefined ? ids : [`try: ${corrected}`]), `for help, type platform.${operation}?`];
}

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
  const unawaited = usedUnawaited(source, scope).map(({ name, fix }) => `${name} is a promise. Await it: ${fix}`);
  if (unawaited.length > 0) return unawaited;
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
    const suggestion = parent && !isRow(parent) ? nearest(steps[end - 1] as string, Object.keys(parent)) : undefined;
    return suggestion && [...steps.slice(0, end - 1), suggestion].join('.');
  }
  return undefined;
}

function meantInScope(steps: readonly string[], scope: Scope): string | undefined {
  if (!scope.names().includes(steps[0] as string)) return undefined;
  for (let end = 1; end < steps.length; end++) {
    const members = scopeMembers(steps.slice(0, end), scope as Session).map(({ text }) => text);
    const next = steps[end] as string;
    if (members.length === 0 || members.includes(next)) continue;
    const suggestion = nearest(next, members);
    return suggestion && [...steps.slice(0, end), suggestion].join('.');
  }
  return undefined;
}

/** Suggests what to type next when a result shows little by itself. */
export async function hintsOn(source: string, value: unknown, { skills }: Pick<Session, 'skills'>): Promise<string[]> {
  if (value instanceof SkillRegistry)
    return [`${(await skills()).length} skills. Type .skills to list them, or run await registry.list_skills()`];
  return typeof value === 'function' ? uncalled(source) : [];
}

/** Suggests the call for an operation that the input names but does not call, such as `platform.queues.list`. */
function uncalled(source: string): string[] {
  const [, isDry, path = ''] = /^\s*(?:await\s+)?platform(\.dry)?((?:\.\w+)+)\s*;?\s*$/.exec(source) ?? [];
  const steps = path.split('.').slice(1);
  const row = find(steps);
  if (!row || !isRow(row)) return [];
  const call = `platform${isDry ?? ''}.${usageOf(steps.join('.'), row).replace('{…}', '')}`;
  return [`call it: ${isDry ? call : `await ${call}`}`];
}
