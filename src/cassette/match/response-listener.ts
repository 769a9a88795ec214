import type { Dispatcher } from 'undici';

type Controller = Dispatcher.DispatchController;
type Handler = Dispatcher.DispatchHandler;
export type Headers = Readonly<Record<string, string | string[] | undefined>>;

export interface Listener {
  started(controller: Controller): void;
  answered(controller: Controller, status: number, headers: Headers, message: string): void;
  received(controller: Controller, chunk: Buffer): void;
  ended(controller: Controller, trailers: Headers): void;
  failed(controller: Controller, error: Error): void;
}

/** `request` and `fetch` of undici, and Node's `fetch`, still pass the older kind of handler. */
export const listenerOf = (handler: Handler): Listener => (handler.onRequestStart ? recent(handler) : older(handler));

const recent = (handler: Handler): Listener => ({
  started: (controller) => handler.onRequestStart?.(controller, undefined),
  answered: (controller, status, headers, message) =>
    handler.onResponseStart?.(controller, status, { ...headers }, message),
  received: (controller, chunk) => handler.onResponseData?.(controller, chunk),
  ended: (controller, trailers) => handler.onResponseEnd?.(controller, { ...trailers }),
  failed: (controller, error) => handler.onResponseError?.(controller, error),
});

const older = (handler: Handler): Listener => ({
  started: (controller) => handler.onConnect?.((reason) => controller.abort(reason ?? new Error('aborted'))),
  answered(controller, status, headers, message) {
    const more = handler.onHeaders?.(status, rawHeaders(headers), () => controller.resume(), message);
    if (more === false) controller.pause();
  },
  received(controller, chunk) {
    if (handler.onData?.(chunk) === false) controller.pause();
  },
  // The types declare strings, but callers accept buffers.
  ended: (_controller, trailers) => handler.onComplete?.(rawHeaders(trailers) as unknown as string[]),
  failed: (_controller, error) => handler.onError?.(error),
});

function rawHeaders(headers: Headers): Buffer[] {
  const raw: Buffer[] = [];
  for (const name in headers) {
    const value = headers[name] ?? [];
    for (const one of Array.isArray(value) ? value : [value]) raw.push(Buffer.from(name), Buffer.from(one, 'latin1'));
  }
  return raw;
}
