import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLANTED, SCENARIOS } from '../../../scripts/issues/scenarios.js';
import { explain, type Finding, importFiles } from '../../../src/cases/index.js';
import { type Cassette, openCassette } from '../../../src/cassette/index.js';
import { DEFAULT_POLICY } from '../../../src/redact/index.js';
import { plantedIn } from '../../support/planted-values.js';

export const issues = join(import.meta.dirname, '../../../fixtures/issues');

/** What `explain` must find in each ticket. A number is the status of a request that fails. */
export const CAUSES: Readonly<Record<string, Partial<Finding>>> = {
  'wrong-handler': { trap: 'wrong-handler', field: 'call_handler', operation: 'phone_numbers.set_cxml_webhook' },
  'orphan-webhook': { trap: 'orphan-webhook', operation: 'fabric.swml_webhooks.create', status: 201 },
  'stale-id': { trap: 'stale-id', field: 'queue_id', operation: 'queues.get', status: 404 },
  'wrong-field-name': { field: 'to', operation: 'calling.dial', status: 422 },
  'page-past-end': { trap: 'page-past-end', field: 'page_number', operation: 'phone_numbers.list' },
  'expired-token': { trap: 'refused-credentials', operation: 'queues.list', status: 401 },
  'rate-limit': { trap: 'rate-limit', operation: 'phone_numbers.list', status: 429 },
  'lost-update': { trap: 'lost-update', field: 'max_size', operation: 'queues.update', status: 200 },
  'compat-field-case': { trap: 'field-case', field: 'To', operation: 'compat.messages.create' },
  'bad-skill-key': { trap: 'bad-skill-key', field: 'api_key', status: 401 },
};
export const FORMS = ['ticket.har', 'session.yaml', 'commands.txt'];
/** Each ticket in each of its forms. */
export const TICKETS = Object.keys(SCENARIOS).flatMap((name) => FORMS.map((form): [string, string] => [name, form]));

export const policy = { ...DEFAULT_POLICY, cut: [PLANTED.account] };
export const secrets = [PLANTED.token];
/** The kinds of personal data in a text. */
export const personalIn = (text: string) => plantedIn(PLANTED, text);

/** Writes a ticket to a folder as a recording. A HAR and commands are imported; a session is a recording already. */
export function openTicket(folder: string, name: string, form: string) {
  const ticket = join(issues, name, form);
  const file = join(folder, `${name}-${form}.yaml`);
  if (form === 'session.yaml') {
    writeFileSync(file, readFileSync(ticket));
    return { file, cassette: openCassette(file), shown: '' };
  }
  const { lines, warnings } = importFiles([ticket], { output: file, policy, secrets, next: (written) => written });
  return { file, cassette: openCassette(file), shown: [...lines, ...warnings].join('\n') };
}

/** Everything that `explain` finds in a recording. */
export async function findingsIn(recording: Pick<Cassette, 'documents'>): Promise<Finding[]> {
  const { failures, suspicious } = await explain(recording);
  return [...failures, ...suspicious];
}
