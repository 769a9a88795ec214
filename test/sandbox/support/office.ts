/** A postal address as people give it. */
export const office = {
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
