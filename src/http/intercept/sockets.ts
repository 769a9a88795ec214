import dns from 'node:dns';
import { type LookupFunction, Socket, type TcpSocketConnectOpts } from 'node:net';
import { isLocalName } from '../connect/loopback.js';
import { checkedLookup, loopbackOnly, resolveWith } from '../connect/resolve.js';
import { notAllowed } from '../egress.js';
import { type Gate, inPlaceOf } from './gate.js';

/** The domain `invalid` is reserved, so the name never exists. */
const REFUSED_HOST = 'refused.invalid';

export type ConnectOptions = Partial<TcpSocketConnectOpts> & { readonly path?: string };

/** Every TCP connection of a process passes `net.Socket.prototype.connect`, also those of undici. */
export function interceptSockets(gate: Gate): { closeOutgoing(): void } {
  const { connect } = Socket.prototype;
  const outgoing = new Map<Socket, string>();

  function track(socket: Socket, host: string): void {
    outgoing.set(socket, host);
    socket.once('close', () => outgoing.delete(socket));
  }

  Socket.prototype.connect = inPlaceOf(connect, function (this: Socket, ...args: unknown[]) {
    const [options, listener] = connectArguments(args);
    // A Unix socket or a pipe is on this machine.
    if (options.path && !gate.refusal('localhost')) return Reflect.apply(connect, this, args);
    const host = String(options.host || 'localhost');
    const port = Number(options.port);
    if (gate.isOpen()) {
      if (!gate.isLocal(host, port)) track(this, host);
      return Reflect.apply(connect, this, args);
    }
    const fault = gate.refusal(host, port);
    // Node connects to an address without a lookup. This host is a name, so its lookup always runs and reports the fault.
    const checked = fault
      ? { host: REFUSED_HOST, lookup: failing(fault) }
      : { host, ...(isLocalName(host) && { lookup: toLoopback(options.lookup ?? systemLookup) }) };
    return Reflect.apply(connect, this, [{ ...options, ...checked }, listener]);
  });

  return {
    closeOutgoing() {
      for (const [socket, host] of outgoing) {
        const { remoteAddress, remotePort } = socket;
        if (gate.isLocal(remoteAddress, remotePort)) continue;
        const fault = gate.refusal(host, remotePort) ?? notAllowed(host);
        // Without a listener, an `error` event would end the process.
        socket.destroy(socket.listenerCount('error') > 0 ? fault : undefined);
      }
    },
  };
}

/** Parses arguments as Node does: `(options)`, `(port, host)` or `(path)`, or an array of parsed arguments. */
export function connectArguments(
  args: readonly unknown[],
): [options: ConnectOptions, listener: (() => void) | undefined] {
  const [first, second] = args;
  if (Array.isArray(first)) return connectArguments(first);
  const last = args.at(-1);
  // Arguments of a wrong type are passed on, so that Node reports its own errors.
  const listener = typeof last === 'function' ? (last as () => void) : undefined;
  if (typeof first === 'object' && first !== null) return [first as ConnectOptions, listener];
  const isPath = typeof first === 'string' && !(Number(first) >= 0);
  if (isPath) return [{ path: first }, listener];
  return [{ port: first as number, ...(typeof second === 'string' && { host: second }) }, listener];
}

/** Uses the current `dns.lookup`, which may be replaced later. */
const systemLookup: LookupFunction = (...args) => dns.lookup(...args);

const toLoopback =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    checkedLookup(resolveWith(lookup, options), loopbackOnly)(hostname, options, callback);

const failing =
  (fault: Error): LookupFunction =>
  (_hostname, _options, callback) =>
    callback(fault, '', 0);
