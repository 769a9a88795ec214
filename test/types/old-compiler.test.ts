import { createRequire } from 'node:module';
import { join } from 'node:path';
import type typescript from 'typescript';
import { describe, expect, it } from 'vitest';

// The published declarations (npm run build writes them), read by the compiler inside the notebook kernel: TypeScript
// 5.0, the resolution of node10. Users of old editors and of that kernel see exactly this.
const root = join(import.meta.dirname, '..', '..');
const require = createRequire(createRequire(import.meta.url).resolve('tslab/package.json'));
const ts = require('@tslab/typescript-for-tslab') as typeof typescript;

const options: typescript.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Node10,
  strict: true,
  skipLibCheck: false,
  noEmit: true,
  types: ['node'],
};

const file = join(root, 'test', 'types', 'probe.ts');
let [content, version] = ['', 0];
/** One service for all tests: the compiler reads the declarations once. */
const service = ts.createLanguageService({
  ...ts.sys,
  useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
  getCompilationSettings: () => options,
  getScriptFileNames: () => [file],
  getScriptVersion: (name) => (name === file ? String(version) : '1'),
  getScriptSnapshot: (name) => {
    const text = name === file ? content : ts.sys.readFile(name);
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
  },
  getCurrentDirectory: () => root,
  getDefaultLibFileName: (settings) => ts.getDefaultLibFilePath(settings),
  fileExists: (name) => name === file || ts.sys.fileExists(name),
  readFile: (name) => (name === file ? content : ts.sys.readFile(name)),
});

/** A file of a project that depends on the package, as the language service of an editor sees it. */
function open(text: string) {
  content = text;
  version += 1;
  return {
    errors: () =>
      [...service.getSyntacticDiagnostics(file), ...service.getSemanticDiagnostics(file), ...declarations()].map(
        ({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'),
      ),
    completions: (at: number) => service.getCompletionsAtPosition(file, at, {})?.entries.map(({ name }) => name) ?? [],
  };
}

/** Errors in our own declarations. A consumer who checks libraries must see none. */
function declarations(): readonly typescript.Diagnostic[] {
  const own =
    service
      .getProgram()
      ?.getSourceFiles()
      .filter(({ fileName }) => fileName.includes('/dist/types/')) ?? [];
  expect(own.length).toBeGreaterThan(0);
  return own.flatMap(({ fileName }) => service.getSemanticDiagnostics(fileName));
}

describe('TypeScript 5.0 with our declarations', () => {
  it(`is ${ts.version}`, () => {
    expect(ts.version).toMatch(/^5\.0/);
  });

  it('reports no errors for imports of any entry point', () => {
    const { errors } = open(`
import { RestClient, createSandbox, PhoneCallHandler } from 'patchbay';
import { operations, type PlatformRestError } from 'patchbay/client';
import { Agent, SkillBase, createRegistry } from 'patchbay/skills';
import { Datetime } from 'patchbay/skills/datetime';
import { createSandbox as another } from 'patchbay/sandbox';
import { openCassette, recorder, replayer } from 'patchbay/cassette';
import { explain, exportCase, importCase, links, minimize, replay, type Finding } from 'patchbay/cases';
import { platform, registry, agent, sandbox, display, use } from 'patchbay/notebook';
const client: RestClient = createSandbox().client();
export async function work(): Promise<string | null> {
  const { data } = await client.phone_numbers.list();
  for await (const queue of client.queues.list({ page_size: 2 })) void queue.friendly_name.length;
  await client.phone_numbers.update('n', { call_handler: PhoneCallHandler.AI_AGENT, call_ai_agent_id: 'a' });
  return data[0]?.name ?? null;
}
export const all = [operations, Agent, SkillBase, createRegistry, Datetime, another, openCassette, recorder, replayer, explain, exportCase, links, minimize, replay, platform, registry, agent, sandbox, display, use];
export const cause = async (text: string): Promise<Finding['cause'] | undefined> =>
  (await explain(importCase([{ name: 'ticket.har', text }]))).failures[0]?.cause;
export type Failure = PlatformRestError;
`);
    expect(errors()).toEqual([]);
  }, 60_000);

  it('completes the methods of a namespace and the values of a field', () => {
    const content =
      "import { platform } from 'patchbay/notebook';\nvoid platform.phone_numbers.update('n', { call_handler: '' });\nvoid platform.phone_numbers.";
    const { completions } = open(content);
    expect(completions(content.length)).toEqual(
      expect.arrayContaining(['list', 'search', 'purchase', 'set_swml_webhook', 'release']),
    );
    expect(completions(content.indexOf("''") + 1)).toEqual(
      expect.arrayContaining(['relay_script', 'ai_agent', 'call_flow']),
    );
  }, 60_000);

  it('rejects a wrong call', () => {
    const { errors } = open(
      "import { platform } from 'patchbay/notebook';\nvoid platform.queues.get_member('only one');\n",
    );
    expect(errors()).toEqual([expect.stringContaining('Expected 2 arguments')]);
  }, 60_000);
});
