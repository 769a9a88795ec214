import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { SCENARIOS } from '../../scripts/issues/scenarios.js';
import { explain, explanationSheet, minimize, type ReplayReport, replay } from '../../src/cases/index.js';
import { type Cassette, toNdjson } from '../../src/cassette/index.js';
import { Sheet } from '../../src/show/index.js';
import { CAUSES, FORMS, issues, openTicket, personalIn, TICKETS } from './support/tickets.js';

const folder = mkdtempSync(join(tmpdir(), 'issues-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function causeOf(name: string, cassette: Cassette) {
  const explanation = await explain(cassette);
  const found = [...explanation.failures, ...explanation.suspicious];
  expect(personalIn(`${new Sheet(explanationSheet(explanation))}`)).toEqual([]);
  expect(found).toContainEqual(expect.objectContaining(CAUSES[name] ?? {}));
  const { operation, field } = CAUSES[name] ?? {};
  const cause = found.find((one) => one.operation === operation && (field === undefined || one.field === field));
  return cause as NonNullable<typeof cause>;
}

it('the tickets are those of the table, in three forms each', () => {
  expect(readdirSync(issues).sort()).toEqual(Object.keys(SCENARIOS).sort());
  expect(Object.keys(CAUSES).sort()).toEqual(Object.keys(SCENARIOS).sort());
  for (const name of Object.keys(SCENARIOS)) expect(readdirSync(join(issues, name)).sort()).toEqual([...FORMS].sort());
  // The forms that customers send contain personal data, so that the search below can find it.
  for (const form of ['ticket.har', 'commands.txt'])
    expect(personalIn(readFileSync(join(issues, 'expired-token', form), 'utf8'))).toEqual(
      expect.arrayContaining(['email', 'name', 'account']),
    );
});

describe.each(TICKETS)('%s as %s', (name, form) => {
  it('is imported, explained, replayed and cut down', { timeout: 60_000 }, async () => {
    const { file, cassette, shown } = openTicket(folder, name, form);
    expect(personalIn(readFileSync(file, 'utf8') + shown)).toEqual([]);
    const cause = await causeOf(name, cassette);
    // A populated sandbox has the number that a command names, which the sandbox of explain does not.
    const status = name === 'wrong-handler' ? 200 : cause.status;
    const isCause = ({ requests }: ReplayReport) =>
      requests.some((one) => one.operation === cause.operation && one.status === status);

    const report = await replay(cassette);
    expect(report.requests[cause.exchange - 1]).toMatchObject({ status });
    const small = await minimize(cassette, status < 400 ? { test: isCause } : {});
    expect(isCause(await replay(small))).toBe(true);
    expect(small.isFinished).toBe(true);
    const requestsOf = ({ documents }: Pick<Cassette, 'documents'>) =>
      documents.filter(({ kind }) => kind === 'http').length;
    expect(requestsOf(small)).toBeGreaterThan(0);
    expect(requestsOf(small)).toBeLessThan(requestsOf(cassette));

    expect(personalIn(toNdjson(small))).toEqual([]);
  });
});
