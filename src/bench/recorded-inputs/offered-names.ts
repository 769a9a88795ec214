import { operations, PhoneCallHandler, PlatformRestError, walkRows } from '../../client/index.js';
import type { MemberKind, Offer } from '../../eval/index.js';

/** What recorded code can use besides the operations of `platform`. They take and return data. */
const MEMBERS: Readonly<Record<string, MemberKind>> = {
  'registry.discover_skills': 'promise',
  'registry.list_skills': 'promise',
  'registry.problems': 'promise',
  'registry.get_all_skills_schema': 'promise',
  'agent.add_skill': 'promise',
  'agent.remove_skill': 'promise',
  'agent.has_skill': 'now',
  'agent.list_skills': 'now',
  'agent.call_tool': 'promise',
  'agent.explain': 'now',
  'agent.document': 'now',
  'agent.add_hints': 'now',
  'agent.update_global_data': 'now',
  'agent.prompt_add_section': 'now',
  'agent.tools': 'value',
  'agent.hints': 'value',
  'agent.global_data': 'value',
  'agent.prompt_sections': 'value',
  'sandbox.credentials': 'value',
  'sandbox.seed': 'value',
  'sandbox.notes': 'value',
  'sandbox.inbox': 'value',
  'sandbox.callbacks': 'value',
  'sandbox.journal': 'value',
  'sandbox.clock.now': 'time',
  'sandbox.clock.advance': 'time',
  'sandbox.clock.set': 'time',
  'sandbox.faults.add': 'now',
  'sandbox.faults.limit': 'now',
  'sandbox.faults.clear': 'now',
  'sandbox.faults.list': 'now',
  'sandbox.ring': 'promise',
  'sandbox.settled': 'promise',
  'sandbox.nextEventAt': 'now',
  'sandbox.snapshot': 'now',
  'sandbox.restore': 'now',
};

/** Skills whose parameters name files. */
export const READS_FILES: readonly string[] = ['native_vector_search', 'markdown_skills'];

const CLIENT = 'platform';
/** Names of a module of Node.js that are not global. */
const OF_A_MODULE = ['require', 'module', 'exports', '__filename', '__dirname'];

/** The names that recorded code has: operations, the members above, and constants. */
export function offeredNames(): Offer {
  const rows = [...walkRows(operations)];
  const exported = ['RestClient', PlatformRestError.name, 'PhoneCallHandler'];
  return {
    subject: 'recorded code',
    members: [
      ...rows.map(([name, row]) => [`${CLIENT}.${name}`, row.gives.kind === 'page' ? 'listing' : 'promise'] as const),
      ...rows.map(([name]) => [`${CLIENT}.dry.${name}`, 'now'] as const),
      ...Object.entries(MEMBERS),
    ],
    client: { name: CLIENT, constructor: 'RestClient' },
    constants: { PhoneCallHandler },
    errors: [PlatformRestError.name],
    modules: { patchbay: exported, 'patchbay/client': exported },
    absent: [...Object.getOwnPropertyNames(globalThis), ...OF_A_MODULE],
  };
}
