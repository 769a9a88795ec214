import { isPlain } from './parameter-schema.js';

const DONE = 'Done.';

/** What a tool answers: a text for the model and, if any, actions for the platform. */
export class FunctionResult {
  response: string;
  readonly action: Record<string, unknown>[] = [];
  post_process: boolean;

  constructor(response = '', post_process = false) {
    this.response = response;
    this.post_process = post_process;
  }

  /** A result from whatever a handler returned. */
  static from(value: unknown): FunctionResult {
    if (value instanceof FunctionResult) return value;
    if (typeof value === 'string') return new FunctionResult(value);
    if (value === undefined || value === null) return new FunctionResult();
    const document = hasDocument(value) ? value.to_dict() : value;
    if (!isPlain(document) || !('response' in document || 'action' in document)) {
      return new FunctionResult(JSON.stringify(document) ?? String(document));
    }
    const { response, action, post_process } = document;
    const text = typeof response === 'string' ? response : response === undefined ? '' : JSON.stringify(response);
    return new FunctionResult(text, post_process === true).add_actions(
      Array.isArray(action) ? action.filter(isPlain) : [],
    );
  }

  set_response(response: string): this {
    this.response = response;
    return this;
  }

  /** Lets the model speak once more before the actions are carried out. */
  set_post_process(post_process: boolean): this {
    this.post_process = post_process;
    return this;
  }

  add_action(name: string, data: unknown): this {
    this.action.push({ [name]: data });
    return this;
  }

  add_actions(actions: readonly Record<string, unknown>[]): this {
    this.action.push(...actions);
    return this;
  }

  /** Merged into the agent's global data, key by key at the top. */
  update_global_data(data: Record<string, unknown>): this {
    return this.add_action('set_global_data', data);
  }

  remove_global_data(keys: string | readonly string[]): this {
    return this.add_action('unset_global_data', keys);
  }

  /** The document that goes over the wire. */
  to_dict(): Record<string, unknown> {
    const hasActions = this.action.length > 0;
    return {
      ...((this.response || !hasActions) && { response: this.response || DONE }),
      ...(hasActions && { action: [...this.action] }),
      ...(hasActions && this.post_process && { post_process: true }),
    };
  }

  toJSON(): Record<string, unknown> {
    return this.to_dict();
  }
}

/** A result made by another copy of this package. */
const hasDocument = (value: unknown): value is { to_dict(): unknown } =>
  isPlain(value) && typeof value.to_dict === 'function';
