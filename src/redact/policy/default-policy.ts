import type { Policy } from './policy.js';

/** The fields that usually contain the names of people. */
export const DEFAULT_NAMES: readonly string[] = [
  ...['$..first_name', '$..last_name', '$..full_name'],
  ...['$..caller_name', '$..contact_name', '$..CallerName'],
];

/** The policy if no file is given: every kind that has a recognizable shape, and the default names. */
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
