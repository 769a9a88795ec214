import { argumentNames, isRow, PlatformRestError, type Row } from '../../client/index.js';
import { readPath } from '../../eval/index.js';
import { SkillRegistry } from '../../skills/index.js';
import { dotCommand, nearest } from '../../util/index.js';
import type { Session } from '../complete/complete.js';
import { type Declarations, isOurs } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { memberAt } from '../inspect/preloaded.js';
import { listFor } from '../trial/list-for.js';
import type { Trial } from '../trial/trial.js';
import { onOneLine, triedExample } from '../trial/tried-example.js';
import { callToTry, fieldOf, helpOn, idMeant, otherKinds, unawaitedArgument } from './call-to-try.js';
import { problemIn } from './corrected-call.js';
import { freeIn, promiseListsIn, usedUnawaited } from './forgotten-await.js';
import { onMissingMember, onUndefinedMember } from './missing-member.js';
import { onAssignedCondition, onAssignment, onMissingSemicolon, onSpelling } from './mistakes-of-syntax.js';
import { isOnIteration, onForIn, pagesIndexed, pagesIterated, pagesMisread, rowsOfPage } from './pages.js';
import { onPlainSyntax } from './plain-syntax.js';
import { onPreloadedCall } from './preloaded-arguments.js';
import { onPython } from './python.js';
import { onSentence } from './sentence.js';
import { onUnknownName } from './unknown-name.js';
import { onNoId, onNoValue, onNumbered, onNumberObject, onOtherKind, onTextIndex } from './wrong-value.js';

export interface Scope extends Pick<Session, 'isDeclared' | 'names' | 'peek' | 'seen'> {
  readonly newTrial: () => Trial;
  /** Returns why the sandbox refused a request, if the response does not include the reason. */
  readonly reasonOf?: (error: PlatformRestError) => string | undefined;
  readonly tools?: Session['tools'];
  /** Whether the input is a dot command that the prompt ran. */
  readonly isCommand?: boolean;
}

/** Returns the advice to show under an error. Runs no code of the user, and tries each suggested call first. */
export async function adviceOn(
  error: unknown,
  source: string,
  scope: Scope & Pick<Session, 'skill' | 'skills' | 'commands'>,
): Promise<string[]> {
  const lines = [...(await onCode(error, source, scope)), ...(await onSkills(error, source, scope))];
  // Code of another language also looks like a sentence, and a misspelt name like a word.
  const isExplained = lines.length > 0 && (error instanceof SyntaxError || !/\s/.test(source.trim()));
  return isExplained ? lines : [...lines, ...(await onSentence(error, source, scope))];
}

async function onCode(error: unknown, source: string, scope: Scope): Promise<string[]> {
  if (error instanceof PlatformRestError) return onPlatformError(error, source, scope);
  if (!(error instanceof Error)) return [];
  if (error.name === 'SkillLoadError') return onSkill(error);
  if (error instanceof ReferenceError) return onUnknownName(error, source, scope);
  if (error instanceof SyntaxError) return scope.isCommand ? [] : onSyntax(error, source, scope);
  const preloaded = onPreloadedCall(error, source, scope);
  if (preloaded.length > 0 || !(error instanceof TypeError)) return preloaded;
  if (error.message.startsWith('ring(number): ')) return onNumberObject(source, scope);
  return (await onWrongUse(error, source, scope)) ?? onWrongMember(error, source, scope);
}

function onSyntax(error: SyntaxError, source: string, scope: Scope): string[] {
  const python = onPython(error, source, scope);
  const assigned = python.length > 0 ? python : onAssignment(source, scope.names);
  const misspelt = assigned.length > 0 ? assigned : onSpelling(error, source);
  return [...onCommand(source), ...(misspelt.length > 0 ? misspelt : onPlainSyntax(error, source))];
}

