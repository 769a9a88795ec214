import { expect, it } from 'vitest';
import { minimize, replay } from '../../../src/cases/index.js';
import { parseCassette } from '../../../src/cassette/index.js';

const HEADER = '{"kind":"cassette","version":1,"origin":"imported","tool":"test","redaction":"none"}';
const LINE =
  '{"kind":"http","request":{"method":"GET","url":"https://acme.example.com/api/relay/rest/queues"},"response":{"status":200}}';
const recordingOf = (requests: number) =>
  parseCassette([HEADER, ...Array(requests).fill(LINE)].join('\n'), 'many.ndjson');

it.each([
  ['replay', replay],
  ['minimize', minimize],
])('%s refuses a recording of more than 10,000 requests before it begins, and tells what helps', async (_, act) => {
  const many = recordingOf(10_001);
  const before = process.cpuUsage();
  await expect(act(many)).rejects.toThrow(/10,001 requests; the limit is 10,000. Divide it into parts/);
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(200);
});
