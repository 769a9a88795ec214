import { type CassetteEntry, textOf } from '../../cassette/index.js';
import { readErrorBody } from '../../client/index.js';
import { asCode } from '../../util/index.js';
import { bodyJson } from '../body-json.js';
import { operationIn } from '../operation-in.js';
import { type Exporter, inComment, sandboxStart } from './exporter.js';
import { SERVICES_IMPORT, servicesCode } from './failure.js';
import { programProblem } from './gate/program-gate.js';
import { leftOut, leftOutSentence, servicesIn, type WrittenCall } from './written-calls.js';

/** Writes a test that calls the sandbox and expects the statuses, error codes and fields of the recording. */
export const vitestFile: Exporter = {
  name: 'test',
  summary: 'a test for vitest that runs against the sandbox',
  extension: '.test.ts',
  isProgram: true,
  limits: leftOut,
  problem: (text, { calls }) => programProblem(text, calls),
  write({ header, calls }, options) {
    const start = sandboxStart(header, options);
    const services = servicesIn(calls);
    const lines = calls.flatMap((written) => statements(written, 'seed' in start));
    return [
      `// ${inComment(`Written from a recording of origin ${header.origin}. Run it with: npx vitest run FILE.test.ts`)}`,
      ...('from' in start ? ["import { resolve } from 'node:path';"] : []),
      "import { createSandbox } from 'patchbay';",
      ...(services.length > 0 ? [SERVICES_IMPORT] : []),
      "import { expect, it } from 'vitest';",
      '',
      ...(services.length > 0 ? [servicesCode(services), ''] : []),
      "it('answers as the recording does', async () => {",
      `  const sandbox = createSandbox(${optionsCode(start)});`,
      '  const platform = sandbox.client().with({ retries: 0 });',
      '',
      ...lines.map((line) => `  ${line.replaceAll('\n', '\n  ')}`),
      '});',
      '',
    ].join('\n');
  },
};

/** The recording is beside the test, wherever the test runs. */
function optionsCode(start: Readonly<Record<string, unknown>>): string {
  if (Object.keys(start).length === 0) return '';
  return asCode(start, ([key], value) =>
    key === 'from' ? `resolve(import.meta.dirname, ${asCode(value)})` : undefined,
  );
}

function statements(written: WrittenCall, isSame: boolean): string[] {
  const { call, service, code, entry, failure, fault } = written;
  if (!call && service === undefined) return [`// ${inComment(leftOutSentence(written))}`];
  if (failure === undefined) return answered(written, isSame);
  const expected = errorOf(entry, failure, fault !== undefined);
  return [...(fault === undefined ? [] : [fault]), `await expect(${code}).rejects.toMatchObject(${asCode(expected)});`];
}

/** Only fields that the request contains too, because other fields may differ between accounts. */
function answered({ code, name, call, entry, valueCode }: WrittenCall, isSame: boolean): string[] {
  const result = fieldsOf(entry.response?.body);
  const sent = fieldsOf(entry.request.body);
  const shared = Object.entries(result).filter(
    ([key, value]) => value === sent[key] && ['string', 'number', 'boolean'].includes(typeof value),
  );
  const { data } = result;
  const length = call && /\.(?:list|search)/.test(call.operation) && Array.isArray(data) ? data.length : undefined;
  const isCounted = length !== undefined && (isSame || length === 0);
  const expected = isCounted
    ? `.toHaveLength(${length})`
    : shared.length > 0
      ? `.toMatchObject(${valueCode(Object.fromEntries(shared))})`
      : undefined;
  const part = isCounted ? '.data' : '';
  if (expected === undefined) return [`${name === undefined ? '' : `const ${name} = `}await ${code};`];
  if (name === undefined) return [`expect(${part === '' ? `await ${code}` : `(await ${code})${part}`})${expected};`];
  return [`const ${name} = await ${code};`, `expect(${name}${part})${expected};`];
}

function fieldsOf(body: CassetteEntry['request']['body']): Readonly<Record<string, unknown>> {
  const value = body && !('base64' in body) ? bodyJson(textOf(body)) : undefined;
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Injected faults and services have no error code of the platform, so only their status is expected. */
function errorOf(
  entry: CassetteEntry,
  failure: number | string,
  isInjected: boolean,
): Readonly<Record<string, unknown>> {
  if (typeof failure === 'string') return { status: 0 };
  const hasCode = !isInjected && operationIn(entry) !== undefined;
  const { code } = hasCode ? readErrorBody(fieldsOf(entry.response?.body)) : {};
  return { status: failure, ...(code !== undefined && { code }) };
}
