import { fieldAt } from './record-fields.js';

// Where loggers store the parts of a request: pino, bunyan, Caddy, Serilog, and the logs of two clouds.
export const METHOD = [
  ...['req.method', 'request.method', 'http.method', 'httpRequest.requestMethod', 'http.request.method'],
  ...['RequestMethod', 'Properties.RequestMethod', 'Properties.Method', 'requestContext.http.method', 'method'],
  ...['cs-method', 'ClientRequestMethod', 'invocation.module_args.method'],
];
export const URL_PATHS = [
  ...[
    'req.url',
    'request.url',
    'http.url',
    'httpRequest.requestUrl',
    'request.uri',
    'url.full',
    'Uri',
    'Properties.Uri',
    'cs-uri-stem',
    'ClientRequestURI',
    'invocation.module_args.url',
  ],
  ...['RequestUri', 'RequestPath', 'Properties.RequestPath', 'url', 'uri', 'path', 'req.path', 'http.path'],
];
export const HOST = [
  ...['request.host', 'req.host', 'req.headers.host', 'http.host', 'Properties.Host', 'RequestHost'],
  ...['service.host', 'cs-host', 'ClientRequestHost', 'host', 'authority'],
];
export const STATUS = [
  ...[
    'res.statusCode',
    'res.status',
    'response.statusCode',
    'response.status_code',
    'http.status_code',
    'httpRequest.status',
  ],
  ...[
    'http.response.status_code',
    'StatusCode',
    'Properties.StatusCode',
    'statusCode',
    'status_code',
    'resultCode',
    'sc-status',
    'EdgeResponseStatus',
    'status',
  ],
];
/** Where the body of a request is, or a message that has it. */
export const SENT = [
  ...['http.request.body', 'request_body', 'requestBody', 'jsonPayload.request_body', 'RequestBody', 'request_payload'],
  ...['Properties.RequestBody', 'invocation.module_args.body', 'req', 'request', 'jsonPayload.request', 'http.request'],
  ...['payload', 'params', 'body', 'data'],
];
export const RECEIVED = [
  ...['http.response.body', 'response_body', 'responseBody', 'jsonPayload.response_body', 'ResponseBody'],
  ...['Properties.ResponseBody', 'response_payload', 'res', 'response', 'resp', 'jsonPayload.response'],
  ...['http.response', 'reply', 'result', 'json'],
];
/** The names that can only be those of a body. */
export const BODIES = [
  ...['request_body', 'requestBody', 'request_payload', 'response_body', 'responseBody', 'response_payload'],
];
export const ERROR = ['err.code', 'error.code', 'err.message', 'error.message', 'exception', 'Exception'];
export const TIME = [
  ...['@timestamp', 'time', 'timestamp', 'ts', '@t', 'Timestamp', 'started_at', 'startTimeUnixNano'],
  ...['start_time', 'EdgeStartTimestamp'],
];
export const TYPE = ['req.headers.content-type', 'request.headers.content-type', 'request.headers.Content-Type'];

export const isRequestRecord = (record: Readonly<Record<string, unknown>>): boolean =>
  /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/i.test(String(fieldAt(record, METHOD) ?? '')) &&
  /^(?:https?:\/\/|\/)/.test(String(fieldAt(record, URL_PATHS) ?? ''));
