import { invalid } from '../respond/response.js';

/** Refusals that several handlers share. */

const isHttpUrl = (value: string) => /^https?:\/\/[^\s/]\S*$/.test(value);
const IS_URL = /(_url|^status_callback|_status_callback)$/;

/** Validates the URL fields. An empty URL becomes null, which removes the setting. */
export function checkedUrls<T extends Readonly<Record<string, unknown>>>(fields: T): Record<string, unknown> {
  const checked: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (!IS_URL.test(name) || typeof value !== 'string') continue;
    if (value === '') checked[name] = null;
    else if (!isHttpUrl(value)) throw refuse(name, `${name} must be an http or https URL`, 'http_url_required');
  }
  return checked;
}

export const refuse = (attribute: string, message: string, code = 'invalid_parameter_value') =>
  invalid({ message, attribute, code });
export const required = (attribute: string, message = `${attribute} is required`) =>
  refuse(attribute, message, 'missing_required_parameter');
export const wrongValue = (attribute: string, says: string) => refuse(attribute, `${attribute} ${says}`);
export const notUnique = (attribute: string, value: unknown) =>
  refuse(attribute, `${attribute} ${String(value)} is taken`, 'value_not_unique');
export const notYours = (attribute: string, instead: string) =>
  refuse(attribute, `${attribute} must belong to the project: ${instead}`, 'must_belong_to_project');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** Returns a UUID in lower case, or throws. */
export function uuidOf(attribute: string, value: unknown): string {
  if (typeof value !== 'string' || !UUID.test(value)) throw wrongValue(attribute, 'must be a UUID');
  return value.toLowerCase();
}
