import { z } from 'zod';
import { KINDS, type Kind } from '../verify/records.js';
import type { Expected } from '../verify/verify.js';
import { type ControlRoute, controlRoute, orRefuse } from './control-route.js';

const MAX_EXPECTATIONS = 200;

const patternOf = (kind: Kind) => {
  const fields = KINDS[kind].map((name) => [name, z.unknown().optional()] as const);
  const description = `The fields of a ${kind} that must fit. A value, an object of which only the given fields count, or { "$contains": "text" }, { "$matches": "pattern" } or { "$any": true }.`;
  return z.strictObject(Object.fromEntries(fields)).optional().meta({ description });
};

const count = (description: string) => z.int().min(0).max(1_000_000).optional().meta({ description });

const ExpectedBody = z
  .strictObject({
    request: patternOf('request'),
    message: patternOf('message'),
    call: patternOf('call'),
    callback: patternOf('callback'),
    times: count('Exactly so often; 0 for never. Default: at least once.'),
    at_least: count('At least so often.'),
    at_most: count('At most so often.'),
  })
  .meta({ id: 'Expected', description: 'One kind, the fields that must fit, and how often.' });

const Verified = z
  .object({
    passed: z.boolean(),
    difference: z.string().nullable().meta({ description: 'The differences as a text for people.' }),
    expectations: z.array(z.object({ passed: z.boolean(), count: z.int(), difference: z.string().nullable() })),
  })
  .meta({ id: 'Verified' });

export const verifyRoute: ControlRoute = controlRoute({
  method: 'POST',
  path: '/verify',
  operation: 'verify',
  example: {
    body: { expect: [{ request: { operation: 'queues.create', fields: { name: 'sales' } }, times: 0 }] },
  },
  summary: 'Compare the requests, messages, calls and callbacks since the start with what is expected.',
  body: z.strictObject({
    expect: z.array(ExpectedBody).min(1).max(MAX_EXPECTATIONS),
    in_order: z.boolean().optional().meta({ description: 'Whether they must have happened in the order of the list.' }),
  }),
  result: Verified,
  run: (simulator, { body: { expect, ...options } }) =>
    orRefuse(() => simulator.verify(expect as readonly Expected[], options as { in_order?: boolean })),
});
