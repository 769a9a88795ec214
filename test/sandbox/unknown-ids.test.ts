import { expect, it } from 'vitest';
import { operations, type Row, walkRows } from '../../src/client/index.js';
import { createSandbox } from '../../src/sandbox.js';

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const fieldsOf = ({ needs, takes, variants = [] }: Row) =>
  Object.entries(Object.assign({}, takes, ...variants.flatMap((one) => [one.takes, one.needs]), needs));

const writes = [...walkRows(operations)].filter(
  ([, row]) => row.method !== 'GET' && row.parameters.some(({ name }) => name !== 'account'),
);

it.each(writes)('%s of an unknown id is not found, whatever its fields are', async (_, row) => {
  const { transport, credentials } = createSandbox();
  const path = row.path.replaceAll(/\{(\w+)\}/g, (_all, name) => (name === 'account' ? credentials.project : UNKNOWN));
  const wrong = Object.fromEntries(fieldsOf(row).map(([name]) => [row.wire?.[name] ?? name, { wrong: [] }]));
  for (const fields of [{}, wrong]) {
    const { status } = await transport.send({
      method: row.method,
      url: `https://${credentials.host}${path}`,
      headers: {
        authorization: `Basic ${Buffer.from(`${credentials.project}:${credentials.token}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(fields),
    });
    expect(status, JSON.stringify(fields)).toBe(404);
  }
});
