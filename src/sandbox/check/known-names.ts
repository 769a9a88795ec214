import type { CallDocument } from '../engine/document/call-document.js';
import { hasPlaceholder } from '../engine/expression/index.js';
import { isRecord } from '../request/read-json.js';
import { allSteps } from './finding.js';

/** The fields of an object that a document sets, or `any` if they are not known. */
type Fields = Set<string> | 'any';

/** The variables that a document sets. */
export interface KnownNames {
  /** By name, with the fields of those that are objects. */
  readonly variables: ReadonlyMap<string, Fields>;
  /** The `params` that the steps of the document pass to each section. */
  readonly params: ReadonlyMap<string, ReadonlySet<string>>;
  /** Whether the names of all variables and all params are in the document. */
  readonly isComplete: boolean;
}

/** Collects the names from `set`, from the table of verbs, and from the params of `execute` and `transfer`. */
export function knownNames(document: CallDocument): KnownNames {
  const variables = new Map<string, Fields>();
  const params = new Map<string, Set<string>>();
  let isComplete = true;
  const open = (name: string) => variables.set(name, 'any');
  for (const { verb, params: given } of allSteps(document)) {
    for (const name of verb?.sets ?? []) open(name.split('.')[0] ?? name);
    if (verb?.name === 'set') addSet(variables, given.variables);
    if (verb?.stage === 'ai') isComplete = false;
    if (verb?.name !== 'execute' && verb?.name !== 'transfer') continue;
    const { dest, params: passed } = given;
    if (typeof dest !== 'string' || !document.sections.has(dest)) isComplete = false;
    else params.set(dest, new Set([...(params.get(dest) ?? []), ...(isRecord(passed) ? Object.keys(passed) : [])]));
    if (passed !== undefined && !isRecord(passed)) isComplete = false;
  }
  return { variables, params, isComplete };
}

/** The names of a `set` step. A dotted name sets a field. */
function addSet(variables: Map<string, Fields>, values: unknown): void {
  if (!isRecord(values)) return;
  for (const [name, value] of Object.entries(values)) {
    const [root = name, key] = name.split('.');
    const before = variables.get(root);
    const own = key !== undefined ? [key] : isRecord(value) && !hasPlaceholder(value) ? Object.keys(value) : undefined;
    const isKnown = own !== undefined && before !== 'any';
    variables.set(root, isKnown ? new Set([...(before ?? []), ...own]) : 'any');
  }
}
