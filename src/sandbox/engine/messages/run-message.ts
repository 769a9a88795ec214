import type { Callback } from '../../outbound/callbacks.js';
import { isRecord, readJson } from '../../request/read-json.js';
import type { State } from '../../state/state.js';
import { sendMessage } from '../../subjects/messages/message.js';
import { isE164 } from '../../subjects/own-number.js';
import { readSwml } from '../document/read-source.js';
import { lookup, type Scope } from '../expression/index.js';
import { compileMessage, type MessageStep } from './message-document.js';

/** Sends a request of a document. `null` is no response. */
export type MessageFetch = (
  request: MessageRequest,
) => Promise<{ readonly status: number; readonly text: string } | null>;
interface MessageRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
}

type Values = Readonly<Record<string, unknown>>;
type Ended = { readonly isStopped: boolean; readonly value?: unknown };

const MAX_STEPS = 100;
const MAX_REQUESTS = 10;
const MAX_MEDIA = 8;
const MAX_TEXT = 1600;
const MAX_BODY = 64 * 1024;
const DONE: Ended = { isStopped: false };
const STOPPED: Ended = { isStopped: true };

/** Runs the document in SWML that answers an inbound message. Returns the problems. */
export async function runMessageDocument(
  state: State,
  asked: Callback,
  text: string,
  fetch: MessageFetch,
): Promise<readonly string[]> {
  const run = new MessageRun(state, asked, fetch);
  await run.document(text, asked.url, {});
  return run.problems;
}

class MessageRun {
  readonly problems: string[] = [];
  #vars: Record<string, unknown> = {};
  #sections: Readonly<Record<string, readonly MessageStep[]>> = {};
  #steps = 0;
  #requests = 0;
  readonly #message: Values;

  constructor(
    readonly state: State,
    asked: Callback,
    readonly fetch: MessageFetch,
  ) {
    this.#message = isRecord(asked.payload.message) ? asked.payload.message : {};
  }

  async document(text: string, url: string, params: Values): Promise<Ended> {
    const read = await readSwml(text, url);
    if ('problem' in read) return this.#fails('swml_invalid_document', `${url}: ${read.problem}`);
    const { sections, problems } = compileMessage(read.source.value);
    this.problems.push(...problems);
    if (problems.length > 0) return this.#fails('swml_invalid_document', `${url} is not executed`);
    this.#sections = sections;
    return this.#section('main', params);
  }

