import type { AiFields } from '../../sandbox/index.js';
import { isPlain, nearest } from '../../util/index.js';
import { copyOf } from '../contract/params.js';

type Placeholder = `\${${string}}` | `%{${string}}`;
type Optional<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** The values that a document can have: a number or a flag can be a placeholder, which the platform fills in. */
type Written<T> = T extends number | boolean
  ? T | Placeholder
  : T extends readonly (infer Item)[]
    ? readonly Written<Item>[]
    : T extends object
      ? { readonly [K in Exclude<keyof T, Optional<T>>]: Written<T[K]> } & {
          readonly [K in Optional<T>]?: Written<Exclude<T[K], undefined>>;
        }
      : T;

type Fields = Written<AiFields>;

/**
 * The fields of the verb `ai`, as in a document. Tools and global data are not among them, because an agent has methods for
 * both.
 */
export interface AgentSettings extends Partial<Omit<Fields, 'SWAIG' | 'global_data'>> {
  /** The servers, the built-in functions and the defaults of the tools: `mcp_servers`, `native_functions`, `includes` … */
  readonly SWAIG?: Omit<NonNullable<Fields['SWAIG']>, 'functions'>;
}

/** The form of each field, with an example. */
const FORMS = {
  prompt: ['object', "{ text: 'You are friendly.' }"],
  post_prompt: undefined,
  post_prompt_url: undefined,
  params: ['object', '{ temperature: 0.3 }'],
  SWAIG: ['object', '{ includes: [] }'],
  hints: ['list', "['Ada']"],
  pronounce: ['list', "[{ replace: 'SW', with: 'software' }]"],
  languages: ['list', "[{ name: 'English', code: 'en-US', voice: 'NAME' }]"],
  multilingual: ['object', '{ languages: [] }'],
} satisfies Record<keyof AgentSettings, readonly [form: 'object' | 'list', example: string] | undefined>;
const FIELDS = Object.keys(FORMS);

/** Returns the settings with the fields of `changes`. A field that is undefined is removed. */
export function changedSettings(settings: AgentSettings, changes: AgentSettings): AgentSettings {
  if (!isPlain(changes)) throw new TypeError('configure requires an object: configure({ prompt: { text: … } })');
  for (const [name, value] of Object.entries(changes)) {
    assertField(name);
    assertForm(name, value);
  }
  const { SWAIG } = changes;
  if (isPlain(SWAIG) && 'functions' in SWAIG)
    throw new TypeError('configure: add the functions with define_tool(), define_data_map() or add_skill()');
  const merged = Object.entries({ ...settings, ...copyOf(changes) });
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

function assertField(name: string): void {
  if (FIELDS.includes(name)) return;
  if (name === 'global_data') throw new TypeError('configure: add global data with update_global_data()');
  const meant = nearest(name, FIELDS);
  const next = meant === undefined ? `Its fields: ${FIELDS.join(', ')}` : `Did you mean ${JSON.stringify(meant)}?`;
  throw new TypeError(`Unknown field ${JSON.stringify(name)} in configure. ${next}`);
}

/** A text in place of an object would become an object of its letters in the document. */
function assertForm(name: string, value: unknown): void {
  const [form, example] = FORMS[name as keyof AgentSettings] ?? [];
  if (form === undefined || value === undefined || (form === 'list' ? Array.isArray(value) : isPlain(value))) return;
  const own =
    name === 'prompt' && typeof value === 'string' && value !== '' ? `{ text: ${JSON.stringify(value)} }` : example;
  throw new TypeError(
    `configure: ${name} must be ${form === 'list' ? 'a list' : 'an object'}, such as { ${name}: ${own} }`,
  );
}
