import { bool, int, list, none, obj, page, shape, str } from '../field.js';
import { crud, op } from '../row.js';
import { paging } from './paging.js';

const G = '/api/relay/rest/number_groups';
const M = '/api/relay/rest/number_group_memberships';

const NumberGroup = shape('NumberGroup', { id: str(), name: str(), sticky_sender: bool(), phone_number_count: int() });
const Membership = shape('NumberGroupMembership', {
  id: str(), number_group_id: str(), phone_number: obj({}, { id: str(), name: str(), number: str(), capabilities: list(str()) }), created_at: str(), updated_at: str(),
});

export const number_groups = {
  ...crud(G, 'group_id', 'number group', {
    update: 'PUT', needs: { name: str() }, takes: { sticky_sender: bool('The same receiver always sees the same number.', { default: false }) }, gives: NumberGroup,
  }),
  list: op(`GET ${G}`, 'List number groups.', { takes: { filter_name: str('Part of the name.', { max: 255 }), ...paging }, gives: page(NumberGroup) }),
  list_memberships:  op(`GET ${G}/{group_id}/number_group_memberships`, 'List the numbers of a group.', { takes: paging, gives: page(Membership) }),
  add_membership:    op(`POST ${G}/{group_id}/number_group_memberships`, 'Put a number into a group.', { needs: { phone_number_id: str() }, gives: Membership }),
  get_membership:    op(`GET ${M}/{membership_id}`, 'Fetch one membership.', { gives: Membership }),
  delete_membership: op(`DELETE ${M}/{membership_id}`, 'Take a number out of its group.', { spends: true, gives: none }),
};
