import { expect, it } from 'vitest';
import { BUILT_IN } from '../../src/skills/builtin/index.js';
import { CATEGORIES } from '../../src/skills/builtin/trivia.js';
import { Agent, createRegistry } from '../../src/skills/index.js';

// The catalogue of the specification, literally.
const CATALOGUE = [
  ['trivia', '1.0.0', true, []],
  ['markdown_skills', '1.0.0', true, ['yaml']],
  ['knowledge_search', '1.0.0', true, ['requests']],
  ['knowledge_search_serverless', '1.0.0', true, []],
  ['datetime', '1.0.0', false, ['pytz']],
  ['maps', '1.0.0', false, ['requests']],
  ['info_gatherer', '1.0.0', true, []],
  ['joke', '1.0.0', false, []],
  ['math', '1.0.0', false, []],
  ['mcp_gateway', '1.0.0', false, ['requests']],
  ['native_vector_search', '1.0.0', true, []],
  ['play_background_file', '1.0.0', true, []],
  ['spider', '1.0.0', true, ['lxml']],
  ['swml_transfer', '1.0.0', true, []],
  ['weather_api', '1.0.0', false, []],
  ['web_search', '2.0.0', true, ['bs4', 'requests']],
  ['encyclopedia_search', '1.0.0', false, ['requests']],
] as const;

const schema = await createRegistry({ env: {} }).get_all_skills_schema();

it('has these skills and no other', () => {
  expect(CATALOGUE.map(([name]) => name)).toEqual(Object.keys(BUILT_IN));
});

it.each(CATALOGUE)('%s is version %s', (name, version) => {
  expect(schema[name]?.version).toBe(version);
});

it.each(CATALOGUE)('%s is version %s and supports several instances: %s', (name, _version, several) => {
  expect(schema[name]?.supports_multiple_instances).toBe(several);
});

it.each(CATALOGUE)('%s requires its packages', (name, _version, _several, packages) => {
  expect(schema[name]?.required_packages).toEqual(packages);
});

it.each(CATALOGUE)('%s requires no environment variable', (name) => {
  expect(schema[name]?.required_env_vars).toEqual([]);
});

it.each([
  ['trivia', { api_key: 'k' }, 'get_trivia'],
  [
    'play_background_file',
    { files: [{ key: 'a', description: 'a', url: 'https://a.example' }] },
    'play_background_file',
  ],
  ['weather_api', { api_key: 'k' }, 'get_weather'],
  ['knowledge_search', { space_name: 'a.example', project_id: 'p', token: 't', document_id: 'd' }, 'search_knowledge'],
  [
    'knowledge_search_serverless',
    { space_name: 'a.example', project_id: 'p', token: 't', document_id: 'd' },
    'search_knowledge',
  ],
])('%s with %j names its tool %s', async (name, params, tool) => {
  const agent = new Agent({ env: {} });
  await agent.add_skill(name, params);
  expect(agent.tools.map((one) => one.name)).toEqual([tool]);
});

it.each(['trivia', 'knowledge_search_serverless', 'joke', 'play_background_file', 'weather_api'])(
  '%s runs on the platform, as a data map',
  async (name) => {
    const params = {
      api_key: 'k',
      files: [{ key: 'a', description: 'a', url: 'https://a.example' }],
      ...{ space_name: 'a.example', project_id: 'p', token: 't', document_id: 'd' },
    };
    const agent = new Agent({ env: {} });
    await agent.add_skill(name, params);
    expect(agent.tools).toHaveLength(1);
    expect(agent.tools[0]?.data_map).toBeDefined();
  },
);

it.each([
  ['artliterature', 'Art and Literature'],
  ['language', 'Language'],
  ['sciencenature', 'Science and Nature'],
  ['general', 'General Knowledge'],
  ['fooddrink', 'Food and Drink'],
  ['peopleplaces', 'People and Places'],
  ['geography', 'Geography'],
  ['historyholidays', 'History and Holidays'],
  ['entertainment', 'Entertainment'],
  ['toysgames', 'Toys and Games'],
  ['music', 'Music'],
  ['mathematics', 'Mathematics'],
  ['religionmythology', 'Religion and Mythology'],
  ['sportsleisure', 'Sports and Leisure'],
])('the trivia category %s is labelled %s', (key, label) => {
  expect(CATEGORIES).toHaveProperty(key, label);
});
