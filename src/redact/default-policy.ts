import type { Policy } from './policy.js';

/** Without a policy file: every kind that shows by its shape, and the names people give to people. */
export const DEFAULT_POLICY: Policy = {
  secret: true,
  phone: true,
  email: true,
  sip: true,
  ip: true,
  keep_loopback: true,
  names: ['$..first_name', '$..last_name', '$..full_name', '$..caller_name', '$..contact_name', '$..CallerName'],
  secret_fields: [],
  cut: [],
  keep: [],
};
