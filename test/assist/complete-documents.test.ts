import { describe, expect, it } from 'vitest';
import { complete, signatureAt } from '../../src/assist/index.js';
import type { DocumentLanguage } from '../../src/client/index.js';
import { DOCUMENT_VERBS, type Parameter, type Parameters } from '../../src/sandbox/index.js';
import { ring } from '../sandbox/engine/line.js';
import { sessionWith } from './support/session.js';

const session = sessionWith();
const answer = (source: string) => complete(source, source.length, session);
const offers = async (source: string) => (await answer(source)).items.map(({ text }) => text);

/** The beginning of a call with a document, up to the first step. */
const DIAL = "platform.calling.dial({ from: '+12065550100', swml: { version: '1.0.0', sections: { main: [";
const BEGINNINGS: Readonly<Record<Exclude<DocumentLanguage, 'cxml'>, string>> = {
  swml: DIAL,
  'swml for messages':
    "platform.fabric.swml_scripts.create({ name: 'a', script_type: 'messaging', contents: { sections: { main: [",
};

/** Returns the source up to each object in a parameter, with the keys that it declares. */
function* objectsIn({ kind, fields, of = [] }: Parameter, typed: string): Generator<[typed: string, keys: string[]]> {
  if (kind === 'object' && fields) yield* inObject(fields, typed);
  if (kind === 'list') for (const one of of) yield* objectsIn(one, `${typed}[ `);
  if (kind === 'map') for (const one of of) yield* objectsIn(one, `${typed}{ any: `);
  if (kind === 'either') for (const one of of) yield* objectsIn(one, typed);
  if (kind === 'steps') yield [`${typed}[ { `, ['goto', 'label']];
}

function* inObject(fields: Parameters, typed: string): Generator<[string, string[]]> {
  yield [`${typed}{ `, Object.keys(fields)];
  for (const [name, field] of Object.entries(fields)) yield* objectsIn(field, `${typed}{ ${name}: `);
}

/** Returns the source up to each text in a parameter, with its allowed values or known beginnings. */
function* textsIn(parameter: Parameter, typed: string): Generator<[typed: string, values: readonly string[]]> {
  const { kind, values, begins, fields, of = [] } = parameter;
  const texts = values?.filter((value): value is string => typeof value === 'string') ?? begins ?? [];
  if (texts.length > 0) yield [`${typed}'`, texts];
  for (const [name, field] of Object.entries(fields ?? {})) yield* textsIn(field, `${typed}{ ${name}: `);
  const lead = kind === 'list' ? '[ ' : kind === 'map' ? '{ any: ' : '';
  for (const one of of) yield* textsIn(one, typed + lead);
}

for (const [language, beginning] of Object.entries(BEGINNINGS)) {
  const verbs = [...DOCUMENT_VERBS[language as DocumentLanguage].values()];

  describe(`every verb of ${language}`, () => {
    it('is offered with its summary', async () => {
      const { items } = await answer(`${beginning} { `);
      expect(items.map(({ text }) => text)).toEqual(verbs.map(({ name }) => name));
      for (const [i, { summary }] of verbs.entries()) expect(items[i]?.doc).toContain(summary);
      expect(await offers(`${beginning} { ${verbs[0]?.name}: {} }, { `)).toHaveLength(verbs.length);
    });

    it.each(verbs.map((verb) => [verb.name, verb] as const))('offers the parameters of %s', async (name, verb) => {
      const { parameters, whole } = verb;
      const typed = `${beginning} { ${name}: `;
      const value: Parameter =
        whole === undefined
          ? { kind: 'object', fields: parameters }
          : { ...parameters[whole], kind: parameters[whole]?.kind ?? 'any' };
      for (const [source, keys] of objectsIn(value, typed))
        expect([source, await offers(source)]).toEqual([source, expect.arrayContaining(keys)]);
      for (const [source, values] of textsIn(value, typed))
        expect([source, await offers(source)]).toEqual([source, expect.arrayContaining([...values])]);
    });
  });
}

