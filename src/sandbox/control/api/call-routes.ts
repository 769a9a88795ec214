import { z } from 'zod';
import { ControlRefusal, type ControlRoute, controlRoute } from './control-route.js';

const Time = z.string().meta({ format: 'date-time' });
const CALL = {
  id: z.string(),
  from: z.string(),
  to: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  status: z.string(),
  started: Time,
  duration: z.number().nullable().meta({ description: 'In seconds; null until the call has ended.' }),
  parent: z.string().nullable().meta({ description: 'The call whose step dialled it.' }),
  failure: z.string().nullable().meta({ description: 'Why the call failed, such as `busy` or `document error`.' }),
};
const Call = z.object({ ...CALL, steps: z.int() }).meta({ id: 'Call' });
const Story = z
  .looseObject({
    ...CALL,
    document: z.string().nullable(),
    document_started: Time.nullable().meta({ description: 'The times of the steps count from then.' }),
    now: Time.meta({ description: 'The time of the sandbox.' }),
    requests: z.array(z.looseObject({ method: z.string(), url: z.string(), status: z.int().nullable() })),
    steps: z.array(
      z.looseObject({
        at: z.string(),
        verb: z.string(),
        says: z.string(),
        time: z.number(),
        duration: z.number().nullable(),
      }),
    ),
    moments: z.array(z.looseObject({ time: z.number(), step: z.int().nullable() })).meta({
      description: 'The steps, their reports, their requests and the callbacks in order, each with its time.',
    }),
    called: z.array(Call),
    unused: z
      .array(z.string())
      .meta({ description: 'Parts of the script that the call did not use, such as the digit 2.' }),
    problems: z.array(z.string()),
    ended: z.string(),
    webhooks: z.array(z.looseObject({ event: z.string(), url: z.string(), time: z.number() })),
    variables: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Story' });

export const callRoutes: readonly ControlRoute[] = [
  controlRoute({
    method: 'GET',
    path: '/calls',
    operation: 'listCalls',
    summary: 'List the calls, the latest last, however they began.',
    result: z.array(Call),
    run: (simulator) => simulator.calls(),
  }),
  controlRoute({
    method: 'GET',
    path: '/story',
    operation: 'getStory',
    summary: 'Return what happened in a call, or in the latest one with a document: steps, requests, callbacks.',
    query: z.strictObject({ id: z.string().optional().meta({ description: 'The id of the call, or its beginning.' }) }),
    result: Story,
    run(simulator, { query }) {
      const id = query.id ?? simulator.calls().findLast(({ steps }) => steps > 0)?.id;
      if (id === undefined) throw new ControlRefusal(422, 'no call has run a document. POST /ring simulates one');
      try {
        return simulator.story(id);
      } catch (error) {
        throw new ControlRefusal(422, error instanceof Error ? error.message : String(error));
      }
    },
  }),
];
