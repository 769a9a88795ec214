// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  COMMON_PARAMETERS,
  DataMap,
  FunctionResult,
  isMet,
  isPlain,
  type ParameterSchema,
  type PromptSection,
  patternOf,
  plainWord,
  SkillBase,
  wordsAsWritten,
  wordsOf,
} from '../index.js';

/** A destination: either a document at `url`, or a phone number or address in `address`. */
interface Transfer {
  readonly url?: string;
  readonly address?: string;
  readonly message: string;
  readonly return_message: string;
  readonly post_process: boolean;
  readonly final: boolean;
  readonly from_addr?: string;
}

const USUAL = {
  message: 'Tell the caller that you are transferring the call now.',
  return_message: 'The transfer is over. Ask the caller whether there is anything else.',
  post_process: true,
  final: true,
};
const FIELDS: Readonly<Record<string, string>> = {
  url: 'string',
  address: 'string',
  message: 'string',
  return_message: 'string',
  post_process: 'boolean',
  final: 'boolean',
  from_addr: 'string',
};

/** Transfers a call to the destination whose pattern matches the argument from the model. */
export class SwmlTransfer extends SkillBase {
  static override SKILL_NAME = 'swml_transfer';
  static override SKILL_DESCRIPTION = 'Transfers calls between agents by pattern matching.';
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override EXAMPLE = {
    tool: 'transfer_call',
    args: { transfer_type: 'sales' },
    params: { transfers: { sales: { url: 'https://agents.example/sales' }, support: { address: '+15550100' } } },
  };
  static override PARAMETERS: ParameterSchema = {
    tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'transfer_call' },
    transfers: {
      type: 'object',
      description:
        'Destinations by pattern: a word that is meant exactly, or a regular expression such as /sales|orders/i. Each has url or address, and may have message, return_message, post_process, final and from_addr.',
      required: true,
    },
    description: {
      type: 'string',
      description: 'Description of the tool.',
      default: 'Transfer the call to another agent or person.',
    },
    parameter_name: { type: 'string', description: 'Name of the argument to match.', default: 'transfer_type' },
    parameter_description: {
      type: 'string',
      description: 'Description of that argument.',
      default: 'Where to transfer the call.',
    },
    default_message: {
      type: 'string',
      description: 'What is said when no pattern fits.',
      default: 'There is no such destination. Ask the caller again where the call should go.',
    },
    default_post_process: {
      type: 'boolean',
      description: 'Whether the model speaks once more before that.',
      default: false,
    },
    required_fields: {
      type: 'object',
      description: 'Further arguments, with their descriptions, that the next agent finds in call_data.',
      default: {},
    },
  };

  override check_params(): string[] {
    const { transfers, required_fields, parameter_name } = this.params as Record<string, Record<string, unknown>>;
    const entries = Object.entries(transfers as object);
    const names = [String(parameter_name), ...Object.keys(required_fields as object)];
    return [
      ...(entries.length > 0 ? [] : ['transfers must hold at least one destination']),
      ...entries.flatMap(([pattern, entry]) => transferProblems(pattern, entry)),
      ...doubled(Object.keys(transfers as object)).map(
        (pattern) => `transfers[${JSON.stringify(pattern)}] is the same word as another: case and blanks do not count`,
      ),
      ...names.filter((name) => !/^\w+$/.test(name)).map((name) => `${JSON.stringify(name)} is no name of an argument`),
      ...(names.indexOf(String(parameter_name), 1) > 0 ? [`required_fields must not hold ${parameter_name}`] : []),
    ];
  }

  setup(): boolean {
    return true;
  }

  register_tools(): void {
    const { tool_name, description, parameter_name, parameter_description } = this.params;
    const argument = `\${args.${parameter_name}}`;
    const says = `${parameter_description} Known: ${this.#spoken.join(', ')}.`;
    const map = new DataMap(String(tool_name))
      .purpose(String(description))
      .parameter(String(parameter_name), 'string', says, { required: true });
    for (const [field, meaning] of Object.entries(this.#fields)) {
      map.parameter(field, 'string', String(meaning), { required: true });
    }
    for (const [pattern, transfer] of this.#transfers)
      map.expression(argument, patternOf(pattern), this.#result(transfer));
    const { default_message, default_post_process } = this.params;
    map.expression(argument, /.*/, new FunctionResult(String(default_message), default_post_process === true));
    this.define_data_map(map);
  }

  override get_hints(): string[] {
    const words = this.#transfers.flatMap(([pattern]) => wordsOf(pattern));
    return [...new Set([...words, 'transfer', 'connect', 'speak to', 'talk to'])];
  }

  override get_prompt_sections(): PromptSection[] {
    const { tool_name, parameter_name } = this.params;
    const fields = Object.entries(this.#fields);
    return [
      {
        title: 'Transfers',
        body: 'Calls can be transferred to:',
        bullets: this.#spoken,
      },
      {
        title: 'How to transfer',
        bullets: [
          `Call ${tool_name} when the caller wants to speak with one of them.`,
          `Say in ${parameter_name} which one is meant.`,
          ...(fields.length > 0 ? ['Ask for these first; the next agent gets them:'] : []),
          ...fields.map(([field, meaning]) => `${field}: ${meaning}`),
          'Ask when it is not clear who is meant.',
          'Never promise a transfer to anybody else.',
        ],
      },
    ];
  }

  /** The destinations in the order in which their patterns are tried, with defaults filled in. */
  get #transfers(): [pattern: string, Transfer][] {
    const entries = Object.entries(this.params.transfers as Record<string, Partial<Transfer>>);
    return entries.map(([pattern, transfer]) => [pattern, { ...USUAL, ...given(transfer) }]);
  }

  get #fields(): Record<string, unknown> {
    return this.params.required_fields as Record<string, unknown>;
  }

  /** The destinations in words that match their patterns. */
  get #spoken(): string[] {
    return this.#transfers.map(
      ([pattern]) => plainWord(pattern)?.toLowerCase() ?? (wordsThatFit(pattern).join(' or ') || pattern),
    );
  }

  #result({ url, address, message, return_message, post_process, final, from_addr }: Transfer): FunctionResult {
    const result = new FunctionResult(message, post_process);
    const fields = Object.keys(this.#fields);
    if (fields.length > 0) {
      const call_data = Object.fromEntries(fields.map((field) => [field, `\${args.${field}}`]));
      result.update_global_data({ call_data });
    }
    return url === undefined
      ? result.connect(String(address), final, from_addr)
      : result.swml_transfer(url, return_message, final);
  }
}

