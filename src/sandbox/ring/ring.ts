import type { WebhookSender } from '../outbound/webhooks.js';
import type { State } from '../state/state.js';
import { endCall, takeCall } from '../subjects/calls/answer.js';
import { isEnd } from '../subjects/calls/ends.js';
import { startCall } from '../subjects/calls/start-call.js';
import { heldDocument } from '../subjects/fabric/store/stored-document.js';
import { catchUp } from '../subjects/index.js';
import { ownNumber } from '../subjects/own-number.js';
import { allNumbers } from '../subjects/phone_numbers.js';
import { type CallEnds, compatRequest, swmlRequest } from './call-request.js';
import type { ReadDocument, Step } from './document.js';
import { type Exchange, fetchDocument } from './fetch-document.js';
import { readCxml } from './read-cxml.js';
import { readSwml } from './read-swml.js';
import { type Language, type Route, routeOf } from './route.js';

export interface RingOptions {
  /** The calling number or SIP address. The default is a number outside the project. */
  readonly from?: string;
}

/** One step that the call executed. */
export interface RingStep {
  /** Position in the document, such as `main[0]`. */
  readonly at: string;
  readonly verb: string;
  readonly says: string;
}

/** The result of a call to a number of the project. */
export interface Ring {
  readonly call_id: string;
  readonly number: string;
  readonly from: string;
  /** The route of the number, as text. */
  readonly route: string;
  /** The requests to the servers of the user, with their responses. */
  readonly requests: readonly Exchange[];
  readonly steps: readonly RingStep[];
  /** The problems found, in the order in which they were found. */
  readonly problems: readonly string[];
  /** How the call ended. */
  readonly ended: string;
}

const MAX_DOCUMENTS = 10;
const MAX_STEPS = 200;
const MAX_LISTED = 10;
const OUTSIDE_NUMBER = '+15035550147';

/** Simulates a call to a number: finds its route, requests the document from the user's server, and runs it. */
export async function ring(
  state: State,
  number: string,
  { from = OUTSIDE_NUMBER }: RingOptions,
  webhooks: WebhookSender,
): Promise<Ring> {
  if (!isEnd(from))
    throw new TypeError(
      'ring(number, { from }): from must be a number in E.164, such as +15035550147, or a SIP address',
    );
  const owned = ownNumber(state, number) ?? allNumbers(state).get(number);
  if (!owned) {
    const all = [...allNumbers(state)].map((one) => one.number);
    const listed = all.length > MAX_LISTED ? [...all.slice(0, MAX_LISTED), '…'] : all;
    throw new Error(`${String(number)} is not a number of this project. Its numbers: ${listed.join(', ') || 'none'}`);
  }
  state.clock.advance(1);
  const route = routeOf(state, owned);
  const url = route.kind === 'document' ? route.url : null;
  const call = startCall(state, { from, to: owned.number, direction: 'inbound', url, controlled: true });
  // The call rings while the document is fetched.
  state.clock.advance(1);
  catchUp(state);
  const run = new CallRun(state, { id: call.id, from, to: owned.number }, webhooks);
  const ended = await run.start(route);
  // Count one second for the part of the call whose length is unknown.
  state.clock.advance(1);
  catchUp(state);
  if (ended.isOver) endCall(state, call.id, ended.why ?? ended.says, ended.refused ?? 'failed');
  else takeCall(state, call.id);
  return {
    call_id: call.id,
    number: owned.number,
    from,
    route: describe(route, owned.settings.call_handler),
    requests: run.requests,
    steps: run.steps,
    problems: run.problems,
    ended: ended.says,
  };
}

interface Ending {
  readonly says: string;
  /** Whether the call is over. If not, it continues outside this simulation. */
  readonly isOver: boolean;
  /** The final status of a call that was never answered. */
  readonly refused?: 'busy' | 'failed';
  /** The reason for the voice log, if it differs from `says`. */
  readonly why?: string;
}

class CallRun {
  readonly requests: Exchange[] = [];
  readonly steps: RingStep[] = [];
  readonly problems: string[] = [];

  constructor(
    readonly state: State,
    readonly call: CallEnds,
    readonly webhooks: WebhookSender,
  ) {}

  async start(route: Route): Promise<Ending> {
    if (route.kind === 'elsewhere') return { says: `connected to ${route.says}`, isOver: false };
    if (route.kind === 'nowhere') {
      this.problems.push(route.says);
      return { says: 'not answered', isOver: true, why: route.says };
    }
    const document = await this.#request(route.url, route.method, route.language);
    if (document) return this.#follow(document, route.language, route.url);
    if (!route.fallback) return this.#dropped('dropped: no document was received');
    const second = await this.#request(route.fallback.url, route.fallback.method, route.language);
    return second
      ? this.#follow(second, route.language, route.fallback.url)
      : this.#dropped('dropped: no document was received, also not from the fallback URL');
  }

