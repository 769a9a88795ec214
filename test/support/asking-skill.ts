import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Puts a skill `asking` into a folder of skills: it asks whatever service it is given, with a key that is hidden. */
export function writeAskingSkill(folder: string): void {
  mkdirSync(join(folder, 'asking'), { recursive: true });
  writeFileSync(join(folder, 'asking', 'skill.ts'), SOURCE);
}

const SOURCE = `import { SkillBase, type ParameterSchema } from 'patchbay/skills';
export class Asking extends SkillBase {
  static override SKILL_NAME = 'asking';
  static override SKILL_DESCRIPTION = 'Asks a service.';
  static override PARAMETERS: ParameterSchema = {
    url: { type: 'string', description: 'Of the service.', default: 'https://api.weatherapi.com/v1/current.json' },
    api_key: { type: 'string', description: 'For it.', required: true, hidden: true, env_var: 'ASKING_KEY' },
    forgiving: { type: 'boolean', description: 'Apologises for failures.', default: false },
  };
  setup() { return true; }
  register_tools(): void {
    const q = { type: 'string', description: 'The question.' };
    this.define_tool({ name: 'ask', description: 'Asks.', parameters: { q }, handler: ({ q }) => this.ask(String(q)) });
  }
  async ask(q: string): Promise<string> {
    const { url, api_key, forgiving } = this.params as { url: string; api_key: string; forgiving: boolean };
    const query = new URLSearchParams({ key: api_key, q, aqi: 'no' });
    const headers = { 'x-key': api_key };
    try {
      const { body } = await this.send_request({ method: 'GET', url: url + '?' + query, headers, allowPrivate: true });
      return Buffer.from(body).toString();
    } catch (fault) {
      if (forgiving) return 'Sorry.';
      throw fault;
    }
  }
}
`;
