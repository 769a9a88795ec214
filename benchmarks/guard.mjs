// `npm run bench:guard`: the promised ratios, measured in few rounds and with slack, so that a lost factor is noticed.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Each benchmark with its rounds. */
const PARTS = {
  'start.mjs': 5,
  'client/start.mjs': 9,
  'client/index.mjs': 2,
  'client/size.mjs': 1,
  'replay/index.mjs': 2,
  'cases/index.mjs': 2,
  'sandbox/index.mjs': 2,
  'kernel/index.mjs': 1,
};

for (const [part, rounds] of Object.entries(PARTS)) {
  const file = fileURLToPath(new URL(part, import.meta.url));
  const env = { ...process.env, SLACK: '1.5', ROUNDS: String(rounds) };
  run(process.execPath, ['--expose-gc', file], env);
  // A newer Node.js starts in half the time, so that a lost factor shows there first.
  if (part === 'start.mjs') run('npx', ['-y', '-p', 'node@24', '--', 'node', file], env);
}

function run(command, args, env) {
  const { status } = spawnSync(command, args, { env, stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