describe('completion in a document', () => {
  const PLAIN = "const doc = { version: '1.0.0', sections: { main: [ { ";
  it.each([
    [`${DIAL} { pl`, ['play']],
    [`${DIAL} { play: { url: 'say:Hello', lo`, []],
    [`${DIAL} { play: { volume: 1, url: 'say:Hello', s`, ['say_voice', 'say_language', 'say_gender', 'status_url']],
    [`${DIAL} { play: 's`, ['say:', 'silence:']],
    [`${DIAL} { play: { url: 'say:Hello`, []],
    [`${DIAL} { hangup: { reason: 'b`, ['busy']],
    [`${DIAL} { play: 'say:a' }, { "pla`, ['play']],
    [`${DIAL} { play: 'say:a', `, []],
    ['platform.calling.dial({ swml: { ', ['sections', 'version']],
    ['platform.calling.dial({ swml: { sections: { ', ['main']],
    ["platform.calling.transfer('id', { dest: { sections: { main: [ { ans", ['answer']],
    [`${PLAIN}pl`, ['play']],
    [`${PLAIN}"pl`, ['play']],
    ["res.end(JSON.stringify({ version: '1.0.0', sections: { menu: [ { hang", ['hangup']],
    ["function reply() { return { sections: { main: [{ hangup: { reason: 'b", ['busy']],
    [`${DIAL} { execute: { dest: { version: '1.0.0', sections: { main: [ { hang`, ['hangup']],
    ['const tree = { sections: { intro: [ { pl', ['platform']],
    [`${DIAL} { label: 'start' }, { goto: { label: '`, ['start']],
    [`${DIAL} { label: { name: 'menu' } }, { goto: { label: 'm`, ['menu']],
    ["const d = { version: '1.0.0', sections: { help: [{ label: 'other' }], main: [{ goto: { label: '", []],
    [
      "const d = { version: '1.0.0', sections: { help: [{ label: 'other' }], main: [{ execute: { dest: '",
      ['help', 'main'],
    ],
    [`${DIAL} { set: { color: 'red' } }, { switch: { variable: 'c`, ['color']],
    [`${DIAL} { unset: 'x', play: '%{`, []],
  ])('offers after %j just %j', async (source, expected) => {
    const found = await offers(source);
    expect(expected.length === 0 ? found.filter((text) => !/^(?:vars|call)\./.test(text)) : found).toEqual(expected);
  });

  it('offers the labels after the cursor', async () => {
    const before = `${DIAL} { goto: { label: '`;
    const source = `${before}' } }, { label: 'end' }] } } })`;
    expect((await complete(source, before.length, session)).items.map(({ text }) => text)).toEqual(['end']);
  });

  it('offers the variables of earlier steps and of the call in a placeholder', async () => {
    const source = `${DIAL} { set: { color: 'red' } }, { prompt: { play: 'say:Hello' } }, { play: 'say:You chose %{`;
    const { from, items } = await answer(source);
    expect(from).toBe(source.length);
    const found = items.map(({ text }) => text);
    expect(found.slice(0, 2)).toEqual(['vars.color', 'vars.prompt_result']);
    expect(found).toContain('call.from');
    expect(await offers(`${source}call.di`)).toEqual(['call.direction']);
    expect(await offers(`${source}prompt_va`)).toEqual(['prompt_value', 'prompt_value_raw']);
    expect(await offers(`${DIAL} { play: 'say:%{vars.`)).toEqual([]);
    expect(await offers("f('%{")).toEqual([]);
  });

  it('offers the fields of the call that the sandbox sets', async () => {
    const { steps } = await ring([{ set: { all: '%{call}' } }]);
    const set = Object.keys(steps[0]?.variables?.all ?? {});
    const fields = (await offers(`${DIAL} { play: '%{call.`)).map((text) => text.slice('call.'.length));
    expect(fields).toEqual(expect.arrayContaining(set));
    // Only SIP calls and connected calls have these.
    expect(fields.filter((name) => !set.includes(name))).toEqual(['sip_data', 'parent', 'peer']);
  });

  it('marks the current parameter in the signature of a document without a call', async () => {
    const source = `${PLAIN}play: { volume: `;
    const help = signatureAt(source, source.length, session);
    expect(await help?.signature).toEqual({
      before: 'SWML … sections.main[].play: { url?, urls?, ',
      active: 'volume?: number -40 to 40',
      after: ', say_voice?, say_language?, say_gender?, auto_answer?, status_url? }',
      doc: 'The volume in dB.',
    });
    expect(signatureAt('const x = { a: { b: [ { ', 24, session)).toBeUndefined();
  });

  it('marks the current parameter in the signature', async () => {
    const help = signatureAt(`${DIAL} { play: { volume: `, `${DIAL} { play: { volume: `.length, session);
    const { before, active, doc } = (await help?.signature) ?? {};
    expect(before).toMatch(/^calling\.dial … swml\.sections\.main\[\]\.play: \{ /);
    expect([active, doc]).toEqual(['volume?: number -40 to 40', 'The volume in dB.']);
  });
});

describe('completion in the text of a cXML document', () => {
  const XML = 'const answer = `<?xml version="1.0"?>\n<Response>\n  ';
  const verbs = [...DOCUMENT_VERBS.cxml.values()];
  const isElement = (name: string) => /^[A-Z]/.test(name);

  it('offers each verb with its summary', async () => {
    const { items } = await answer(`${XML}<`);
    expect(items.map(({ text }) => text)).toEqual(verbs.map(({ name }) => name));
    for (const [i, { summary }] of verbs.entries()) expect(items[i]?.doc).toContain(summary);
  });

  it.each(verbs.map((verb) => [verb.name, verb.parameters] as const))(
    'offers the attributes, elements and values of %s',
    async (name, parameters) => {
      const inElement = async (typed: string, tag: string, fields: Parameters) => {
        const entries = Object.entries(fields);
        const attributes = entries.filter(([one, { kind }]) => !isElement(one) && one !== 'text' && kind !== 'steps');
        expect((await offers(`${typed}<${tag} `)).sort()).toEqual(attributes.map(([one]) => one).sort());
        for (const [attribute, { values, of: [item] = [], kind }] of attributes) {
          const expected = kind === 'bool' ? ['true', 'false'] : (values ?? item?.values ?? []);
          expect(await offers(`${typed}<${tag} ${attribute}="`)).toEqual(expected);
        }
        const inside = `${typed}<${tag} a="1">`;
        const nested = entries.filter(([one]) => isElement(one));
        const prompts = fields.prompts ? ['Say', 'Play', 'Pause'] : [];
        expect(await offers(`${inside}<`)).toEqual([...nested.map(([one]) => one), ...prompts]);
        for (const [one, { of: [item] = [] }] of nested) await inElement(inside, one, item?.fields ?? {});
      };
      await inElement(XML, name, parameters);
    },
  );

  it.each([
    [`${XML}<Ga`, ['Gather']],
    [`${XML}<Gather numDigits="1" time`, ['timeout']],
    [`${XML}<Gather input="dtmf s`, ['speech']],
    [`${XML}<Gather><Say>Press 1.</Say><Pl`, ['Play']],
    [`${XML}<Gather><Say loop="2" `, ['voice', 'language']],
    [`${XML}<Gather><Say>Hello</`, ['Say']],
    [`${XML}<Say>Hello</Say><!-- <Dial> --><Hang`, ['Hangup']],
    [`${XML}<Say>1 < 2 and `, []],
    [`${XML}<Dial record=\\"do`, ['do-not-record']],
    ["platform.fabric.cxml_scripts.create({ display_name: 'a', contents: '<", ['Response']],
    ["platform.fabric.cxml_scripts.create({ display_name: 'a', contents: '<Response><Hang", ['Hangup']],
    ["platform.compat.laml_bins.create({ Name: 'a', Contents: '<Response><Hang", ['Hangup']],
    ["f('<Response><Hang", ['Hangup']],
    ["f('<div><Hang", []],
    ["f('<", []],
  ])('offers after %j just %j', async (source, expected) => {
    expect(await offers(source)).toEqual(expected);
  });
});
