import { describe, expect, it } from 'vitest';
import { callEvents } from '../../src/inspector/page/calls/call-events.js';
import { namedProblem } from '../../src/inspector/page/calls/call-words.js';
import { documents } from '../sandbox/call-documents/index.js';
import { placeCall } from '../sandbox/call-documents/place-call.js';
import { rotated } from '../support/rotation.js';

type CallEvent = ReturnType<typeof callEvents>[number];

/** Callbacks, and the lines that can be their causes. */
const CAUSES: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^call\.completed|^calling\.call\.state · (?:ended|ending)/,
    /^end |: (?:busy|no_answer|error|declined|cancelled|did not|refused)|the connection ended|the result is/,
  ],
  [/^calling\.call\.connect · disconnected/, /^end |the connection ended/],
  [/^calling\.call\.connect · connected/, /connected with/],
  [/^calling\.call\.connect · failed/, /^end |: (?:busy|no_answer|error|declined)/],
  [
    /^recording\.(?:completed|absent)|^calling\.call\.record · (?:finished|no_input)/,
    /^end |records |the recording ends|records silence/,
  ],
  [
    /^(?:participant-leave|conference-end)|^calling\.conference · (?:leave|end)/,
    /^end |leaves the conference|the conference ends/,
  ],
  [/^(?:participant-join|conference-start)/, /joins the conference/],
];

/** The lines that stand after a callback of the same time that they caused. */
const lateCauses = (events: readonly CallEvent[]): string[] =>
  events.flatMap(({ callback, title, time }, index) => {
    const [, cause] = CAUSES.find(([pattern]) => callback !== undefined && pattern.test(title)) ?? [];
    const late = events.slice(index + 1).find((one) => {
      const isCause = !one.callback && one.time === time && cause?.test(`${one.title} ${one.text}`);
      return isCause === true;
    });
    return late ? [`${title} before ${late.title} ${late.text}`] : [];
  });

// Laws of the timelines of the calls that an author wrote from the public description of the platform.
const calls = documents.flatMap(([name, document]) => document.callers.map((caller) => ({ name, document, caller })));

describe.each(rotated(calls, 4))(
  'the timeline of $name, with a caller who $caller.name',
  ({ name, document, caller }) => {
    it('is in order and complete, and says each thing once in the words of the user', async () => {
      const { story } = await placeCall(name, document, caller);
      const events = callEvents(story);
      const times = events.flatMap(({ time }) => time ?? []);
      expect([times[0], times]).toEqual([0, times.toSorted((a, b) => a - b)]);
      const ringing = Date.parse(story.document_started ?? story.started) - Date.parse(story.started);
      if (story.duration !== null)
        expect(events.find(({ title }) => title === 'end')?.time).toBeCloseTo(story.duration - ringing / 1000);
      expect(events.flatMap(({ callback }) => callback ?? [])).toEqual(story.webhooks);
      expect(new Set(events.flatMap(({ exchange }) => exchange ?? []))).toEqual(new Set(story.requests));
      expect(new Set(events.flatMap(({ step }) => step ?? []))).toEqual(new Set(story.steps));
      for (const { title, text, callback } of events) {
        expect(`${title}${text}`).not.toBe('');
        const [first = ''] = text.split(' ');
        if (!callback) expect([title, `${title}s`]).not.toContain(first);
        const parts = text.split(' · ');
        expect(parts).toEqual([...new Set(parts)]);
        expect(text).not.toMatch(/\bmain\[\d|relay_script_|\bplays? say:/);
      }
      const all = events.map(({ text }) => text).join('\n');
      for (const problem of story.problems) {
        const { message } = namedProblem(problem);
        const status = /the response status is (\d+)$/.exec(message);
        const shown =
          /not simulated: .*/.exec(message)?.[0] ?? (status ? `status ${status[1]}` : message.replace(/^\S+ /, ''));
        expect(all.replaceAll('the response status is', 'status')).toContain(shown);
        if (!status) expect(all.split(message).length).toBeLessThanOrEqual(2);
      }
    });

    it('has each cause before its effects, also when the caller hangs up in the middle', async () => {
      const { story } = await placeCall(name, document, caller);
      const events = callEvents(story);
      const middle = events.flatMap(({ time }) => time ?? []).at(-1) ?? 0;
      const hangup_after = Math.max(1, Math.floor(middle / 2));
      const cut = await placeCall(name, document, { ...caller, hangup_after });
      const cutEvents = callEvents(cut.story);
      expect([...lateCauses(events), ...lateCauses(cutEvents)]).toEqual([]);
    });
  },
);
