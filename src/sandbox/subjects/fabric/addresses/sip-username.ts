import type { State } from '../../../state/state.js';
import { notUnique, wrongValue } from '../../refusals.js';
import { subscriberEndpoints } from '../store/dependents.js';
import { ofType } from '../store/store.js';

/** Throws unless the username is free. All endpoints of a project share one SIP domain. */
export function mustBeFreeUsername(state: State, username: string, self?: string): void {
  if (!/^[^\s@]+$/.test(username)) throw wrongValue('username', 'must not contain spaces or @');
  for (const { id, own } of ofType('sip_endpoint')(state))
    if (id !== self && own.username === username) throw notUnique('username', username);
  for (const subscriber of ofType('subscriber')(state))
    for (const endpoint of subscriberEndpoints.of(state, subscriber.id))
      if (endpoint.id !== self && endpoint.username === username) throw notUnique('username', username);
}
