// Writes the generated pages of docs/; with --check it fails when one is not what the sources say.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isRow, operations, type Tree } from '../src/client/index.js';
import { castJsonSchema } from '../src/sandbox/cast/cast-schema.js';
import { createRegistry, previewSkill, type SkillPreview } from '../src/skills/index.js';
import { callVerbsPage } from './docs/call-verbs-page.js';
import { causesPage } from './docs/causes-page.js';
import { classPages } from './docs/class-page.js';
import { commandLinePage, dotCommandsPage } from './docs/commands-page.js';
import { controlPage, OPENAPI_FILE, openApiText } from './docs/control-page.js';
import { dependencyPage } from './docs/dependency-page.js';
import { limitsPage } from './docs/limits-page.js';
import { redactionPage } from './docs/redaction-page.js';
import { indexPage, namespacePage } from './docs/reference-page.js';
import { skillBasePage } from './docs/skill-base-page.js';
import { SKILL_PAGES, skillIndexPage, skillPage } from './docs/skill-page.js';
import { lessonPlans, syllabusPage } from './docs/syllabus-page.js';

const root = join(import.meta.dirname, '..');
const namespaces = Object.entries(operations as Tree).flatMap(([name, node]) =>
  isRow(node) ? [] : [[name, node] as const],
);

// The built-in skills, whatever the environment adds.
const registry = createRegistry({ env: {} });
const skills = (await Promise.all(
  (await registry.list_skills()).map(({ name }) => previewSkill(registry, name)),
)) as SkillPreview[];

const pages = new Map([
  ['docs/reference/README.md', indexPage(namespaces)],
  ...namespaces.map(([name, tree]) => [`docs/reference/${name}.md`, namespacePage(name, tree)] as const),
  [`${SKILL_PAGES}/README.md`, skillIndexPage(skills)],
  ...skills.map((skill) => [`${SKILL_PAGES}/${skill.name}.md`, skillPage(skill)] as const),
  ...(await classPages()),
  ['docs/reference/skill-base.md', skillBasePage()],
  ['docs/bench/commands.md', await dotCommandsPage()],
  ['docs/bench/command-line.md', await commandLinePage()],
  ['docs/reference/redaction.md', redactionPage()],
  ['docs/reference/limits.md', limitsPage()],
  ['docs/reference/causes.md', causesPage()],
  ['docs/reference/call-verbs.md', callVerbsPage()],
  ['docs/reference/cast.schema.json', `${JSON.stringify(castJsonSchema(), null, 2)}\n`],
  ['docs/reference/control-api.md', controlPage()],
  [OPENAPI_FILE, openApiText()],
  ['docs/dependencies.md', dependencyPage(root)],
  ['docs/syllabus.md', syllabusPage(lessonPlans(root))],
]);

const stale = [...pages].filter(([path, content]) => read(path) !== content).map(([path]) => path);
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    process.stderr.write(`stale: ${stale.join(', ')}. Run: npm run docs\n`);
    process.exitCode = 1;
  }
} else {
  for (const path of stale) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), pages.get(path) as string);
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return undefined; // not written yet
  }
}
