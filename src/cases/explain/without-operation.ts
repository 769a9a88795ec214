import { nearMiss } from '../import/platform-path.js';
import { type Exchange, errorOf, isForPlatform } from './exchange.js';
import type { Finding } from './explain.js';
import { NO_BODY, NO_REASON } from './field-at-fault.js';
import { headOf } from './finding-head.js';

/** What is known about a failed request that no operation sends. */
export function withoutOperation(exchange: Exchange): Finding {
  const { entry, url } = exchange;
  const near = nearMiss(entry.request.method, url.pathname);
  const { errors } = errorOf(exchange);
  const isKnown = /^\/api\/calling\/calls\/?$/.test(url.pathname);
  const isRefused = [400, 404, 422].includes(exchange.status);
  const message = errors[0]?.message;
  if (isKnown && (!isRefused || entry.request.body === undefined))
    return { ...headOf(exchange), level: 'possible', cause: message ?? NO_REASON, facts: [NO_BODY], repeated: 0 };
  const facts = near === undefined ? [] : [near];
  return {
    ...headOf(exchange),
    level: 'likely',
    cause: causeOf(exchange, { isKnown, near, message }),
    facts,
    repeated: 0,
  };
}

interface Known {
  readonly isKnown: boolean;
  readonly near: string | undefined;
  readonly message: string | undefined;
}

function causeOf(exchange: Exchange, { isKnown, near, message }: Known): string {
  const { entry, url } = exchange;
  if (isKnown) return 'the request is a command for a call, but the recording does not have a known command';
  if (near?.includes(' accepts '))
    return `no operation of the platform has the method ${entry.request.method} with this path`;
  if (isForPlatform(exchange) || url.pathname.includes('/api/')) return 'no operation of the platform has this path';
  return message ?? 'the request is not for the platform';
}
