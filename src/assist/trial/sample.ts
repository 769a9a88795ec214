import type { AnyField, DocumentLanguage, Fields } from '../../client/index.js';

export const sample = (fields: Fields = {}): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, sampleOf(name, field)]));

export function sampleOf(name: string, field: AnyField): unknown {
  switch (field.kind) {
    case 'int':
    case 'num':
      return field.limits?.min ?? 1;
    case 'bool':
      return true;
    case 'oneOf':
      return field.values?.[0];
    case 'list':
      return [sampleOf(name, field.of?.[0] as AnyField)];
    case 'obj':
      if (field.document !== undefined) return DOCUMENTS[field.document];
      // The rows do not describe the names of the channels.
      return name === 'channels' ? { news: { read: true } } : sample(field.needs);
    case 'either':
      return sampleOf(name, field.of?.[0] as AnyField);
    default:
      return field.document === 'cxml' ? DOCUMENTS.cxml : textFor(name);
  }
}

const swml = (step: unknown) => ({ version: '1.0.0', sections: { main: [step] } });

/** A short document in each language that is written as an object. */
const DOCUMENTS: Readonly<Record<DocumentLanguage, unknown>> = {
  swml: swml({ play: { url: 'say:Hello' } }),
  'swml for messages': swml({ reply: { body: 'Hello' } }),
  cxml: '<Response><Say>Hello</Say></Response>',
};

/** Uses reserved numbers and domains, so that an example never reaches a real person. */
function textFor(name: string): string {
  if (/url|uri/i.test(name)) return 'https://example.com/';
  // A call or a message needs two numbers.
  if (/^(to|To)$/.test(name)) return OTHER_NUMBER;
  if (/^(from|number|phone_number|From|PhoneNumber)$/.test(name)) return SAMPLE_NUMBER;
  if (/email/.test(name)) return SAMPLE_EMAIL;
  return PLACEHOLDER;
}

/** The value of a text field that the user must fill in. */
export const PLACEHOLDER = '…';
const SAMPLE_NUMBER = '+12065550100';
const OTHER_NUMBER = '+12065550188';
const SAMPLE_EMAIL = 'ada@example.com';

/** For sample values that the sample account uses: values that it does not use. */
export const UNUSED: ReadonlyMap<unknown, string> = new Map([
  [SAMPLE_NUMBER, OTHER_NUMBER],
  [SAMPLE_EMAIL, 'grace@example.com'],
]);
