import { expect, it } from 'vitest';
import { judgeTicket, ticketNames } from './tickets-of-people/judge.js';

it('reads 40 tickets of people as a careful person does', { timeout: 120_000 }, async () => {
  const names = ticketNames();
  expect(names).toHaveLength(40);
  const judged = [];
  for (const name of names) judged.push(await judgeTicket(name));
  expect(judged.filter(({ verdict }) => verdict !== 'right')).toEqual([]);
});
