import { type CheckResult, createCheck, missingValue } from '../../bench/index.js';
import { PlatformRestError } from '../../client/index.js';
import { createEvaluator } from '../../eval/index.js';
import { newSandbox } from '../../sandbox/index.js';
import type { CheckStep, Evidence, Report, Task } from './messages.js';

type CheckTask = Extract<Task, { kind: 'check' }>;

/** Runs the tests of the teacher, each on its own copy of the sandbox. No code of the learner is in this process. */
export async function runChecks({ seed, steps }: CheckTask, report: (report: Report) => void): Promise<void> {
  for (const step of steps) {
    report({ kind: 'begin', index: step.index });
    report({ kind: 'checked', index: step.index, ...(await checked(step, seed)) });
  }
  report({ kind: 'done' });
}

async function checked({ index, source, evidence }: CheckStep, seed: number) {
  const results: CheckResult[] = [];
  const running: Promise<void>[] = [];
  const sandbox = newSandbox({ seed });
  sandbox.restore(evidence.snapshot);
  sandbox.loadJournal(evidence.journal);
  const count = createCheck((result) => results.push(result));
  // A test may forget to await a check.
  const check: typeof count = (...args) => {
    const one = count(...args);
    one.catch(() => {}); // the end of the test reports it
    running.push(one);
    return one;
  };
  const names = {
    ...{ check, platform: sandbox.client(), sandbox, value: valueIn(evidence) },
    ...{ display() {}, use: async () => 'sandbox', PlatformRestError },
  };
  const evaluator = createEvaluator({
    globals: { ...names },
    importModule: (specifier) => (/^patchbay(?:\/notebook)?$/.test(specifier) ? names : undefined),
  });
  try {
    await evaluator.run(source, { filename: `cell-${index}.ts` });
    await Promise.all(running);
    return { results };
  } catch (error) {
    await Promise.allSettled(running);
    return { results, failed: error instanceof Error ? `${error.name}: ${error.message}` : String(error) };
  }
}

const valueIn =
  ({ values }: Evidence) =>
  (name: string): unknown => {
    if (!Object.hasOwn(values, name)) throw missingValue(name);
    return structuredClone(values[name]);
  };
