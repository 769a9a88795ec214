import { guardedTransport, plainLine, ServiceFailure, sendAndFollow, type Transport, valueAt } from '../../index.js';
import { GoogleMaps } from './google.js';
import { type Coordinates, likeliestPlace, nearestBusiness, placeDetails, type ValidatedAddress } from './places.js';
import { spokenNumbers } from './spoken-numbers.js';

export interface MapsClientOptions {
  readonly api_key: string;
  /** Defaults to a transport that reaches only public addresses. */
  readonly transport?: Transport | undefined;
  /** Receives why a method returned null although the service did not say "not found". Defaults to a Node.js warning. */
  readonly log?: (message: string) => void;
}

export interface DrivingRoute {
  readonly distance_meters: number;
  readonly duration_seconds: number;
}

const MAX_INPUT_LENGTH = 300;

interface Search {
  readonly input_text: string;
  readonly bias_lat?: number | null | undefined;
  readonly bias_lng?: number | null | undefined;
}

export type RouteEnds = Readonly<Record<'origin_lat' | 'origin_lng' | 'dest_lat' | 'dest_lng', number>>;

interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Finds addresses and routes. `validate_address` and `compute_route` return null for every failure, and log it. */
export class MapsClient {
  readonly #google: GoogleMaps;
  readonly #log: (message: string) => void;

  constructor({ api_key, transport = guardedTransport(), log = warn }: MapsClientOptions) {
    if (!api_key) throw new TypeError('MapsClient requires an api_key');
    this.#log = log;
    this.#google = new GoogleMaps(api_key, (request, options) => sendAndFollow(transport, request, options));
  }

  /** With both bias coordinates, it tries the nearest business of that name first, then autocompletes. */
  validate_address(
    input_text: string,
    bias_lat?: number | null,
    bias_lng?: number | null,
    options?: CallOptions,
  ): Promise<ValidatedAddress | null> {
    return this.#orNull(this.findAddress({ input_text, bias_lat, bias_lng }, options));
  }

  /** Returns the driving route in current traffic, or null if no route is found. */
  compute_route(
    origin_lat: number,
    origin_lng: number,
    dest_lat: number,
    dest_lng: number,
    options?: CallOptions,
  ): Promise<DrivingRoute | null> {
    return this.#orNull(this.findRoute({ origin_lat, origin_lng, dest_lat, dest_lng }, options));
  }

  /** Like `validate_address`, but throws a `ServiceFailure` if the search fails. */
  async findAddress(
    { input_text, bias_lat, bias_lng }: Search,
    { signal }: CallOptions = {},
  ): Promise<ValidatedAddress | null> {
    const input = typeof input_text === 'string' ? spokenNumbers(plainLine(input_text, MAX_INPUT_LENGTH)) : '';
    if (input === '') throw new TypeError('validate_address requires a text that is not empty');
    const bias = biasOf(bias_lat, bias_lng);
    const business = bias && (await nearestBusiness(this.#google, input, bias, signal));
    if (business) {
      const { place_id, ...known } = business;
      return (await placeDetails(this.#google, place_id, signal).catch(unlessFailed)) ?? known;
    }
    const place_id = await likeliestPlace(this.#google, input, bias, signal);
    return (place_id && (await placeDetails(this.#google, place_id, signal))) || null;
  }

  /** Like `compute_route`, but throws a `ServiceFailure` if the search fails. */
  async findRoute(
    { origin_lat, origin_lng, dest_lat, dest_lng }: RouteEnds,
    { signal }: CallOptions = {},
  ): Promise<DrivingRoute | null> {
    const content = {
      origin: waypoint(coordinates('origin', origin_lat, origin_lng)),
      destination: waypoint(coordinates('dest', dest_lat, dest_lng)),
      travelMode: 'DRIVE',
      routingPreference: 'TRAFFIC_AWARE',
    };
    const body = await this.#google.routes(content, 'routes.distanceMeters,routes.duration', signal);
    const route = valueAt(body, 'routes[0]');
    if (route === undefined) return null;
    // The service omits a distance of 0. Durations are strings such as 512s or 512.5s.
    const distance = valueAt(route, 'distanceMeters') ?? 0;
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(valueAt(route, 'duration')))?.[1];
    if (typeof distance !== 'number' || seconds === undefined)
      throw new ServiceFailure('malformed', 'routes: the route has no distance or duration');
    return { distance_meters: Math.round(distance), duration_seconds: Math.round(Number(seconds)) };
  }

  async #orNull<T>(search: Promise<T | null>): Promise<T | null> {
    try {
      return await search;
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      this.#log(error.message);
      return null;
    }
  }
}

const warn = (message: string) => process.emitWarning(`maps: ${message}`, 'PatchbayNotice');

function biasOf(lat: number | null = null, lng: number | null = null): Coordinates | undefined {
  if (lat === null && lng === null) return undefined;
  if (lat === null || lng === null) throw new ServiceFailure('refused', 'a bias requires both bias_lat and bias_lng');
  return coordinates('bias', lat, lng);
}

function coordinates(name: string, lat: number, lng: number): Coordinates {
  if (!isWithin(lat, 90)) throw new TypeError(`${name}_lat must be a number from -90 to 90`);
  if (!isWithin(lng, 180)) throw new TypeError(`${name}_lng must be a number from -180 to 180`);
  return { lat, lng };
}

const isWithin = (value: number, limit: number) => typeof value === 'number' && Math.abs(value) <= limit;

const waypoint = ({ lat, lng }: Coordinates) => ({ location: { latLng: { latitude: lat, longitude: lng } } });

/** Ignores a service failure: the search result is sufficient if the details are unavailable. */
function unlessFailed(error: unknown): undefined {
  if (!(error instanceof ServiceFailure)) throw error;
}
