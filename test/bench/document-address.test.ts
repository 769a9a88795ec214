import { afterAll, describe, expect, it } from 'vitest';
import { documentAddressIn } from '../../src/assist/inspect/response-shape.js';
import { createBench } from '../../src/bench/index.js';
import { operations, walkRows } from '../../src/client/index.js';

const bench = createBench();
afterAll(() => bench.close());
await bench.run(`var desk = (await platform.phone_numbers.list()).data[0];
var made = await platform.fabric.swml_scripts.create({ name: 'Own', contents: { version: '1.0.0', sections: { main: [{ answer: {} }] } } });
var inner = made.swml_script, madeId = made.id;
var bin = await platform.compat.laml_bins.create({ Name: 'Own', Contents: '<Response><Hangup/></Response>' });`);

async function advice(source: string): Promise<string> {
  const outcome = await bench.run(source);
  return outcome.ok ? 'ran' : bench.adviceOn(outcome.error).join('\n');
}

/** Calls that take the address of a document in SWML or in cXML. */
const CALLS = {
  swml: [
    (url: string) => `await platform.phone_numbers.set_swml_webhook(desk.id, ${url})`,
    (url: string) =>
      `await platform.phone_numbers.update(desk.id, { call_handler: 'relay_script', call_relay_script_url: ${url} })`,
    (url: string) => `await platform.calling.dial({ from: desk.number, to: '+12065550123', url: ${url} })`,
  ],
  cxml: [
    (url: string) => `await platform.phone_numbers.set_cxml_webhook(desk.id, ${url})`,
    (url: string) =>
      `await platform.phone_numbers.update(desk.id, { call_handler: 'laml_webhooks', call_request_url: ${url} })`,
  ],
};

describe('a document, or its id, in place of its address', () => {
  const given = [
    ['made', 'made.swml_script.request_url', 'swml'],
    ['made.id', 'made.swml_script.request_url', 'swml'],
    ['inner', 'inner.request_url', 'swml'],
    ['inner.id', 'inner.request_url', 'swml'],
    ['bin', 'bin.request_url', 'cxml'],
    ['bin.sid', 'bin.request_url', 'cxml'],
  ] as const;
  for (const [code, address, language] of given) {
    it.each(CALLS[language].map((call) => call(code)))('gets the call with the address: %s', async (source) => {
      const call = CALLS[language].find((one) => one(code) === source)?.(address);
      expect(await advice(source)).toContain(`try: ${call}`);
      expect((await bench.run(call ?? '')).ok).toBe(true);
    });
    const other = language === 'swml' ? 'cxml' : 'swml';
    it.each(CALLS[other].map((call) => call(code)))('is not suggested in the other language: %s', async (source) => {
      const lines = await advice(source);
      expect(lines).not.toContain('try:');
      expect(lines).toContain(`${code} is a document in ${language === 'swml' ? 'SWML' : 'cXML'}`);
    });
  }

  it('is fetched if only its id is known', async () =>
    expect(await advice('await platform.phone_numbers.set_swml_webhook(desk.id, madeId)')).toContain(
      '(await platform.fabric.swml_scripts.get(madeId)).swml_script.request_url',
    ));

  it.each(['desk', 'desk.id', "'x'", '{}', '{ request_url: 1 }'])('%s has no address', async (code) => {
    for (const call of [...CALLS.swml, ...CALLS.cxml])
      expect(await advice(call(code))).not.toMatch(/address of the document|\.request_url/);
  });
});

it('each field of a request that takes the address of a document of a call has its language', () => {
  const missing = [...walkRows(operations)].flatMap(([operation, { needs, takes }]) =>
    Object.entries({ ...needs, ...takes }).flatMap(([name, { doc = '', kind, serves }]) =>
      kind === 'str' && serves === undefined && /^Returns the document when|document for (?:the|a) call/.test(doc)
        ? [`${operation} ${name}`]
        : [],
    ),
  );
  expect(missing).toEqual([]);
});

it('the address of a document is read from own data only', () => {
  const trap = new Proxy({}, { ownKeys: () => expect.fail('a trap ran') });
  expect([documentAddressIn(trap), documentAddressIn({ inner: trap }), documentAddressIn(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});
