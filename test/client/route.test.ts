import { describe, expect, it } from 'vitest';
import { matchRoute, operations, walkRows } from '../../src/client/index.js';
import { parseArgument, parseRoute } from '../../src/client/route.js';

describe('parseRoute', () => {
  it('separates the method, the literal texts and the parameters', () => {
    expect(parseRoute('PUT /api/queues/{queue_id}/members/{id:waiting call}')).toEqual({
      method: 'PUT',
      path: '/api/queues/{queue_id}/members/{id}',
      literals: ['/api/queues/', '/members/', ''],
      parameters: [
        { name: 'queue_id', kind: 'id', doc: 'the id of a queue', collection: '/api/queues' },
        { name: 'id', kind: 'id', doc: 'the id of a waiting call', collection: '/api/queues/{queue_id}/members' },
      ],
    });
  });

  it('rejects a parameter without a kind', () => {
    expect(() => parseRoute('GET /api/things/{thing}')).toThrow('{thing} does not declare its kind');
  });
});

describe('parseArgument', () => {
  it.each([
    ['call_sid', { name: 'call_sid', kind: 'id', doc: 'the id of a call' }],
    ['agent_id:AI agent', { name: 'agent_id', kind: 'id', doc: 'the id of an AI agent' }],
    ['e164:number', { name: 'e164', kind: 'number', doc: 'a phone number in E.164' }],
    ['url:text', { name: 'url', kind: 'text', doc: '' }],
  ])('reads the kind of %s', (declared, argument) => {
    expect(parseArgument(declared)).toEqual(argument);
  });
});

it.each([...walkRows(operations)])('the route of %s equals its parsed form', (_, row) => {
  const rebuilt = row.literals.map((literal, index) =>
    index < row.parameters.length ? `${literal}{${row.parameters[index]?.name}}` : literal,
  );
  expect(row.route).toBe(`${row.method} ${rebuilt.join('')}`);
});

const rows = [...walkRows(operations)];
const segments = new Set(
  rows.flatMap(([, { literals }]) => literals.flatMap((text) => text.split('/').filter(Boolean))),
);

it.each(rows.filter(([, { parameters }]) => parameters.length > 0))(
  'a path of %s has its parameters, also if one is a word of other paths',
  (_, row) => {
    const wrong: string[] = [];
    for (const [place] of row.parameters.entries())
      for (const segment of segments) {
        const values = row.parameters.map((_, index) => (index === place ? segment : `v${index}`));
        const path = row.literals.map((literal, index) => literal + (values[index] ?? '')).join('');
        const match = matchRoute(row.method, path, row.fixed ?? {});
        // The word may also lead to another row.
        if (match?.row === row && row.parameters.some(({ name }, index) => match.words[name] !== values[index]))
          wrong.push(path);
      }
    expect(wrong).toEqual([]);
  },
);
