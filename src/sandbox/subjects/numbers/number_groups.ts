import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { owned } from '../../state/owned.js';
import { addThing, crud, find, type Thing } from '../../state/resources.js';
import { kind, type State } from '../../state/state.js';
import { allNumbers, type PhoneNumber } from '../phone_numbers.js';
import { notUnique, notYours } from '../refusals.js';

/** Groups of numbers that share the sending of messages. */
const allGroups = kind<Thing>('number_groups');
const memberships = owned<Membership>('number_group_memberships');

interface Membership {
  readonly id: string;
  readonly number_group_id: string;
  readonly phone_number_id: string;
  readonly created_at: string;
}

export function makeGroup(state: State, name: string, members: readonly PhoneNumber[]): void {
  const group = addThing(state, allGroups, { name });
  for (const number of members) addMember(state, group.id, number);
}

function addMember(state: State, number_group_id: string, { id }: PhoneNumber): Membership {
  const created_at = state.clock.now().toISOString();
  return memberships.add(state, number_group_id, {
    id: state.ids.uuid(),
    number_group_id,
    phone_number_id: id,
    created_at,
  });
}

/** Removes a released number from its groups. */
export function leaveGroups(state: State, number: PhoneNumber): void {
  for (const group of allGroups(state))
    for (const { id, phone_number_id } of memberships.of(state, group.id))
      if (phone_number_id === number.id) memberships.delete(state, id);
}

export const number_groups: Subject = {
  ...crud('number_groups', allGroups, {
    view: (group, { state }) => ({
      sticky_sender: false,
      ...group,
      phone_number_count: memberships.of(state, group.id).size,
    }),
    gone: ({ state }, { id }) => memberships.deleteAll(state, id),
  }),
  'number_groups.list_memberships': (ask) =>
    page(ask, memberships.of(ask.state, find(ask, allGroups).id), (one) => view(ask.state, one)),
  'number_groups.add_membership': (ask) => {
    const { state, fields } = ask;
    const group = find(ask, allGroups);
    const number = allNumbers(state).get(fields.phone_number_id as string);
    if (!number) throw notYours('phone_number_id', 'see phone_numbers.list');
    for (const { phone_number_id } of memberships.of(state, group.id))
      if (phone_number_id === number.id) throw notUnique('phone_number_id', number.id);
    return view(state, addMember(state, group.id, number));
  },
  'number_groups.get_membership': (ask) => view(ask.state, findMembership(ask)),
  'number_groups.delete_membership': (ask) => memberships.delete(ask.state, findMembership(ask).id),
};

function findMembership({ state, words }: Ask): Membership {
  const membership = memberships.get(state, words.membership_id ?? '');
  if (!membership) throw notFound();
  return membership;
}

function view(state: State, membership: Membership): unknown {
  const number = allNumbers(state).get(membership.phone_number_id);
  const { id, settings, capabilities } = number as PhoneNumber;
  return {
    ...membership,
    updated_at: membership.created_at,
    phone_number: {
      id,
      number: number?.number,
      capabilities,
      ...(typeof settings.name === 'string' && { name: settings.name }),
    },
  };
}
