import type { CassetteDocument, CassetteEntry } from '../../../src/cassette/index.js';
import type { RestClient } from '../../../src/client/index.js';
import { createSandbox } from '../../../src/sandbox.js';
import { seeded } from '../../support/random.js';
import { recordedCase } from './recorded-case.js';

const HEADER = { kind: 'cassette', version: 1, origin: 'imported', tool: 'test', redaction: 'none' } as const;

/** A failure that a program causes, or that an edit of the last response adds. */
interface Failing {
  readonly name: string;
  cause(platform: RestClient): Promise<unknown>;
  readonly answered?: { readonly status: number; readonly json: unknown };
}

const refusal = (code: string, message: string, attribute: string | null = null) => ({
  errors: [{ type: 'validation_error', code, message, attribute, url: 'https://example.com/errors' }],
});

/** Failures of every origin: the request, the state, the account, the carrier and the platform. */
const FAILURES: readonly Failing[] = [
  { name: 'missing field', cause: (platform) => platform.queues.create({} as never) },
  { name: 'wrong type', cause: (platform) => platform.queues.create({ name: 'x', max_size: 'many' as never }) },
  { name: 'unknown id', cause: (platform) => platform.queues.get('00000000-0000-4000-8000-00000000dead') },
  {
    name: 'deleted id',
    async cause(platform) {
      const queue = await platform.queues.create({ name: 'short lived' });
      await platform.queues.delete(queue.id);
      await platform.queues.update(queue.id, { max_size: 3 });
    },
  },
  {
    name: 'taken name',
    async cause(platform) {
      await platform.queues.create({ name: 'taken', max_size: 9 });
      await platform.queues.create({ name: 'taken', max_size: 12 });
    },
  },
  {
    name: 'carrier code',
    cause: (platform) =>
      platform.calling.dial({ from: '+12065550100', to: '+15005550104', url: 'https://example.com' }),
    answered: { status: 422, json: refusal('not_routable', 'The number +15005550104 cannot be routed', 'to') },
  },
  {
    name: 'another project',
    cause: (platform) => platform.queues.create({ name: 'other' }),
    answered: { status: 422, json: refusal('must_belong_to_project', 'The resource must belong to the project') },
  },
  {
    name: 'refused with words only',
    cause: (platform) => platform.queues.create({ name: 'limit' }),
    answered: { status: 422, json: { errors: [{ detail: 'You have 50 queues already', status: '422', code: '422' }] } },
  },
  {
    name: 'token',
    cause: (platform) => platform.queues.list(),
    answered: { status: 401, json: { error: 'Unauthorized' } },
  },
  {
    name: 'limit',
    cause: (platform) => platform.queues.list(),
    answered: { status: 429, json: { error: 'Too Many Requests' } },
  },
  {
    name: 'permission',
    cause: (platform) => platform.queues.list(),
    answered: { status: 403, json: { error: 'Forbidden' } },
  },
  {
    name: 'outage',
    cause: (platform) => platform.queues.create({ name: 'late' }),
    answered: { status: 503, json: { error: 'Service Unavailable' } },
  },
];

async function noise(platform: RestClient, count: number, seed: number): Promise<void> {
  const random = seeded(seed);
  for (let i = 0; i < count; i++) {
    const work = random.below(4);
    if (work === 0) await platform.queues.list();
    else if (work === 1) await platform.phone_numbers.list({ page_size: 2 });
    else if (work === 2) await platform.queues.create({ name: `noise ${seed} ${i}` });
    else await platform.queues.get('00000000-0000-4000-8000-000000000bad').catch(() => {});
  }
}

/** A recording with one failure of a known origin at its end, among requests that have nothing to do with it. */
export async function generatedCase(seed: number) {
  const random = seeded(seed);
  const failing = FAILURES[seed % FAILURES.length] as Failing;
  const { documents } = await recordedCase(async (platform) => {
    await noise(platform, random.below(6), seed);
    await failing.cause(platform);
  }, createSandbox({ seed }));
  return { name: failing.name, header: HEADER, documents: answered(documents, failing.answered) };
}

function answered(documents: readonly CassetteDocument[], answer: Failing['answered']): readonly CassetteDocument[] {
  const last = documents.findLastIndex(({ kind }) => kind === 'http');
  if (!answer) return documents;
  const { status, json } = answer;
  return documents.map((one, index) =>
    index === last ? { ...(one as CassetteEntry), response: { status, body: { json } } } : one,
  );
}
