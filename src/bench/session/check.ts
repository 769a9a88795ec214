/** The result of one check of an exercise. */
export interface CheckResult {
  readonly message: string;
  readonly points: number;
  /** From 0 to `points`. */
  readonly earned: number;
  /** Why the test failed, if it threw an error. */
  readonly problem?: string;
}

/** Returns `true` or `false`, or the part that is right as a number from 0 to 1. */
type CheckTest = () => boolean | number | Promise<boolean | number>;

/** Runs a test of an exercise and reports its points. Does not throw if the test fails. */
type Check = (points: number, message: string, test: CheckTest) => Promise<void>;

/** Creates a `check` that reports each result when its test has ended. */
export function createCheck(report: (result: CheckResult) => void): Check {
  return async (points, message, test) => {
    if (typeof points !== 'number' || !(points >= 0 && points < Number.POSITIVE_INFINITY))
      throw new TypeError('check(points, message, test): points must be a number of at least 0');
    if (typeof message !== 'string') throw new TypeError('check(points, message, test): message must be text');
    if (typeof test !== 'function') throw new TypeError('check(points, message, test): test must be a function');
    report({ message, points, ...(await outcomeOf(points, test)) });
  };
}

async function outcomeOf(points: number, test: CheckTest): Promise<Pick<CheckResult, 'earned' | 'problem'>> {
  try {
    const result = await test();
    if (typeof result === 'boolean') return { earned: result ? points : 0 };
    if (typeof result === 'number' && result >= 0 && result <= 1) return { earned: points * result };
    return { earned: 0, problem: 'the test must return true, false or a number from 0 to 1' };
  } catch (error) {
    return { earned: 0, problem: error instanceof Error ? error.message : String(error) };
  }
}

/** Formats a result as learners see it. */
export function checkLine({ message, points, earned, problem }: CheckResult): string {
  const verdict = earned === points ? 'Right' : earned > 0 ? 'Partly right' : 'Not yet';
  return `${verdict}, ${pointsText(earned)} of ${pointsText(points)}: ${message}${problem === undefined ? '' : ` (${problem})`}`;
}

/** Formats points with up to two decimals. */
export const pointsText = (points: number): string => String(Math.round(points * 100) / 100);

/** Returns the value of a variable as data, as a graded run sees it. */
type Value = (name: string) => unknown;

/** Creates a `value` that reads variables from `peek`. */
export function createValue(peek: (name: string) => PropertyDescriptor | undefined): Value {
  return (name) => {
    const value: unknown = peek(name)?.value;
    const text = value === undefined ? undefined : JSON.stringify(value);
    if (text === undefined) throw missingValue(name);
    return JSON.parse(text);
  };
}

export const missingValue = (name: string): Error => new Error(`there is no value "${name}"`);
