import { describe, expect, it } from 'vitest';
import type { Mode } from '../../src/bench/index.js';
import { headerText, promptLeads } from '../../src/repl/prompt.js';

describe('the header', () => {
  const lines = ['Patchbay · replays \x1b[2Ja file with a name.yaml', 'two'];
  it('is wrapped between words on a narrow screen and contains no control sequences', () => {
    expect(headerText(lines, { columns: 30, colour: false })).toBe(
      'Patchbay · replays a file with\na name.yaml\ntwo\n',
    );
  });
  it('is empty without lines', () => expect(headerText([], { columns: 30, colour: true })).toBe(''));
});

describe('the prompt', () => {
  it('shows the recording in progress, without the file on a narrow screen', () => {
    const lead = (columns: number) => promptLeads({ kind: 'sandbox' }, columns, '/home/me/q.yaml').first;
    expect([40, 80, 200].map(lead)).toEqual(['sandbox ● rec › ', ...Array(2).fill('sandbox ● rec q.yaml › ')]);
    expect(promptLeads({ kind: 'sandbox' }, 80, `/x/${'long'.repeat(40)}.yaml`).width).toBeLessThan(40);
  });
});

describe('the prompt in live mode', () => {
  const lead = (space: string, columns = 80) => promptLeads({ kind: 'live', space } satisfies Mode, columns).first;
  it('shows the space', () => expect(lead('acme')).toBe('LIVE acme › '));
  it('marks a truncated name', () => expect(lead('a-very-long-name-of-a-space', 40)).toBe('LIVE a-very-long-… › '));
  it('fits an address at 40 columns', () => expect(lead('127.0.0.1:80', 40)).toBe('LIVE 127.0.0.1:80 › '));
});
