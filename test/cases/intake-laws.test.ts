import { describe, expect, it } from 'vitest';
import { type CaseInput, importCase } from '../../src/cases/index.js';
import { textOf } from '../../src/cassette/index.js';
import { seeded } from '../support/random.js';
import { inputsOf, ticketNames } from './tickets-of-people/judge.js';

/** All orders of a list. */
function ordersOf<T>(list: readonly T[]): T[][] {
  return list.length < 2
    ? [[...list]]
    : list.flatMap((one, i) => ordersOf(list.toSpliced(i, 1)).map((rest) => [one, ...rest]));
}

/** An explanation reads nothing but the documents. */
const storyOf = (inputs: readonly CaseInput[]) => {
  const { documents, problems } = importCase(inputs);
  return { documents, problems };
};

const Q = 'https://acme.example.com/api/relay/rest/queues';
const GET = (id: string, status: number) => `curl -i ${Q}/${id}\nHTTP/1.1 ${status} x\n\n{"error":"Not Found"}\n`;
const CREATED = `2026-03-02T10:00:00Z POST ${Q} {"name":"a"} 201 {"id":"aaaa1111","friendly_name":"a"}`;

describe('the order of the files', () => {
  it('does not change what is imported', () => {
    const groups: CaseInput[][] = [
      ...ticketNames()
        .map(inputsOf)
        .filter(({ length }) => length > 1),
      [
        { name: 'a.txt', text: GET('aaaa1111', 404) },
        { name: 'b.txt', text: `curl -i -X DELETE ${Q}/aaaa1111\nHTTP/1.1 204 x\n\n` },
        { name: 'c.log', text: CREATED },
      ],
    ];
    expect(groups).toHaveLength(6);
    for (const group of groups) {
      const [first, ...others] = ordersOf(group).map(storyOf);
      for (const other of others) expect(other).toEqual(first);
    }
  });

  it('puts a file without times before a log, and behind the request that created what it uses', () => {
    const orderOf = (...inputs: CaseInput[]) =>
      importCase(inputs).documents.map((one) => (one.kind === 'http' ? one.request.method : one.kind));
    const log = { name: 'a.log', text: CREATED };
    expect(orderOf(log, { name: 'b.txt', text: GET('bbbb2222', 404) })).toEqual(['GET', 'POST']);
    expect(orderOf(log, { name: 'b.txt', text: GET('aaaa1111', 404) })).toEqual(['POST', 'GET']);
  });
});

describe('JSON records of a log', () => {
  it('have each field read, or named as not read', () => {
    const random = seeded(20_260_304);
    const names = ['request', 'response', 'input', 'output', 'reply', 'payload', 'meta', 'details', 'extra', 'user'];
    const nameOf = () => random.pick([...names, random.text(6, 'abcdefghijklmnop')]);
    for (let round = 0; round < 100; round++) {
      const values: string[] = [];
      const value = (): unknown => {
        const word = `w${values.push('')}x${random.text(8, 'qrstuvwz')}`;
        values[values.length - 1] = word;
        return random.pick<unknown>([
          word,
          { [nameOf()]: word },
          JSON.stringify({ a: word }),
          [word],
          { a: { b: word } },
        ]);
      };
      const extra = Object.fromEntries(Array.from({ length: 4 }, () => [nameOf(), value()]));
      const record = { method: 'POST', url: Q, status: 201, ...extra };
      const { documents, problems } = importCase([{ name: 'a.log', text: `${JSON.stringify(record)}\n` }]);
      const [entry] = documents;
      if (entry?.kind !== 'http') throw new Error('no request was imported');
      const note = problems.find((one) => one.includes('not read')) ?? '';
      const kept = `${textOf(entry.request.body)} ${textOf(entry.response?.body)}`;
      for (const [name, one] of Object.entries(extra)) {
        const words = values.filter((word) => JSON.stringify(one).includes(word));
        const isKept = words.every((word) => kept.includes(word));
        expect(isKept || note.includes(name), `${JSON.stringify(record)}\n${note}`).toBe(true);
      }
    }
  });

  it.each([
    ['objects', { request: { to: '+15005550104' }, response: { success: false } }],
    ['texts', { request: '{"to":"+15005550104"}', response: '{"success":false}' }],
    ['messages', { request: { body: { to: '+15005550104' } }, response: { status: 200, data: { success: false } } }],
    ['other names', { request_payload: { to: '+15005550104' }, response_body: '{"success":false}' }],
  ])('have bodies as %s', (_, bodies) => {
    const record = { method: 'POST', url: Q.replace('queues', 'mfa/sms'), status: 200, ...bodies };
    const [entry] = importCase([{ name: 'a.log', text: JSON.stringify(record) }]).documents;
    expect(entry).toMatchObject({
      request: { body: { json: { to: '+15005550104' } } },
      response: { status: 200, body: { json: { success: false } } },
    });
  });

  it('take a resource with a field named body or url as the whole body', () => {
    const request = { To: '+15005550104', Url: 'https://ivr.example.org/a', body: 'Hi' };
    const record = { method: 'POST', url: `${Q}`, status: 201, request };
    const [entry] = importCase([{ name: 'a.log', text: JSON.stringify(record) }]).documents;
    expect(entry).toMatchObject({ request: { url: Q, body: { json: request } } });
  });
});
