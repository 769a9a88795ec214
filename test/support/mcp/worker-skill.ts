import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a skill `worker` into a folder. Its tools report progress, wait for cancellation, and fail. */
export function writeWorkerSkill(folder: string): void {
  mkdirSync(join(folder, 'worker'), { recursive: true });
  writeFileSync(join(folder, 'worker', 'skill.ts'), SOURCE);
}

const SOURCE = `import { FunctionResult, SkillBase, type ParameterSchema } from 'patchbay/skills';
export class Worker extends SkillBase {
  static override SKILL_NAME = 'worker';
  static override SKILL_DESCRIPTION = 'Works.';
  static override PARAMETERS: ParameterSchema = {
    api_key: { type: 'string', description: 'A key.', required: true, hidden: true },
  };
  go = () => {};
  setup() { console.log('a skill that prints'); return true; }
  override get_prompt_sections() { return [{ title: 'Work', body: 'Use it for work.', bullets: ['Always.'] }]; }
  register_tools(): void {
    const steps = { type: 'integer', description: 'How many.', minimum: 1, maximum: 9 };
    this.define_tool({
      name: 'work', description: 'Works step by step. Each step waits for the tool next.', parameters: { steps }, required: ['steps'],
      handler: async ({ steps }, _raw, { progress }) => {
        for (let done = 1; done <= steps; done++) {
          const allowed = new Promise((go) => { this.go = go; });
          progress({ message: 'step ' + done, done, total: steps });
          await allowed;
        }
        return 'done';
      },
    });
    this.define_tool({ name: 'next', description: 'Starts the next step.', handler: () => this.go() });
    this.define_tool({
      name: 'wait', description: 'Waits until it is cancelled.',
      handler: (_args, _raw, { signal }) => new Promise((_, reject) => {
        process.stderr.write('waiting\\n');
        signal.addEventListener('abort', () => { process.stderr.write('cancelled\\n'); reject(signal.reason); });
      }),
    });
    this.define_tool({
      name: 'late', description: 'Fails after its answer.',
      handler: () => { setTimeout(() => { throw new Error('late with ' + this.params.api_key); }, 1); return 'ok'; },
    });
    this.define_tool({
      name: 'fail', description: 'Fails.',
      handler: () => { throw new Error('no luck with ' + this.params.api_key); },
    });
    this.define_tool({
      name: 'count', description: 'Counts in the data of the call.',
      handler: (_args, raw) => {
        const { count = 0 } = this.get_skill_data(raw);
        const result = new FunctionResult('counted ' + (count + 1)).say('a number');
        if (count === 1) result.toggle_functions([{ function: 'fail', active: false }]);
        return this.update_skill_data(result, { count: count + 1 });
      },
    });
  }
}
`;
