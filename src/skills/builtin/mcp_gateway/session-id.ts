import { createHash } from 'node:crypto';
import { isPlain, type RawData } from '../../index.js';

/**
 * Returns the gateway session id of a call: `mcp_call_id` from the global data, or else the call id, or undefined if
 * the request has neither. An id with characters that gateways reject is hashed.
 */
export function sessionIdOf({ global_data, call_id }: RawData): string | undefined {
  const chosen = isPlain(global_data) ? global_data.mcp_call_id : undefined;
  const id = [chosen, call_id].find((one): one is string => typeof one === 'string' && one !== '');
  if (id === undefined || /^[A-Za-z0-9_.-]{1,128}$/.test(id)) return id;
  return createHash('sha256').update(id).digest('hex');
}
