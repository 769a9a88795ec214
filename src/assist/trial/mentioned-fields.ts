import type { PlatformRestError, Row } from '../../client/index.js';
import { sampleOf, UNUSED } from './sample.js';

/** Returns the fields that the error messages name, each with the value that they mention, or else a sample value. */
export function mentionedFields(row: Row, { errors }: PlatformRestError): Record<string, unknown> {
  const text = errors.map(({ attribute = '', message }) => `${attribute} ${message}`).join(' ');
  const words = new Set(text.match(/\w+/g));
  const variants = (row.variants ?? []).flatMap(({ needs, takes }) => Object.entries({ ...needs, ...takes }));
  const fields = [...Object.entries({ ...row.needs, ...row.takes }), ...variants].filter(([name]) => words.has(name));
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const sample = field.values?.find((value) => words.has(String(value))) ?? sampleOf(name, field);
      const unused = UNUSED.get(sample);
      // The error is about the sample value: it is in use.
      return [name, unused !== undefined && text.includes(String(sample)) ? unused : sample];
    }),
  );
}

/** Returns the fields with the first missing field that an error names, or else with new values for those it names. */
export function corrected(fields: Input, row: Row, error: PlatformRestError): Input {
  const mentioned = mentionedFields(row, error);
  const missing = Object.entries(mentioned).find(([name]) => !(name in fields));
  return { ...fields, ...(missing ? Object.fromEntries([missing]) : mentioned) };
}

export type Input = Readonly<Record<string, unknown>>;
