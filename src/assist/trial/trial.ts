import { types } from 'node:util';
import { type Argument, isRow, PlatformRestError, RestClient } from '../../client/index.js';
import { type ReadCall, readCall } from '../../eval/index.js';
import { copySandbox, newSandbox, type Sandbox, type SandboxCopy } from '../../sandbox/index.js';
import { asCode } from '../../util/index.js';
import { valueAt } from '../complete/from-scope.js';
import { find } from '../complete/row-fields.js';
import { ownValue } from '../inspect/own-value.js';
import { settledNow } from '../inspect/promise-state.js';
import { listFor } from './list-for.js';

/** The result of a trial. `error` is the reason of a failure, also when the failure says nothing about the session. */
export interface Verdict {
  readonly result: 'succeeds' | 'fails' | 'not tried';
  readonly error?: unknown;
}

export interface TrialPorts {
  /** Returns the sandbox with the state of the session, or undefined when something else answers requests. */
  sandbox(): Pick<Sandbox, 'credentials' | 'seed' | 'snapshot'> | undefined;
  /** Reads a variable of the session without running code. */
  peek(name: string): PropertyDescriptor | undefined;
}

/** Tries suggested calls on a copy of the sandbox, so that the bench prints only calls that succeed. */
export class Trial {
  readonly #ports: TrialPorts;
  /** Whether the copy has the state of the session. Otherwise a trial only finds fields that are missing or invalid. */
  readonly isOfSession: boolean;
  readonly #copy: SandboxCopy;
  readonly #client: RestClient;
  #isChanged = false;

  constructor(ports: TrialPorts) {
    const sandbox = ports.sandbox();
    this.#ports = ports;
    this.isOfSession = sandbox !== undefined;
    this.#copy = copySandbox(sandbox ?? newSandbox());
    const { credentials, transport } = this.#copy;
    this.#client = new RestClient({ ...credentials, transport, retries: 0, on_notice: () => {} });
  }

  /** Reads a call as the user would type it. Returns undefined if its arguments are unknown without running code. */
  read(code: string): ReadCall | undefined {
    const data = (path: readonly string[]) => plainData(this.valueAt(path));
    const call = readCall(code.replace(/^\s*(?:\.dry\s+)?(?:await\s+)?/, ''), data);
    if (call?.path[0] !== 'platform') return undefined;
    return { path: call.path.slice(call.path[1] === 'dry' ? 2 : 1), args: call.args };
  }

  /** Returns the value of a variable or of its property, without running code. */
  readonly valueAt = (path: readonly string[]): unknown => valueAt(path, this.#ports);

  /** Replaces `(await c).id` by the id, if the promise in the variable `c` is fulfilled. */
  async #withAwaitedIds(code: string): Promise<string> {
    const [awaited = '', name = ''] = /\(await ([\w$]+)\)\.id\b/.exec(code) ?? [];
    const promise = name === '' ? undefined : this.valueAt([name]);
    const id = types.isPromise(promise) ? ownValue((await settledNow(promise))?.value, 'id') : undefined;
    return typeof id === 'string' ? code.replace(awaited, () => asCode(id)) : code;
  }

  async verdictOn(code: string): Promise<Verdict> {
    const call = this.read(await this.#withAwaitedIds(code));
    if (!call) return { result: 'not tried' };
    try {
      invoke(this.#client.dry, call);
    } catch (error) {
      return { result: 'fails', error };
    }
    if (/^\s*(?:\.dry\s|(?:await\s+)?platform\.dry\.)/.test(code)) return { result: 'succeeds' };
    return this.#tried(call);
  }

  async #tried(call: ReadCall): Promise<Verdict> {
    // A failed call changes nothing.
    if (this.#isChanged) this.#copy.reset();
    this.#isChanged = false;
    try {
      await invoke(this.#client, call);
      this.#isChanged = true;
      return { result: this.isOfSession ? 'succeeds' : 'not tried' };
    } catch (error) {
      const isSimulated = !(error instanceof PlatformRestError && error.status === 501);
      return { result: this.isOfSession && isSimulated ? 'fails' : 'not tried', error };
    }
  }

  /** Returns the result of a call on the copy of the sandbox, or undefined if it fails. */
  async resultOf(call: ReadCall): Promise<unknown> {
    try {
      return this.isOfSession ? await invoke(this.#client, call) : undefined;
    } catch {
      return undefined; // The sandbox has no such resource.
    }
  }

  /** Returns the ids of the session's sandbox that an argument of an operation can take, in the order of the list. */
  async idsFor(operation: string, argument: Argument): Promise<string[]> {
    return (await this.#itemsFor(operation, argument)).flatMap((item) => idOf(item, argument));
  }

  /** Returns the field and the id of the resource that a text identifies: its number, its name or the start of its id. */
  async identify(
    operation: string,
    argument: Argument,
    text: string,
  ): Promise<{ field: string; id: string } | undefined> {
    const items = await this.#itemsFor(operation, argument);
    for (const item of items) {
      const field = NAMES.find((name) => ownValue(item, name) === text);
      const [id] = idOf(item, argument);
      if (field !== undefined && id !== undefined && id !== text) return { field, id };
    }
    const id = startedBy(
      text,
      items.flatMap((item) => idOf(item, argument)),
    );
    return id === undefined ? undefined : { field: START, id };
  }

  async #itemsFor(operation: string, argument: Argument): Promise<readonly unknown[]> {
    const list = this.isOfSession ? listFor(operation, argument) : undefined;
    const page = list && (await this.resultOf({ path: list.name.split('.'), args: [] }));
    const items = ownValue(page, list?.row.gives.name ?? 'data');
    return Array.isArray(items) ? items : [];
  }
}

/** The fields that people use as if they were the id. */
const NAMES = ['number', 'phone_number', 'name', 'friendly_name', 'display_name', 'label', 'title'];

/** What a text is that identifies a resource by the first characters of its id. */
export const START = 'start of an id';
const MIN_START = 8;

/** Returns the only one of some ids that starts with a text. */
export function startedBy(text: string, ids: readonly string[]): string | undefined {
  if (text.length < MIN_START) return undefined;
  const [only, ...more] = new Set(ids.filter((id) => id.startsWith(text) && id !== text));
  return more.length === 0 ? only : undefined;
}

function idOf(item: unknown, { name }: Argument): string[] {
  const ids = [name, 'id', 'sid'].map((key) => ownValue(item, key));
  return ids.filter((id) => typeof id === 'string').slice(0, 1);
}

/** Calls an operation of a client. */
export function invoke(client: object, { path, args }: ReadCall): unknown {
  const row = find(path);
  if (!row || !isRow(row)) throw new TypeError(`${path.join('.')} is not an operation`);
  let node: unknown = client;
  for (const step of path) node = ownValue(node, step);
  if (typeof node !== 'function') throw new TypeError(`${path.join('.')} is not a function`);
  return node(...args);
}

const MAX_DEPTH = 10;

/** Copies plain data without running getters. Returns undefined if any part of the value is something else. */
function plainData(value: unknown, depth = 0): unknown {
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  if (typeof value !== 'object' || depth > MAX_DEPTH) return undefined;
  const isList = Array.isArray(value);
  if (!isList && Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const fields = Object.keys(value).map((key) => [key, plainData(ownValue(value, key), depth + 1)] as const);
  if (fields.some(([, copy]) => copy === undefined)) return undefined;
  return isList ? fields.map(([, copy]) => copy) : Object.fromEntries(fields);
}
