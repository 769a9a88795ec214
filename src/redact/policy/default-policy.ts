import type { Policy } from './policy.js';

/** The names people give to people. */
export const DEFAULT_NAMES: readonly string[] = [
  ...['$..first_name', '$..last_name', '$..full_name'],
  ...['$..caller_name', '$..contact_name', '$..CallerName'],
];

/** Without a policy file: every kind that shows by its shape, and those names. */
export const DEFAULT_POLICY: Policy = {
  secret: true,
  phone: true,
  email: true,
  sip: true,
  ip: true,
  keep_loopback: true,
  names: [...DEFAULT_NAMES],
  secret_fields: [],
  cut: [],
  keep: [],
};