  async #section(name: string, params: Values): Promise<Ended> {
    const steps = this.#sections[name];
    return steps
      ? this.#list(steps, params, new Map())
      : this.#fails('swml_section_not_found', `there is no section ${name}`);
  }

  async #list(steps: readonly MessageStep[], params: Values, jumps: Map<MessageStep, number>): Promise<Ended> {
    for (let i = 0; i < steps.length; i++) {
      const step = steps[i];
      if (!step) break;
      if (++this.#steps > MAX_STEPS) return this.#fails('swml_invalid_document', `more than ${MAX_STEPS} steps ran`);
      if (step.verb !== 'goto') {
        const ended = await this.#step(step, params);
        if (ended) return ended;
        continue;
      }
      const count = (jumps.get(step) ?? 0) + 1;
      jumps.set(step, count);
      if (count > Number(step.params.max ?? 100)) return DONE;
      const to = steps.findIndex(({ verb, params: { name } }) => verb === 'label' && name === step.params.label);
      if (to < 0) return this.#fails('swml_goto_label_not_found', `there is no label ${String(step.params.label)}`);
      i = to;
    }
    return DONE;
  }

  /** Runs one step. Returns how the section ends, or undefined to continue. */
  async #step({ verb, params: given }: MessageStep, scope: Values): Promise<Ended | undefined> {
    const params = this.#filled(given, scope) as Values; // An object stays one.
    switch (verb) {
      case 'reply':
        return this.#reply(params, scope);
      case 'request':
        await this.#request(params);
        return undefined;
      case 'execute': {
        const { isStopped, value } = await this.#section(String(params.dest), recordOf(params.params));
        if (value !== undefined) this.#vars.return_value = value;
        return isStopped ? STOPPED : undefined;
      }
      case 'transfer':
        return this.#transfer(params);
      case 'switch': {
        const steps = this.#chosen(params, scope);
        if (steps === undefined) return this.#noMatch(params, scope);
        const ended = await this.#list(steps as readonly MessageStep[], scope, new Map()); // Read by `compileMessage`.
        return ended === DONE ? undefined : ended;
      }
      case 'return':
        return { isStopped: false, value: params.value ?? undefined };
      default:
        return undefined;
    }
  }

  #reply(params: Values, scope: Values): Ended | undefined {
    const chosen = isRecord(params.switch) ? this.#chosen(params.switch, scope) : params;
    if (chosen === undefined) return this.#noMatch(recordOf(params.switch), scope);
    const {
      body = null,
      media = [],
      to,
      from,
      status_url,
    } = typeof chosen === 'string' ? { body: chosen } : recordOf(chosen);
    const ends = { to: String(to ?? this.#message.from), from: String(from ?? this.#message.to) };
    const urls = Array.isArray(media) ? media.map(String) : [];
    const wrong = this.#wrongReply(ends, body, urls);
    if (wrong) {
      this.#vars.reply_result = 'failed';
      const [code, problem] = wrong;
      this.#fails(code, problem);
      return undefined;
    }
    const status_callback = typeof status_url === 'string' ? status_url : null;
    const more = { body: body === null ? null : String(body), media_urls: urls, source: 'realtime_api' } as const;
    const { id } = sendMessage(this.state, { ...ends, ...more, status_callback });
    this.#vars.reply_result = 'queued';
    this.#vars.reply_message_id = id;
    return undefined;
  }

  #wrongReply({ to, from }: { to: string; from: string }, body: unknown, media: readonly string[]) {
    if (!isE164(to)) return ['swml_reply_invalid_to_number', `to must be a number in E.164, but it is ${to}`] as const;
    if (!isE164(from)) return ['swml_reply_invalid_from_number', `from must be a number, but it is ${from}`] as const;
    if (media.length > MAX_MEDIA)
      return ['swml_reply_media_limit_exceeded', `there are ${media.length} media; the limit is 8`] as const;
    if ((body === null || body === '') && media.length === 0)
      return ['swml_reply_body_or_media_required', 'reply requires body or media'] as const;
    if (String(body ?? '').length > MAX_TEXT)
      return ['swml_reply_character_limit_exceeded', 'the text has more than 1,600 characters'] as const;
    return undefined;
  }

  async #request({ url, method = 'POST', headers, body, timeout = 5, save_variables }: Values): Promise<void> {
    if (++this.#requests > MAX_REQUESTS) {
      this.#vars.request_result = 'limit_exceeded';
      this.#fails('limit_exceeded', `a document sends up to ${MAX_REQUESTS} requests`);
      return;
    }
    const content =
      body === undefined || method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const sent = Object.entries(recordOf(headers)).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const type = 'body' in content ? { 'content-type': 'application/json' } : {};
    const response = await this.fetch({
      ...{ method: String(method), url: String(url), timeoutMs: Number(timeout) * 1000 },
      ...{ headers: { ...type, ...Object.fromEntries(sent) }, ...content },
    });
    const isFine = response !== null && response.status >= 200 && response.status < 300;
    this.#vars.request_result = isFine ? 'success' : 'failed';
    this.#vars.request_response_code = response?.status ?? '';
    this.#vars.request_response_body = response?.text.slice(0, MAX_BODY) ?? '';
    const read = save_variables === true && response ? readJson(response.text) : { problem: '' };
    if ('value' in read) this.#vars.request_response = read.value;
  }

  async #transfer({ dest, method = 'POST', params }: Values): Promise<Ended> {
    const body = JSON.stringify({ message: this.#message, vars: this.#vars, params: recordOf(params) });
    const content = method === 'GET' ? {} : { body };
    const headers = { 'content-type': 'application/json' };
    const request = { method: String(method), url: String(dest), headers, ...content, timeoutMs: 5000 };
    const response = await this.fetch(request);
    if (!response || response.status >= 300)
      return this.#fails('swml_transfer_fetch_failed', `${String(dest)} gave no document`);
    await this.document(response.text, String(dest), recordOf(params));
    return STOPPED;
  }

  #chosen({ variable, transform, case: all, default: other }: Values, scope: Values): unknown {
    const value = textOf(lookup(String(variable), this.#scope(scope)));
    const key = transformed(value, transform);
    return Object.hasOwn(recordOf(all), key) ? recordOf(all)[key] : other;
  }

  #noMatch({ variable }: Values, scope: Values): Ended {
    const value = textOf(lookup(String(variable), this.#scope(scope)));
    return this.#fails('swml_switch_no_match', `no case for ${String(variable)} = ${JSON.stringify(value)}`);
  }

  #fails(code: string, problem: string): Ended {
    this.problems.push(`${problem} (${code})`);
    return STOPPED;
  }

  #scope(params: Values): Scope {
    return { call: { message: this.#message }, params, vars: this.#vars, envs: {} };
  }

  /** Replaces `%{path}`. The steps of a switch are filled in when they run. */
  #filled(value: unknown, params: Values): unknown {
    if (typeof value === 'string')
      return value.replace(/%\{([^{}]+)\}/g, (_, path: string) => textOf(lookup(path.trim(), this.#scope(params))));
    if (Array.isArray(value)) return value.map((one) => this.#filled(one, params));
    if (!isRecord(value) || 'verb' in value) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.#filled(one, params)]));
  }
}

const recordOf = (value: unknown): Values => (isRecord(value) ? value : {});
const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

function transformed(value: string, transform: unknown): string {
  const name = String(transform ?? '');
  const trimmed = name.includes('trim') ? value.trim() : value;
  if (name.startsWith('lowercase')) return trimmed.toLowerCase();
  return name.startsWith('uppercase') ? trimmed.toUpperCase() : trimmed;
}
