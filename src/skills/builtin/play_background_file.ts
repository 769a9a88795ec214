// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language

import { COMMON_PARAMETERS, DataMap, escaped, FunctionResult, type ParameterSchema, ReadySkill } from '../index.js';

const STOP = 'stop';

const PARAMETERS = {
  tool_name: { ...COMMON_PARAMETERS.tool_name, default: 'play_background_file' },
  files: {
    type: 'array',
    description: 'The files, at least one.',
    default: [],
    items: {
      type: 'object',
      properties: {
        key: { type: 'string', description: 'Short name of letters, digits, _ and -.', required: true },
        description: { type: 'string', description: 'Description of the file for the model.', required: true },
        url: { type: 'string', description: 'URL of the file.', required: true },
        wait: { type: 'boolean', description: 'Keep the agent silent until the file ends.', default: false },
      },
    },
  },
} as const satisfies ParameterSchema;

/** Plays files in the background of a call, and stops them. */
export class PlayBackgroundFile extends ReadySkill<typeof PARAMETERS> {
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
  static override PARAMETERS = PARAMETERS;

  override check_params(): string[] {
    const { files } = this.params;
    if (files.length === 0) return ['files must have at least one file'];
    const keys = files.map(({ key }) => key.toLowerCase());
    return files.flatMap(({ key }, index) => [
      ...(/^[\w-]+$/.test(key)
        ? []
        : [`files[${index}].key must consist of letters, digits, _ and -, got ${JSON.stringify(key)}`]),
      ...(keys.indexOf(key.toLowerCase()) === index ? [] : [`files[${index}].key repeats the key ${key}`]),
    ]);
  }

  /** Without files there is nothing to play. */
  override setup(): boolean {
    return this.params.files.length > 0 && super.setup();
  }

  register_tools(): void {
    const { tool_name: name, files } = this.params;
    const options = files.map(({ key, description }) => `start_${key}: plays ${description}`);
    const map = new DataMap(name)
      .purpose(`Play or stop a file in the background (${name.replaceAll('_', ' ')}).`)
      .parameter('action', 'string', `The action. ${[...options, `${STOP}: stops playback`].join('; ')}`, {
        required: true,
        enum: [...files.map(({ key }) => `start_${key}`), STOP],
      });
    for (const { key, description, url, wait } of files) {
      map.expression(
        '${args.action}',
        new RegExp(`^start_${escaped(key)}$`, 'i'),
        new FunctionResult(`Tell the user that ${description} is playing now.`, true).play_background_file(url, wait),
      );
    }
    map.expression(
      '${args.action}',
      new RegExp(`^${STOP}$`, 'i'),
      new FunctionResult('Tell the user that the background playback has stopped.', true).stop_background_file(),
    );
    this.define_data_map(map, { wait_for_fillers: true, skip_fillers: true });
  }
}

/** @alias */
export default PlayBackgroundFile;
