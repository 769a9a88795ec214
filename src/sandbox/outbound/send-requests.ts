import { readSwml } from '../engine/document/read-source.js';
import { continueRun } from '../engine/run/advance.js';
import { allRuns, type PendingRequest, pendingRequests, type Webhook } from '../engine/run/call-run.js';
import { exchange } from '../ring/fetch-document.js';
import type { State } from '../state/state.js';

/** Sends the requests of running documents to servers on this machine, each in parallel and with its own time limit. */
export class RequestSender {
  /** Keyed by state, so that a restored state sends again the requests that its snapshot was waiting for. */
  readonly #sent = new WeakMap<State, Map<string, Promise<void>>>();
  readonly #warn: (line: string) => void;

  constructor(warn: (line: string) => void) {
    this.#warn = warn;
  }

  send(state: State): void {
    const sent = this.#sent.get(state) ?? new Map<string, Promise<void>>();
    this.#sent.set(state, sent);
    for (const pending of pendingRequests(state)) {
      if (sent.has(pending.id)) continue;
      const delivery = deliver(state, pending)
        .catch((error: unknown) => this.#warn(`the response from ${pending.request.url} failed: ${String(error)}`))
        .finally(() => {
          sent.delete(pending.id);
          // The document may send requests of its own.
          this.send(state);
        });
      sent.set(pending.id, delivery);
    }
  }

  /** Resolves when one of the requests of a run has its response. */
  async next(state: State, runId: string): Promise<void> {
    this.send(state);
    const sent = this.#sent.get(state);
    const own = [...pendingRequests(state)].filter(({ run_id }) => run_id === runId);
    if (own.length === 0) throw new Error('the call waits for a response that no request will bring');
    await Promise.race(own.map(({ id }) => sent?.get(id)));
  }

  /** Resolves when all requests have their responses, and the requests that these lead to. */
  async settled(state: State): Promise<void> {
    for (;;) {
      this.send(state);
      const sent = this.#sent.get(state);
      if (!sent || sent.size === 0) return;
      await Promise.all(sent.values());
    }
  }
}

async function deliver(state: State, pending: PendingRequest): Promise<void> {
  const response = await exchange(pending.request, pending.timeout_ms);
  const read =
    pending.document !== null && response.problem === null
      ? await readSwml(response.text, pending.request.url)
      : undefined;
  const source = read && 'source' in read ? read.source : null;
  const problem = read && 'problem' in read ? problemOf(pending.request.url, read.problem, response) : response.problem;
  pendingRequests(state).delete(pending.id);
  receive(state, pending, { ...response, problem }, source);
}

const WEB_PAGE = 'the response is a web page, not a document for a call';

const problemOf = (url: string, problem: string, { text }: Webhook): string => {
  const isPage = /^\s*<(!doctype\s+html|html)[\s>]/i.test(text);
  return isPage ? `${url}: ${WEB_PAGE}` : /^cannot parse/.test(problem) ? problem : `${url}: ${problem}`;
};

function receive(state: State, { run_id, token }: PendingRequest, response: Webhook, source: unknown): void {
  const run = allRuns(state).get(run_id);
  if (!run || run.outcome !== null) return;
  allRuns(state).replace({ ...run, webhooks: [...run.webhooks, response] });
  const at = state.clock.now().toISOString();
  continueRun(state, run_id, token, { kind: 'response', response, source: source as never }, at); // From `readSwml`.
}
