import { join } from 'node:path';
import { format } from 'node:util';
import { transformSync } from 'esbuild';
import { Agent, DataMap, FunctionResult } from '../../src/skills/index.js';
import { type Field, interfacesOf, type Member, membersOf } from './class-members.js';
import { GENERATED } from './reference-page.js';
import { AGENT } from './skill-api/agent.js';
import { DATA_MAP } from './skill-api/data-map.js';
import { FUNCTION_RESULT } from './skill-api/function-result.js';

interface ClassPage {
  readonly name: string;
  /** The name of the page. */
  readonly file: string;
  readonly intro: string;
  /** The files of the class and of the class that it extends, with their classes. */
  readonly sources: readonly (readonly [file: string, className: string])[];
  readonly examples: Readonly<Record<string, string>>;
  /** Whether an example is a program. Otherwise, it is an expression whose value is printed. */
  readonly isProgram?: true;
}

const root = join(import.meta.dirname, '../..');
const skills = join(root, 'src/skills');

const PAGES: readonly ClassPage[] = [
  {
    name: 'Agent',
    file: 'agent',
    intro:
      'An agent has skills and tools, and returns the document with which the platform runs it. An agent in a program reaches the public internet, but no private address: `ownOrigin` of [`define_data_map`](#define_data_map) names a service of your own, also with `--live` and in tests.',
    sources: [[join(skills, 'agent/agent.ts'), 'Agent']],
    examples: AGENT,
    isProgram: true,
  },
  {
    name: 'DataMap',
    file: 'data-map',
    intro:
      // biome-ignore lint/suspicious/noTemplateCurlyInString: templates of the platform
      'A data map is a tool that the platform runs by itself: rules for the arguments, then requests until one succeeds, then a fallback. Each method except `to_swaig_function` returns the data map. A template is `${args.name}`, `${response.field}`, `${global_data.key}` or `${this.field}`; `${enc:args.name}` encodes a value for a URL. A path without a value is a warning: `agent.explain` and `agent.warnings` show it, and a call logs it.',
    sources: [[join(skills, 'data-map/builder.ts'), 'DataMap']],
    examples: DATA_MAP,
  },
  {
    name: 'FunctionResult',
    file: 'function-result',
    intro:
      'A result is what a tool returns: a text for the model, and actions for the platform. Each method returns the result, so calls can be chained.',
    sources: [
      [join(skills, 'function-result/result.ts'), 'FunctionResult'],
      [join(skills, 'function-result/actions.ts'), 'ResultActions'],
    ],
    examples: FUNCTION_RESULT,
  },
];

export const INTERFACES = [
  ...['agent/agent-options.ts', 'agent/agent-settings.ts', 'contract/skill-agent.ts', 'contract/tool.ts'],
  ...['data-map/builder.ts', 'data-map/document.ts', 'function-result/actions.ts', 'function-result/pay.ts'],
  ...['function-result/result.ts', 'function-result/steps.ts', 'serve/index.ts', 'data-map/explain.ts'],
];

/** The reference pages of the classes of `patchbay/skills`, by path. Each example is executed. */
export async function classPages(): Promise<[path: string, content: string][]> {
  const interfaces = interfacesOf(INTERFACES.map((file) => join(skills, file)));
  return Promise.all(
    PAGES.map(
      async (page): Promise<[string, string]> => [`docs/reference/${page.file}.md`, await classPage(page, interfaces)],
    ),
  );
}

async function classPage(page: ClassPage, interfaces: ReadonlyMap<string, readonly Field[]>): Promise<string> {
  const { name, intro, sources, examples } = page;
  const members = sources.flatMap(([file, className]) => membersOf(file, className));
  const known = members.map((member) => member.name);
  const lost = [
    ...known.filter((one) => !Object.hasOwn(examples, one)).map((one) => `${name}.${one} has no example`),
    ...Object.keys(examples).flatMap((one) => (known.includes(one) ? [] : [`${name} has no member ${one}`])),
    ...members.filter(({ doc }) => doc === '').map((one) => `${name}.${one.name} has no comment`),
  ];
  if (lost.length > 0) throw new Error(lost.join('\n'));
  // The constructor comes first, wherever it is declared.
  const ordered = members.toSorted((one, other) => Number(isConstructor(other)) - Number(isConstructor(one)));
  const sections: string[] = [];
  // One after the other, because each example has the console to itself.
  for (const member of ordered) sections.push(await section(page, member, interfaces));
  const imported = 'Agent, DataMap, FunctionResult';
  return `${GENERATED}# \`${name}\`\n\n${intro}\n\nThe examples begin with this line. A test runs each of them.\n\n\`\`\`js\nimport { ${imported} } from 'patchbay/skills';\n\`\`\`\n\n${sections.join('\n')}`;
}

const isConstructor = ({ name }: Member): boolean => name.startsWith('new ');

async function section(
  { name: className, examples, isProgram }: ClassPage,
  { name, signature, doc }: Member,
  interfaces: ReadonlyMap<string, readonly Field[]>,
): Promise<string> {
  const shownName = name.startsWith('new ') ? `new ${className}` : name;
  const example = examples[name] as string;
  const code = isProgram ? example : `console.log(JSON.stringify(${example.trim()}));`;
  const options = [...interfaces].filter(([one]) => new RegExp(`\\b${one}\\b`).test(signature)).map(optionsOf);
  const shown = `\`${signature.replace('new ResultActions', `new ${className}`)}\``;
  return `## \`${shownName}\`\n\n${shown}\n\n${doc}\n${options.join('')}\n\`\`\`ts\n${code}\n\`\`\`\n\n\`\`\`output\n${await printed(code)}\`\`\`\n`;
}

export function optionsOf([name, fields]: [string, readonly Field[]]): string {
  const rows = fields.map(
    (field) =>
      `| \`${field.name}${field.isOptional ? '?' : ''}\` | \`${field.type.replaceAll('|', '\\|')}\` | ${field.doc.replaceAll('|', '\\|')} |\n`,
  );
  return rows.length === 0 ? '' : `\n| ${name} | type | |\n| --- | --- | --- |\n${rows.join('')}`;
}

/** Runs an example, and returns what it prints. */
async function printed(code: string): Promise<string> {
  const lines: string[] = [];
  const console = { log: (...values: unknown[]) => void lines.push(`${format(...values)}\n`) };
  const names = { Agent, DataMap, FunctionResult, console };
  const AsyncFunction = (async () => {}).constructor as new (...words: string[]) => (...values: unknown[]) => unknown;
  const { code: script } = transformSync(`async () => {${code}\n}`, { loader: 'ts' });
  const run = new AsyncFunction(...Object.keys(names), `await (${script.trim().replace(/;$/, '')})();`);
  await run(...Object.values(names));
  return lines.join('');
}
