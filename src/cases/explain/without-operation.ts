import { operations, walkRows } from '../../client/index.js';
import { nearest } from '../../util/index.js';
import { nearMiss } from '../import/platform-path.js';
import { type Exchange, errorOf, isForPlatform } from './exchange.js';
import type { Finding } from './explain.js';
import { NO_BODY, noReason } from './field-at-fault.js';
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
    return { ...headOf(exchange), level: 'possible', cause: message ?? noReason(entry), facts: [NO_BODY], repeated: 0 };
  const command = isKnown ? commandIn(exchange) : undefined;
  const meant = command === undefined ? undefined : nearestCommand(command);
  const facts = meant === undefined ? (near === undefined ? [] : [near]) : [`did the program mean ${meant}?`];
  return {
    ...headOf(exchange),
    level: 'likely',
    cause: causeOf(exchange, { isKnown, command, near, message }),
    facts,
    repeated: 0,
  };
}

/** The command in the body, if it is a text. */
const commandIn = ({ fields }: Exchange): string | undefined =>
  typeof fields.command === 'string' && fields.command.length <= MAX_COMMAND ? fields.command : undefined;
const MAX_COMMAND = 60;

/** Some programs write the command as the client names it: `calling.dial` for `dial`, or without `calling.`. */
function nearestCommand(command: string): string | undefined {
  const known = [...walkRows(operations)].flatMap(([, { fixed }]) =>
    typeof fixed?.command === 'string' ? [fixed.command] : [],
  );
  const [plain, prefixed] = [command.replace(/^calling\./, ''), `calling.${command}`];
  return [plain, prefixed].find((one) => known.includes(one)) ?? nearest(command, known);
}

interface Known {
  readonly isKnown: boolean;
  readonly command: string | undefined;
  readonly near: string | undefined;
  readonly message: string | undefined;
}

function causeOf(exchange: Exchange, { isKnown, command, near, message }: Known): string {
  const { entry, url } = exchange;
  if (command !== undefined) return `${command} is not a command for a call`;
  if (isKnown) return 'the request is a command for a call, but the recording does not have a known command';
  if (near?.includes(' accepts '))
    return `no operation of the platform has the method ${entry.request.method} with this path`;
  if (isForPlatform(exchange) || url.pathname.includes('/api/')) return 'no operation of the platform has this path';
  return message ?? 'the request is not for the platform';
}
