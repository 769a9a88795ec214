import type { Fields } from '../respond/handler.js';
import { invalid } from '../respond/response.js';

const isStrictHttpUrl = (value: string) => /^https?:\/\/[^\s/]\S*$/.test(value);
/** A caller id is a phone number or a name. */
const IS_ID = /(^|(?<!caller)_)(id|sid)$/;
const IS_URL = /(_url|^status_callback|_status_callback)$/;

export const isHttpUrl = (value: string) => /^https?:\/\/[^\s/]/.test(value);

/** The fields of a request, in which an empty URL is null. */
export type CheckedUrls<T> = {
  readonly [Key in keyof T]: Key extends `${string}_url` | `${string}status_callback` ? T[Key] | null : T[Key];
};

/** Validates the fields that contain URLs and ids. An empty URL becomes null, which removes the setting. */
export function checkedUrls(fields: Fields): Record<string, unknown> {
  const checked: Record<string, unknown> = { ...fields };
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'string') continue;
    if (IS_ID.test(name) && value !== '' && !UUID.test(value)) throw notInProject(name, 'its ids are UUIDs');
    if (!IS_URL.test(name)) continue;
    if (value === '') checked[name] = null;
    else if (!isStrictHttpUrl(value)) throw refuse(name, `${name} must be an http or https URL`, 'http_url_required');
  }
  return checked;
}

export const refuse = (attribute: string, message: string, code = 'invalid_parameter_value') =>
  invalid({ message, attribute, code });
export const required = (attribute: string, message = `${attribute} is required`) =>
  refuse(attribute, message, 'missing_required_parameter');
export const wrongValue = (attribute: string, problem: string) => refuse(attribute, `${attribute} ${problem}`);
export const notUnique = (attribute: string, value: unknown) =>
  refuse(attribute, `${attribute} ${String(value)} is already in use`, 'value_not_unique');
export const notInProject = (attribute: string, advice: string) =>
  refuse(attribute, `${attribute} must belong to the project: ${advice}`, 'must_belong_to_project');

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

export function uuidOf(attribute: string, value: string): string {
  if (!UUID.test(value)) throw wrongValue(attribute, 'must be a UUID');
  return value.toLowerCase();
}
