// The review of an import on a terminal of 40 columns: the keys, the decisions in the file, and how to quit.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checked, env, finish, home, patchbay } from './support/checks.mjs';
import { openTerminal } from './support/tmux.mjs';

const ticket = join(home, 'ticket.txt');
const body = { name: 'Hi Ann, this is Bob Lee, see https://pbx.acme.org/x' };
writeFileSync(
  ticket,
  `curl https://space.example.com/api/relay/rest/queues -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'\n`,
);

/** Stays open after the command has ended, to show its exit code. */
function open(args) {
  const terminal = openTerminal(`${patchbay} ${args}; echo "exit $?"; exec sh`, { columns: 40, rows: 60, env });
  return { terminal, check: (name, act) => checked(name, terminal, act) };
}

const file = join(home, 'reviewed.yaml');
const review = open(`import ${ticket} -o ${file}`);
await review.check('an import asks about one text after the other, by group', async ({ see, type }) => {
  await see(/possible names \(2\)[^›]*r k g h a u q \? ›/);
  type('k');
  await see(/k\n[^›]*r k g h a u q \? ›/);
  type('g');
  await see(/possible hosts \(1\)\s+pbx\.acme\.org/);
  type('u');
  await see(/pbx\.acme\.org[^›]*› u\n[\s\S]*r k g h a u q \? ›/);
  type('a');
  await see(/exit 0/);
  const text = readFileSync(file, 'utf8');
  if (!/kept:\n\s+- (?:Ann|Bob Lee)\n/.test(text)) throw new Error(`the decision is not in the header:\n${text}`);
  if (text.includes('pbx.acme.org')) throw new Error('the host was not replaced');
});
review.terminal.close();

const again = open(`cassette review ${file}`);
await again.check('a recording that is reviewed has nothing to review', async ({ see }) => {
  await see(/nothing to\s+review[\s\S]*exit 0/);
});
again.terminal.close();

const none = join(home, 'none.yaml');
const cancelled = open(`import ${ticket} --review -o ${none}`);
await cancelled.check('q writes nothing', async ({ see, type }) => {
  await see(/r k g h a u q \? ›/);
  type('q');
  await see(/the review was cancelled[\s\S]*exit [12]\n/);
  if (existsSync(none)) throw new Error('a recording was written');
});
cancelled.terminal.close();

finish();
