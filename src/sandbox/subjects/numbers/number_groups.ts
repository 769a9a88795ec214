import type { Handlers, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { addItem, crud, find, type Item } from '../../respond/resources.js';
import { found } from '../../respond/response.js';
import { owned } from '../../state/owned.js';
import { collection, type State } from '../../state/state.js';
import { allNumbers, type PhoneNumber } from '../phone_numbers.js';
import { notInProject, notUnique } from '../refusals.js';

/** Groups of numbers that share the sending of messages. */
export const allGroups = collection<Item>('number_groups');
/** A group contains a number once. */
const keyOf = (group: string, number: string) => `${group} ${number}`;
export const memberships = owned<Membership>('number_group_memberships', ({ number_group_id, phone_number_id }) =>
  keyOf(number_group_id, phone_number_id),
);

interface Membership {
  readonly id: string;
  readonly number_group_id: string;
  readonly phone_number_id: string;
  readonly created_at: string;
}

export function addGroup(state: State, name: string, members: readonly PhoneNumber[]): void {
  const group = addItem(state, allGroups, { name });
  for (const number of members) addMember(state, group.id, number);
}

function addMember(state: State, number_group_id: string, { id }: PhoneNumber): Membership {
  const created_at = state.clock.now().toISOString();
  const member = { id: state.ids.uuid(), number_group_id, phone_number_id: id, created_at };
  return memberships.add(state, number_group_id, member);
}

/** The number that sends for a group: its first. */
export function senderOfGroup(state: State, group: string): string | undefined {
  const [first] = memberships.of(state, group);
  return first && allNumbers(state).get(first.phone_number_id)?.number;
}

export function leaveGroups(state: State, number: PhoneNumber): void {
  for (const group of allGroups(state))
    for (const id of memberships.withKey(state, keyOf(group.id, number.id))) memberships.delete(state, id);
}

export const number_groups: Handlers = {
  ...crud('number_groups', allGroups, {
    view: (group, { state }) => ({
      sticky_sender: false,
      ...group,
      phone_number_count: memberships.of(state, group.id).size,
    }),
    beforeDelete: ({ id }, { state }) => memberships.deleteAll(state, id),
  }),
  'number_groups.list_memberships': (request) =>
    page(request, memberships.of(request.state, find(request, allGroups).id), (one) => view(request.state, one)),
  'number_groups.add_membership': (request) => {
    const { state, input } = request;
    const group = find(request, allGroups);
    const number = allNumbers(state).get(input.phone_number_id);
    if (!number) throw notInProject('phone_number_id', 'choose one of phone_numbers.list');
    if (memberships.withKey(state, keyOf(group.id, number.id)).length > 0)
      throw notUnique('phone_number_id', number.id);
    return view(state, addMember(state, group.id, number));
  },
  'number_groups.get_membership': (request) => view(request.state, findMembership(request)),
  'number_groups.delete_membership': (request) => memberships.delete(request.state, findMembership(request).id),
};

const findMembership = ({ state, params }: RequestWith<'membership_id'>): Membership =>
  found(memberships.get(state, params.membership_id));

function view(state: State, membership: Membership): unknown {
  const { id, number, settings, capabilities } = found(allNumbers(state).get(membership.phone_number_id));
  const name = typeof settings.name === 'string' && { name: settings.name };
  const phone_number = { id, number, capabilities, ...name };
  return { ...membership, updated_at: membership.created_at, phone_number };
}
