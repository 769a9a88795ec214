// Runs inside an interpreter without host objects, before the code of a stranger. It has one function of the host: `send`.
import type { Answer, Guest, GuestMessage, InputNames, Offer, Send } from '../guest-messages.js';
import { guestConsole } from './console.js';
import { describedError, type ErrorClasses, errorClasses, fromHost } from './errors.js';
import { guestFetch } from './fetch.js';
import { clientClass, type Door, tree } from './offered.js';
import { Session } from './session.js';
import { Timers } from './timers.js';

/** The code of a stranger may replace every built-in later. Only its own interpreter would notice. */
const { parse, stringify } = JSON;

export function begin(sendText: Send): Guest {
  const send = (message: GuestMessage) => sendText(stringify(message));
  const timers = new Timers((id, ms) => void send({ kind: 'timer', id, ms }));
  const waiting = new Map<number, (answer: Answer) => void>();
  let classes: ErrorClasses = {};
  let session: Session | undefined;
  let count = 0;

  const settled = ({ error, value }: Answer) => {
    if (error !== undefined) throw fromHost(error, classes);
    return value;
  };
  /** A value can be nested more deeply than the stack of the interpreter allows. Its promise rejects then. */
  const read = (text: string): Answer => {
    try {
      return parse(text) as Answer;
    } catch {
      return { error: { name: 'RangeError', message: 'the result is nested too deeply', ref: -1, fields: {} } };
    }
  };
  const wait = (ask: (id: number) => GuestMessage) =>
    new Promise<unknown>((resolve, reject) => {
      count += 1;
      waiting.set(count, (answer) => {
        try {
          resolve(settled(answer));
        } catch (error) {
          reject(error);
        }
      });
      send(ask(count));
    });
  const door: Door = {
    call: (asked, iterate = false) => wait((id) => ({ kind: 'call', id, ...asked, ...(iterate && { iterate }) })),
    next: (iterator) => wait((id) => ({ kind: 'next', id, iterator })),
    now: (asked) => settled(read(send({ kind: 'now', ...asked }) ?? '{}')),
  };

  return {
    offer(text) {
      const offer = parse(text) as Offer;
      classes = errorClasses(offer.errors);
      const offered = {
        ...tree(offer, door),
        ...offer.constants,
        ...classes,
        [offer.client.constructor]: clientClass(offer, door),
        console: guestConsole((stream, line) => void send({ kind: 'print', stream, text: line })),
        fetch: guestFetch(door, offer.subject),
        ...timers.functions,
      };
      Object.assign(globalThis, { global: globalThis });
      const absent = (name: string) => void send({ kind: 'absent', name });
      for (const name of offer.absent)
        if (!(name in globalThis) && !(name in offered))
          Object.defineProperty(globalThis, name, { get: () => absent(name), configurable: true });
      session = new Session(offered, offer, absent);
    },
    run(start, text) {
      // The interpreter compiled it from the code of an input.
      const ended = session?.run(start as Parameters<Session['run']>[0], parse(text) as InputNames);
      void ended?.then(
        () => void send({ kind: 'ended' }),
        (error: unknown) => void send({ kind: 'ended', error: describedError(error) }),
      );
    },
    answer(id, text) {
      const take = waiting.get(id);
      waiting.delete(id);
      take?.(read(text));
    },
    tick: (id) => timers.tick(id),
    read: (names) => stringify(valuesOf(parse(names) as string[], (name) => session?.valueOf(name))),
    rejected: (reason) => void send({ kind: 'rejection', error: describedError(reason) }),
  };
}

/** The code decides what its values contain: a getter or `toJSON` may return anything, or throw. */
function valuesOf(names: readonly string[], read: (name: string) => unknown): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of names) {
    try {
      const text = stringify(read(name));
      if (typeof text === 'string') values[name] = text;
    } catch {
      // No value: the caller reports that the name has none.
    }
  }
  return values;
}
