import { z } from 'zod';
import type { RingOptions } from '../../engine/run/story.js';
import { RingBody } from '../../ring/ring-options.js';
import type { Snapshot } from '../../state/snapshot.js';
import { signingKey } from '../../subjects/projects.js';
import { signatureHeaders } from '../../webhooks/sign.js';
import type { Fault } from '../faults.js';
import { callRoutes } from './call-routes.js';
import { type ControlRoute, controlRoute, laterOrRefuse, orRefuse } from './control-route.js';
import { projectRoutes } from './project-routes.js';
import { verifyRoute } from './verify-route.js';

const Time = z.string().meta({ format: 'date-time' });
const Clock = z.object({ now: Time }).meta({ id: 'Clock' });
const MovedClock = z
  .object({
    now: Time,
    in_flight: z.array(z.object({ event: z.string(), method: z.string(), url: z.string() })).meta({
      description: 'The requests to your servers that have no response yet. POST /callbacks/settle waits for them.',
    }),
  })
  .meta({ id: 'MovedClock' });
const Signing = z.object({ signing_key: z.string(), headers: z.array(z.string()) }).meta({ id: 'Signing' });
const Delivery = z
  .object({
    id: z.string(),
    at: Time,
    to: z.string(),
    channel: z.enum(['sms', 'mms', 'call']),
    text: z.string(),
    code: z.string().optional().meta({ description: 'The code that the recipient must enter.' }),
  })
  .meta({ id: 'Delivery' });
const Callback = z
  .object({
    id: z.string(),
    at: Time,
    event: z.string(),
    url: z.string(),
    method: z.enum(['GET', 'POST']),
    encoding: z.enum(['json', 'form']),
    payload: z.record(z.string(), z.unknown()),
    outcome: z
      .union([
        z.enum(['kept', 'posting']),
        z.object({ status: z.int(), attempts: z.int().optional() }),
        z.object({ error: z.string(), attempts: z.int().optional(), isMiss: z.literal(true).optional() }),
      ])
      .meta({
        description:
          '`kept`: the URL is not on this machine, so nothing was sent. `isMiss`: a recording answers for the servers and does not have the request.',
      }),
  })
  .meta({ id: 'Callback' });
const JournalEntry = z
  .object({
    kind: z.enum(['request', 'webhook', 'failure']),
    at: Time,
    method: z.string(),
    path: z.string(),
    operation: z.string().nullable(),
    status: z.int().nullable(),
    fault: z.string().nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: 'JournalEntry' });
const FaultBody = z
  .union(
    [
      z.strictObject({
        status: z.int().min(400).max(599),
        message: z.string().optional(),
        retry_after: z.number().min(0).optional(),
      }),
      z.strictObject({ kind: z.enum(['timeout', 'reset', 'truncated']) }),
      z.strictObject({ kind: z.literal('slow'), ms: z.number().min(0) }),
    ],
    {
      error: 'must be { "status": 503 }, { "kind": "timeout" } (or reset, truncated) or { "kind": "slow", "ms": 1000 }',
    },
  )
  .meta({ id: 'Fault' });
const FaultRule = z
  .object({ operation: z.string(), fault: FaultBody, times: z.int().nullable() })
  .meta({ id: 'FaultRule' });
const SnapshotBody = z
  .looseObject({ version: z.literal(1), now: Time, ids: z.int(), collections: z.record(z.string(), z.unknown()) })
  .meta({ id: 'Snapshot', description: 'The state of a sandbox. Store it as it is.' });
const Ring = z
  .looseObject({
    call_id: z.string(),
    number: z.string(),
    from: z.string(),
    route: z.string(),
    requests: z.array(z.looseObject({ method: z.string(), url: z.string(), status: z.int().nullable() })),
    steps: z.array(z.looseObject({ at: z.string(), verb: z.string(), says: z.string(), time: z.number() })),
    problems: z.array(z.string()),
    unused: z.array(z.string()).meta({ description: 'The entries of the script that the call did not use.' }),
    ended: z.string(),
    outcome: z.string(),
    webhooks: z.array(z.looseObject({ event: z.string(), url: z.string(), time: z.number() })),
  })
  .meta({ id: 'Ring' });

/** JSON has no infinity, so a fault for all requests has `times: null`. */
const jsonRules = (rules: readonly { operation: string; fault: Fault; times: number }[]) =>
  rules.map((rule) => ({ ...rule, times: Number.isFinite(rule.times) ? rule.times : null }));