async function onWrongMember(error: Error, source: string, scope: Scope): Promise<string[]> {
  const isIterated = isOnIteration(error);
  if (!isIterated && !/is not a function|of undefined|of null|as it is undefined/.test(error.message)) return [];
  const numbered = onNumbered(source, scope);
  if (numbered.length > 0) return numbered;
  const semicolon = onMissingSemicolon(error, source);
  if (semicolon.length > 0) return semicolon;
  const unawaited = await unawaitedIn(source, scope, error.message);
  if (unawaited.length > 0) return unawaited;
  const looped = [...onForIn(source, scope), ...promiseListsIn(source, scope).map(listOfPromises)];
  if (looped.length > 0) return looped;
  const pages = isIterated ? pagesIterated(error, source, scope) : pagesIndexed(source, scope);
  if (pages.length > 0) return [...new Set(pages.map(rowsOfPage))];
  const property = onProperty(error, source, scope);
  if (property.length > 0) return property;
  const other = [...onOtherKind(error, source, scope), ...onTextIndex(error, source, scope), ...onTool(error, scope)];
  if (other.length > 0) return other.slice(0, 1);
  const missing = await onMissingMember(error, source, scope);
  return missing.length > 0 ? missing : onNoValue(error, source, scope);
}

/** Explains a property of a preloaded object that is called, such as `sandbox.journal()`. */
function onProperty({ message }: Error, source: string, scope: Scope): string[] {
  const path = /^([\w.]+) is not a function$/.exec(message)?.[1] ?? '';
  const root = path.split('.', 1).join();
  if (!isOurs(root, scope) || !freeIn(source)(root)) return [];
  // The usage of a method has brackets.
  const isProperty = path.includes('.') && memberAt(path.split('.'))?.usage === path.split('.').at(-1);
  return isProperty ? [`${path} is a property. Leave out the brackets: ${path}`] : [];
}

const OF_AGENT = ['add_skill', 'remove_skill', 'call_tool', 'define_tool', 'define_data_map'];

/** Explains a tool of the agent that is called as a method, and a method of the agent that another object does not have. */
function onTool({ message }: Error, scope: Scope): string[] {
  const [, owner = '', name = ''] = /^(agent|registry)\.(\w+) is not a function$/.exec(message) ?? [];
  if (name === '' || !isOurs(owner, scope)) return [];
  if (owner === 'registry') return OF_AGENT.includes(name) ? [`Did you mean agent.${name}?`] : [];
  const tool = scope.tools?.().find((one) => one.name === name);
  if (!tool) return [];
  const args = (tool.parameters.required ?? []).length === 0 ? '' : ', { … }';
  return [`${name} is a tool: await agent.call_tool('${name}'${args})`];
}

/** Explains the name of a skill without quotes, and names the skills that provide a tool that the agent does not have. */
async function onSkills(
  error: unknown,
  source: string,
  { skill, skills }: Pick<Session, 'skill' | 'skills'>,
): Promise<string[]> {
  const name = error instanceof ReferenceError ? /^(\S+) is not defined/.exec(error.message)?.[1] : undefined;
  // A look-up loads skills, so other code does not wait for it.
  if (name !== undefined && new Set(/\w*skill\w*\(\s*([\w$]+)/.exec(source)).has(name))
    return (await skill(name)) ? [`${name} is the name of a skill. Put it in quotes: '${name}'`] : [];
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
  const failed = { source, operation, row, error, seen: scope.seen };
  if (status === 404) {
    const trial = scope.newTrial();
    const meant = await idMeant(failed, trial);
    const kinds = meant.length > 0 ? [] : otherKinds(failed, trial);
    const other = kinds.length > 0 ? kinds : onNoId(failed, trial);
    return meant.length > 0 ? meant : [...other, ...(await listHint(operation, row, trial))];
  }
  if (status !== 422 && status !== 400) return [];
  const fields = errors.flatMap((one) => fieldOf(one, row) ?? []);
  const text = errors.map(({ message }) => message).join(' ');
  const trial = scope.newTrial();
  const lines = await callToTry(failed, trial);
  const reason = scope.reasonOf?.(error);
  return [
    ...(reason === undefined || error.message.includes(reason) ? [] : [`the sandbox refused it: ${reason}`]),
    ...otherKinds(failed, trial),
    ...onEndedCall(text),
    ...fields.flatMap((field) => allowedIn(row, field, text)),
    ...(lines.length > 0 ? lines : [helpOn(operation)]),
  ];
}

const onEndedCall = (text: string): string[] =>
  /\bthe call has ended\b/.test(text)
    ? ['a command needs a call that is in progress. Start a new call, such as with platform.calling.dial']
    : [];

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
  const unawaited = await unawaitedIn(source, scope);
  if (unawaited.length > 0) return unawaited;
  const trial = scope.newTrial();
  const failed = { source, operation, row, error, seen: scope.seen };
  const { field, message } = problemIn(error);
  const isTarget = row.spends && argumentNames(row).includes(field) && !message.endsWith('not object');
  const lines = isTarget ? await listHint(operation, row, trial) : await callToTry(failed, trial);
  return [...new Set([...unawaitedArgument(failed, trial), ...lines, helpOn(operation)])];
}

