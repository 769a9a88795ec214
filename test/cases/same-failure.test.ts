import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  explain,
  exportCase,
  exporters,
  type Finding,
  importCase,
  minimize,
  type ReplayedRequest,
  replay,
} from '../../src/cases/index.js';
import { type Cassette, type CassetteEntry, openCassette } from '../../src/cassette/index.js';
import { operations, walkRows } from '../../src/client/index.js';
import { firstOfItsKind, rotated, rotatedSeeds, sampled } from '../support/rotation.js';
import { generatedCase } from './support/generated-case.js';
import { openTicket, TICKETS } from './support/tickets.js';
import { inputsOf, judgementOf, ticketNames } from './tickets-of-people/judge.js';

type Recording = Pick<Cassette, 'header' | 'documents'>;

const folder = mkdtempSync(join(tmpdir(), 'same-failure-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The last failure that a recording shows, as `explain` names it. */
async function failureIn(recording: Pick<Recording, 'documents'>) {
  const { failures } = await explain(recording);
  const found = failures.at(-1);
  return found && partsOf(found);
}

const partsOf = ({ operation, request, status, field, trap, cause }: Finding) => ({
  operation,
  request: operation === undefined ? request : undefined,
  ...{ status, field, trap, cause: cause.replace(/\b\d{1,6}\b/g, '#') },
});

const statusesIn = ({ documents }: Pick<Recording, 'documents'>) =>
  documents.flatMap((one) => (one.kind === 'http' ? [(one as CassetteEntry).response?.status] : []));

/** Import → explain → minimise → replay → seven exports: all of them show the same failure. */
async function checkStory(recording: Recording): Promise<void> {
  const failure = await failureIn(recording);
  if (!failure) return;
  const small = await minimize(recording);
  expect(await failureIn(small)).toEqual(failure);
  const before = await replay(recording);
  const { requests } = await replay(small);
  const outcomes = requests.filter(({ outcome }) => outcome === 'different');
  // What already differed may differ still, such as a request for a resource that the recording does not show.
  if (before.isSame) expect(outcomes).toEqual([]);
  const last = requests.findLast((one) => one.status === failure.status || one.outcome === 'recorded');
  expect(last?.status === failure.status || failure.status === 0).toBe(true);
  for (const { name } of exporters) await checkExport(name, small, last?.outcome === 'recorded' ? last : undefined);
  expect(statusesIn(await minimize(small))).toEqual(statusesIn(small));
}

/** `injected`: the request that the sandbox does not fail by itself. The programs and scripts make it fail. */
async function checkExport(format: string, small: Recording, injected: ReplayedRequest | undefined): Promise<void> {
  const text = await exportCase(small, format, { file: 'small.yaml', base: 'http://127.0.0.1:4010' });
  const recorded = statusesIn(small).filter((one) => one !== undefined && one >= 400);
  // Requests to services are comments in an .http file.
  const isOfPlatform = small.documents.every((one) => one.kind !== 'http' || (one as CassetteEntry).op !== undefined);
  if (format === 'har' || (format === 'http' && isOfPlatform)) {
    const { documents } = importCase([{ name: `small.${format}`, text }], { keep: ['/'] });
    // A success without a body has no status in an .http file.
    expect(statusesIn({ documents }).filter((one) => one !== undefined && one >= 400)).toEqual(recorded);
  } else if (format === 'report') for (const status of recorded) expect(text).toContain(`| ${status} |`);
  const isProgram = ['ts', 'test', 'notebook'].includes(format);
  if (injected?.operation === undefined || !operationNames.has(injected.operation)) return;
  // A redirect is not a fault.
  if (injected.recorded !== undefined && injected.recorded < 400) return;
  // A client cannot send every body. Then the program says that it leaves the request out.
  if (isProgram && /so the program leaves the request out/.test(text)) return;
  if (isProgram) expect(text).toContain(`sandbox.faults.add('${injected.operation}'`);
  if (format === 'curl' || format === 'http') expect(text).toContain('/_patchbay/api/faults');
}

const operationNames = new Set([...walkRows(operations)].map(([name]) => name));

const FIXTURES = join(import.meta.dirname, '../../fixtures');
const fixtures = ['errors', 'bindings', 'calls', 'paging', 'notebooks'].flatMap((group) =>
  readdirSync(join(FIXTURES, group)).flatMap((name) => (name.endsWith('.yaml') ? [`${group}/${name}`] : [])),
);

/** The first fixture of each group, and the first ticket in each form, in every run; a share of the others. */
const isFirstOfGroup = firstOfItsKind((name: string) => name.split('/')[0]);
const isFirstOfForm = firstOfItsKind(([, form]: (typeof TICKETS)[number]) => form);

const FAILING = ticketNames().filter((name) => judgementOf(name).failures.length > 0);

describe('the same failure', () => {
  it.each(sampled(fixtures, isFirstOfGroup))('in fixture %s', { timeout: 120_000 }, async (name) => {
    await checkStory(openCassette(join(FIXTURES, name)));
  });

  it.each(sampled(TICKETS, isFirstOfForm))('in ticket %s as %s', { timeout: 120_000 }, async (name, form) => {
    await checkStory(openTicket(folder, name, form).cassette);
  });

  it.each(rotated(FAILING))('in the ticket %s of a person', { timeout: 120_000 }, async (name) => {
    await checkStory(importCase(inputsOf(name)));
  });

  it.each(rotatedSeeds(200))('in generated case %s', { timeout: 120_000 }, async (seed) => {
    await checkStory(await generatedCase(seed));
  });
});
