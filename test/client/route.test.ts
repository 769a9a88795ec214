import { describe, expect, it } from 'vitest';
import { operations, walkRows } from '../../src/client/index.js';
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
