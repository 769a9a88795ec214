import { describe, expect, test } from 'vitest';
import { callDifferences } from './call-documents/call-differences.js';
import type { SeenRequest } from './call-documents/compare.js';
import { rfc2822 } from './call-documents/expectation.js';
import { documents } from './call-documents/index.js';
import { placeCall } from './call-documents/place-call.js';

// An author who did not know the program wrote these documents, and what each caller meets, from the public description.
describe.each(documents)('%s', (name, document) => {
  for (const caller of document.callers) {
    test(`a caller ${caller.name}`, async () => {
      const observed = await placeCall(name, document, caller);
      expect(callDifferences(document, caller, observed), caller.source.join('; ')).toEqual([]);
    });
  }
});

async function firstCaller(name: string): Promise<readonly SeenRequest[]> {
  const [, document] = documents.find(([folder]) => folder === name)!;
  return (await placeCall(name, document, document.callers[0]!)).requests;
}

// These two hold for every document, and have their own tests so that the others show other differences.
test('SWML 8: callbacks have a channel swml:<uuid>', async () => {
  const callbacks = (await firstCaller('02-prompt')).filter(({ path }) => path !== '/call');
  const channels = callbacks.map(({ fields }) => (fields as { event_channel: string }).event_channel);
  expect(channels).toEqual(channels.map(() => expect.stringMatching(/^swml:[0-9a-f-]{36}$/)));
});

test('cXML 6 and 11.19: callbacks of the status of a call have an RFC 2822 Timestamp', async () => {
  const callbacks = (await firstCaller('23-dial-serial')).filter(({ path }) => /^.(first|second|status)$/.test(path));
  const times = callbacks.map(({ fields }) => (fields as { Timestamp: string }).Timestamp);
  expect(times).toEqual(times.map(() => expect.stringMatching(rfc2822)));
});
