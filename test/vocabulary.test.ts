import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);

/** The published story of a call has steps with `says`. These files write, store or read them. */
const STORY =
  /^sandbox\/(?:engine|runs|ring|cast|control)\/|^assist\/inspect\/call-text\.ts$|^inspector\/page\/calls\/call-events\.ts$/;

/** The words of the first column of the table in CONTRIBUTING.md. */
function refusedNames(): ReadonlySet<string> {
  const [, table = ''] = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').split('\n## Names\n');
  const rows = table.split('\n').filter((line) => line.startsWith('| `'));
  return new Set(
    rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name)),
  );
}

const refused = refusedNames();
const isRefused = (name: string) => refused.has(name) || refused.has(name.split('_', 1)[0] as string);

/** The lines of code without comments and without the texts in quotes. */
const codeOf = (source: string): string[] =>
  source
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, (comment) => comment.replace(/[^\n]/g, ''))
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/g, (text) => text.replace(/[^\n]/g, ''))
    .split('\n');

const INDEX =
  /\.(?:map|forEach|filter|flatMap|some|every|find|findIndex)\(\((?:\w+|\{[^}]*\}|\[[^\]]*\]), at\b|\[at, [^\]]*\] of \w+\.entries/;
const NOW = /\b(?:const|let) now(?:: [\w<>]+)? = (?!.*(?:[nN]ow|Date|clock))/;

/** Returns the names in a source that the table refuses. */
function faults(source: string, isStory = false): string[] {
  return codeOf(source).flatMap((line) => [
    ...[...line.matchAll(/\b[A-Za-z_]\w*/g)]
      .map(([name]) => name)
      .filter((name) => isRefused(name) && !(isStory && name === 'says')),
    ...(INDEX.test(line) ? ['at as an index'] : []),
    ...(NOW.test(line) ? ['now that is no time'] : []),
  ]);
}

it('finds refused names in code only', () => {
  expect(refused.size).toBeGreaterThan(15);
  expect(faults("const MOST_ROWS = 5; // MOST_ROWS\nconst { says } = 'says';\n/* desk */")).toEqual([
    'MOST_ROWS',
    'says',
  ]);
  expect(faults('all.map((one, at) => at);\nfor (const [at, one] of all.entries()) {}')).toHaveLength(2);
  expect(faults('const now = account();\nconst now = Date.now(); let now = clock.time;')).toEqual([
    'now that is no time',
  ]);
  expect(faults('step.says', true)).toEqual([]);
});

it('src uses the names of CONTRIBUTING.md', () => {
  const found = files.flatMap((file) =>
    faults(readFileSync(join(root, 'src', file), 'utf8'), STORY.test(file)).map((fault) => `${file}: ${fault}`),
  );
  expect(found).toEqual([]);
});
