import type { RestClient } from '../../../src/client/index.js';
import { missing, refused, type Walk } from './walk.js';

export const number_groups: Walk = async ({ number_groups: groups, phone_numbers }: RestClient) => {
  const { id } = await groups.create({ name: 'Campaign' });
  await groups.list({ filter_name: 'Camp' });
  await groups.update(id, { name: 'Campaign', sticky_sender: true });
  await groups.get(id);
  const [number] = (await phone_numbers.list()).data;
  const phone_number_id = number?.id as string;
  const membership = await groups.add_membership(id, { phone_number_id });
  await refused(groups.add_membership(id, { phone_number_id }), 422);
  await groups.list_memberships(id);
  await groups.get_membership(membership.id);
  await groups.delete_membership(membership.id);
  await missing(groups.get_membership(membership.id));
  await groups.delete(id);
  await missing(groups.get(id));
};
