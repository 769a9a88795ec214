import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createEvaluator } from '../../src/eval/index.js';
import { readModule } from '../../src/modules/index.js';
import { attempt } from '../../src/util/index.js';

const directory = mkdtempSync(join(tmpdir(), 'ended-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const file = (name: string, text: string) => {
  writeFileSync(join(directory, name), text);
  return join(directory, name);
};

/** The processes of esbuild that this one has started, those of its threads included. */
function services(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '';
      const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const command = attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? '';
      return state !== 'Z' && Number(parent) === process.pid && /--service=/.test(command);
    });
}

/** As Ctrl-C in an editor does, which the terminal sends to the whole process group. */
function endServices(signal: NodeJS.Signals): void {
  const all = services();
  expect(all.length).toBeGreaterThan(0);
  for (const pid of all) process.kill(pid, signal);
}

describe.skipIf(process.platform !== 'linux')('after the process of esbuild was ended', () => {
  const evaluator = createEvaluator({ directory });
  const evaluate = async (source: string) => (await evaluator.run(source)).value;

  it.each(['SIGINT', 'SIGKILL'] as const)('by %s, TypeScript still runs', async (signal) => {
    expect(await evaluate('const a1: number = 5; a1')).toBe(5);
    endServices(signal);
    expect(await evaluate('const a2: number = 6; a2')).toBe(6);
    endServices(signal);
    // All of them lose the process together, and one restart must not end the process of the others.
    const values = Array.from({ length: 5 }, (_, index) => evaluate(`const b${index}: number = ${index}; b${index}`));
    expect(await Promise.all(values)).toEqual([0, 1, 2, 3, 4]);
    endServices(signal);
    await expect(evaluate('print x')).rejects.toThrow('Expected ";"');
  });

  it('a TypeScript file is still imported', async () => {
    file('one.ts', 'export const one: number = 1;');
    file('two.ts', 'export const two: number = 2;');
    expect(await evaluate('(await import("./one.ts")).one')).toBe(1);
    endServices('SIGINT');
    expect(await evaluate('(await import("./two.ts")).two')).toBe(2);
  });

  it('a module is still read', async () => {
    await evaluate('const warm: number = 5');
    endServices('SIGINT');
    const { run } = await readModule(file('three.ts', 'export const three: number = 3;'));
    expect(await run()).toMatchObject({ three: 3 });
  });
});
