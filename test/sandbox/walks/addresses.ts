import { office } from '../support/office.js';
import { missing, type Walk } from './walk.js';

export const addresses: Walk = async ({ addresses: postal }) => {
  const made = await postal.create(office);
  await postal.list({ filter_label: 'Off' });
  await postal.get(made.id);
  await postal.delete(made.id);
  await missing(postal.get(made.id));
};
