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

const FIELDS = Object.keys({
  prompt: true,
  post_prompt: true,
  post_prompt_url: true,
  params: true,
  SWAIG: true,
  hints: true,
  pronounce: true,
  languages: true,
  multilingual: true,
} satisfies Record<keyof AgentSettings, true>);

/** Returns the settings with the fields of `changes`. A field that is undefined is removed. */
export function changedSettings(settings: AgentSettings, changes: AgentSettings): AgentSettings {
  if (!isPlain(changes)) throw new TypeError('configure requires an object: configure({ prompt: { text: … } })');
  for (const name of Object.keys(changes)) assertField(name);
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
