import dns, { type LookupAddress } from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import { isIP, type LookupFunction, Socket } from 'node:net';

type Answer = readonly string[];

/**
 * The system's resolver, played by a list of answers: each look-up of a name gets its next answer, the last one again and
 * again. Connections to the addresses `beyond` are refused, so that no test leaves the machine.
 */
export function nameServer(names: Readonly<Record<string, readonly Answer[]>>, beyond: readonly string[] = []) {
  const asked: string[] = [];
  const connected: string[] = [];
  const { lookup } = dns;
  const { connect } = Socket.prototype;
  const left = new Map(Object.entries(names).map(([name, answers]) => [name, [...answers]]));

  const answer = (hostname: string): LookupAddress[] | undefined => {
    const answers = left.get(hostname.toLowerCase().replace(/\.$/, ''));
    if (!answers) return undefined;
    const next = answers.length > 1 ? answers.shift() : answers[0];
    return (next ?? []).map((address) => ({ address, family: isIP(address) }));
  };
  const played = ((hostname: string, ...rest: unknown[]) => {
    // `lookup(name, callback)` works as well, and servers use it for the address they listen on.
    const callback = rest.at(-1) as Parameters<LookupFunction>[2];
    const options = (typeof rest[0] === 'object' ? rest[0] : {}) as Parameters<LookupFunction>[1];
    const family = isIP(hostname);
    if (family !== 0) return callback(null, options.all ? [{ address: hostname, family }] : hostname, family);
    asked.push(hostname);
    const addresses = answer(hostname);
    const [first] = addresses ?? [];
    if (!first) return callback(Object.assign(new Error(`no such name ${hostname}`), { code: 'ENOTFOUND' }), '', 0);
    return options.all ? callback(null, addresses ?? []) : callback(null, first.address, first.family);
  }) as LookupFunction;
  Object.assign(dns, { lookup: played });
  syncBuiltinESMExports();

  // The outer edge: what a socket would connect to after its look-up.
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    // Node's own callers pass one array with the options and the listener.
    const [options, listener] = (Array.isArray(args[0]) ? args[0] : args) as [Record<string, unknown>, () => void];
    const inner = (options.lookup as LookupFunction | undefined) ?? played;
    const watched: LookupFunction = (hostname, how, callback) =>
      inner(hostname, how, (error, found, family) => {
        const addresses = typeof found === 'string' ? [found] : (found ?? []).map(({ address }) => address);
        if (!error) connected.push(...addresses);
        const isBeyond = addresses.some((address) => beyond.includes(address));
        if (isBeyond) callback(Object.assign(new Error('connection refused'), { code: 'ECONNREFUSED' }), '', 0);
        else callback(error, found, family);
      });
    return connect.call(this, { ...options, lookup: watched } as never, listener);
  } as typeof connect;

  return {
    /** Names that were looked up, in order. */
    asked,
    /** Addresses that sockets were given by look-ups. */
    connected,
    restore() {
      Object.assign(dns, { lookup });
      syncBuiltinESMExports();
      Socket.prototype.connect = connect;
    },
  };
}
