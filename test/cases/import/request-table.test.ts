import { expect, it } from 'vitest';
import { requestTable } from '../../../src/cases/import/request-table.js';
import { importCase } from '../../../src/cases/index.js';

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
