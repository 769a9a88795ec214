import type { State } from '../../../state/state.js';
import { notUnique, wrongValue } from '../../refusals.js';
import { subscriberEndpoints } from '../store/dependents.js';
import { ofType } from '../store/store.js';

/** Throws unless the username is free. All endpoints of a project share one SIP domain. */
export function mustBeFreeUsername(state: State, username: unknown, holder?: string): void {
  if (!/^[^\s@]+$/.test(String(username))) throw wrongValue('username', 'must have no blanks and no @');
  for (const { id, own } of ofType('sip_endpoint')(state))
    if (id !== holder && own.username === username) throw notUnique('username', username);
  for (const subscriber of ofType('subscriber')(state))
    for (const endpoint of subscriberEndpoints.of(state, subscriber.id))
      if (endpoint.id !== holder && endpoint.username === username) throw notUnique('username', username);
}
