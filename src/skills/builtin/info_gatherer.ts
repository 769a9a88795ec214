import { FunctionResult, type ParameterSchema, type PromptSection, type RawData, ReadySkill } from '../index.js';
import {
  type GivenAnswer,
  nextQuestion,
  type Progress,
  progressIn,
  START,
  storeAnswer,
} from './info_gatherer/questionnaire.js';

/** Number of calls whose progress is kept in memory. The platform stores the data of every call. */
const MAX_CALLS = 1000;

const PARAMETERS = {
  questions: {
    type: 'array',
    description: 'The questions, in this order.',
    required: true,
    items: {
      type: 'object',
      properties: {
        key_name: { type: 'string', description: 'The name under which the answer is stored.', required: true },
        question_text: { type: 'string', description: 'The question.', required: true },
        confirm: { type: 'boolean', description: 'Whether the user must confirm the answer.', default: false },
        prompt_add: { type: 'string', description: 'A note for the model about this question.' },
      },
    },
  },
  prefix: {
    type: 'string',
    description: 'Prefix of the tool names, for several lists of questions. The default is tool_name.',
  },
  completion_message: {
    type: 'string',
    description: 'The result of the tool after the last answer.',
    default: 'That was the last question. Thank the user, and continue.',
  },
} as const satisfies ParameterSchema;

/** Asks a list of questions in order and stores the answers in the global data of the call. */
export class InfoGatherer extends ReadySkill<typeof PARAMETERS> {
  static override SKILL_NAME = 'info_gatherer';
  static override SKILL_DESCRIPTION = 'Guides an agent through a list of questions and stores the answers.';
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override EXAMPLE = {
    tool: 'start_questions',
    params: {
      questions: [
        { key_name: 'name', question_text: 'What is your name?' },
        { key_name: 'phone', question_text: 'Where can we call you back?', confirm: true },
      ],
    },
  };
  static override PARAMETERS = PARAMETERS;

  /** The latest progress of each call, because two answers at once both carry the progress from before. */
  readonly #latest = new Map<string, Progress>();

  override check_params(): string[] {
    const keys = this.params.questions.map(({ key_name }) => key_name);
    const prefix = this.#prefix;
    return [
      ...(keys.length > 0 ? [] : ['questions must contain at least one question']),
      ...keys.flatMap((key, index) =>
        keys.indexOf(key) === index ? [] : [`questions[${index}].key_name repeats the key ${key}`],
      ),
      ...(/^(?:[A-Za-z_]\w*)?$/.test(prefix)
        ? []
        : [`prefix must consist of letters, digits and _, and start with no digit, got ${JSON.stringify(prefix)}`]),
    ];
  }

  register_tools(): void {
    const { start, submit } = this.#tools;
    this.define_tool({
      name: start,
      description: 'Start to ask the questions, or continue after the last answer.',
      parameters: {
        restart: {
          type: 'boolean',
          description: 'Discard all answers and start again. Only at the request of the user.',
        },
      },
      handler: ({ restart = false }, raw_data) => this.#start(restart, raw_data),
    });
    this.define_tool({
      name: submit,
      description: 'Store the answer to the last question, and get the next question.',
      parameters: {
        answer: { type: 'string', description: 'The answer of the user.' },
        confirmed_by_user: {
          type: 'boolean',
          description: 'Whether the user confirmed the answer after you read it back.',
        },
      },
      required: ['answer'],
      handler: ({ answer, confirmed_by_user = false }, raw_data) =>
        this.#submit({ answer: answer.trim(), isConfirmed: confirmed_by_user }, raw_data),
    });
  }

  /** Without a tool_name, the prefix distinguishes the instances. */
  override get agent_key(): string {
    const { tool_name, prefix } = this.params;
    return prefix && !tool_name ? `${InfoGatherer.SKILL_NAME}_${prefix}` : super.agent_key;
  }

  override get_global_data(): Record<string, unknown> {
    return { [this.namespace]: { ...START } };
  }

  override get_prompt_sections(): PromptSection[] {
    const { start, submit } = this.#tools;
    return [
      {
        title: `Questions to ask (${this.agent_key})`,
        body: `You have ${this.params.questions.length} questions to ask. Call ${start} to get the first one. Ask one question at a time, pass each answer to ${submit}, and ask the question that it returns, until no questions are left.`,
      },
    ];
  }

  override cleanup(): void {
    this.#latest.clear();
  }

  /** Discards the answers and starts again. Both tools are enabled again. */
  reset(result: FunctionResult, raw_data: RawData): FunctionResult {
    const fresh = { ...START, version: this.#progress(raw_data).version + 1 };
    return this.#store(result.toggle_functions(this.#toggles(true)), fresh, raw_data);
  }

  #start(restart: boolean, raw_data: RawData): FunctionResult {
    if (restart) return this.reset(new FunctionResult(nextQuestion(START, this.params.questions)), raw_data);
    // Version 0 means a new conversation, so discard the progress of an earlier one with the same call id.
    if (this.#sent(raw_data).version === 0) this.#latest.delete(callOf(raw_data));
    const question = nextQuestion(this.#progress(raw_data), this.params.questions);
    return new FunctionResult(question ?? 'All questions are answered. No questions are left.');
  }

  #submit(given: GivenAnswer, raw_data: RawData): FunctionResult {
    const sent = this.#sent(raw_data);
    const latest = this.#progress(raw_data);
    // The same answer sent with the same outdated progress is a retry, not an answer to a later question.
    const since = latest.version > sent.version ? latest.answers.slice(sent.question_index) : [];
    const isRepeated = since.some(({ answer: known }) => known === given.answer);
    const next = isRepeated ? latest : storeAnswer(latest, this.params.questions, given);
    if (typeof next === 'string') return new FunctionResult(next);
    const question = nextQuestion(next, this.params.questions);
    const result = new FunctionResult(question ?? this.params.completion_message);
    return this.#store(question ? result : result.toggle_functions(this.#toggles(false)), next, raw_data);
  }

  /** Stores the whole progress in one action, so that it is never stored in part. */
  #store(result: FunctionResult, progress: Progress, raw_data: RawData): FunctionResult {
    const call = callOf(raw_data);
    if (call !== '') {
      this.#latest.delete(call);
      this.#latest.set(call, progress);
      const [oldest] = this.#latest.keys();
      if (this.#latest.size > MAX_CALLS && oldest !== undefined) this.#latest.delete(oldest);
    }
    return this.update_skill_data(result, { ...progress });
  }

  #sent(raw_data: RawData): Progress {
    return progressIn(this.get_skill_data(raw_data), this.params.questions) ?? START;
  }

  /** The newer of the progress in the request and the progress in memory. */
  #progress(raw_data: RawData): Progress {
    const sent = this.#sent(raw_data);
    const latest = this.#latest.get(callOf(raw_data));
    return latest && latest.version > sent.version ? latest : sent;
  }

  #toggles(active: boolean) {
    return Object.values(this.#tools).map((name) => ({ function: name, active }));
  }

  get #prefix(): string {
    return this.params.prefix || this.params.tool_name || '';
  }

  get #tools() {
    const before = this.#prefix && `${this.#prefix}_`;
    return { start: `${before}start_questions`, submit: `${before}submit_answer` };
  }
}

/** @alias */
export default InfoGatherer;

const callOf = ({ call_id }: RawData): string => (typeof call_id === 'string' ? call_id : '');
