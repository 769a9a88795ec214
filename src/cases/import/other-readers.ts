import { type FoundRequest, type Importer, inLineOrder, type ReadInput, requestKey } from './found-request.js';

/**
 * People paste the output of several tools. A request that only another reader finds is added. Another report of a
 * request that was read is named if it has another status.
 */
export function withOtherReaders(
  read: ReadInput,
  { text, name, others }: { readonly text: string; readonly name: string; readonly others: readonly Importer[] },
): ReadInput {
  let { requests, problems, credentials = [] } = read;
  for (const other of others.filter((one) => one.isPasted && one.accepts(text, name))) {
    const found = other.read(text, name);
    const known = new Map(requests.map((one) => [requestKey(one), one]));
    const added: FoundRequest[] = [];
    const reported: string[] = [];
    for (const request of found.requests) {
      const same =
        known.get(requestKey(request)) ??
        (request.isReport === 'without method' ? sameUrl(requests, request) : undefined);
      // A trace without its response can be of any request.
      const isKept = other.name !== 'verbose' || request.response !== undefined;
      if (!same && isKept) added.push(request);
      else if (same && differs(same, request))
        reported.push(
          `${request.place}: ${other.title} has another result of ${request.method} ${new URL(request.url).pathname}, which was not imported`,
        );
    }
    requests = [...requests, ...added];
    problems = [...problems, ...reported];
    credentials = [...credentials, ...(found.credentials ?? [])];
  }
  return {
    requests: requests.length === read.requests.length ? read.requests : inLineOrder(requests),
    problems,
    credentials,
  };
}

const sameUrl = (requests: readonly FoundRequest[], { url }: FoundRequest) => {
  const { pathname } = new URL(url);
  return requests.find((one) => new URL(one.url).pathname === pathname);
};

const differs = (one: FoundRequest, other: FoundRequest): boolean =>
  other.response !== undefined && one.response?.status !== other.response.status;
