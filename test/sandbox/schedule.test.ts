import { expect, it } from 'vitest';
import { Collection } from '../../src/sandbox/state/collection.js';
import { Ids } from '../../src/sandbox/state/ids.js';
import { Transaction } from '../../src/sandbox/state/transaction.js';
import { Schedule, type ScheduledEvent } from '../../src/sandbox/time/schedule.js';

const MINUTE = (minute: number) => `2026-01-01T09:0${minute}:00.000Z`;

function started() {
  const transaction = new Transaction();
  const events = new Collection<ScheduledEvent>(transaction);
  const schedule = () => new Schedule(() => events, new Ids(1), transaction);
  return { schedule: schedule(), again: schedule };
}

const taken = (schedule: Schedule): string[] => {
  const all: string[] = [];
  for (let next = schedule.takeNext(MINUTE(9)); next; next = schedule.takeNext(MINUTE(9))) all.push(next.of);
  return all;
};

it('runs events by time, and those of the same time in the order in which they were added', () => {
  const { schedule } = started();
  for (const [minute, of] of [
    [2, 'c'],
    [1, 'a'],
    [2, 'd'],
    [1, 'b'],
    [2, 'e'],
  ] as const)
    schedule.add({ at: MINUTE(minute), what: 'call answers', of });
  expect(taken(schedule)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('keeps that order when the events are read from a snapshot', () => {
  const { schedule, again } = started();
  for (const of of ['a', 'b', 'c']) schedule.add({ at: MINUTE(1), what: 'call answers', of });
  expect(taken(again())).toEqual(['a', 'b', 'c']);
});
