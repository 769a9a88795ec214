import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openCassette } from '../../src/cassette/index.js';
import { oracleOperations } from '../oracle/read.js';
import { misfitsOfError, oracleOf } from './support/oracle-shape.js';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'errors');
const failures = readdirSync(folder)
  .filter((file) => file.endsWith('.yaml'))
  .flatMap((file) => {
    const { header, entries } = openCassette(join(folder, file));
    return entries.map(({ op = '', response }) => ({ file, origin: header.origin, op, ...response }));
  })
  .filter(({ status = 0 }) => status >= 400);

/** The error format of an operation and status in the oracle. */
const family = (op: string, status: number) => `${status} ${oracleOf(op).errors[status]}`;

it('a recorded fixture exists for every error format', () => {
  const ways = new Set(
    oracleOperations().flatMap(({ id, errors }) => Object.keys(errors).map((status) => family(id, Number(status)))),
  );
  for (const { op, status = 0 } of failures) ways.delete(family(op, status));
  // For a body that cannot be read, and our client sends none: the tests of the server do.
  ways.delete('400 Compat.CompatibilityErrorResponse');
  expect([...ways]).toEqual([]);
});

it.each(failures)('$file: $status of $op has the shape that the oracle describes', ({ op, status = 0, body }) => {
  const said = body && 'json' in body ? body.json : undefined;
  expect(misfitsOfError(op, status, said)).toEqual([]);
});

it('describes by hand only errors that no request can cause', () => {
  const documented = failures.filter(({ origin }) => origin === 'documented').map(({ status }) => status);
  expect(documented.filter((status = 0) => status < 500)).toEqual([]);
  expect(failures.filter(({ origin, status = 0 }) => origin !== 'documented' && status >= 500)).toEqual([]);
});
