import type { WireResponse } from '../../http/index.js';
import { answer, type Complaint, type Refusal } from './response.js';

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
export function errorAnswer(refusal: Refusal, path: string, operation?: string): WireResponse {
  const { status, complaint = { message: REASONS[status] ?? `Error ${status}` } } = refusal;
  const own = SHAPES.find(({ at, of }) => at === status && of.includes(operation ?? ''));
  const shape = own?.shape ?? familyOf(path, status);
  const said = shape(complaint, status);
  return answer(own?.as ?? status, JSON.stringify(typeof said === 'string' ? said : { ...said, ...complaint.more }));
}

type Shape = (complaint: Complaint, status: number) => Record<string, unknown> | string;

function familyOf(path: string, status: number): Shape {
  if (path.startsWith('/api/laml/')) return compat;
  if (status !== 422 && status !== 409 && status !== 429) return plain;
  return path.startsWith('/api/relay/rest/') ? relay : rest;
}

const address = (code: string | number) => `https://sandbox.invalid/errors/${code}`;

const plain: Shape = ({ message, spoken }, status) => ({
  error: spoken || status === 501 ? message : (REASONS[status] ?? message),
});
const relay: Shape = ({ message }, status) => ({
  errors: [{ detail: message, status: `${status}`, title: 'Invalid Attribute', code: `${status}` }],
});
const restItem = ({ type = 'validation_error', message, attribute, code = 'invalid_parameter' }: Complaint) => ({
  type,
  code,
  message,
  attribute: attribute ?? null,
  url: address(code),
});
const rest: Shape = (complaint) => ({ errors: [restItem(complaint)] });

/** The compatible API has its own number for each status. */
const numberOf = ({ number }: Complaint, status: number) => number ?? 20_000 + (status === 401 ? 3 : status);
const compat: Shape = (complaint, status) => {
  const code = numberOf(complaint, status);
  return { code, message: complaint.message, more_info: address(code), status };
};
const compatList: Shape = (complaint, status) => {
  const code = numberOf(complaint, status);
  return { errors: [{ code: `${code}`, message: complaint.message, more_info: address(code) }] };
};
const compatWords: Shape = ({ message }) => ({ errors: [message] });
const compatText: Shape = (complaint, status) => {
  const code = numberOf(complaint, status);
  return { code: `${code}`, message: complaint.message, more_info: address(code), status };
};

/** Operations with their own error format. */
const SHAPES: readonly {
  readonly at: number;
  readonly of: readonly string[];
  readonly shape: Shape;
  /** The status of the response, if it also differs. */
  readonly as?: number;
}[] = [
  { at: 400, of: ['compat.calls.create'], shape: compatList },
  {
    at: 422,
    of: ['compat.conferences.update_recording', 'compat.conferences.start_stream', 'compat.conferences.stop_stream'],
    shape: compatWords,
  },
  { at: 422, of: ['compat.phone_numbers.import_number'], shape: compatText },
  // One error object without the enclosing list.
  { at: 422, of: ['compat.tokens.create', 'compat.tokens.update'], shape: restItem },
  { at: 422, of: ['beyond.ai.chat'], shape: rest, as: 400 },
  { at: 401, of: ['beyond.ai.chat'], shape: () => 'Unauthorized' },
];
