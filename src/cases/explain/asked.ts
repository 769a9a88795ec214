import type { Cassette } from '../../cassette/index.js';
import type { FieldError } from '../../client/index.js';
import type { Call } from '../call-of.js';
import { CaseSandbox } from './case-sandbox.js';
import { answeredWith, type Exchange, errorOf, textsIn } from './exchange.js';
import { fieldsOf } from './field-at-fault.js';

/** The exchanges with the responses that a sandbox gave to the requests without one. */
export interface Asked {
  readonly exchanges: readonly Exchange[];
  /** Their result depends on resources that the recording does not show. */
  readonly undecided: readonly Exchange[];
  /** The number of other requests that have no response yet. */
  readonly left: number;
}

/** The requests without a response that a sandbox answers: about a second of work. */
const MAX_ASKED = 4000;

/** Asks a sandbox for the missing responses. It follows the other requests, so that the resources exist. */
export async function askForAnswers(all: readonly Exchange[], documents: Cassette['documents']): Promise<Asked> {
  if (all.every(({ entry }) => !entry.unanswered)) return { exchanges: [...all], undecided: [], left: 0 };
  const sandbox = new CaseSandbox(documents);
  const exchanges: Exchange[] = [];
  const undecided: Exchange[] = [];
  const shown = new Set<string>();
  let asked = 0;
  let left = 0;
  for (const exchange of all) {
    const isOpen = exchange.entry.unanswered === true && exchange.call !== undefined;
    if (isOpen && ++asked > MAX_ASKED) {
      left++;
      continue;
    }
    const own = isOpen ? answeredWith(exchange, await sandbox.ask(exchange)) : exchange;
    const isUndecided = isOpen && isOfAccount(own, shown);
    if (isUndecided) undecided.push(exchange);
    // An error inside the sandbox is not an answer of the platform.
    else if (isOpen && own.status >= 500) left++;
    else exchanges.push(own);
    if (!isOpen) sandbox.follow(exchange);
    // What the sandbox answers is not evidence about the account.
    const evidence = isUndecided ? [] : [own.call?.args, ...(isOpen ? [] : [own.answer])];
    for (const { text } of textsIn(evidence)) shown.add(text);
  }
  return { exchanges, undecided, left };
}

/** The messages of the sandbox about the other resources of an account. Most of its errors have no code. */
const OF_ACCOUNT = /must belong to the project(?!: its ids)|already (?:in use|used by another)/;
const UUID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/**
 * Whether the sandbox refused a request for what its account has, and no earlier exchange has the value. The account of
 * the recording can have other resources.
 */
function isOfAccount(exchange: Exchange, shown: ReadonlySet<string>): boolean {
  const { call, status } = exchange;
  if (!call || status < 400) return false;
  if (status === 404) {
    const ids = [...textsIn([call.args])].map(({ text }) => text).filter((text) => UUID.test(text));
    return ids.length > 0 && !ids.some((id) => shown.has(id));
  }
  const texts = [...textsIn(call.args)].map(({ text }) => text);
  const named = errorOf(exchange).errors.filter(({ message }) => OF_ACCOUNT.test(message));
  return named.length > 0 && !texts.some((text) => shown.has(text) && isAbout(named, call, text));
}

/** Whether an error names a value of the request, or the field that has it. */
const isAbout = (errors: readonly FieldError[], call: Call, text: string): boolean =>
  errors.some(
    ({ message, attribute = '' }) =>
      message.includes(text) || [...textsIn({ '': fieldsOf(call)[attribute] })].some((one) => one.text === text),
  );
