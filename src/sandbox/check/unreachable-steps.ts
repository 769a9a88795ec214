import type { CallDocument, Step } from '../engine/document/call-document.js';
import { targetOf } from '../engine/document/compile-swml.js';
import { hasPlaceholder } from '../engine/expression/index.js';
import { isRecord } from '../request/read-json.js';
import { allSteps, type Finding, listOf, sectionOf } from './finding.js';

/** Finds steps after one that never continues, and sections that no step runs. */
export function unreachableSteps(document: CallDocument): Finding[] {
  const { lists } = document;
  return [...[...lists.values()].flatMap((steps) => afterEnds(document, steps)), ...unusedSections(document)];
}

/** The first step of each group that is never reached, up to a label. */
function afterEnds(document: CallDocument, steps: readonly Step[]): Finding[] {
  let last: Step | undefined;
  return steps.flatMap((step, index): Finding[] => {
    if (step.verb?.name === 'label') last = undefined;
    const isFirst = last === steps[index - 1];
    const found: Finding[] =
      last && isFirst
        ? [
            {
              level: 'certain',
              at: step.at,
              message: `${step.at}: no call reaches this step: ${last.at} never continues with it`,
            },
          ]
        : [];
    last ??= ends(document, step, 0) ? step : undefined;
    return found;
  });
}

const MAX_DEPTH = 32;

/** Whether no call continues with the step after this one. */
function ends(document: CallDocument, { verb, params }: Step, depth: number): boolean {
  if (depth > MAX_DEPTH) return false;
  const inList = (key: unknown): boolean =>
    typeof key === 'string' && hasEnd(document, document.lists.get(key) ?? [], depth + 1);
  switch (verb?.name) {
    case 'hangup':
    case 'return':
    case 'Hangup':
    case 'Reject':
      return true;
    case 'Redirect':
      return typeof params.text === 'string';
    case 'transfer':
      return document.sections.has(String(params.dest)) || /^https?:/.test(String(params.dest));
    case 'switch':
      return inList(params.default) && isRecord(params.case) && Object.values(params.case).every(inList);
    case 'if':
      return inList(params.else) && inList(params.then);
    case 'cond': {
      const entries = Array.isArray(params.branches) ? params.branches.filter(isRecord) : [];
      return entries.some((one) => 'else' in one) && entries.every((one) => inList(one.then ?? one.else));
    }
    default:
      return false;
  }
}

/** Whether a list has a step that ends it. A label after it can be reached again. */
function hasEnd(document: CallDocument, steps: readonly Step[], depth: number): boolean {
  const afterLabel = steps.findLastIndex(({ verb }) => verb?.name === 'label') + 1;
  return steps.slice(afterLabel).some((step) => ends(document, step, depth));
}

const isMissing = ({ sections }: CallDocument, dest: unknown): boolean =>
  typeof dest === 'string' && /^[\w-]+$/.test(dest) && !sections.has(dest);

/** The sections that no step runs, from the first one on. Unknown if a call decides on the name of a section. */
function unusedSections(document: CallDocument): Finding[] {
  if (document.language !== 'swml') return [];
  const runs = new Map<string, Set<string>>();
  for (const step of allSteps(document)) {
    if (step.verb?.stage === 'ai') return [];
    const target = targetOf(step);
    if (!target) continue;
    // A name that does not exist is probably a typo of one that no other step names.
    if (hasPlaceholder(target.to) || isMissing(document, target.to)) return [];
    const from = sectionOf(document, listOf(step));
    runs.set(from, new Set([...(runs.get(from) ?? []), String(target.to)]));
  }
  const reached = new Set(['main']);
  for (const name of reached) for (const next of runs.get(name) ?? []) reached.add(next);
  return [...document.sections]
    .filter((name) => !reached.has(name))
    .map((name) => ({
      level: 'certain',
      at: name,
      message: `no call reaches the section ${name}: use execute or transfer to run it`,
    }));
}
