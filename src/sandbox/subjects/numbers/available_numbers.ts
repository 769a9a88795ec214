import { invalid } from '../../respond/response.js';
import type { Ask } from '../../respond/subject.js';
import type { State } from '../../state/state.js';
import { allNumbers } from '../phone_numbers.js';
import { isTollFree, PLACES, type Place, placeOf, TOLL_FREE } from './north-america.js';

const OFFERED = /^\+1\d{3}55501\d{2}$/;

export const isOffered = (number: string) =>
  OFFERED.test(number) && (isTollFree(number) || placeOf(number) !== undefined);

export interface Candidate {
  readonly number: string;
  readonly place: Place | undefined;
  readonly tollFree: boolean;
}

/** Returns up to `most` available numbers that fit. */
export function candidates(
  state: State,
  { tollFree, most, fits }: { tollFree: boolean; most: number; fits: (one: Candidate) => boolean },
): Candidate[] {
  const taken = new Set([...allNumbers(state)].map(({ number }) => number));
  const found: Candidate[] = [];
  for (const one of offers(tollFree)) {
    if (found.length >= most) break;
    if (!taken.has(one.number) && fits(one)) found.push(one);
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

const MOST = 100;

/** Returns the numbers that can be purchased and match the query. */
export function available({ state, query }: Ask): unknown[] {
  const filter = (name: string) => query.get(name) ?? '';
  const parts = ['starts_with', 'contains', 'ends_with'].filter((name) => filter(name) !== '');
  if (parts.length > 1) throw invalid({ message: `only one of ${parts.join(' and ')} can be given` });
  for (const name of parts)
    if (!/^\d{3,7}$/.test(filter(name))) throw invalid({ message: `${name} must have 3 to 7 digits` });
  if (filter('city') && !filter('region')) throw invalid({ message: 'city needs region' });
  if (filter('areacode') && !/^\d{3}$/.test(filter('areacode')))
    throw invalid({ message: 'areacode must have 3 digits', attribute: 'areacode' });
  const most = Number(filter('max_results') || 50);
  if (!(Number.isInteger(most) && most >= 1 && most <= MOST))
    throw invalid({ message: `max_results must be 1–${MOST}`, attribute: 'max_results' });
  const tollFree = filter('number_type') === 'toll-free';
  if (tollFree && filter('region')) throw invalid({ message: 'region is only for local numbers' });

  const same = (name: string, value: string | undefined) =>
    filter(name) === '' || filter(name).toLowerCase() === value?.toLowerCase();
  const fits = ({ number, place }: Candidate) => {
    const digits = number.slice(2);
    return (
      digits.startsWith(filter('areacode')) &&
      digits.startsWith(filter('starts_with')) &&
      digits.includes(filter('contains')) &&
      digits.endsWith(filter('ends_with')) &&
      same('region', place?.region) &&
      same('city', place?.city)
    );
  };
  return candidates(state, { tollFree, most, fits }).map(({ number, place }) => ({
    number,
    ...(place && { region: place.region, city: place.city, rate_center: place.city.toUpperCase() }),
    capabilities: { voice: true, sms: true, mms: true, fax: !tollFree },
  }));
}
