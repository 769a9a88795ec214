import type { PlatformRestError } from '../../client/index.js';

/** What a status means, for the bench and for explanations of recordings. */
export interface StatusMeaning {
  /** The status, or the first and the last status. */
  readonly statuses: number | readonly [first: number, last: number];
  readonly meaning: string;
  /** The client tries again after this status, and the number of attempts is shown. */
  readonly isRetried?: true;
  /** Only for a response that has no error in the form of the platform. */
  readonly isBare?: true;
  /** Only for a request that can have no wrong field: it has no body and no query. */
  readonly isWithoutFields?: true;
}

/** The first row that fits is the meaning. */
export const STATUS_MEANINGS: readonly StatusMeaning[] = [
  {
    statuses: 0,
    meaning: 'There was no response. Check the network, the host name and the time limit.',
    isRetried: true,
  },
  {
    statuses: 401,
    meaning: 'The platform rejected the credentials. Run `patchbay doctor` to see which credentials are used.',
  },
  { statuses: 403, meaning: 'The token does not have the permission for this operation.' },
  {
    statuses: 404,
    meaning: 'Nothing with this id exists. It may belong to another resource type or project, or it was deleted.',
  },
  {
    statuses: 409,
    meaning: 'The operation conflicts with the current state of the resource. Fetch the resource first.',
  },
  { statuses: 429, meaning: 'Too many requests.', isRetried: true },
  { statuses: 501, meaning: 'The sandbox does not simulate this operation. The platform may support it.' },
  {
    statuses: [502, 504],
    meaning: 'A proxy or a gateway may have answered in place of the platform.',
    isRetried: true,
    isBare: true,
  },
  { statuses: [500, 999], meaning: 'The platform had an internal error.', isRetried: true },
  {
    statuses: [400, 499],
    meaning: 'The platform rejected the request. It has no fields, so the state of the resource may be the reason.',
    isWithoutFields: true,
  },
  { statuses: [400, 499], meaning: 'The platform rejected the request: a field is missing or invalid.' },
];

/** Explains a status in one or two sentences. */
export function meaningOf({ status, code, attempts, errors, method, url }: PlatformRestError): string {
  if (code === 'not_allowed') return 'The request was not sent, so nothing has changed on the platform.';
  const hasFields = (method !== 'GET' && method !== 'DELETE') || url.includes('?');
  const found = STATUS_MEANINGS.find(({ statuses, isBare, isWithoutFields }) => {
    const [first, last] = typeof statuses === 'number' ? [statuses, statuses] : statuses;
    return status >= first && status <= last && !(isBare && errors.length > 0) && !(isWithoutFields && hasFields);
  });
  if (!found) return `The platform answered with status ${status}.`;
  const tried = found.isRetried && attempts > 1 ? ` The client tried ${attempts} times.` : '';
  return found.meaning + tried;
}
