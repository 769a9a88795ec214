import { describe, expect, it } from 'vitest';
import { invoke } from '../../src/assist/index.js';
import { sample } from '../../src/assist/trial/sample.js';
import { explain, type Finding, importCase } from '../../src/cases/index.js';
import { type AnyField, operations, type Row, walkRows } from '../../src/client/index.js';
import { readCall } from '../../src/eval/index.js';
import { createSandbox } from '../../src/sandbox.js';
import { firstOfItsKind, sampled } from '../support/rotation.js';
import { recordedCase } from './support/recorded-case.js';

const rows = [...walkRows(operations)];
const NO_SUCH_ID = '00000000-0000-4000-8000-00000000dead';

/** Records one call of an operation, and explains it. Returns undefined if the sandbox accepts or does not simulate it. */
async function failureOf(name: string, row: Row, fields: object | undefined): Promise<Failure | undefined> {
  const args = [...row.args.map(() => NO_SUCH_ID), ...(fields ? [fields] : [])];
  const recording = await recordedCase(async (platform) => invoke(platform, { path: name.split('.'), args }));
  const { failures } = await explain(recording);
  const found = failures.find(({ status }) => status < 500);
  return found && { ...found, recording };
}

type Failure = Finding & { readonly recording: Awaited<ReturnType<typeof recordedCase>> };

/** Fails unless the finding names the operation, and its call succeeds or is marked as not tried. */
async function check(name: string, { operation = '', correction, recording }: Failure): Promise<void> {
  const routeOf = (named: string) => rows.find(([one]) => one === named)?.[1].route.replace(/\{\w+\}/g, '{}');
  expect(routeOf(operation), name).toBe(routeOf(name));
  if (!correction) return;
  if (!correction.isTried) return expect(correction.notes.join(), name).toContain('not tried');
  const call = readCall(correction.code.replace('await ', ''), () => undefined);
  if (!call) throw new Error(`${name}: ${correction.code} is not a call`);
  const [, ...path] = call.path;
  await invoke(createSandbox({ from: recording }).client(), { path, args: call.args });
}

const wrongValue = ({ kind }: AnyField) => (kind === 'str' || kind === 'oneOf' ? 7 : 'seven eleven');
const isPlain = ({ kind }: AnyField) => ['str', 'int', 'num', 'bool', 'oneOf', 'list', 'obj'].includes(kind);
const sent = (row: Row) => {
  const demanded = Object.entries(row.takes).filter(([name]) => row.demands?.includes(name));
  return row.free ? sample({ ...row.needs, ...Object.fromEntries(demanded), ...row.variants?.[0]?.needs }) : undefined;
};

/** One operation of each kind of each namespace in every run. */
const tested = sampled(
  rows,
  firstOfItsKind(([name, { method }]) => [name.split('.')[0], method].join()),
);
/** As many of those that this run tests. */
const share = (count: number) => (count * tested.length) / rows.length;

describe('every operation', () => {
  it('without one required field is explained with the field', { timeout: 300_000 }, async () => {
    let explained = 0;
    for (const [name, row] of tested) {
      // A helper such as `set_ai_agent` has its own field in a positional argument.
      if (row.args.some(({ kind }) => kind === 'id') && !name.startsWith('calling.')) continue;
      for (const missing of Object.keys(row.needs)) {
        const { [missing]: _, ...rest } = sent(row) ?? {};
        const found = await failureOf(name, row, rest);
        if (!found || found.status === 404) continue;
        explained++;
        expect([name, found.field, found.trap]).toEqual([name, missing, undefined]);
        await check(name, found);
      }
    }
    expect(explained).toBeGreaterThan(share(50));
  });

  it('with a wrong type is explained with the field', { timeout: 300_000 }, async () => {
    let explained = 0;
    for (const [name, row] of tested) {
      const [field] = Object.entries({ ...row.needs, ...row.takes }).filter(([, one]) => isPlain(one));
      if (!field || row.method === 'GET' || row.method === 'DELETE') continue;
      const found = await failureOf(name, row, { ...sent(row), [field[0]]: wrongValue(field[1]) });
      if (!found || found.status === 404) continue;
      explained++;
      expect([name, found.field]).toEqual([name, field[0]]);
      await check(name, found);
    }
    expect(explained).toBeGreaterThan(share(50));
  });

  it('with an unknown id is explained with the argument', { timeout: 300_000 }, async () => {
    let explained = 0;
    for (const [name, row] of tested) {
      if (row.args.length === 0) continue;
      const found = await failureOf(name, row, sent(row));
      if (found?.status !== 404) continue;
      explained++;
      // Operations with the same path can name its parameters differently.
      const own = rows.find(([one]) => one === found.operation)?.[1];
      // An argument in the body has the name that the request sends.
      const names = own?.args.map(
        (one) => (own.lead.includes(one.name) ? own.wire?.[one.name] : undefined) ?? one.name,
      );
      expect([name, names]).toEqual([name, expect.arrayContaining([found.field])]);
      await check(name, found);
    }
    expect(explained).toBeGreaterThan(share(100));
  });
});

describe('a request without a response', () => {
  const idOf = (index: number) => `aaaaaaaa-bbbb-4ccc-8ddd-${String(index).padStart(12, '0')}`;

  it('is not accused of an id that the recording does not show, for each operation that reads one resource', async () => {
    let ids = 0;
    const commands = [...walkRows(operations)].flatMap(([, { method, path, parameters, needs }]) =>
      method === 'GET' && parameters.some(({ kind }) => kind === 'id') && Object.keys(needs).length === 0
        ? [`curl https://acme.example.com${path.replace('{account}', idOf(0)).replace(/\{\w+\}/g, () => idOf(++ids))}`]
        : [],
    );
    expect(commands.length).toBeGreaterThan(50);
    const { documents } = importCase([{ name: 'ticket.txt', text: commands.join('\n') }]);
    const { exchanges, failures } = await explain({ documents });
    // The sandbox does not simulate the others.
    expect(exchanges).toBeGreaterThan(50);
    expect(failures.map(({ request, cause }) => `${request}: ${cause}`)).toEqual([]);
  });

  it.each([
    ['an id of a kind that the sandbox populates', `POST /api/relay/rest/mfa/${idOf(1)}/verify`, { token: '1' }],
    ['a number', `POST /api/relay/rest/registry/beta/campaigns/${idOf(1)}/orders`, { phone_numbers: ['+15095550122'] }],
  ])('is not accused of %s', async (_, request, body) => {
    const { failures } = await explain(curlOf(request, body));
    expect(failures).toEqual([]);
  });

  it('is accused of a field that it lacks, and of what an earlier exchange shows', async () => {
    const lacking = await explain(curlOf(`POST /api/relay/rest/mfa/${idOf(1)}/verify`, { code: '881204' }));
    expect(lacking.failures).toMatchObject([{ status: 422, field: 'token', level: 'likely' }]);
    const url = `https://acme.example.com/api/relay/rest/queues/${idOf(1)}`;
    const text = `curl -i -X DELETE ${url}\nHTTP/1.1 204 No Content\n\ncurl ${url}\n`;
    const deleted = await explain(importCase([{ name: 'ticket.txt', text }]));
    expect(deleted.failures).toMatchObject([{ status: 404, trap: 'stale-id' }]);
  });

  const curlOf = (request: string, body: unknown) => {
    const [method, path] = request.split(' ');
    const text = `curl -X ${method} https://acme.example.com${path} --json '${JSON.stringify(body)}'`;
    return importCase([{ name: 'ticket.txt', text }]);
  };
});
