/** A place whose numbers use the exchange 555 with 0100–0199, which is reserved for fiction: no real phone has them. */
export interface Place {
  readonly areacode: string;
  readonly region: string;
  readonly city: string;
  readonly timezone: string;
}

export const PLACES: readonly Place[] = [
  { areacode: '206', region: 'WA', city: 'Seattle', timezone: 'America/Los_Angeles' },
  { areacode: '212', region: 'NY', city: 'New York', timezone: 'America/New_York' },
  { areacode: '312', region: 'IL', city: 'Chicago', timezone: 'America/Chicago' },
  { areacode: '415', region: 'CA', city: 'San Francisco', timezone: 'America/Los_Angeles' },
  { areacode: '512', region: 'TX', city: 'Austin', timezone: 'America/Chicago' },
  { areacode: '617', region: 'MA', city: 'Boston', timezone: 'America/New_York' },
];
export const TOLL_FREE = ['800', '833', '844', '855', '866', '877', '888'];

export const isTollFree = (number: string) => number.startsWith('+1') && TOLL_FREE.includes(number.slice(2, 5));
export const placeOf = (number: string) => PLACES.find(({ areacode }) => number.startsWith(`+1${areacode}`));
export const nationalFormat = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
