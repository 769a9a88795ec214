// biome-ignore-all lint/suspicious/noTemplateCurlyInString: templates of the platform, not of the language
import { describe, expect, it } from 'vitest';
import { PlayBackgroundFile } from '../../src/skills/builtin/play_background_file.js';
import { Agent } from '../../src/skills/index.js';

const intro = { key: 'intro', description: 'the introduction', url: 'https://files.example/intro.mp3' };
const film = { key: 'intro-2', description: 'a film', url: 'https://files.example/film.mp4', wait: true };

async function agentWith(files: unknown, params: Record<string, unknown> = {}) {
  const agent = new Agent({ env: {}, transport: { send: () => Promise.reject(new Error('no request expected')) } });
  await agent.add_skill('play_background_file', { files, ...params });
  return agent;
}

const play = async (action: string, files: unknown = [intro, film]) =>
  (await (await agentWith(files)).call_tool('play_background_file', { action })).to_dict();

it('starts the requested file', async () => {
  expect(await play('start_intro')).toEqual({
    response: 'Tell the user that the introduction is playing now.',
    action: [{ playback_bg: 'https://files.example/intro.mp3' }],
    post_process: true,
  });
});

it('distinguishes files whose keys start with the same text', async () => {
  expect(await play('start_intro-2')).toMatchObject({
    action: [{ playback_bg: { file: 'https://files.example/film.mp4', wait: true } }],
  });
});

it('stops playback', async () => {
  expect(await play('stop')).toEqual({
    response: 'Tell the user that the background playback has stopped.',
    action: [{ stop_playback_bg: true }],
    post_process: true,
  });
});

it('does not load without files: its setup returns false', async () => {
  const agent = new Agent({ env: {} });
  await expect(agent.add_skill('play_background_file')).rejects.toThrow('files must have at least one file');
  await expect(agent.add_skill('play_background_file', { files: [] })).rejects.toThrow('at least one file');
  expect(new PlayBackgroundFile(agent, {}).setup()).toBe(false);
  expect(new PlayBackgroundFile(agent, { files: [intro] }).setup()).toBe(true);
});

it('offers each file by its key and description', async () => {
  const agent = await agentWith([intro, film], { tool_name: 'music', swaig_fields: { skip_fillers: false } });
  expect(agent.tools).toMatchObject([
    {
      name: 'music',
      skill: 'play_background_file_music',
      fields: { wait_for_fillers: true, skip_fillers: false },
      parameters: {
        required: ['action'],
        properties: {
          action: {
            enum: ['start_intro', 'start_intro-2', 'stop'],
            description:
              'The action. start_intro: plays the introduction; start_intro-2: plays a film; stop: stops playback',
          },
        },
      },
      data_map: {
        expressions: [
          { string: '${args.action}', pattern: '/^start_intro$/i' },
          { string: '${args.action}', pattern: '/^start_intro-2$/i' },
          { string: '${args.action}', pattern: '/^stop$/i' },
        ],
      },
    },
  ]);
});

describe('invalid files', () => {
  it.each([
    ['files must be an array', { intro }],
    ['files[0] must be an object', ['intro']],
    ['files[1].key is required', [intro, { ...film, key: undefined }]],
    ['files[0].description is required', [{ ...intro, description: ' ' }]],
    ['files[0].url is required', [{ ...intro, url: null }]],
    ['files[0].url must be a string', [{ ...intro, url: 5 }]],
    ['files[0].wait must be a boolean', [{ ...intro, wait: 'yes' }]],
    ['files[0].key must consist of letters, digits, _ and -, got "a.*"', [{ ...intro, key: 'a.*' }]],
    ['files[1].key repeats the key INTRO', [intro, { ...film, key: 'INTRO' }]],
  ])('are rejected: %s', async (problem, files) => {
    await expect(agentWith(files)).rejects.toThrow(problem);
  });

  it('are all reported together', async () => {
    await expect(agentWith([{ key: 'a' }])).rejects.toThrow(
      'files[0].description is required; files[0].url is required',
    );
  });
});
