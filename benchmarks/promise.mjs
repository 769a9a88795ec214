/** Set by the guard, which runs on busy machines: a promise is broken only when it is missed by this factor. */
const SLACK = Number(process.env.SLACK ?? 1);

/**
 * Prints a measured ratio beside what is promised. A broken promise sets the exit code. `variance`: the slack that a ratio
 * needs in the guard if it differs more between machines.
 */
export function promise(what, ratio, { most, least, variance = 1 }) {
  const allowed = SLACK === 1 ? 1 : Math.max(SLACK, variance);
  const isKept = least === undefined ? ratio <= most * allowed : ratio >= least / allowed;
  const bound = least === undefined ? `at most ${most}` : `at least ${least}`;
  const slack = allowed === 1 ? '' : `, with a slack of ${allowed}`;
  console.log(`${isKept ? 'ok' : 'not ok'} ${what}: × ${ratio.toFixed(2)} (${bound}${slack})`);
  if (!isKept) process.exitCode = 1;
}

/** How often the guard asks for: fewer rounds than a measurement. */
export const roundsOr = (rounds) => Number(process.env.ROUNDS ?? rounds);

/** Whether the guard runs: it leaves out what takes minutes. */
export const isQuick = process.env.SLACK !== undefined;
