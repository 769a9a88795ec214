// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  COMMON_PARAMETERS,
  DataMap,
  FunctionResult,
  hiddenKey,
  nothingIn,
  nothingInAll,
  type ParameterSchema,
  type PromptSection,
  promptSection,
  ReadySkill,
} from '../index.js';
import { SERVICE_URLS } from './services.js';

/** The kinds of jokes. Each is also a path segment of the URL of the service. */
const KINDS = ['jokes', 'dadjokes'];

const PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'get_joke' },
  api_key: hiddenKey('Key of the joke service, API Ninjas.', 'API_NINJAS_KEY'),
} as const satisfies ParameterSchema;

/** Fetches jokes from API Ninjas. */
export class Joke extends ReadySkill<typeof PARAMETERS> {
  static override SKILL_NAME = 'joke';
  static override SKILL_DESCRIPTION = 'Fetches jokes.';
  static override EXAMPLE = { tool: 'get_joke', args: { type: 'dadjokes' } };
  static override PARAMETERS = PARAMETERS;

  register_tools(): void {
    const joke = '${array[0].joke}';
    const list = '${array}';
    const { tool_name, api_key } = this.params;
    const failed = new FunctionResult('The joke service does not respond. Apologise, and continue without a joke.');
    this.define_data_map(
      new DataMap(tool_name)
        .purpose('Fetch a joke.')
        .parameter('type', 'string', 'Kind of joke: jokes, or dadjokes for bad puns.', { required: true, enum: KINDS })
        // The model writes the kind, and it becomes part of the URL. Validate it here even if the platform checks the
        // enum.
        .expression(
          '${args.type}',
          new RegExp(`^(?!(?:${KINDS.join('|')})$)`),
          new FunctionResult(`Unknown kind of joke. The kinds are: ${KINDS.join(', ')}.`),
        )
        .webhook('GET', `${SERVICE_URLS.ninjas}\${enc:args.type}`, { 'X-Api-Key': api_key })
        .error_keys(['error', 'message'])
        .webhook_expressions([
          // A response without a list is a failure. An empty list means that the service has no joke.
          { string: `${joke}|${list}`, pattern: nothingInAll(joke, list), output: failed },
          {
            string: joke,
            pattern: nothingIn(joke),
            output: new FunctionResult('The joke service returned no joke. Apologise, and offer to try again.'),
          },
        ])
        .output(new FunctionResult(`Tell the user this joke: ${joke}`))
        .fallback_output(failed),
    );
  }

  override get_global_data(): Record<string, unknown> {
    return { joke_skill_enabled: true };
  }

  override get_prompt_sections(): PromptSection[] {
    const { tool_name } = this.params;
    return promptSection('Jokes', 'You can tell jokes.', [
      `Call ${tool_name} when the user asks for a joke. Do not invent a joke.`,
      'Use the type jokes for jokes of all kinds, and dadjokes for bad puns.',
      'Tell the joke unchanged, with a pause before the punch line.',
    ]);
  }
}

/** @alias */
export default Joke;
