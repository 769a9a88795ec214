import { isPlain, jsonOf } from '../../util/index.js';
import { isToolResponse, ResultActions } from './actions.js';
import { type PaymentAction, type PaymentParameter, type PaymentPrompt, type PayOptions, payStep } from './pay.js';
import {
  type ConferenceOptions,
  conferenceStep,
  type RecordOptions,
  recordStep,
  type TapOptions,
  tapStep,
} from './steps.js';
import { assertOptions, assertText, definedFields, swml } from './swml.js';

// biome-ignore lint/suspicious/noTemplateCurlyInString: the platform fills it in
const AFTER_PAYMENT = 'The payment ended with: ${pay_result}. Tell the caller in one sentence, and continue.';

/** The result of a tool: a text for the model and, optionally, actions for the platform. Methods can be chained. */
export class FunctionResult extends ResultActions {
  /** Converts any return value of a handler to a result. */
  static from(value: unknown): FunctionResult {
    if (value instanceof FunctionResult) return value;
    if (typeof value === 'string') return new FunctionResult(value);
    if (value === undefined || value === null) return new FunctionResult();
    const document = hasDocument(value) ? value.to_dict() : value;
    if (!isPlain(document) || !('response' in document || 'action' in document)) {
      return new FunctionResult(JSON.stringify(document) ?? String(document));
    }
    const { response, action, post_process } = document;
    const isText = typeof response === 'string' || isToolResponse(response);
    const text = isText ? response : response === undefined ? '' : JSON.stringify(response);
    return new FunctionResult(text, post_process === true).add_actions(
      Array.isArray(action) ? action.filter(isPlain) : [],
    );
  }

  /** Connects the call to a number or an address. With `final`, the call does not return to the agent. */
  connect(destination: string, final = true, from_addr?: string): this {
    assertText('destination', destination);
    return this.#transferring(swml({ connect: { to: destination, ...definedFields({ from: from_addr }) } }), final);
  }

  /** Transfers the call to another document. The model says `ai_response` when the call returns. */
  swml_transfer(dest: string, ai_response: string, final = true): this {
    assertText('dest', dest);
    return this.#transferring(swml({ set: { ai_response } }, { transfer: { dest } }), final);
  }

  /** Runs a document, which is a text, an object, or an object with `to_dict()`. */
  execute_swml(document: string | object, transfer = false): this {
    return this.add_action('SWML', documentOf(document)).#also(transfer ? { transfer: 'true' } : {});
  }

  /** Sends an event to the client of the caller. */
  swml_user_event(event: Record<string, unknown>): this {
    return this.#swml({ user_event: { event } });
  }

  /** Sends a text message. It needs a body or media. */
  send_sms(to_number: string, from_number: string, content: SmsContent): this {
    assertOptions('send_sms', content);
    const { body, media = [], tags = [], region } = content;
    if (!body && media.length === 0) throw new TypeError('send_sms requires a body or media');
    const lists = definedFields({
      media: media.length > 0 ? media : undefined,
      tags: tags.length > 0 ? tags : undefined,
    });
    return this.#swml({ send_sms: { to_number, from_number, ...definedFields({ body, region }), ...lists } });
  }

  /** Collects a payment from the caller through your payment connector. */
  pay(payment_connector_url: string, options: PayOptions = {}): this {
    assertText('payment_connector_url', payment_connector_url);
    const { ai_response = AFTER_PAYMENT } = options;
    return this.#swml({ set: { ai_response } }, payStep(payment_connector_url, options));
  }

  /** Starts to record the call. */
  record_call(options: RecordOptions = {}): this {
    assertOptions('record_call', options);
    return this.#swml(recordStep(options));
  }

  /** Stops a recording: the one with this id, or the latest. */
  stop_record_call(control_id?: string): this {
    return this.#swml({ stop_record_call: definedFields({ control_id }) });
  }

  /** Joins the call to a video room. */
  join_room(name: string): this {
    return this.#swml({ join_room: { name } });
  }

