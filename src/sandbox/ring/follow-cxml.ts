import { WRONG_LANGUAGE } from '../engine/document/read-source.js';
import type { StoryStep } from '../engine/run/call-run.js';
import type { State } from '../state/state.js';
import { takeCall } from '../subjects/calls/answer.js';
import { heldDocument } from '../subjects/fabric/store/stored-document.js';
import { type CallEnds, compatRequest } from './call-request.js';
import type { ReadDocument, Step } from './document.js';
import { type Exchange, fetchDocument } from './fetch-document.js';
import { readCxml } from './read-cxml.js';
import type { Language, Route } from './route.js';

const MAX_DOCUMENTS = 10;
const MAX_STEPS = 200;

export interface Ending {
  readonly says: string;
  /** Whether the call is over. If not, it continues outside this simulation. */
  readonly isOver: boolean;
  /** The final status of a call that was never answered. */
  readonly refused?: 'busy' | 'failed';
  /** The reason for the voice log, if it differs from `says`. */
  readonly why?: string;
}

/** Follows a call through documents in cXML. */
export class CxmlRun {
  readonly requests: Exchange[] = [];
  readonly steps: StoryStep[] = [];
  readonly problems: string[] = [];

  constructor(
    readonly state: State,
    readonly call: CallEnds,
  ) {}

  async start(route: Extract<Route, { kind: 'document' }>): Promise<Ending> {
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
    const request = compatRequest(this.state, this.call);
    const stored = heldDocument(this.state, url);
    const exchange = stored
      ? { method, url, body: '', status: null, headers: {}, ...stored }
      : await fetchDocument({ url, method, ...request });
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
    const document = await readCxml(exchange.text);
    for (const problem of document.problems) this.problems.push(problem);
    return document.sections.main ? document : undefined;
  }

  async #follow(document: ReadDocument, language: Language, base: string): Promise<Ending> {
    let section: readonly Step[] = document.sections.main ?? [];
    if (section.length === 0) takeCall(this.state, this.call.id, this.state.clock.now().toISOString());
    for (let next = 0; next < section.length; next++) {
      const step = section[next] as Step;
      if (this.steps.length >= MAX_STEPS) {
        this.problems.push(`more than ${MAX_STEPS} steps: is there a loop?`);
        return { says: 'stopped: too many steps', isOver: true };
      }
      const { action } = step;
      if (action.kind !== 'hangup' || !action.refuses)
        takeCall(this.state, this.call.id, this.state.clock.now().toISOString());
      const note = (says: string) => this.steps.push({ at: step.at, verb: step.verb, says, time: 0 });
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
