// Keys as terminals send them, on the built bench: fast, in pieces, pasted, wide, and those that fingers know from emacs.
import { setTimeout as wait } from 'node:timers/promises';
import { checked, enter, finish, isAtRest, openBench } from './support/checks.mjs';

/** After this long a lone ESC is the Escape key; the pieces of a sequence may be further apart. */
const PAUSE_MS = 80;

const terminal = await openBench({ columns: 80 });
const check = (name, act) => checked(name, terminal, act);
const column = () => Number(terminal.cursor().split(',')[0]);
const START = 'sandbox › '.length;
async function cleared() {
  terminal.press('C-e', 'C-u');
  await terminal.see(isAtRest);
}
async function inColumn(wanted) {
  await terminal.see(() => column() === wanted);
}

await check('accepts three inputs with Enter in one chunk', async ({ bytes, see }) => {
  bytes('var a = 1\rvar b = 2\ra + b\r');
  await see(/› a \+ b\n3\n/);
  await see(isAtRest);
});
await check('keeps keys typed during an input for the next one', async ({ bytes, see }) => {
  bytes('await new Promise((go) => setTimeout(go, 300))\r"late" + 1\r"more"');
  await see(/› "late" \+ 1\n'late1'\nsandbox › "more"\s*$/);
  await cleared();
});
await check('a paste of 10 KB is one input, and Up recalls all of it', async ({ paste, press, see }) => {
  const lines = Array.from({ length: 250 }, (_, i) => `  'line ${i} — ${'x'.repeat(24)} ü',`);
  const text = `var pasted = [\n${lines.join('\n')}\n]`;
  if (Buffer.byteLength(text) < 10_000) throw new Error('it is too short');
  paste(text);
  await see(/line 249 [\s\S]*\]\s*$/);
  press('Enter');
  await see(isAtRest);
  await enter(terminal, 'pasted.length + pasted[249].length', /\n287\n/);
  press('Up', 'Up');
  await see(/line 249 [\s\S]*\]\s*$/);
  press('C-c');
  await see(isAtRest);
});
await check('a paste runs no code and no control sequences', async ({ paste, see }) => {
  paste('globalThis.ran = 1\n"\x1b[2J\x07"\n');
  await see(/ran = 1\n +… "\[2J"/);
  terminal.press('C-c');
  await enter(terminal, 'typeof ran', /'undefined'/);
});
await check('reads an escape sequence that arrives in pieces', async ({ bytes, see }) => {
  await enter(terminal, '"before"', /'before'/);
  for (const piece of ['\x1b[', 'A']) {
    bytes(piece);
    await wait(PAUSE_MS);
  }
  await see(/sandbox › "before"\s*$/);
  for (const piece of ['\x1bO', 'D', '\x1b[', '1;', '5D']) {
    bytes(piece);
    await wait(PAUSE_MS);
  }
  await see(/sandbox › "before"\s*$/);
  await inColumn(START + 1);
  await cleared();
});
await check('a paste with split markers runs no code', async ({ bytes, see }) => {
  for (const piece of ['\x1b[2', '00~globalThis.ran = 1\nb', '\x1b', '[201~c']) {
    bytes(piece);
    await wait(PAUSE_MS);
  }
  await see(/sandbox › globalThis\.ran = 1\n +… bc\s*$/);
  terminal.press('C-c');
  await enter(terminal, 'typeof ran', /'undefined'/);
});
await check('shows an unterminated paste after a while and accepts keys again', async ({ bytes, press, see }) => {
  bytes('\x1b[200~"stuck"');
  await see(/sandbox › "stuck"\s*$/);
  press('Enter');
  await see(/\n'stuck'\n/);
  await see(isAtRest);
});
await check('Ctrl-C cancels an unterminated paste', async ({ bytes, press, see }) => {
  bytes('\x1b[200~"held"');
  await wait(PAUSE_MS);
  press('C-c');
  await see(/sandbox › "held"\s*$/);
  press('C-c');
  await see(isAtRest);
});
await check('reacts to Escape quickly', async ({ type, press, see }) => {
  type('platform.calling.pl');
  press('Tab');
  await see('play_pause');
  press('Escape');
  await see(/platform\.calling\.play\s*$/);
  await cleared();
});
await check('reads a character that arrives in pieces', async ({ bytes, see }) => {
  for (const byte of Buffer.from('é🎉')) bytes([byte]);
  await see(/› é🎉\s*$/);
  await inColumn(START + 3);
  await cleared();
});
await check('moves over and deletes wide and joined characters as one', async ({ type, press, see }) => {
  type('日本👩‍👧é');
  await see(/› 日本/);
  press('Left');
  press('Left');
  press('Left');
  await inColumn(START + 2);
  type('x');
  await see(/› 日x本/);
  press('C-e', 'BSpace', 'BSpace');
  await see(/› 日x本\s*$/);
  await inColumn(START + 5);
  await cleared();
});
await check('supports Emacs keys: line ends, words, kill and yank', async ({ type, press, see }) => {
  type('one two three');
  press('C-a');
  await inColumn(START);
  press('M-f');
  await inColumn(START + 3);
  press('C-f', 'M-d');
  await see(/› one {2}three\s*$/);
  press('C-e', 'C-y');
  await see(/› one {2}threetwo\s*$/);
  press('C-w');
  await see(/› one\s*$/);
  press('C-b', 'C-b', 'C-k');
  await see(/› on?e?\s*$/);
  press('C-u');
  await see(isAtRest);
  press('C-y');
  await see(/› \S/);
  await cleared();
});
await check('undo restores a kill, and words one by one', async ({ type, press, see }) => {
  type('alpha');
  await see(/› alpha\s*$/);
  type(' ');
  await inColumn(START + 6);
  type('beta');
  await see(/› alpha beta\s*$/);
  press('C-w');
  await see(/› alpha\s*$/);
  press('C-_');
  await see(/› alpha beta\s*$/);
  press('C-_');
  await see(/› alpha\s*$/);
  press('C-_');
  await see(isAtRest);
});
await check('Ctrl-R finds an earlier statement, and Escape restores the draft', async ({ type, press, see }) => {
  type('draft');
  press('C-r');
  type('a + ');
  await see(/⌕ a \+ *\n▸ a \+ b/);
  press('Escape');
  await see(/› draft\s*$/);
  press('C-e', 'C-u', 'C-r');
  type('a + ');
  await see(/▸ a \+ b/);
  press('Enter');
  await see(/› a \+ b\n3\n/);
  await see(isAtRest);
});
await check('previews and accepts the rest of an earlier input', async ({ type, press, see }) => {
  type('a +');
  await see(/› a \+ b\s*$/);
  await inColumn(START + 3);
  press('Right');
  await inColumn(START + 5);
  press('Enter');
  await see(isAtRest);
});
await check('wraps a long line and edits it at the edge', async ({ type, press, see }) => {
  const long = `"${'abcdefghij'.repeat(15)}"`;
  type(long);
  await see(/j"\s*$/);
  press('C-a');
  await inColumn(START);
  press('C-e', 'BSpace', 'BSpace', '"', '.', 'l', 'e', 'n', 'g', 't', 'h', 'Enter');
  await see(/\n149\n/);
  await see(isAtRest);
});
await check('Ctrl-C clears a line, then shows how to exit; Ctrl-D deletes, then exits', async (all) => {
  const { type, press, see } = all;
  type('thrown away');
  press('C-c');
  await see(isAtRest);
  press('C-c');
  await see(/To leave, press Ctrl-D or type \.exit\nsandbox ›\s*$/);
  type('xy');
  press('C-a', 'C-d');
  await see(/› y\s*$/);
  press('C-d');
  await see(isAtRest);
});
terminal.close();
finish();