/** @alias */
export default SwmlTransfer;

/** Returns the words of a pattern that the pattern itself matches, or all its words if it matches none of them. */
function wordsThatFit(pattern: string): string[] {
  const { source, flags } = patternOf(pattern);
  const fits = new RegExp(source, flags.replace(/[gy]/g, ''));
  const words = wordsAsWritten(pattern).flatMap(
    (word) => [word.toLowerCase(), word].find((one) => isMet(fits, one)) ?? [],
  );
  return words.length > 0 ? [...new Set(words)] : wordsOf(pattern);
}

/** Returns the patterns that are the same plain word as an earlier pattern. */
function doubled(patterns: readonly string[]): string[] {
  const words = patterns.map((pattern) => plainWord(pattern)?.toLowerCase());
  return patterns.filter((_, at) => words[at] !== undefined && words.indexOf(words[at]) !== at);
}

function transferProblems(pattern: string, entry: unknown): string[] {
  const at = `transfers[${JSON.stringify(pattern)}]`;
  if (!isPlain(entry)) return [`${at} must be an object`];
  const fields = given(entry);
  const wrong = Object.entries(fields).filter(
    ([field, value]) => Object.hasOwn(FIELDS, field) && typeof value !== FIELDS[field],
  );
  const targets = ['url', 'address'].filter((field) => String(fields[field] ?? '').trim() !== '');
  return [
    ...(pattern.trim() === '' ? ['transfers has an empty pattern'] : []),
    ...wrong.map(([field]) => `${at}.${field} must be a ${FIELDS[field]}`),
    ...(targets.length === 1 ? [] : [`${at} must have either url or address`]),
    ...patternProblems(at, pattern),
  ];
}

function patternProblems(at: string, pattern: string): string[] {
  try {
    patternOf(pattern);
    return [];
  } catch (error) {
    return [`${at} is not a valid regular expression: ${(error as Error).message}`];
  }
}

const given = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null)) as T;
