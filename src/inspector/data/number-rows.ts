import { RestClient } from '../../client/index.js';
import { mayBeLoopback } from '../../http/index.js';
import { copySandbox, type Sandbox } from '../../sandbox/index.js';
import type { SheetPart } from '../../util/index.js';
import type { NumberRow } from '../contract.js';

const MAX_NUMBERS = 200;

/** The numbers of the project with their routes, those with problems first. Reads a copy, so that the clock stands still. */
export async function numberRows(sandbox: Pick<Sandbox, 'credentials' | 'seed' | 'snapshot'>): Promise<NumberRow[]> {
  const { explainRoute } = await import('../../assist/index.js');
  const { credentials, transport } = copySandbox(sandbox);
  const client = new RestClient({ ...credentials, transport, retries: 0, on_notice: () => {} });
  const rows: NumberRow[] = [];
  for await (const { id, number, name } of client.phone_numbers.list()) {
    if (rows.length === MAX_NUMBERS) break;
    const parts = (await explainRoute(client, number)).slice(1);
    rows.push({ id, number, name: name || null, parts, problems: problemsIn(parts) });
  }
  return rows.sort((a, b) => Number(b.problems.length > 0) - Number(a.problems.length > 0));
}

/** The broken steps of a route, the deleted resources, and the warnings. */
function problemsIn(parts: readonly SheetPart[]): string[] {
  return parts.flatMap((part, index) => {
    if (typeof part === 'string') return [];
    if ('path' in part)
      return part.path.flatMap(({ broken, title, text }) => (broken ? [[title, text].filter(Boolean).join(': ')] : []));
    if ('pairs' in part)
      return part.pairs.flatMap(([name, text]) => (name === 'resource' && /; deleted/.test(text) ? [text] : []));
    const before = parts[index - 1];
    const isWarning = typeof before === 'object' && 'title' in before && before.title === 'Warnings';
    if (!('lines' in part) || !isWarning) return [];
    // The sandbox reaches servers on this machine only, and those have no certificate.
    return part.lines.filter((line) => !(line.includes('not encrypted') && parts.some(leadsToThisMachine)));
  });
}

const leadsToThisMachine = (part: SheetPart): boolean =>
  typeof part === 'object' &&
  'path' in part &&
  part.path.some(({ title }) => URL.canParse(title) && mayBeLoopback(new URL(title).hostname));
