import { missing, type Walk } from './walk.js';

export const addresses: Walk = async ({ addresses: postal }) => {
  const place = {
    label: 'Office',
    country: 'US',
    first_name: 'Ada',
    last_name: 'Byron',
    street_number: '1',
    street_name: 'Main St',
    city: 'Seattle',
    state: 'WA',
    postal_code: '98101',
  };
  const made = await postal.create(place);
  await postal.list({ filter_label: 'Off' });
  await postal.get(made.id);
  await postal.delete(made.id);
  await missing(postal.get(made.id));
};
