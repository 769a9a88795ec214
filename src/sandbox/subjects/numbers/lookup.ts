import type { Handlers } from '../../respond/handler.js';
import { notFound } from '../../respond/response.js';
import type { State } from '../../state/state.js';
import { ownNumber } from '../own-number.js';
import { isCanadian, isTollFree, nationalFormat, placeOf } from './north-america.js';

const COUNTRIES: readonly (readonly [code: string, country: string, timezone: string])[] = [
  ['1', 'US', 'America/New_York'],
  ['33', 'FR', 'Europe/Paris'],
  ['34', 'ES', 'Europe/Madrid'],
  ['39', 'IT', 'Europe/Rome'],
  ['44', 'GB', 'Europe/London'],
  ['49', 'DE', 'Europe/Berlin'],
  ['61', 'AU', 'Australia/Sydney'],
  ['81', 'JP', 'Asia/Tokyo'],
];

/** Canada shares its calling code with the United States. */
const CANADA = ['1', 'CA', 'America/Toronto'] as const;

export const lookup: Handlers = {
  'lookup.phone_number': ({ state, params: { e164 }, input }) => {
    if (!/^\+[1-9]\d{6,14}$/.test(e164)) throw notFound();
    const include = (input.include ?? '').split(',').map((part) => part.trim());
    return {
      ...facts(e164),
      ...(include.includes('carrier') && { carrier: carrierOf(e164) }),
      ...(include.includes('cnam') && { cnam: { caller_id: callerIdOf(state, e164) } }),
    };
  },
};

function facts(e164: string) {
  const [code, country_code, timezone] = isCanadian(e164)
    ? CANADA
    : (COUNTRIES.find(([prefix]) => e164.startsWith(`+${prefix}`)) ?? []);
  if (code === undefined) return { e164, possible_number: true, valid_number: false };
  const national_number = e164.slice(1 + code.length);
  const isAmerican = code === '1';
  // Neither the area code nor the exchange starts with 0 or 1.
  const valid = isAmerican ? /^[2-9]\d{2}[2-9]\d{6}$/.test(national_number) : national_number.length >= 8;
  const place = placeOf(e164);
  const parts = isAmerican ? national_number.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3') : national_number;
  return {
    e164,
    country_code,
    country_code_number: Number(code),
    national_number,
    national_number_formatted: nationalFormat(e164).replace(`+${code}`, ''),
    international_number_formatted: `+${code} ${parts}`,
    possible_number: isAmerican ? national_number.length === 10 : true,
    valid_number: valid,
    number_type: isTollFree(e164) ? 'toll-free' : 'fixed-line-or-mobile',
    location: place ? `${place.city}, ${place.region}` : country_code,
    timezones: [place?.timezone ?? timezone],
  };
}

function carrierOf(e164: string) {
  const place = placeOf(e164);
  const voip = { lec: 'SANDBOX CARRIER', linetype: 'voip' };
  return place
    ? { lrn: e164.slice(2), city: place.city.toUpperCase(), state: place.region, jurisdiction: 'interstate', ...voip }
    : voip;
}

/** Caller names have up to 15 characters. */
function callerIdOf(state: State, e164: string): string {
  const name = ownNumber(state, e164)?.settings.name;
  return typeof name === 'string' ? name.toUpperCase().slice(0, 15) : 'UNKNOWN';
}
