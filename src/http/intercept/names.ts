import dns from 'node:dns';
import { isIP } from 'node:net';
import { notAllowed } from '../egress.js';
import { type Gate, inPlaceOf } from './gate.js';

type Query = (...args: unknown[]) => unknown;
type Queries = Record<string, unknown>;

const ASKS_A_SERVER = /^(resolve|reverse)/;

/** Checks DNS lookups, because they leave the machine too. Addresses and local names need no DNS server. */
export function interceptNames(gate: Gate): void {
  const isNear = (host: unknown) => typeof host !== 'string' || isIP(host) !== 0;
  const refusalOf = (host: unknown) => (isNear(host) ? undefined : gate.refusal(String(host)));
  // A reverse lookup of an address is sent to a DNS server as well.
  const always = (host: unknown) => (gate.isOpen() ? undefined : notAllowed(`the name server that knows ${host}`));

  const later = (query: Query, refusal: typeof always): Query =>
    inPlaceOf(query, function (this: unknown, ...args: unknown[]) {
      const fault = refusal(args[0]);
      const callback = args.at(-1);
      if (!fault || typeof callback !== 'function') return Reflect.apply(query, this, args);
      process.nextTick(() => callback(fault));
      return {};
    });
  const promised = (query: Query, refusal: typeof always): Query =>
    inPlaceOf(query, async function (this: unknown, ...args: unknown[]) {
      const fault = refusal(args[0]);
      if (fault) throw fault;
      return Reflect.apply(query, this, args);
    });

  const replace = (owner: object, how: typeof later) => {
    // Selects functions by name, because the list differs between versions of Node.js.
    const queries = owner as Queries;
    for (const name of Object.keys(queries)) {
      const query = queries[name];
      if (typeof query !== 'function') continue;
      if (name === 'lookup') queries[name] = how(query as Query, refusalOf);
      else if (name === 'lookupService' || ASKS_A_SERVER.test(name)) queries[name] = how(query as Query, always);
    }
  };
  replace(dns, later);
  replace(dns.Resolver.prototype, later);
  replace(dns.promises, promised);
  replace(dns.promises.Resolver.prototype, promised);
}
