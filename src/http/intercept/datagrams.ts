import { Socket } from 'node:dgram';
import { attempt } from '../../util/index.js';
import { isLocalName } from '../connect/loopback.js';
import type { TransportFault } from '../transport.js';
import { type Gate, inPlaceOf } from './gate.js';

/** Checks UDP: each message, the address that a socket connects to, and the groups that it joins. */
export function interceptDatagrams(gate: Gate): void {
  const { send, connect, addMembership, addSourceSpecificMembership } = Socket.prototype;

  Socket.prototype.send = inPlaceOf(send, function (this: Socket, ...args: unknown[]) {
    if (gate.isOpen()) return Reflect.apply(send, this, args);
    // Without a connection, each message has its own address.
    const peer = attempt(() => this.remoteAddress().address);
    // `send(message, port, address)`, or with an offset and a length before the port.
    const hasRange = Boolean(args[4]) || (Boolean(args[3]) && typeof args[3] !== 'function');
    const at = hasRange ? 4 : 2;
    const fault = peer === undefined ? refusal(gate, args[at]) : gate.refusal(peer);
    if (fault) return fail(this, fault, args.at(-1));
    return Reflect.apply(send, this, peer === undefined ? localised(this, args, at) : args);
  });

  Socket.prototype.connect = inPlaceOf(connect, function (this: Socket, ...args: unknown[]) {
    const fault = refusal(gate, args[1]);
    if (fault) return fail(this, fault, args.at(-1));
    return Reflect.apply(connect, this, gate.isOpen() ? args : localised(this, args, 1));
  });

  // Joining a group sends a message to the routers of the network.
  const joining = (join: (...args: never[]) => unknown, at: number) =>
    function (this: Socket, ...args: unknown[]) {
      const fault = refusal(gate, args[at]);
      if (fault) throw fault;
      return Reflect.apply(join, this, args);
    };
  Socket.prototype.addMembership = inPlaceOf(addMembership, joining(addMembership, 0));
  Socket.prototype.addSourceSpecificMembership = inPlaceOf(
    addSourceSpecificMembership,
    joining(addSourceSpecificMembership, 1),
  );
}

/** Without an address, UDP uses loopback. */
const refusal = (gate: Gate, address: unknown): TransportFault | undefined =>
  gate.refusal(typeof address === 'string' && address !== '' ? address : 'localhost');

/** Replaces a local name by the loopback address, whatever it resolves to. */
function localised(socket: Socket & { readonly type?: string }, args: unknown[], at: number): unknown[] {
  const address = args[at];
  if (typeof address !== 'string' || !isLocalName(address)) return args;
  return args.with(at, socket.type === 'udp6' ? '::1' : '127.0.0.1');
}

/** Fails in the same way as Node.js for a name that it cannot resolve. */
function fail(socket: Socket, fault: TransportFault, callback: unknown): void {
  process.nextTick(() => {
    if (typeof callback === 'function') callback(fault);
    else socket.emit('error', fault);
  });
}
