import type { Answer, RingOptions } from '../engine/run/story.js';

/** What the steps of a verb can result in, if its declaration leaves that to a script. */
const RESULTS: Readonly<Record<string, readonly string[]>> = {
  ai: ['success', 'failed'],
  amazon_bedrock: ['success', 'failed'],
  record: ['success', 'no_input', 'failed'],
  Record: ['success', 'absent', 'no_input', 'failed'],
  prompt: ['no_match'],
  detect_machine: ['human', 'machine', 'fax', 'unknown'],
  receive_fax: ['success', 'failed'],
  send_fax: ['success', 'failed'],
  Receive: ['success', 'failed'],
  join_conference: ['completed', 'failed'],
  join_room: ['joined', 'failed'],
  enter_queue: ['connected', 'leaving'],
  Enqueue: ['bridged', 'redirected'],
  sip_refer: ['success', 'failed'],
  Refer: ['success', 'failed'],
};

/** Throws for a result that a verb never has. */
export function checkResults({ answers = {} }: RingOptions): void {
  for (const [name, { result }] of Object.entries(answers)) {
    const known = Object.hasOwn(RESULTS, name) ? RESULTS[name] : undefined;
    if (result === undefined || known === undefined || known.includes(result)) continue;
    throw new TypeError(`answers.${name}.result must be one of ${known.join(', ')}, not '${result}'`);
  }
}

/** How a script can decide about the steps of a verb, each way once. */
export const answersOf = (verb: string): Answer[] =>
  Object.hasOwn(RESULTS, verb) ? (RESULTS[verb] ?? []).map((result) => ({ result })) : [];
