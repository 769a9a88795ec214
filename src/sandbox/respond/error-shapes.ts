import type { WireResponse } from '../../http/index.js';
import { type ErrorDetails, jsonResponse, type Refusal } from './response.js';

const REASONS: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
};

/** Builds an error response in the format of the path's API family. A few operations have their own format. */
export function errorResponse(refusal: Refusal, path: string, operation?: string): WireResponse {
  const { status, details = { message: REASONS[status] ?? `Error ${status}` } } = refusal;
  const own = SHAPES.find(({ at, of }) => at === status && of.includes(operation ?? ''));
  const shape = own?.shape ?? familyOf(path, status);
  return jsonResponse(own?.as ?? status, JSON.stringify(shape(details, status)));
}

type Shape = (details: ErrorDetails, status: number) => Record<string, unknown> | string;

function familyOf(path: string, status: number): Shape {
  if (path.startsWith('/api/laml/')) return compat;
  if (status !== 422 && status !== 409 && status !== 429) return plain;
  return path.startsWith('/api/relay/rest/') ? relay : rest;
}

const helpUrl = (code: string | number) => `https://sandbox.invalid/errors/${code}`;

const plain: Shape = ({ message, alwaysShown }, status) => ({
  error: alwaysShown || status === 501 ? message : (REASONS[status] ?? message),
});
const relay: Shape = ({ message }, status) => ({
  errors: [
    {
      detail: message,
      status: `${status}`,
      title: status === 422 ? 'Invalid Attribute' : REASONS[status],
      code: `${status}`,
    },
  ],
});
const restItem = ({ type = 'validation_error', message, attribute, code = 'invalid_parameter' }: ErrorDetails) => ({
  type,
  code,
  message,
  attribute: attribute ?? null,
  url: helpUrl(code),
});
const rest: Shape = (details) => ({ errors: [restItem(details)] });

/** The compatible API has its own number for each status. */
const numberOf = ({ number }: ErrorDetails, status: number) => number ?? 20_000 + (status === 401 ? 3 : status);
const compat: Shape = (details, status) => {
  const code = numberOf(details, status);
  return { code, message: details.message, more_info: helpUrl(code), status };
};
/** Some operations send the number as text. */
const compatError = (details: ErrorDetails, status: number) => {
  const code = numberOf(details, status);
  return { code: `${code}`, message: details.message, more_info: helpUrl(code) };
};
const compatList: Shape = (details, status) => ({ errors: [compatError(details, status)] });
const compatMessages: Shape = ({ message }) => ({ errors: [message] });
const compatText: Shape = (details, status) => ({ ...compatError(details, status), status });

const SHAPES: readonly {
  readonly at: number;
  readonly of: readonly string[];
  readonly shape: Shape;
  readonly as?: number;
}[] = [
  { at: 400, of: ['compat.calls.create'], shape: compatList },
  {
    at: 422,
    of: ['compat.conferences.update_recording', 'compat.conferences.start_stream', 'compat.conferences.stop_stream'],
    shape: compatMessages,
  },
  { at: 422, of: ['compat.phone_numbers.import_number'], shape: compatText },
  // One error object without the enclosing list.
  { at: 422, of: ['compat.tokens.create', 'compat.tokens.update'], shape: restItem },
  { at: 422, of: ['beyond.ai.chat'], shape: rest, as: 400 },
  { at: 401, of: ['beyond.ai.chat'], shape: () => 'Unauthorized' },
];