const unawaitedIn = async (source: string, scope: Scope, message?: string) =>
  (await usedUnawaited(source, scope, message)).map(({ name, fix }) => `${name} is a promise. Await it: ${fix}`);

const listOfPromises = (name: string) => `${name} is a list of promises. Await them: await Promise.all(${name})`;

const rowOf = (operation: string): Row | undefined => {
  const node = find(operation.split('.'));
  return node && isRow(node) ? node : undefined;
};

function onSkill({ skill, message }: Error & { skill?: unknown }): string[] {
  return typeof skill === 'string' && !message.includes('the skill does not exist')
    ? [`to see its parameters, type .skills ${skill}`]
    : [];
}

/** Suggests what to type next when a result shows little by itself. */
export async function hintsOn(
  source: string,
  value: unknown,
  scope: Pick<Session, 'skills'> & Pick<Scope, 'isDeclared' | 'names' | 'newTrial' | 'peek'>,
): Promise<string[]> {
  if (value instanceof SkillRegistry)
    return [`${(await scope.skills()).length} skills. Type .skills to list them, or run await registry.list_skills()`];
  const assigned = [...onAssignedCondition(source), ...onForIn(source, scope)];
  if (assigned.length > 0) return assigned;
  const pages = pagesMisread(source, scope);
  if (pages.length > 0) return [...new Set(pages.map(rowsOfPage))];
  if (value === undefined) {
    const [root] = readPath(source) ?? [];
    const lists = promiseListsIn(source, scope).filter((name) => name === root);
    const lines = [...onNumbered(source, scope), ...uncalledList(source, scope), ...lists.map(listOfPromises)];
    return lines.length > 0 ? lines : onUndefinedMember(source, scope);
  }
  if (typeof value !== 'function') return [];
  const method = uncalledMethod(source, scope);
  return method.length > 0 || !isOurs('platform', scope) ? method : uncalled(source, scope.newTrial);
}

/** Explains a method of a preloaded object that is not called, such as `sandbox.ring`. */
function uncalledMethod(source: string, scope: Declarations): string[] {
  const steps = readPath(source) ?? [];
  const member = steps.length > 1 && isOurs(steps[0] ?? '', scope) ? memberAt(steps) : undefined;
  const path = steps.join('.');
  if (!member?.usage.endsWith(')')) return [];
  const isBare = member.usage.endsWith('()');
  return [isBare ? `call it: ${path}()` : `${path} is a function. To see how to call it, type ${path}?`];
}

/** Explains `(await platform.queues.list).data`: the operation is not called. */
function uncalledList(source: string, scope: Pick<Scope, 'isDeclared' | 'names'>): string[] {
  const [, path = '', member] = /^\s*\(\s*await\s+platform((?:\.\w+)+)\s*\)\s*\.\s*(\w+)/.exec(source) ?? [];
  const row = isOurs('platform', scope) ? rowOf(path.slice(1)) : undefined;
  if (!row) return [];
  const args = row.args.length + Object.keys(row.needs).length === 0 ? '' : '…';
  return [`platform${path} is not called: (await platform${path}(${args})).${member}`];
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
