import { RUN } from './rotation.js';

/**
 * Files whose tests start processes, compilers or servers of their own, or make thousands of calls: they cost more than
 * all other tests together. Each run takes a twentieth of the tests of such a file; twenty successive runs take all, and so
 * does `npm run test:long`. These files use no `rotated`: some cases would never have their turn in both.
 */
const FILES = [
  'bench/commands',
  'bench/config-trust',
  'bench/live',
  'bench/memory',
  'bench/type-warnings',
  'cases/export',
  'cases/export-runs',
  'cases/minimize',
  'cases/minimize-against',
  'cases/replay/replay',
  'cases/replay/run-inputs',
  'cases/replay/webhooks',
  'cassette/limits',
  'cassette/unredacted',
  'cassette/webhooks',
  'cassette/wire',
  'classroom/forged',
  'cli/cli',
  'cli/completion',
  'cli/explain',
  'cli/from',
  'cli/hostile-output',
  'cli/import',
  'cli/kernel-start',
  'cli/notebook',
  'cli/open-files',
  'cli/plain-fetch',
  'cli/ring',
  'cli/ring-watch',
  'cli/run-options',
  'cli/sandbox-record',
  'cli/sandbox-serve',
  'cli/scripts',
  'cli/secrets',
  'cli/skills-new',
  'cli/what-leaves',
  'client/fetch-client',
  'commands/ring-all',
  'docs/contributing',
  'docs/guides',
  'docs/readme',
  'docs/skill-classes',
  'docs/skill-recipes',
  'docs/support',
  'http/complete-requests',
  'http/floods',
  'inspector/access',
  'inspector/case',
  'inspector/case-work',
  'inspector/resources',
  'kernel/busy-completion',
  'kernel/cell-commands',
  'kernel/child-environment',
  'kernel/child-processes',
  'kernel/hostile-output',
  'kernel/interrupts',
  'kernel/kernel-process',
  'kernel/late-notebook-errors',
  'kernel/memory-limit',
  'kernel/no-compiler',
  'kernel/orphan',
  'kernel/reply-time',
  'kernel/run-notebook',
  'kernel/shown-loops',
  'kernel/sparse-lists',
  'kernel/survival',
  'kernel/terminal-progress',
  'launch/launcher',
  'mcp/chain',
  'mcp/gateway',
  'mcp/gateway-command',
  'mcp/gateway-limits',
  'mcp/serve-mcp',
  'notebook/lesson-mistakes',
  'notebook/lessons',
  'repl/dumb-prompt',
  'repl/frame-writer',
  'sandbox/faults',
  'sandbox/hostile-documents',
  'sandbox/large-forms',
  'sandbox/many-calls',
  'sandbox/served/projects',
  'sandbox/webhooks',
  'search/postgres',
  'skills/markdown_skills',
  'skills/mcp_gateway',
  'skills/module-graph',
  'skills/shipped-examples',
  'support/command',
  'types-service/completion',
  'types-service/failures',
  'types-service/files',
  'types-service/hostile-input',
  'types-service/service',
  'types-service/session',
  'types/exports',
  'types/old-compiler',
  'util/file-lock',
  'util/private-file',
  'util/replace-file',
  'web/spider',
] as const;

export const ROTATING: readonly string[] = FILES.map((name) => `test/${name}.test.ts`);

const SHARES = 20;

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
