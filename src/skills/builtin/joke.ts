// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import {
  COMMON_PARAMETERS,
  DataMap,
  FunctionResult,
  nothingIn,
  nothingInAll,
  type ParameterSchema,
  type PromptSection,
  SkillBase,
} from '../index.js';

/** The kinds of jokes. Each is also a path segment of the URL of the service. */
const KINDS = ['jokes', 'dadjokes'];

/** Fetches jokes from API Ninjas. */
export class Joke extends SkillBase {
  static override SKILL_NAME = 'joke';
  static override SKILL_DESCRIPTION = 'Tells jokes.';
  static override EXAMPLE = { tool: 'get_joke', args: { type: 'dadjokes' } };
  static override PARAMETERS: ParameterSchema = {
    tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'get_joke' },
    api_key: {
      type: 'string',
      description: 'Key of the joke service, API Ninjas.',
      required: true,
      hidden: true,
      env_var: 'API_NINJAS_KEY',
    },
  };

  setup(): boolean {
    return true;
  }

  register_tools(): void {
    const joke = '${array[0].joke}';
    const list = '${array}';
    const failed = new FunctionResult(
      'The joke service cannot be asked right now. Apologise, and go on without a joke.',
    );
    this.define_data_map(
      new DataMap(String(this.params.tool_name))
        .purpose('Fetch a joke to tell.')
        .parameter('type', 'string', 'Kind of joke: jokes, or dadjokes for bad puns.', { required: true, enum: KINDS })
        // The model writes the kind, and it becomes part of the URL. Validate it here even if the platform checks the
        // enum.
        .expression(
          '${args.type}',
          new RegExp(`^(?!(?:${KINDS.join('|')})$)`),
          new FunctionResult(`There are only these kinds of jokes: ${KINDS.join(', ')}.`),
        )
        .webhook('GET', 'https://api.api-ninjas.com/v1/${enc:args.type}', { 'X-Api-Key': String(this.params.api_key) })
        .error_keys(['error', 'message'])
        .webhook_expressions([
          // A response without a list is a failure. An empty list means that the service has no joke.
          { string: `${joke}|${list}`, pattern: nothingInAll(joke, list), output: failed },
          {
            string: joke,
            pattern: nothingIn(joke),
            output: new FunctionResult('The joke service has no joke right now. Apologise, and offer to try again.'),
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
    return [
      {
        title: 'Jokes',
        body: 'You can tell jokes.',
        bullets: [
          `Call ${tool_name} when the user wants a joke; do not make one up.`,
          'There are jokes of all sorts, and dadjokes for who likes bad puns.',
          'Tell the joke as it is, with a pause before its end.',
        ],
      },
    ];
  }
}

/** @alias */
export default Joke;
