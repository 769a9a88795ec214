import { onTestFinished } from 'vitest';
import { type CaseTask, CaseWork } from '../../src/inspector/case/case-work.js';
import type { CasePartName, CaseState } from '../../src/inspector/case-contract.js';
import { inspected } from './support.js';

export type Files = Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>;

const formOf = (files: Files, keep: string) => {
  const form = new FormData();
  for (const [name, content] of Object.entries(files)) form.append('file', new Blob([content]), name);
  if (keep !== '') form.append('keep', keep);
  return form;
};

/** A case without a thread. Each step returns its parts and its file; a step that fails rejects. */
export function caseWork({ secrets = [] }: { readonly secrets?: readonly string[] } = {}) {
  const work = new CaseWork(secrets);
  const run = async (task: CaseTask) => {
    const { parts = {}, ...result } = await work.run(task, { signal: new AbortController().signal, report: () => {} });
    const entries = Object.entries(parts).map(([name, json]) => [name, JSON.parse(json)]);
    return { ...result, ...Object.fromEntries(entries) };
  };
  return {
    run,
    async drop(files: Files, keep = '') {
      const form = new Response(formOf(files, keep));
      const type = form.headers.get('content-type') ?? '';
      return run({ name: 'open', upload: { type, bytes: new Uint8Array(await form.arrayBuffer()) } });
    },
    file: async (format: string, of: 'case' | 'minimal' = 'case'): Promise<string> =>
      (await run({ name: 'export', of, format })).file,
  };
}

/** A page with its session, which opens cases and waits for each step. */
export async function openedPage() {
  const server = await inspected();
  onTestFinished(() => server.inspector.close());
  return { ...server, ...(await casePage(server)) };
}

export async function casePage({ origin, open, pageOf }: Awaited<ReturnType<typeof inspected>>) {
  const cookie = await open();
  const page = pageOf(cookie);
  const settled = async (): Promise<CaseState> => {
    for (;;) {
      const { body } = await page('GET', 'case/next');
      if (body.work === null) return body;
    }
  };
  return {
    ...{ page, cookie, settled },
    state: async (): Promise<CaseState> => (await page('GET', 'case')).body,
    /** Opens a case as a drop on the page does. */
    async drop(files: Files, keep = ''): Promise<CaseState> {
      const headers = { cookie, origin, 'x-patchbay-page': '1' };
      await fetch(`${origin}/_patchbay/data/case`, { method: 'POST', headers, body: formOf(files, keep) });
      return settled();
    },
    /** Runs a step to its end. */
    async step(name: string, body: unknown = {}): Promise<CaseState> {
      await page('POST', `case/${name}`, body);
      return settled();
    },
    part: async (name: CasePartName) => (await page('GET', `case/part/${name}`)).body,
    /** Downloads a file. */
    async file(name: string): Promise<string> {
      const headers = { cookie, origin, 'x-patchbay-page': '1' };
      return (await fetch(`${origin}/_patchbay/data/case/file/${name}`, { headers })).text();
    },
  };
}
