import { isPlain } from '../../util/index.js';
import { type ContextOptions, contextOf, type HoldOptions, holdOf } from './steps.js';
import { assertText, definedFields } from './swml.js';

const DONE = 'Done.';

/** The result for the model, and a separate instruction on how to continue. */
export interface ToolResponse {
  readonly tool_result?: string;
  readonly tool_prompt?: string;
}

/** The text for the model, and the actions of its session: its data, its speech and its functions. */
export class ResultActions {
  /** The text for the model. */
  response: string | ToolResponse;
  /** The actions for the platform, in their order. */
  readonly action: Record<string, unknown>[] = [];
  /** Whether the model speaks once more before the actions run. */
  post_process: boolean;
  /** The tool failed, and the response says why. MCP clients receive this flag; the platform has no field for it. */
  failed = false;

  /** Starts a result with a text for the model. The last two arguments are those of `set_tool_response`. */
  constructor(
    response: string | ToolResponse | null = '',
    post_process = false,
    tool_result?: string,
    tool_prompt?: string,
  ) {
    this.response = response ?? '';
    this.post_process = post_process;
    if (tool_result !== undefined || tool_prompt !== undefined) this.set_tool_response(tool_result, tool_prompt);
  }

  /** Replaces the text for the model. */
  set_response(response: string | ToolResponse): this {
    this.response = response;
    return this;
  }

  /** Separates the result from an instruction on how to continue. An argument that is undefined keeps its value. */
  set_tool_response(tool_result?: string, tool_prompt?: string): this {
    const before =
      typeof this.response === 'string' ? definedFields({ tool_result: this.response || undefined }) : this.response;
    this.response = { ...before, ...definedFields({ tool_result, tool_prompt }) };
    return this;
  }

  /** Lets the model speak once more before the actions run. */
  set_post_process(post_process: boolean): this {
    this.post_process = post_process;
    return this;
  }

  /** Marks the response as a failure. */
  set_failed(failed = true): this {
    this.failed = failed;
    return this;
  }

  /** Adds an action that has no method. */
  add_action(name: string, data: unknown): this {
    this.action.push({ [name]: data });
    return this;
  }

  /** Adds several actions, as they are in the document. */
  add_actions(actions: readonly Record<string, unknown>[]): this {
    this.action.push(...actions);
    return this;
  }

  /** Merges data into the global data of the agent, by top-level key. */
  update_global_data(data: Record<string, unknown>): this {
    return this.add_action('set_global_data', data);
  }

  /** Removes keys from the global data. */
  remove_global_data(keys: string | readonly string[]): this {
    return this.add_action('unset_global_data', keys);
  }

  /** Merges data into the data of the functions with the same `meta_data_token`. */
  set_metadata(data: Record<string, unknown>): this {
    return this.add_action('set_meta_data', data);
  }

  /** Removes keys from the shared data of these functions. */
  remove_metadata(keys: string | readonly string[]): this {
    return this.add_action('unset_meta_data', keys);
  }

  /** Changes the step of the current context. */
  swml_change_step(step_name: string): this {
    return this.add_action('change_step', step_name);
  }

  /** Changes the context. */
  swml_change_context(context_name: string): this {
    return this.add_action('change_context', context_name);
  }

  /** Ends the call. */
  hangup(): this {
    return this.add_action('hangup', true);
  }

  /** Ends the agent. The next step of the document runs. */
  stop(): this {
    return this.add_action('stop', true);
  }

  /** Puts the caller on hold: for a number of seconds, or with a prompt for the model when the caller is back. */
  hold(prompt_or_timeout?: string | number, options: HoldOptions = {}): this {
    if (typeof prompt_or_timeout === 'string')
      this.set_tool_response(undefined, prompt_or_timeout).set_post_process(true);
    const timeout = typeof prompt_or_timeout === 'number' ? { timeout: prompt_or_timeout } : {};
    return this.add_action('hold', holdOf({ ...options, ...timeout }));
  }

  /** Makes the agent wait until the caller speaks. */
  wait_for_user(options: { enabled?: boolean; timeout?: number; answer_first?: boolean } = {}): this {
    const { enabled = true, timeout, answer_first = false } = options;
    return this.add_action('wait_for_user', answer_first ? 'answer_first' : (timeout ?? enabled));
  }

  /** Says a text to the caller. */
  say(text: string): this {
    return this.add_action('say', text);
  }

  /** Plays a file behind the conversation. With `wait`, the agent does not prompt a silent caller meanwhile. */
  play_background_file(file: string, wait = false): this {
    assertText('file', file);
    return this.add_action('playback_bg', wait ? { file, wait: true } : file);
  }

  /** Stops the file that plays in the background. */
  stop_background_file(): this {
    return this.add_action('stop_playback_bg', true);
  }

  /** Adds words that speech recognition should expect from now on. */
  add_dynamic_hints(hints: readonly (string | { pattern: string; replace: string; ignore_case?: boolean })[]): this {
    return this.add_action('add_dynamic_hints', [...hints]);
  }

  /** Removes the words that `add_dynamic_hints` added. */
  clear_dynamic_hints(): this {
    return this.add_action('clear_dynamic_hints', {});
  }

  /** Sets the silence that ends what the caller says, in milliseconds. */
  set_end_of_speech_timeout(milliseconds: number): this {
    return this.add_action('end_of_speech_timeout', milliseconds);
  }

  /** Sets how long recognition waits for more words, in milliseconds. */
  set_speech_event_timeout(milliseconds: number): this {
    return this.add_action('speech_event_timeout', milliseconds);
  }

  /** Affects only functions with the same `meta_data_token`. */
  toggle_functions(toggles: readonly { function: string; active: boolean }[]): this {
    return this.add_action('toggle_functions', [...toggles]);
  }

  /** Sets whether functions can run when the caller does not speak in time. */
  enable_functions_on_timeout(enabled = true): this {
    return this.add_action('functions_on_speaker_timeout', enabled);
  }

  /** Sets whether requests of functions contain extensive data. */
  enable_extensive_data(enabled = true): this {
    return this.add_action('extensive_data', enabled);
  }

  /** Replaces this tool call in the history of the model by a text, or removes it. */
  replace_in_history(text: string | true = true): this {
    return this.add_action('replace_in_history', text);
  }

  /** Changes settings of the model, such as `temperature`. */
  update_settings(settings: Record<string, unknown>): this {
    return this.add_action('settings', settings);
  }

  /** Replaces the system prompt. With `consolidate`, a summary of the conversation is kept. */
  switch_context(system_prompt?: string, options: ContextOptions = {}): this {
    return this.add_action('context_switch', contextOf(system_prompt, options));
  }

  /** Continues as if the caller had said this text. */
  simulate_user_input(text: string): this {
    return this.add_action('user_input', text);
  }

  /** Returns the document that is sent to the platform. */
  to_dict(): Record<string, unknown> {
    const hasActions = this.action.length > 0;
    const response = isToolResponse(this.response) && Object.keys(this.response).length === 0 ? '' : this.response;
    return {
      ...((response || !hasActions) && { response: response || DONE }),
      ...(hasActions && { action: [...this.action] }),
      ...(hasActions && this.post_process && { post_process: true }),
    };
  }

  /** Returns the same document, for `JSON.stringify`. */
  toJSON(): Record<string, unknown> {
    return this.to_dict();
  }
}

export const isToolResponse = (value: unknown): value is ToolResponse =>
  isPlain(value) && Object.keys(value).every((key) => key === 'tool_result' || key === 'tool_prompt');