  #dropped = (says: string): Ending => ({ says, isOver: true, why: this.problems.at(-1) ?? says });

  async #request(url: string, method: 'GET' | 'POST', language: Language): Promise<ReadDocument | undefined> {
    if (this.requests.length >= MAX_DOCUMENTS) {
      this.problems.push(`more than ${MAX_DOCUMENTS} documents: do they transfer the call in a loop?`);
      return undefined;
    }
    if (this.requests.length > 0) this.state.clock.advance(1);
    const request = language === 'swml' ? swmlRequest(this.state, this.call) : compatRequest(this.state, this.call);
    const stored = heldDocument(this.state, url);
    const exchange = stored
      ? { method, url, body: '', status: null, ...stored }
      : await fetchDocument('call document', { url, method, ...request }, this.webhooks);
    this.requests.push(exchange);
    if (exchange.problem !== null) {
      this.problems.push(exchange.problem);
      return undefined;
    }
    const looksLikeXml = /^\s*</.test(exchange.text);
    const mistake = isPage(exchange) ? WEB_PAGE : looksLikeXml !== (language === 'cxml') && WRONG_LANGUAGE[language];
    if (mistake) {
      this.problems.push(`${url}: ${mistake}`);
      return undefined;
    }
    const document = await (language === 'swml' ? readSwml(exchange.text) : readCxml(exchange.text));
    for (const problem of document.problems) this.problems.push(problem);
    return document.sections.main ? document : undefined;
  }

  async #follow(document: ReadDocument, language: Language, base: string): Promise<Ending> {
    let section: readonly Step[] = document.sections.main ?? [];
    if (section.length === 0) takeCall(this.state, this.call.id);
    for (let next = 0; next < section.length; next++) {
      const step = section[next] as Step;
      if (this.steps.length >= MAX_STEPS) {
        this.problems.push(`more than ${MAX_STEPS} steps: is there a loop?`);
        return { says: 'stopped: too many steps', isOver: true };
      }
      const { action } = step;
      if (action.kind !== 'hangup' || !action.refuses) takeCall(this.state, this.call.id);
      const note = (says: string) => this.steps.push({ at: step.at, verb: step.verb, says });
      switch (action.kind) {
        case 'answer':
          note('answered');
          break;
        case 'play':
          this.state.clock.advance(action.seconds);
          note(`plays ${action.what}`);
          break;
        case 'hangup':
          note(`hangs up (${action.reason})`);
          return { says: `hung up (${action.reason})`, isOver: true, refused: action.refuses ?? 'failed' };
        case 'connect':
          note(`would dial ${action.to.join(', ')}`);
          break;
        case 'transfer': {
          const other = document.sections[action.to];
          note(`continues with ${other ? `section ${action.to}` : action.to}`);
          if (other) {
            section = other;
            next = -1;
            break;
          }
          if (!URL.canParse(action.to, base)) return { says: `transferred to ${action.to}`, isOver: false };
          const to = new URL(action.to, base).href;
          if (language === 'swml' && /^\w+$/.test(action.to))
            this.problems.push(`${step.at}: there is no section ${action.to}, so the document is requested from ${to}`);
          const read = await this.#request(to, action.method, language);
          return read ? this.#follow(read, language, to) : this.#dropped('dropped: no document was received');
        }
        case 'other':
          note(`${action.says}: not simulated`);
      }
    }
    return { says: 'end of the document', isOver: true };
  }
}

const WEB_PAGE = 'the response is a web page, not a document for a call';
const isPage = ({ type, text }: Exchange): boolean =>
  /^text\/html/i.test(type) || /^\s*<(!doctype\s+html|html)[\s>]/i.test(text);

const WRONG_LANGUAGE: Readonly<Record<Language, string>> = {
  swml: 'the response is XML, but the number is bound to a SWML document: bind it with set_cxml_webhook, or respond with SWML',
  cxml: 'the response is not XML, but the number is bound to a cXML document: bind it with set_swml_webhook, or respond with XML',
};

function describe(route: Route, handler: unknown): string {
  if (route.kind === 'document') return `${String(handler)}: ${route.method} ${route.url}`;
  return route.kind === 'elsewhere' ? `${String(handler)}: ${route.says}` : 'none';
}