  /** Refers a SIP call to another address. */
  sip_refer(to_uri: string): this {
    return this.#swml({ sip_refer: { to_uri } });
  }

  /** Joins the call to a conference. */
  join_conference(name: string, options: ConferenceOptions = {}): this {
    return this.#swml(conferenceStep(name, options));
  }

  /** Streams the audio of the call to an address. */
  tap(uri: string, options: TapOptions = {}): this {
    return this.#swml(tapStep(uri, options));
  }

  /** Stops a stream: the one with this id, or the latest. */
  stop_tap(control_id?: string): this {
    return this.#swml({ stop_tap: definedFields({ control_id }) });
  }

  /** Runs a call command, on this or another call. */
  execute_rpc(
    method: string,
    { params, call_id, node_id }: { params?: Record<string, unknown>; call_id?: string; node_id?: string } = {},
  ): this {
    return this.#swml({ execute_rpc: { method, ...definedFields({ call_id, node_id, params }) } });
  }

  /** Calls a number, and runs a document when it answers. */
  rpc_dial(to_number: string, from_number: string, dest_swml: string, device_type = 'phone'): this {
    const devices = { type: device_type, params: { to_number, from_number } };
    return this.execute_rpc('dial', { params: { devices, dest_swml } });
  }

  /** Gives a message to the agent of another call, or changes its global data. */
  rpc_ai_message(
    call_id: string,
    message_text?: string,
    { role = 'system', global_data }: { role?: string; global_data?: Record<string, unknown> } = {},
  ): this {
    if (message_text === undefined && global_data === undefined)
      throw new TypeError('rpc_ai_message requires message_text or global_data');
    const message = message_text === undefined ? {} : { role, message_text };
    return this.execute_rpc('ai_message', { call_id, params: { ...message, ...definedFields({ global_data }) } });
  }

  /** Changes the global data of the agent of another call. */
  rpc_ai_global_data(call_id: string, global_data: Record<string, unknown>): this {
    return this.rpc_ai_message(call_id, undefined, { global_data });
  }

  /** Ends the hold of the agent of another call. */
  rpc_ai_unhold(call_id: string): this {
    return this.execute_rpc('ai_unhold', { call_id, params: {} });
  }

  /** Makes an action of a payment prompt: say a phrase, or play a file. */
  static create_payment_action(type: string, phrase: string): PaymentAction {
    return { type, phrase };
  }

  /** Makes the prompt of `pay` for one situation. */
  static create_payment_prompt(
    situation: string,
    actions: readonly PaymentAction[],
    more: Pick<PaymentPrompt, 'card_type' | 'error_type'> = {},
  ): PaymentPrompt {
    return { for: situation, actions, ...more };
  }

  /** Makes a parameter for the payment connector. */
  static create_payment_parameter(name: string, value: string): PaymentParameter {
    return { name, value };
  }

  #swml(...steps: readonly unknown[]): this {
    return this.add_action('SWML', swml(...steps));
  }

  /** The platform expects `transfer` as text, next to the document and not inside it. */
  #transferring(document: object, final: boolean): this {
    return this.add_action('SWML', document).#also({ transfer: String(final) });
  }

  #also(fields: Record<string, unknown>): this {
    Object.assign(this.action.at(-1) as object, fields);
    return this;
  }
}

interface SmsContent {
  readonly body?: string;
  readonly media?: readonly string[];
  readonly tags?: readonly string[];
  readonly region?: string;
}

/** Parses a text as JSON. Other text is sent unchanged, for the platform to parse. An object is copied. */
function documentOf(document: string | object): unknown {
  if (typeof document !== 'string') return structuredClone(hasDocument(document) ? document.to_dict() : document);
  const parsed = jsonOf(document);
  return parsed === undefined ? { raw_swml: document } : parsed;
}

/** Matches a result from another copy of this package, for example. */
const hasDocument = (value: unknown): value is { to_dict(): unknown } =>
  isPlain(value) && typeof value.to_dict === 'function';
