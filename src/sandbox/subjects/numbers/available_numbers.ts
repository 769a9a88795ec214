import type { RequestOf } from '../../respond/handler.js';
import { invalid } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { allNumbers } from '../phone_numbers.js';
import { type City, isTollFree, PLACES, placeOf, TOLL_FREE } from './north-america.js';

const OFFERED = /^\+1\d{3}55501\d{2}$/;

export const isOffered = (number: string) =>
  OFFERED.test(number) && (isTollFree(number) || placeOf(number) !== undefined);

export interface Candidate {
  readonly number: string;
  readonly place: City | undefined;
  readonly tollFree: boolean;
}

export function candidates(
  state: State,
  { tollFree, limit, matches }: { tollFree: boolean; limit: number; matches: (one: Candidate) => boolean },
): Candidate[] {
  const taken = new Set([...allNumbers(state)].map(({ number }) => number));
  const found: Candidate[] = [];
  for (const one of offers(tollFree)) {
    if (found.length >= limit) break;
    if (!taken.has(one.number) && matches(one)) found.push(one);
  }
  return found;
}

function* offers(tollFree: boolean): Generator<Candidate> {
  for (let line = 100; line < 200; line++)
    for (const areacode of tollFree ? TOLL_FREE : PLACES.map((place) => place.areacode)) {
      const number = `+1${areacode}5550${line}`;
      yield { number, place: placeOf(number), tollFree };
    }
}

export function available({ state, input }: RequestOf<'phone_numbers.search'>): unknown[] {
  const { areacode = '', starts_with = '', contains = '', ends_with = '', region, city, max_results = 50 } = input;
  const tollFree = input.number_type === 'toll-free';
  checkSearch(input);
  const matches = ({ number, place }: Candidate) => {
    const digits = number.slice(2);
    return (
      digits.startsWith(areacode) &&
      digits.startsWith(starts_with) &&
      digits.includes(contains) &&
      digits.endsWith(ends_with) &&
      isSame(region, place?.region) &&
      isSame(city, place?.city)
    );
  };
  return candidates(state, { tollFree, limit: max_results, matches }).map(({ number, place }) => ({
    number,
    ...(place && { region: place.region, city: place.city, rate_center: place.city.toUpperCase() }),
    capabilities: { voice: true, sms: true, mms: true, fax: !tollFree },
  }));
}

function checkSearch({ areacode, region, city, ...input }: RequestOf<'phone_numbers.search'>['input']) {
  const parts = (['starts_with', 'contains', 'ends_with'] as const).filter((name) => input[name]);
  if (parts.length > 1) throw invalid({ message: `only one of ${parts.join(' and ')} can be given` });
  for (const name of parts)
    if (!/^\d{3,7}$/.test(input[name] ?? '')) throw invalid({ message: `${name} must have 3 to 7 digits` });
  if (city && !region) throw invalid({ message: 'city requires region' });
  if (areacode && !/^\d{3}$/.test(areacode))
    throw invalid({ message: 'areacode must have 3 digits', attribute: 'areacode' });
  if (input.number_type === 'toll-free' && region) throw invalid({ message: 'region is only for local numbers' });
}

/** Whether a value matches a filter. An empty filter matches everything. */
export const isSame = (filter: string | undefined, value: string | undefined): boolean =>
  !filter || filter.toLowerCase() === value?.toLowerCase();
