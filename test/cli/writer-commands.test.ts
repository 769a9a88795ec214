import { describe, expect, it } from 'vitest';
import { exporters } from '../../src/cases/index.js';
import { commands } from '../../src/cli/commands/index.js';
import { NOT_WRITERS, WRITERS } from '../slow/cli/support/writer-commands.js';

const paths = Object.entries(commands).flatMap(([name, { actions }]) =>
  actions ? Object.keys(actions).map((action) => `${name} ${action}`) : [name],
);

describe('the commands that are killed while they write (test/slow/cli/writers.mjs)', () => {
  it('are all that write', () => {
    const listed = [...WRITERS.map(({ command }) => command), ...Object.keys(NOT_WRITERS)];
    expect([...new Set(listed)].sort()).toEqual(['(bench)', ...paths].sort());
  });

  it('export to each format', () => {
    const formats = WRITERS.flatMap(({ format }) => format ?? []);
    expect(formats.sort()).toEqual(exporters.map(({ name }) => name).sort());
  });
});
