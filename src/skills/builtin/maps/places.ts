import { plainLine, ServiceFailure, valueAt } from '../../index.js';
import type { GoogleMaps } from './google.js';
import { spokenNumbers } from './spoken-numbers.js';

export interface Coordinates {
  readonly lat: number;
  readonly lng: number;
}

export interface ValidatedAddress extends Coordinates {
  readonly address: string;
}

interface Business extends ValidatedAddress {
  readonly place_id: string;
}

/** Radius in metres around the bias that autocomplete prefers. Places outside it are still returned. */
const BIAS_RADIUS = '50000';

/** Returns the closest business whose name contains the keyword. The service also lists related ones. */
export async function nearestBusiness(
  google: GoogleMaps,
  keyword: string,
  bias: Coordinates,
  signal: AbortSignal | undefined,
): Promise<Business | undefined> {
  const query = { keyword, location: pair(bias), rankby: 'distance' };
  const found = listOf(await google.place('nearbysearch', query, signal), 'results');
  const lower = spokenNumbers(keyword).toLowerCase();
  // The service sorts by distance, so the first match is the nearest.
  for (const place of found) {
    const name = textAt(place, 'name');
    const at = coordinatesAt(place, 'geometry.location');
    const place_id = textAt(place, 'place_id');
    if (!at || !place_id || !spokenNumbers(name).toLowerCase().includes(lower)) continue;
    return { place_id, address: [name, textAt(place, 'vicinity')].filter(Boolean).join(', '), ...at };
  }
  return undefined;
}

/** Returns the place id of the first autocomplete prediction. */
export async function likeliestPlace(
  google: GoogleMaps,
  input: string,
  bias: Coordinates | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const query = { input, ...(bias && { location: pair(bias), radius: BIAS_RADIUS }) };
  const predictions = listOf(await google.place('autocomplete', query, signal), 'predictions');
  return predictions.map((one) => textAt(one, 'place_id')).find(Boolean);
}

export async function placeDetails(
  google: GoogleMaps,
  place_id: string,
  signal: AbortSignal | undefined,
): Promise<ValidatedAddress | undefined> {
  const body = await google.place('details', { place_id, fields: 'name,formatted_address,geometry,types' }, signal);
  if (body === undefined) return undefined;
  const at = coordinatesAt(body, 'result.geometry.location');
  const formatted = textAt(body, 'result.formatted_address');
  if (!at || !formatted)
    throw new ServiceFailure('malformed', 'details: the response has no address or no coordinates');
  const name = textAt(body, 'result.name');
  const isNamed = !isBusiness(valueAt(body, 'result.types')) || formatted.toLowerCase().startsWith(name.toLowerCase());
  return { address: isNamed ? formatted : `${name}, ${formatted}`, ...at };
}

/** Place types that an address describes completely. A place of any other type also has a name. */
const ADDRESS_TYPES: ReadonlySet<unknown> = new Set([
  ...['street_address', 'route', 'intersection', 'premise', 'subpremise', 'postal_code', 'locality'],
  ...['administrative_area_level_1', 'administrative_area_level_2', 'country', 'political', 'geocode'],
]);

const isBusiness = (types: unknown) => Array.isArray(types) && types.some((type) => !ADDRESS_TYPES.has(type));

const pair = ({ lat, lng }: Coordinates) => `${lat},${lng}`;

function listOf(body: unknown, name: string): readonly unknown[] {
  if (body === undefined) return [];
  const list = valueAt(body, name);
  if (!Array.isArray(list)) throw new ServiceFailure('malformed', `the response has no list of ${name}`);
  return list;
}

function textAt(value: unknown, path: string): string {
  const text = valueAt(value, path);
  return typeof text === 'string' ? plainLine(text, 300) : '';
}

function coordinatesAt(value: unknown, path: string): Coordinates | undefined {
  const [lat, lng] = [valueAt(value, `${path}.lat`), valueAt(value, `${path}.lng`)];
  return typeof lat === 'number' && typeof lng === 'number' ? { lat, lng } : undefined;
}
