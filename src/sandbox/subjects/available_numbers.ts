import { invalid } from '../answer.js';
import type { Ask } from '../subject.js';
import { allNumbers } from './phone_numbers.js';

interface Place {
  readonly areacode: string;
  readonly region: string;
  readonly city: string;
}

// Where numbers can be had. The exchange 555 with 0100–0199 is set aside for fiction: nobody real is ever called.
const PLACES: readonly Place[] = [
  { areacode: '206', region: 'WA', city: 'Seattle' },
  { areacode: '212', region: 'NY', city: 'New York' },
  { areacode: '312', region: 'IL', city: 'Chicago' },
  { areacode: '415', region: 'CA', city: 'San Francisco' },
  { areacode: '512', region: 'TX', city: 'Austin' },
  { areacode: '617', region: 'MA', city: 'Boston' },
];
const TOLL_FREE = ['800', '833', '844', '855', '866', '877', '888'];
const OFFERED = /^\+1(\d{3})55501\d{2}$/;

export function isOffered(number: string): boolean {
  const areacode = OFFERED.exec(number)?.[1];
  return (
    areacode !== undefined && (TOLL_FREE.includes(areacode) || PLACES.some((place) => place.areacode === areacode))
  );
}

/** Numbers that can be bought and fit the filters. */
export function available({ state, query }: Ask): unknown[] {
  const filter = (name: string) => query.get(name) ?? '';
  const parts = ['starts_with', 'contains', 'ends_with'].filter((name) => filter(name) !== '');
  if (parts.length > 1) throw invalid({ message: `only one of ${parts.join(' and ')} can be given` });
  for (const name of parts)
    if (!/^\d{3,7}$/.test(filter(name))) throw invalid({ message: `${name} must have 3 to 7 digits` });
  if (filter('city') && !filter('region')) throw invalid({ message: 'city needs region' });

  const most = Math.min(Number(filter('max_results') || 50), 100);
  const taken = new Set([...allNumbers(state)].map(({ number }) => number));
  const found: unknown[] = [];
  for (const candidate of candidates(filter('number_type') === 'toll-free')) {
    if (found.length >= most) break;
    if (!taken.has(candidate.number) && fits(candidate, filter)) found.push(candidate);
  }
  return found;
}

type Candidate = ReturnType<typeof numberIn>;

function* candidates(tollFree: boolean): Generator<Candidate> {
  for (let line = 100; line < 200; line++) {
    for (const place of tollFree ? TOLL_FREE.map((areacode) => ({ areacode })) : PLACES) yield numberIn(place, line);
  }
}

function numberIn({ areacode, region, city }: Pick<Place, 'areacode'> & Partial<Place>, line: number) {
  const capabilities = { voice: true, sms: true, mms: true, fax: region !== undefined };
  return {
    number: `+1${areacode}5550${line}`,
    ...(region !== undefined && { region, city, rate_center: city?.toUpperCase() }),
    capabilities,
  };
}

function fits({ number, region, city }: Candidate, filter: (name: string) => string): boolean {
  const digits = number.slice(2);
  const same = (name: string, value: string | undefined) =>
    filter(name) === '' || filter(name).toLowerCase() === value?.toLowerCase();
  return (
    digits.startsWith(filter('areacode')) &&
    digits.startsWith(filter('starts_with')) &&
    digits.includes(filter('contains')) &&
    digits.endsWith(filter('ends_with')) &&
    same('region', region) &&
    same('city', city)
  );
}
