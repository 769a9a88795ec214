/** One step of a path: a field, any field or item, or (`deep`) a field at any depth. */
export interface Step {
  readonly deep: boolean;
  /** Undefined matches any name. */
  readonly name: string | undefined;
}

const STEP = /(\.\.?)(\*|[\w-]+)|\[(\*|\d+|'[^'\]]*'|"[^"\]]*")\]/y;

/** Parses simple paths: `$.a.b`, `$.a[*].b`, `$.a[0]`, `$['a b']`, `$..b`. Returns undefined if the path is invalid. */
export function parsePath(path: string): readonly Step[] | undefined {
  if (path[0] !== '$' || path.length > 256) return undefined;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (!match) return undefined;
    const [, dots, word, bracket = ''] = match;
    const name = word ?? bracket.replace(/^(['"])(.*)\1$/, '$2');
    steps.push({ deep: dots === '..', name: name === '*' ? undefined : name });
  }
  return steps.length > 0 ? steps : undefined;
}

/** The remaining steps of each path that matches so far. */
export type RemainingPaths = readonly (readonly Step[])[];

export const NO_PATHS: RemainingPaths = [];

/** Moves one field down. `here` is true if a path ends at this field. */
export function advance(ways: RemainingPaths, field: string): { here: boolean; ways: RemainingPaths } {
  if (isBeside(ways, field)) return { here: false, ways };
  let here = false;
  let next: (readonly Step[])[] | undefined;
  for (const way of ways) {
    const [step, ...rest] = way;
    if (!step) continue;
    if (step.deep) next = [...(next ?? []), way];
    if (step.name !== undefined && step.name !== field) continue;
    if (rest.length === 0) here = true;
    else next = [...(next ?? []), rest];
  }
  return { here, ways: next ?? NO_PATHS };
}

/** Whether each path can begin at any depth, and does not begin at this field. This is true of nearly every field. */
function isBeside(ways: RemainingPaths, field: string): boolean {
  for (const { 0: step } of ways) if (!step?.deep || step.name === undefined || step.name === field) return false;
  return true;
}
