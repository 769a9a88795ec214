/** A place whose numbers use the exchange 555 with 0100–0199, which is reserved for fiction: no real phone has them. */
export interface City {
  readonly areacode: string;
  readonly region: string;
  readonly city: string;
  readonly timezone: string;
}

export const PLACES: readonly City[] = [
  { areacode: '206', region: 'WA', city: 'Seattle', timezone: 'America/Los_Angeles' },
  { areacode: '212', region: 'NY', city: 'New York', timezone: 'America/New_York' },
  { areacode: '312', region: 'IL', city: 'Chicago', timezone: 'America/Chicago' },
  { areacode: '415', region: 'CA', city: 'San Francisco', timezone: 'America/Los_Angeles' },
  { areacode: '512', region: 'TX', city: 'Austin', timezone: 'America/Chicago' },
  { areacode: '617', region: 'MA', city: 'Boston', timezone: 'America/New_York' },
];
const CANADIAN =
  /^\+1(204|226|236|249|250|257|263|289|306|343|354|36[578]|382|387|403|416|418|428|431|43[78]|450|460|468|474|506|514|519|537|548|568|579|581|584|587|600|604|613|622|639|647|672|683|705|709|742|753|77[8]|78[02]|807|819|825|867|873|879|902|905|942)/;
export const isCanadian = (number: string) => CANADIAN.test(number);

export const TOLL_FREE = ['800', '833', '844', '855', '866', '877', '888'];

export const isTollFree = (number: string) => number.startsWith('+1') && TOLL_FREE.includes(number.slice(2, 5));
export const placeOf = (number: string) => PLACES.find(({ areacode }) => number.startsWith(`+1${areacode}`));
export const nationalFormat = (number: string) => number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, '($1) $2-$3');
