import type { State } from '../state/state.js';
import { endCall, isEnd, startCall, takeCall } from '../subjects/calls/index.js';
import { heldDocument } from '../subjects/fabric/store/stored-document.js';
import { allNumbers } from '../subjects/phone_numbers.js';
import { catchUp } from '../time/catch-up.js';
import { compatRequest, swmlRequest } from './call-request.js';
import { type Exchange, fetchDocument } from './fetch-document.js';
import { readCxml } from './read-cxml.js';
import { readSwml } from './read-swml.js';
import { type Language, type Route, routeOf } from './route.js';
import type { ReadDocument, Step } from './step.js';

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

const MOST_DOCUMENTS = 10;
const MOST_STEPS = 200;
const MOST_NAMED = 10;
const SOMEBODY = '+15035550147';

/** Simulates a call to a number: finds its route, requests the document from the user's server, and runs it. */
export async function ring(state: State, number: string, { from = SOMEBODY }: RingOptions = {}): Promise<Ring> {
  if (!isEnd(from))
    throw new TypeError('ring(number, { from }): from is a number in E.164, such as +15035550147, or a SIP address');
  const owned = [...allNumbers(state)].find((one) => one.number === number || one.id === number);
  if (!owned) {
    const [...all] = [...allNumbers(state)].map((one) => one.number);
    const some = all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), '…'] : all;
    throw new Error(`${String(number)} is not a number of this project; it has ${some.join(', ') || 'none'}`);
  }
  state.clock.advance(1);
  const route = routeOf(state, owned);
  const url = route.kind === 'document' ? route.url : null;
  const call = startCall(state, { from, to: owned.number, direction: 'inbound', url, controlled: true });
  // The call rings while the document is fetched.
  state.clock.advance(1);
  catchUp(state);
  const line = new Line(state, { id: call.id, from, to: owned.number });
  const ended = await line.take(route);
  // Count one second for the part of the call whose length is unknown.
  state.clock.advance(1);
  catchUp(state);
  if (ended.over) endCall(state, call.id, ended.why ?? ended.says, ended.refused ?? 'failed');
  else takeCall(state, call.id);
  return {
    call_id: call.id,
    number: owned.number,
    from,
    route: wordsOf(route, owned.settings.call_handler),
    requests: line.requests,
    steps: line.steps,
    problems: line.problems,
    ended: ended.says,
  };
}

interface Ending {
  readonly says: string;
  /** Whether the call is over. If not, it continues outside this simulation. */
  readonly over: boolean;
  /** The final status of a call that was never answered. */
  readonly refused?: 'busy' | 'failed';
  /** The reason for the voice log, if it differs from `says`. */
  readonly why?: string;
}

/** The state of one call while it runs through its documents. */
class Line {
  readonly requests: Exchange[] = [];
  readonly steps: RingStep[] = [];
  readonly problems: string[] = [];

  constructor(
    readonly state: State,
    readonly call: { readonly id: string; readonly from: string; readonly to: string },
  ) {}

  async take(route: Route): Promise<Ending> {
    if (route.kind === 'elsewhere') return { says: `it is with ${route.says}`, over: false };
    if (route.kind === 'nowhere') {
      this.problems.push(route.says);
      return { says: 'nothing answered', over: true, why: route.says };
    }
    const document = await this.#ask(route.url, route.method, route.language);
    if (document) return this.#follow(document, route.language, route.url);
    if (!route.fallback) return this.#dropped('no document, so the call was dropped');
    const second = await this.#ask(route.fallback.url, route.fallback.method, route.language);
    return second
      ? this.#follow(second, route.language, route.fallback.url)
      : this.#dropped('no document, and none from the fallback: the call was dropped');
  }

  #dropped = (says: string): Ending => ({ says, over: true, why: this.problems.at(-1) ?? says });

  async #ask(url: string, method: 'GET' | 'POST', language: Language): Promise<ReadDocument | undefined> {
    if (this.requests.length >= MOST_DOCUMENTS) {
      this.problems.push(`more than ${MOST_DOCUMENTS} documents, one leading to the next: a circle?`);
      return undefined;
    }
    if (this.requests.length > 0) this.state.clock.advance(1);
    const request = language === 'swml' ? swmlRequest(this.state, this.call) : compatRequest(this.state, this.call);
    const held = heldDocument(this.state, url);
    const exchange = held
      ? { method, url, body: '', status: null, ...held }
      : await fetchDocument({ url, method, ...request });
    this.requests.push(exchange);
    if (exchange.problem !== null) {
      this.problems.push(exchange.problem);
      return undefined;
    }
    const looksLikeXml = /^\s*</.test(exchange.text);
    const misfit = isPage(exchange) ? WEB_PAGE : looksLikeXml !== (language === 'cxml') && WRONG_LANGUAGE[language];
    if (misfit) {
      this.problems.push(`${url}: ${misfit}`);
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
      if (this.steps.length >= MOST_STEPS) {
        this.problems.push(`more than ${MOST_STEPS} steps: a circle?`);
        return { says: 'given up', over: true };
      }
      const { does } = step;
      if (does.kind !== 'hangup' || !does.refuses) takeCall(this.state, this.call.id);
      const note = (says: string) => this.steps.push({ at: step.at, verb: step.verb, says });
      switch (does.kind) {
        case 'answer':
          note('answered');
          break;
        case 'play':
          this.state.clock.advance(does.seconds);
          note(`plays ${does.what}`);
          break;
        case 'hangup':
          note(`hangs up (${does.reason})`);
          return { says: `hung up (${does.reason})`, over: true, refused: does.refuses ?? 'failed' };
        case 'connect':
          note(`would dial ${does.to.join(', ')}`);
          break;
        case 'transfer': {
          const other = document.sections[does.to];
          note(`goes on with ${other ? `section ${does.to}` : does.to}`);
          if (other) {
            section = other;
            next = -1;
            break;
          }
          if (!URL.canParse(does.to, base)) return { says: `handed over to ${does.to}`, over: false };
          const to = new URL(does.to, base).href;
          if (language === 'swml' && /^\w+$/.test(does.to))
            this.problems.push(`${step.at}: there is no section ${does.to}, so ${to} is asked`);
          const read = await this.#ask(to, does.method, language);
          return read ? this.#follow(read, language, to) : this.#dropped('no document, so the call was dropped');
        }
        case 'other':
          note(`${does.says}: not followed here`);
      }
    }
    return { says: 'the document came to its end', over: true };
  }
}

const WEB_PAGE = 'the answer is a web page, and no document for a call';
const isPage = ({ type, text }: Exchange): boolean =>
  /^text\/html/i.test(type) || /^\s*<(!doctype\s+html|html)[\s>]/i.test(text);

const WRONG_LANGUAGE: Readonly<Record<Language, string>> = {
  swml: 'the answer is XML, and the number is bound to a SWML document: bind it with set_cxml_webhook, or answer SWML',
  cxml: 'the answer is no XML, and the number is bound to an XML document: bind it with set_swml_webhook, or answer XML',
};

function wordsOf(route: Route, handler: unknown): string {
  if (route.kind === 'document') return `${String(handler)}: ${route.method} ${route.url}`;
  return route.kind === 'elsewhere' ? `${String(handler)}: ${route.says}` : 'nowhere';
}
