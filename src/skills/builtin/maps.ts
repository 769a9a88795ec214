import {
  apology,
  type ParameterSchema,
  type PromptSection,
  ServiceFailure,
  SkillBase,
  type ToolArguments,
  type ToolParameter,
} from '../index.js';
import { type DrivingRoute, MapsClient } from './maps/client.js';
import type { ValidatedAddress } from './maps/places.js';

export type { DrivingRoute, MapsClientOptions } from './maps/client.js';
export type { ValidatedAddress } from './maps/places.js';
export { MapsClient };

const latitude = (of: string): ToolParameter => ({
  type: 'number',
  description: `Latitude of ${of}.`,
  minimum: -90,
  maximum: 90,
});
const longitude = (of: string): ToolParameter => ({
  type: 'number',
  description: `Longitude of ${of}.`,
  minimum: -180,
  maximum: 180,
});

/** Finds addresses, businesses and driving routes. */
export class Maps extends SkillBase {
  static override SKILL_NAME = 'maps';
  static override SKILL_DESCRIPTION = 'Validates addresses, finds businesses near by and computes driving routes.';
  static override EXAMPLE = { tool: 'lookup_address', args: { address: '714 East Osage' } };
  static override REQUIRED_PACKAGES = ['requests'];
  static override PARAMETERS: ParameterSchema = {
    api_key: {
      type: 'string',
      description: 'Key of the map service, allowed to use its places and routes.',
      required: true,
      hidden: true,
      env_var: 'GOOGLE_MAPS_API_KEY',
    },
    lookup_tool_name: { type: 'string', description: 'Name of the tool for addresses.', default: 'lookup_address' },
    route_tool_name: { type: 'string', description: 'Name of the tool for routes.', default: 'compute_route' },
  };

  setup(): boolean {
    return this.validate_packages();
  }

  register_tools(): void {
    const { transport } = this.agent;
    const client = new MapsClient({ api_key: String(this.params.api_key), transport });
    this.define_tool({
      name: this.#lookup,
      description: 'Find the full address and the coordinates of a place, a street address or a business.',
      parameters: {
        address: { type: 'string', description: 'The address or the name of the business, as it was said.' },
        bias_lat: latitude('a place that it should be near'),
        bias_lng: longitude('that place'),
      },
      required: ['address'],
      handler: (args, _raw_data, { signal }) => this.#answer(() => lookUp(client, args, signal)),
    });
    this.define_tool({
      name: this.#route,
      description: 'Tell how far it is by car from one place to another, and how long it takes in the traffic of now.',
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
    return [
      {
        title: 'Addresses and routes',
        body: 'You can find addresses and driving routes.',
        bullets: [
          `Call ${this.#lookup} with an address or the name of a business, in the words of the caller.`,
          'When you know where the caller is, pass those coordinates as bias_lat and bias_lng, both of them.',
          'Read the address that you found back to the caller, and go on when it is confirmed.',
          `For a distance, look both places up and call ${this.#route} with their coordinates; never guess any.`,
        ],
      },
    ];
  }

  get #lookup(): string {
    return String(this.params.lookup_tool_name);
  }

  get #route(): string {
    return String(this.params.route_tool_name);
  }

  async #answer(ask: () => Promise<string>): Promise<string> {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ServiceFailure)) throw error;
      this.logger.warn(error.message);
      return apology('The map service', error);
    }
  }
}

/** @alias */
export default Maps;

async function lookUp(client: MapsClient, args: ToolArguments, signal: AbortSignal): Promise<string> {
  const { address, bias_lat, bias_lng } = args as { address: string; bias_lat?: number; bias_lng?: number };
  if (address.trim() === '') return 'Ask for the address or the name of the business first.';
  if ((bias_lat === undefined) !== (bias_lng === undefined))
    return 'A place to search near needs both bias_lat and bias_lng; give both or neither.';
  const found = await client.validate_address(address, bias_lat, bias_lng, { signal });
  return found ? describePlace(found) : 'No such address was found. Ask for more of it: the street, the town.';
}

const describePlace = ({ address, lat, lng }: ValidatedAddress) => `Address: ${address}\nCoordinates: ${lat}, ${lng}`;

async function route(client: MapsClient, args: ToolArguments, signal: AbortSignal): Promise<string> {
  const { origin_lat, origin_lng, dest_lat, dest_lng } = args as Record<string, number>;
  const found = await client.compute_route(...([origin_lat, origin_lng, dest_lat, dest_lng] as Four), { signal });
  return found ? describeRoute(found) : 'There is no way to drive from the one place to the other.';
}

type Four = [number, number, number, number];

const METRES_IN_A_MILE = 1609.344;

function describeRoute({ distance_meters, duration_seconds }: DrivingRoute): string {
  const miles = (distance_meters / METRES_IN_A_MILE).toFixed(1);
  const minutes = Math.trunc(duration_seconds / 60);
  return `Distance: ${miles} miles\nDriving time: ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
}
