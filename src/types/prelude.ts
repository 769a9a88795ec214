import { NODE_GLOBALS } from './node-globals.js';

/** The preloaded variables, and the module of this package that declares their type. */
const VARIABLES = {
  platform: ['client', 'RestClient'],
  registry: ['skills', 'SkillRegistry'],
  agent: ['skills', 'Agent'],
  sandbox: ['sandbox', 'Sandbox'],
} as const;

const CLASSES = ['RestClient', 'PhoneCallHandler', 'PlatformRestError'];

export const PRELOADED: readonly string[] = [...Object.keys(VARIABLES), ...CLASSES];

export interface PreludeOptions {
  readonly hasNodeTypes: boolean;
  readonly variables: readonly string[];
}

/** Returns the declarations of the preloaded names, for a file in a folder next to those of the modules. */
export function preludeText({ hasNodeTypes, variables }: PreludeOptions): string {
  const values = Object.entries(VARIABLES).map(
    ([name, [module, type]]) => `declare const ${name}: ${importOf(module)}.${type};`,
  );
  const classes = CLASSES.map((name) => {
    const type = `${importOf('client')}.${name}`;
    return `declare const ${name}: typeof ${type};\ntype ${name} = ${type};`;
  });
  const members = variables.map((name) => `${JSON.stringify(name)}?: string;`).join(' ');
  return [
    ...values,
    ...classes,
    'declare const _err: any;',
    'declare const In: Readonly<Record<number, string>>;',
    'declare const Out: Readonly<Record<number, any>>;',
    `declare namespace NodeJS { interface ProcessEnv { ${members} } }`,
    hasNodeTypes ? '' : NODE_GLOBALS,
  ].join('\n');
}

const importOf = (module: string) => `import(${JSON.stringify(`../${module}/index.js`)})`;
