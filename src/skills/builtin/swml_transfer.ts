// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  COMMON_PARAMETERS,
  DataMap,
  FunctionResult,
  isMet,
  type ParameterSchema,
  type ParamsOf,
  type PromptSection,
  patternOf,
  plainWord,
  problemsOf,
  ReadySkill,
  wordsAsWritten,
  wordsOf,
} from '../index.js';

const PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'transfer_call' },
  transfers: {
    type: 'object',
    description:
      'Destinations by pattern: a word, or a regular expression such as /sales|orders/i. Each has url or address.',
    required: true,
    values: {
      type: 'object',
      properties: {
        url: { type: 'string', description: 'URL of a document. Set either url or address.' },
        address: { type: 'string', description: 'Phone number or address. Set either url or address.' },
        message: {
          type: 'string',
          description: 'Result for the model before the transfer.',
          default: 'Tell the caller that you are transferring the call now.',
        },
        return_message: {
          type: 'string',
          description: 'Instruction for the model when the call returns.',
          default: 'The transfer is over. Ask the caller whether there is anything else.',
        },
        post_process: { type: 'boolean', description: 'Let the model speak before the transfer.', default: true },
        final: { type: 'boolean', description: 'Do not return the call to this agent.', default: true },
        from_addr: { type: 'string', description: 'Caller id for the transferred call.' },
      },
    },
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
    description: 'Result for the model if no pattern matches.',
    default: 'There is no such destination. Ask the caller again where the call should go.',
  },
  default_post_process: {
    type: 'boolean',
    description: 'Let the model speak before the default_message takes effect.',
    default: false,
  },
  required_fields: {
    type: 'object',
    description: 'Additional arguments with their descriptions. The next agent finds them in call_data.',
    default: {},
    values: { type: 'string' },
  },
} as const satisfies ParameterSchema;

type Transfer = ParamsOf<typeof PARAMETERS>['transfers'][string];

/** Transfers a call to the destination whose pattern matches the argument from the model. */
export class SwmlTransfer extends ReadySkill<typeof PARAMETERS> {
  static override SKILL_NAME = 'swml_transfer';
  static override SKILL_DESCRIPTION = 'Transfers calls between agents by pattern matching.';
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override EXAMPLE = {
    tool: 'transfer_call',
    args: { transfer_type: 'sales' },
    params: { transfers: { sales: { url: 'https://agents.example/sales' }, support: { address: '+15550100' } } },
  };
  static override PARAMETERS = PARAMETERS;

  override check_params(): string[] {
    const { transfers, required_fields, parameter_name } = this.params;
    const names = [parameter_name, ...Object.keys(required_fields)];
    return [
      ...(Object.keys(transfers).length > 0 ? [] : ['transfers must contain at least one destination']),
      ...Object.entries(transfers).flatMap(([pattern, transfer]) => transferProblems(pattern, transfer)),
      ...duplicates(Object.keys(transfers)).map(
        (pattern) => `transfers[${JSON.stringify(pattern)}] repeats a word. Case and blanks are ignored`,
      ),
      ...names
        .filter((name) => !/^\w+$/.test(name))
        .map((name) => `${JSON.stringify(name)} is not a valid argument name`),
      ...(names.indexOf(parameter_name, 1) > 0 ? [`required_fields must not contain ${parameter_name}`] : []),
    ];
  }

  register_tools(): void {
    const { tool_name, description, parameter_name, parameter_description, transfers, required_fields } = this.params;
    const argument = `\${args.${parameter_name}}`;
    const map = new DataMap(tool_name)
      .purpose(description)
      .parameter(parameter_name, 'string', `${parameter_description} Known: ${this.#destinations.join(', ')}.`, {
        required: true,
      });
    for (const [field, meaning] of Object.entries(required_fields)) {
      map.parameter(field, 'string', meaning, { required: true });
    }
    for (const [pattern, transfer] of Object.entries(transfers))
      map.expression(argument, patternOf(pattern), this.#result(transfer));
    const { default_message, default_post_process } = this.params;
    map.expression(argument, /.*/, new FunctionResult(default_message, default_post_process));
    this.define_data_map(map);
  }

  override get_hints(): string[] {
    const words = Object.keys(this.params.transfers).flatMap(wordsOf);
    return [...new Set([...words, 'transfer', 'connect', 'speak to', 'talk to'])];
  }

  override get_prompt_sections(): PromptSection[] {
    const { tool_name, parameter_name, required_fields } = this.params;
    const fields = Object.entries(required_fields);
    return [
      {
        title: 'Transfers',
        body: 'You can transfer calls to:',
        bullets: this.#destinations,
      },
      {
        title: 'How to transfer',
        bullets: [
          `Call ${tool_name} when the caller wants to speak with one of them.`,
          `Pass the destination as ${parameter_name}.`,
          ...(fields.length > 0 ? ['Ask for these values first. The next agent receives them:'] : []),
          ...fields.map(([field, meaning]) => `${field}: ${meaning}`),
          'If the destination is not clear, ask the caller.',
          'Never promise a transfer to another destination.',
        ],
      },
    ];
  }

  /** The destinations in words that match their patterns. */
  get #destinations(): string[] {
    return Object.keys(this.params.transfers).map(
      (pattern) => plainWord(pattern)?.toLowerCase() ?? (matchingWords(pattern).join(' or ') || pattern),
    );
  }

  #result({ url, address, message, return_message, post_process, final, from_addr }: Transfer): FunctionResult {
    const result = new FunctionResult(message, post_process);
    const fields = Object.keys(this.params.required_fields);
    if (fields.length > 0) {
      const call_data = Object.fromEntries(fields.map((field) => [field, `\${args.${field}}`]));
      result.update_global_data({ call_data });
    }
    if (url?.trim()) return result.swml_transfer(url, return_message, final);
    return result.connect(address ?? '', final, from_addr);
  }
}

/** @alias */
export default SwmlTransfer;

/** Returns the words of a pattern that the pattern itself matches, or all its words if it matches none of them. */
function matchingWords(pattern: string): string[] {
  const { source, flags } = patternOf(pattern);
  const regExp = new RegExp(source, flags.replace(/[gy]/g, ''));
  const words = wordsAsWritten(pattern).flatMap(
    (word) => [word.toLowerCase(), word].find((one) => isMet(regExp, one)) ?? [],
  );
  return words.length > 0 ? [...new Set(words)] : wordsOf(pattern);
}

/** Returns the patterns that are the same plain word as an earlier pattern. */
function duplicates(patterns: readonly string[]): string[] {
  const words = patterns.map((pattern) => plainWord(pattern)?.toLowerCase());
  return patterns.filter((_, index) => words[index] !== undefined && words.indexOf(words[index]) !== index);
}

function transferProblems(pattern: string, { url, address }: Transfer): string[] {
  const at = `transfers[${JSON.stringify(pattern)}]`;
  const targets = [url, address].filter((target) => target?.trim());
  return [
    ...(pattern.trim() === '' ? ['transfers contains an empty pattern'] : []),
    ...(targets.length === 1 ? [] : [`${at} must have either url or address`]),
    ...problemsOf(() => patternOf(pattern)).map((problem) => `${at} is not a valid regular expression: ${problem}`),
  ];
}
