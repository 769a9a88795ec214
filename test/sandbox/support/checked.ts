import { expect } from 'vitest';
import { matchRoute, RestClient } from '../../../src/client/index.js';
import type { Transport, WireRequest } from '../../../src/http/index.js';
import type { Sandbox } from '../../../src/sandbox/index.js';
import { misfitsOfAnswer, misfitsOfError, oracleOf } from './oracle-shape.js';

/** A client of the sandbox whose every answer is held against the oracle; `answered` collects what succeeded. */
export function checked(sandbox: Sandbox): { client: RestClient; answered: Set<string>; failed: Set<string> } {
  const answered = new Set<string>();
  const failed = new Set<string>();
  const transport: Transport = {
    async send(request) {
      const response = await sandbox.transport.send(request);
      const operation = operationOf(request);
      const text = Buffer.from(response.body).toString('utf8');
      const body = text === '' ? undefined : JSON.parse(text);
      const { status } = response;
      const where = `${status} of ${operation ?? request.url}`;
      if (status < 300 && operation) {
        expect(misfitsOfAnswer(operation, body), where).toEqual([]);
        expect(status, where).toBe(oracleOf(operation).ok);
        answered.add(operation);
      } else {
        expect(misfitsOfError(operation, status, body), where).toEqual([]);
        if (operation) failed.add(`${status} ${operation}`);
      }
      return response;
    },
  };
  return { client: new RestClient({ ...sandbox.credentials, transport }), answered, failed };
}

/** The operation of a request, also if its body cannot be read. */
export function operationOf({ method, url, body, headers }: WireRequest): string | undefined {
  const text = body === undefined ? '' : Buffer.from(body as string).toString('utf8');
  const isJson = headers['content-type']?.includes('json') === true;
  let fields = {};
  try {
    fields = isJson ? JSON.parse(text) : {};
  } catch {
    // The body is invalid on purpose, so only the path identifies the operation.
  }
  return matchRoute(method, new URL(url).pathname.replace(/\.json$/, ''), fields)?.operation;
}
