import { RUN } from './rotation.js';

/**
 * Files whose tests start processes, compilers or servers of their own, which cost more than all other tests together.
 * Each run takes a third of the tests of such a file; three successive runs take all, and so does `npm run test:long`.
 * A file may also choose a half, a quarter or a fifth of its cases with `rotated`: 15 runs then take all. More shares, or
 * three, would leave cases out.
 */
const FILES = [
  'bench/memory',
  'cassette/limits',
  'cassette/unredacted',
  'cassette/webhooks',
  'cassette/wire',
  'cases/export-runs',
  'cases/replay/replay',
  'cases/replay/run-inputs',
  'cases/replay/webhooks',
  'cli/cli',
  'cli/completion',
  'cli/hostile-output',
  'cli/kernel-start',
  'cli/notebook',
  'cli/plain-fetch',
  'cli/sandbox-record',
  'cli/scripts',
  'cli/what-leaves',
  'docs/contributing',
  'docs/guides',
  'docs/readme',
  'docs/skill-recipes',
  'function-length',
  'http/floods',
  'kernel/child-environment',
  'kernel/child-processes',
  'kernel/hostile-output',
  'kernel/interrupts',
  'kernel/memory-limit',
  'kernel/orphan',
  'kernel/run-notebook',
  'kernel/survival',
  'kernel/type-warnings',
  'launch/launcher',
  'mcp/chain',
  'mcp/gateway',
  'mcp/gateway-command',
  'mcp/gateway-limits',
  'mcp/serve-mcp',
  'skills/markdown_skills',
  'skills/mcp_gateway',
  'skills/shipped-examples',
  'types-service/completion',
  'types-service/failures',
  'types-service/hostile-input',
  'types-service/session',
  'types/exports',
  'types/old-compiler',
  'util/private-file',
  'util/replace-file',
  'web/spider',
] as const;

export const ROTATING: readonly string[] = FILES.map((name) => `test/${name}.test.ts`);

const SHARES = 3;

/** Whether this run takes the test with this full name, of a file of the list. */
export function isInTurn(fullName: string, run = RUN): boolean {
  return sumOf(fullName) % SHARES === run % SHARES;
}

/** The same number for the same name in each run, however many tests are beside it. */
function sumOf(text: string): number {
  let sum = 0;
  for (const character of text) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
  return sum;
}