export const controlRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'POST',
    path: '/ring',
    operation: 'ring',
    example: { body: { number: '+12065550100', digits: ['2'] } },
    summary: 'Simulate a call to a number of the project, and return what happened.',
    body: RingBody,
    result: Ring,
    run: (simulator, { body: { number, ...options } }) =>
      laterOrRefuse(() => simulator.ring(number, options as RingOptions)),
  }),
  ...callRoutes,
  ...projectRoutes,
  verifyRoute,
  controlRoute({
    method: 'GET',
    path: '/signing',
    operation: 'getSigning',
    summary: 'Return the key that signs the requests to your servers, and the names of the headers.',
    result: Signing,
    run: ({ state }) => ({ signing_key: signingKey(state), headers: Object.values(signatureHeaders(state)) }),
  }),
  controlRoute({
    method: 'GET',
    path: '/clock',
    operation: 'getClock',
    summary: 'Return the simulated time.',
    result: Clock,
    run: (simulator) => ({ now: simulator.state.clock.now() }),
  }),
  controlRoute({
    method: 'POST',
    path: '/clock',
    operation: 'moveClock',
    example: { body: { advance_seconds: 60 } },
    summary: 'Advance the simulated time, and run the events that are due, without waiting for your servers.',
    body: z.union([z.strictObject({ advance_seconds: z.number().min(0) }), z.strictObject({ now: Time })], {
      error: 'must be { "advance_seconds": 60 } or { "now": "2025-06-02T10:00:00Z" }',
    }),
    result: MovedClock,
    run(simulator, { body }) {
      const { clock } = simulator.state;
      orRefuse(() => ('now' in body ? clock.set(body.now) : clock.advance(body.advance_seconds)));
      return { in_flight: simulator.inFlight(), now: clock.now() };
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/run',
    operation: 'run',
    example: { body: { seconds: 60 } },
    summary: 'Advance the simulated time, and wait for the documents, callbacks and retries that are due in it.',
    body: z.strictObject({ seconds: z.number().min(0) }),
    result: Clock,
    run: (simulator, { body: { seconds } }) => laterOrRefuse(async () => ({ now: await simulator.run(seconds) })),
  }),
  controlRoute({
    method: 'GET',
    path: '/inbox',
    operation: 'listInbox',
    example: { query: 'to=%2B13035550111' },
    summary: 'List the messages and calls that were sent to phones, the latest last.',
    query: z.strictObject({ to: z.string().optional().meta({ description: 'Only those to this number.' }) }),
    result: z.array(Delivery),
    run: (simulator, { query: { to } }) => {
      // A plus that is not encoded arrives as a space.
      const number = to?.replace(/^ /, '+');
      return simulator.inbox().filter((one) => number === undefined || one.to === number);
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/callbacks',
    operation: 'listCallbacks',
    summary: 'List the callbacks to servers of the user, the latest last.',
    result: z.array(Callback),
    run: (simulator) => simulator.callbacks(),
  }),
  controlRoute({
    method: 'POST',
    path: '/callbacks/settle',
    operation: 'settleCallbacks',
    summary: 'Wait until no callback and no download is pending.',
    result: z.array(Callback),
    async run(simulator) {
      await simulator.settled();
      return simulator.callbacks();
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/journal',
    operation: 'listJournal',
    summary: 'List the latest requests, webhooks and failures, the latest last.',
    result: z.array(JournalEntry),
    run: (simulator) => simulator.journalEntries(),
  }),
  controlRoute({
    method: 'GET',
    path: '/faults',
    operation: 'listFaults',
    summary: 'List the faults.',
    result: z.array(FaultRule),
    run: (simulator) => jsonRules(simulator.faults.list()),
  }),
  controlRoute({
    method: 'POST',
    path: '/faults',
    operation: 'addFault',
    example: { body: { operation: 'queues.list', fault: { status: 503 }, times: 1 } },
    summary: 'Add a fault to an operation such as `queues.list`, a namespace such as `queues`, or `*`.',
    body: z.strictObject({ operation: z.string(), fault: FaultBody, times: z.int().min(1).optional() }),
    result: z.array(FaultRule),
    run(simulator, { body: { operation, fault, times } }) {
      orRefuse(() => simulator.faults.add(operation, fault as Fault, times === undefined ? {} : { times }));
      return jsonRules(simulator.faults.list());
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/faults/limit',
    operation: 'limitRequests',
    example: { body: { requests: 5, seconds: 10 } },
    summary: 'Limit the requests in a number of simulated seconds. Requests over the limit receive 429.',
    body: z.union([z.strictObject({ requests: z.int().min(1), seconds: z.number().positive() }), z.null()], {
      error: 'must be { "requests": 5, "seconds": 10 } or null',
    }),
    result: z.array(FaultRule),
    run(simulator, { body }) {
      simulator.faults.limit(body);
      return jsonRules(simulator.faults.list());
    },
  }),
  controlRoute({
    method: 'DELETE',
    path: '/faults',
    operation: 'clearFaults',
    example: { query: 'operation=queues.list' },
    summary: 'Remove the faults of an operation. Without one, remove all faults and the limit.',
    query: z.strictObject({ operation: z.string().optional() }),
    result: z.array(FaultRule),
    run(simulator, { query: { operation } }) {
      orRefuse(() => simulator.faults.clear(operation));
      return jsonRules(simulator.faults.list());
    },
  }),
  controlRoute({
    method: 'GET',
    path: '/snapshot',
    operation: 'snapshot',
    summary: 'Return the whole state, to restore it later.',
    result: SnapshotBody,
    run: (simulator) => simulator.snapshot(),
  }),
  controlRoute({
    method: 'POST',
    path: '/restore',
    operation: 'restore',
    summary: 'Return to the state of a snapshot.',
    body: SnapshotBody,
    result: Clock,
    run(simulator, { body }) {
      orRefuse(() => simulator.restore(body as Snapshot));
      return { now: simulator.state.clock.now() };
    },
  }),
  controlRoute({
    method: 'POST',
    path: '/reset',
    operation: 'reset',
    summary: 'Return to the initial state, without faults and with an empty journal.',
    result: Clock,
    run(simulator) {
      simulator.reset();
      return { now: simulator.state.clock.now() };
    },
  }),
];
