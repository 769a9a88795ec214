import { guardedTransport, sendAndFollow, setEgress } from '../../http/index.js';
import { offlineServices } from '../../services/index.js';

/** Sets the egress policy, which allows requests to other machines only with --live. Returns how to send requests. */
export function openTransport(live: boolean) {
  setEgress(live ? 'open' : 'loopback', live ? undefined : offlineServices());
  const transport = guardedTransport();
  return {
    send: (...[request, options]: SendArguments) => sendAndFollow(transport, request, options),
    close: async () => transport.close?.(),
  };
}

type SendArguments = Parameters<typeof sendAndFollow> extends [unknown, ...infer Rest] ? Rest : never;
