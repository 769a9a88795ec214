// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import { COMMON_PARAMETERS, DataMap, escaped, FunctionResult, type ParameterSchema, SkillBase } from '../index.js';

interface BackgroundFile {
  readonly key: string;
  readonly description: string;
  readonly url: string;
  readonly wait?: boolean;
}

const STOP = 'stop';

/** Plays files in the background of a call, and stops them. */
export class PlayBackgroundFile extends SkillBase {
  static override SKILL_NAME = 'play_background_file';
  static override SKILL_DESCRIPTION = 'Plays audio or video files in the background of a call.';
  static override SUPPORTS_MULTIPLE_INSTANCES = true;
  static override EXAMPLE = {
    tool: 'play_background_file',
    args: { action: 'start_welcome' },
    params: {
      files: [{ key: 'welcome', description: 'a welcome message', url: 'https://files.example/welcome.mp3' }],
    },
  };
  static override PARAMETERS: ParameterSchema = {
    tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'play_background_file' },
    files: {
      type: 'array',
      description: 'The files; without any the skill does not load.',
      default: [],
      items: {
        type: 'object',
        properties: {
          key: { type: 'string', description: 'Short name, of letters, digits, _ and -.', required: true },
          description: { type: 'string', description: 'What is to be heard, for the model.', required: true },
          url: { type: 'string', description: 'Where the file is.', required: true },
          wait: { type: 'boolean', description: 'The agent is silent until the file ends.', default: false },
        },
      },
    },
  };

  override check_params(): string[] {
    if (this.#files.length === 0) return ['files must hold at least one file'];
    const keys = this.#files.map(({ key }) => key.toLowerCase());
    return this.#files.flatMap(({ key }, at) => [
      ...(/^[\w-]+$/.test(key)
        ? []
        : [`files[${at}].key may hold letters, digits, _ and -, got ${JSON.stringify(key)}`]),
      ...(keys.indexOf(key.toLowerCase()) === at ? [] : [`files[${at}].key is ${key}, like that of another file`]),
    ]);
  }

  setup(): boolean {
    return true;
  }

  register_tools(): void {
    const name = String(this.params.tool_name);
    const options = this.#files.map(({ key, description }) => `start_${key}: plays ${description}`);
    const map = new DataMap(name)
      .purpose(`Control what plays in the background (${name.replaceAll('_', ' ')}).`)
      .parameter('action', 'string', `What to do. ${[...options, `${STOP}: stops what is playing`].join('; ')}`, {
        required: true,
        enum: [...this.#files.map(({ key }) => `start_${key}`), STOP],
      });
    for (const { key, description, url, wait } of this.#files) {
      map.expression(
        '${args.action}',
        new RegExp(`^start_${escaped(key)}$`, 'i'),
        new FunctionResult(`Tell the user that ${description} is playing now.`, true).play_background_file(url, wait),
      );
    }
    map.expression(
      '${args.action}',
      new RegExp(`^${STOP}$`, 'i'),
      new FunctionResult(
        'Tell the user that nothing is playing in the background any more.',
        true,
      ).stop_background_file(),
    );
    this.define_data_map(map, { wait_for_fillers: true, skip_fillers: true });
  }

  get #files(): BackgroundFile[] {
    return this.params.files as BackgroundFile[];
  }
}

/** @alias */
export default PlayBackgroundFile;
