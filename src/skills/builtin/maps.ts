import {
  answerOrApology,
  hiddenKey,
  type ParameterSchema,
  type PromptSection,
  promptSection,
  ReadySkill,
} from '../index.js';
import { type DrivingRoute, MapsClient, type RouteEnds } from './maps/client.js';
import type { ValidatedAddress } from './maps/places.js';

export type { DrivingRoute, MapsClientOptions } from './maps/client.js';
export type { ValidatedAddress } from './maps/places.js';
export { MapsClient };

const latitude = (of: string) =>
  ({ type: 'number', description: `Latitude of ${of}.`, minimum: -90, maximum: 90 }) as const;
const longitude = (of: string) =>
  ({ type: 'number', description: `Longitude of ${of}.`, minimum: -180, maximum: 180 }) as const;

const PARAMETERS = {
  api_key: hiddenKey('Key of the map service, with access to places and routes.', 'GOOGLE_MAPS_API_KEY'),
  lookup_tool_name: { type: 'string', description: 'Name of the tool for addresses.', default: 'lookup_address' },
  route_tool_name: { type: 'string', description: 'Name of the tool for routes.', default: 'compute_route' },
} as const satisfies ParameterSchema;

/** Finds addresses, businesses and driving routes. */
export class Maps extends ReadySkill<typeof PARAMETERS> {
  static override SKILL_NAME = 'maps';
  static override SKILL_DESCRIPTION = 'Validates addresses, finds nearby businesses and computes driving routes.';
  static override EXAMPLE = { tool: 'lookup_address', args: { address: '714 East Osage' } };
  static override REQUIRED_PACKAGES = ['requests'];
  static override PARAMETERS = PARAMETERS;

  register_tools(): void {
    const { api_key, lookup_tool_name, route_tool_name } = this.params;
    const client = new MapsClient({ api_key, transport: this.agent.transport });
    this.define_tool({
      name: lookup_tool_name,
      description: 'Find the full address and the coordinates of a place, a street address or a business.',
      parameters: {
        address: {
          type: 'string',
          description: 'The address or the name of the business, in the words of the caller.',
        },
        bias_lat: latitude('a place near the address'),
        bias_lng: longitude('that place'),
      },
      required: ['address'],
      handler: (args, _raw_data, { signal }) => this.#answer(() => lookUp(client, args, signal)),
    });
    this.define_tool({
      name: route_tool_name,
      description: 'Get the driving distance between two places, and the driving time in current traffic.',
      parameters: {
        origin_lat: latitude('the start'),
        origin_lng: longitude('the start'),
        dest_lat: latitude('the destination'),
        dest_lng: longitude('the destination'),
      },
      required: ['origin_lat', 'origin_lng', 'dest_lat', 'dest_lng'],
      handler: (args, _raw_data, { signal }) => this.#answer(() => route(client, args, signal)),
    });
  }

  override get_hints(): string[] {
    return ['address', 'location', 'route', 'directions', 'miles', 'distance'];
  }

  override get_prompt_sections(): PromptSection[] {
    const { lookup_tool_name, route_tool_name } = this.params;
    return promptSection('Addresses and routes', 'You can find addresses and driving routes.', [
      `Call ${lookup_tool_name} with an address or the name of a business, in the words of the caller.`,
      'If you know where the caller is, pass those coordinates as bias_lat and bias_lng.',
      'Read the address back to the caller, and continue when the caller confirms it.',
      `For a distance, look up both places and call ${route_tool_name} with their coordinates. Never guess coordinates.`,
    ]);
  }

  #answer(ask: () => Promise<string>): Promise<string> {
    return answerOrApology('The map service', this.logger.warn, ask);
  }
}

/** @alias */
export default Maps;

interface LookUp {
  readonly address: string;
  readonly bias_lat?: number | undefined;
  readonly bias_lng?: number | undefined;
}

async function lookUp(client: MapsClient, search: LookUp, signal: AbortSignal): Promise<string> {
  const { address, bias_lat, bias_lng } = search;
  if (address.trim() === '') return 'The address is empty. Ask for the address or the name of the business.';
  if ((bias_lat === undefined) !== (bias_lng === undefined))
    return 'A bias needs both bias_lat and bias_lng. Pass both or neither.';
  const found = await client.findAddress({ input_text: address, bias_lat, bias_lng }, { signal });
  return found ? describePlace(found) : 'No address was found. Ask for more details, such as the street or the town.';
}

const describePlace = ({ address, lat, lng }: ValidatedAddress) => `Address: ${address}\nCoordinates: ${lat}, ${lng}`;

async function route(client: MapsClient, ends: RouteEnds, signal: AbortSignal): Promise<string> {
  const found = await client.findRoute(ends, { signal });
  return found ? describeRoute(found) : 'There is no driving route between these places.';
}

const METRES_IN_A_MILE = 1609.344;

function describeRoute({ distance_meters, duration_seconds }: DrivingRoute): string {
  const miles = (distance_meters / METRES_IN_A_MILE).toFixed(1);
  const minutes = Math.trunc(duration_seconds / 60);
  return `Distance: ${miles} miles\nDriving time: ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
