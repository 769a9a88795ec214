import { describe, expect, it } from 'vitest';
import type { Mode } from '../../src/bench/index.js';
import { headerText } from '../../src/repl/header.js';
import { promptLeads } from '../../src/repl/prompt.js';

describe('the opening lines', () => {
  const lines = ['Patchbay · replays \x1b[2Ja file with a name.yaml', 'two'];
  it('are broken between words where the screen is narrow, and drive nothing', () => {
    expect(headerText(lines, { columns: 30, colour: false })).toBe(
      'Patchbay · replays a file with\na name.yaml\ntwo\n',
    );
  });
  it('are nothing where there are none', () => expect(headerText([], { columns: 30, colour: true })).toBe(''));
});

describe('the prompt in live mode', () => {
  const lead = (space: string, columns = 80) => promptLeads({ kind: 'live', space } satisfies Mode, columns).first;
  it('names the space', () => expect(lead('acme')).toBe('LIVE acme › '));
  it('says when a name is cut', () => expect(lead('a-very-long-name-of-a-space', 40)).toBe('LIVE a-very-long-… › '));
  it('has room for an address at 40 columns', () => expect(lead('127.0.0.1:80', 40)).toBe('LIVE 127.0.0.1:80 › '));
});
