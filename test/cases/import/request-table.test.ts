import stringWidth from 'string-width';
import { expect, it } from 'vitest';
import { requestTable } from '../../../src/cases/import/request-table.js';
import { importCase } from '../../../src/cases/index.js';
import { hangingLines } from '../../../src/show/index.js';

const table = (text: string) => requestTable(importCase([{ name: 'app.log', text }]).documents);
const QUEUES = '/api/relay/rest/queues';

it('joins equal requests in a row, and shows unknown operations and webhooks', () => {
  const text = [
    `GET ${QUEUES} 200`,
    `GET ${QUEUES} 200`,
    `GET ${QUEUES} 404`,
    `POST https://acme.example.com/api/relay/rest/queus {"url":"https://ivr.example.org/done"} 404`,
    `DELETE ${QUEUES}/7`,
    'POST https://ivr.example.org/done 500',
  ].join('\n');
  expect(table(text)).toEqual([
    '  1-2  200  queues.list',
    '    3  404  queues.list',
    '    4  404  POST /api/relay/rest/queus',
    '    5  ---  queues.delete',
    '    6  500  POST ivr.example.org/done (webhook)',
  ]);
});

it('has at most 20 rows, and counts the rest', () => {
  const lines = Array.from({ length: 60 }, (_, i) => `GET ${QUEUES} ${i % 2 === 0 ? 200 : 404}`);
  const rows = table(lines.join('\n'));
  expect(rows).toHaveLength(21);
  expect(rows.at(-1)).toBe('  and 40 other requests');
});

it('keeps its columns on a terminal of 40 columns', () => {
  const id = '78080b1e-7abe-42d7-b6a4-1a30f977b93b';
  const rows = table(`POST /api/relay/rest/phone_numbers/${id} 404\nGET ${QUEUES} 200`);
  expect(rows.flatMap((row) => hangingLines(row, 40))).toEqual([
    '  1  404  POST',
    '          /api/relay/rest/phone_numbers/',
    '          78080b1e-7abe-42d7-b6a4-1a30f9',
    '          77b93b',
    '  2  200  queues.list',
  ]);
  const note = `note: ${QUEUES}/${id} is not a known operation: 不明 ${'x'.repeat(90)}`;
  const lines = hangingLines(note, 40);
  expect(lines.every((line) => stringWidth(line) <= 40)).toBe(true);
  expect(lines.join('').replaceAll(' ', '')).toBe(note.replaceAll(' ', ''));
});
