import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningKernel, startKernel } from '../../../src/kernel/index.js';
import { agrees, corpus, type TextOutcome } from '../../corpus/evaluator.js';

/** Every input of the corpus, in one session of the kernel. Answers the inputs that ended otherwise. */
export async function checkCorpus(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  const env = { ...process.env, PATCHBAY_STATE_DIR: folder, PATCHBAY_TYPES: 'off' };
  const kernel = await startKernel({ cwd: process.cwd(), env });
  const problems: string[] = [];
  try {
    for (const entry of corpus) {
      const outcome = await outcomeOf(kernel, entry.source);
      if (!agrees(oneLine(entry), oneLine(outcome)))
        problems.push(`${JSON.stringify(entry)} ended as ${JSON.stringify(outcome)}`);
    }
  } finally {
    await kernel.shutdown();
    rmSync(folder, { recursive: true, force: true });
  }
  return problems.join('\n');
}

async function outcomeOf(kernel: RunningKernel, code: string): Promise<TextOutcome> {
  const { reply, published } = await kernel.request('execute_request', { code, stop_on_error: false });
  const { ename, evalue } = reply;
  if (reply.status !== 'ok') return { error: ename === 'Thrown' ? `thrown ${evalue}` : `${ename}: ${evalue}` };
  const result = published.find(({ header }) => header.msg_type === 'execute_result')?.content;
  const { 'text/plain': value = 'undefined' } = (result?.data ?? {}) as Record<string, string>;
  return { value };
}

/** The kernel breaks long values into lines; the corpus has them in one. */
function oneLine<T extends object>(texts: T): T {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, String(text).replace(/\s+/g, ' ')])) as T;
}
