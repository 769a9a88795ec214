import { type PolicyKey, RULES } from '../rules.js';

export interface Policy extends Readonly<Record<Switch, boolean>> {
  /** Loopback addresses do not identify anyone. */
  readonly keep_loopback: boolean;
  /** The paths of names in bodies, forms and queries. */
  readonly names: readonly string[];
  /** Additional names of fields whose values are secrets. */
  readonly secret_fields: readonly string[];
  /** Words that are always replaced. */
  readonly cut: readonly string[];
  /** Values that are never replaced. */
  readonly keep: readonly string[];
}

/** The policy keys that turn rules on and off. The other keys of rules are lists. */
export type Switch = Exclude<PolicyKey, 'names' | 'cut'>;
const isSwitch = (key: PolicyKey | undefined): key is Switch => key !== undefined && key !== 'names' && key !== 'cut';
export const SWITCHES: readonly Switch[] = [...new Set(RULES.map(({ policy }) => policy).filter(isSwitch))];

/** The policy if no file is given: every kind that has a recognizable shape, and the fields that usually contain names. */
export const DEFAULT_POLICY: Policy = {
  ...(Object.fromEntries(SWITCHES.map((key) => [key, true])) as Record<Switch, boolean>),
  keep_loopback: true,
  names: [
    ...['$..first_name', '$..last_name', '$..full_name', '$..street_name'],
    ...['$..caller_name', '$..caller_id_name', '$..contact_name', '$..CallerName'],
    // Where they live.
    ...['$..street', '$..street_address', '$..street_line'],
    // Other resources have a display name too, which is a label and not a person.
    ...['$..subscriber.display_name', '$..user_name'],
  ],
  secret_fields: [],
  cut: [],
  keep: [],
};

/** Reads a policy file. Its parser is loaded only when there is one. */
export const readPolicy = async (text: string, file?: string): Promise<Policy> =>
  (await import('./policy.js')).parsePolicy(text, file);
