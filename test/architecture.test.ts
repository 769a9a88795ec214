import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const src = join(import.meta.dirname, '..', 'src');

// Which folders a folder may import. `types:` goes for type imports alone, `later:` for a dynamic import.
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  util: [],
  launch: [],
  javascript: [],
  modules: ['util', 'javascript'],
  redact: ['util', 'javascript'],
  http: ['util', 'redact'],
  client: ['util', 'redact', 'http'],
  cassette: ['util', 'redact', 'http'],
  sandbox: ['util', 'javascript', 'http', 'client', 'cassette', 'search'],
  cases: ['util', 'javascript', 'redact', 'http', 'client', 'cassette', 'sandbox', 'skills', 'assist'],
  services: ['util', 'redact', 'http', 'cassette'],
  web: ['util', 'http'],
  search: ['util', 'http', 'web'],
  // The fields of an agent are those of a verb of the sandbox.
  skills: ['util', 'redact', 'http', 'modules', 'web', 'search', 'types:sandbox'],
  mcp: ['util', 'redact', 'http', 'skills'],
  eval: ['util', 'javascript'],
  types: ['util'],
  assist: ['util', 'javascript', 'redact', 'client', 'search', 'skills', 'sandbox', 'eval', 'types:types'],
  show: ['util', 'redact'],
  commands: ['util', 'redact', 'http', 'client', 'cassette', 'cases', 'sandbox', 'skills', 'assist', 'show'],
  bench: [
    'util',
    'javascript',
    'redact',
    'http',
    'client',
    'cassette',
    'cases',
    'commands',
    'services',
    'sandbox',
    'modules',
    'skills',
    'eval',
    'types',
    'assist',
    'show',
  ],
  repl: ['util', 'javascript', 'show', 'bench', 'types:assist'],
  // The page has its own program in the browser: from the other rooms it takes types.
  inspector: ['util', 'redact', 'http', 'client', 'cassette', 'cases', 'sandbox', 'assist', 'show', 'bench'],
  // An interrupt request arrives in a thread that must not load a bench to act on it.
  kernel: ['util', 'show', 'bench', 'inspector', 'eval', 'types:assist'],
  // The types of its values come from the client, the sandbox and the skills, that of the front end from the kernel.
  notebook: ['util', 'redact', 'client', 'show', 'assist', 'bench', 'types:sandbox', 'types:skills', 'types:kernel'],
  classroom: [...['util', 'javascript', 'http', 'client', 'sandbox', 'eval', 'show', 'commands', 'bench', 'kernel']],
  cli: [
    'util',
    'redact',
    'http',
    'client',
    'cassette',
    'cases',
    'commands',
    'services',
    'sandbox',
    'skills',
    'mcp',
    'eval',
    'types',
    'assist',
    'show',
    'bench',
    'repl',
    'kernel',
    'notebook',
    'inspector',
    'classroom',
  ],
};

interface Layers {
  /** The sub-folders. At run time, each imports only sub-folders that come before it. */
  readonly order: readonly string[];
  /** Whether type imports may lead to later sub-folders. */
  readonly freeTypes?: true;
}

// The order of the sub-folders in each folder with many files. `docs/architecture.md` shows it.
const LAYERS: Readonly<Record<string, Layers>> = {
  assist: { order: ['inspect', 'complete', 'trial', 'help', 'advice'] },
  bench: {
    order: [
      ...['session', 'confirm', 'transcript', 'mode', 'config', 'globals', 'assist', 'commands', 'recorded-inputs'],
    ],
    freeTypes: true,
  },
  cases: { order: ['links', 'inspect', 'import', 'replay', 'explain', 'minimize', 'export'] },
  cassette: { order: ['format', 'match', 'replay', 'record', 'redact'], freeTypes: true },
  classroom: { order: ['assignment', 'run', 'grade', 'hand-out', 'report'], freeTypes: true },
  cli: { order: ['help', 'completion', 'cases', 'cassette', 'notebook', 'classroom', 'sandbox', 'skills', 'commands'] },
  client: { order: ['errors', 'response', 'tables', 'request', 'account', 'webhooks'], freeTypes: true },
  commands: { order: ['runs', 'rows'] },
  eval: { order: ['errors', 'interrupt', 'parse', 'compile', 'modules', 'run', 'isolated'], freeTypes: true },
  http: { order: ['connect', 'guarded', 'intercept', 'secrets', 'listener', 'service'] },
  inspector: { order: ['page', 'access', 'events', 'case', 'data'], freeTypes: true },
  kernel: { order: ['types', 'execute', 'wire', 'run'], freeTypes: true },
  mcp: { order: ['gateway', 'serve'] },
  redact: { order: ['encode', 'replace', 'detect', 'code', 'decode', 'policy'], freeTypes: true },
  repl: { order: ['history', 'keys', 'editor', 'scrollback', 'vi', 'view'] },
  sandbox: {
    order: [
      ...[
        'request',
        'time',
        'state',
        'outbound',
        'respond',
        'runs',
        'subjects',
        'engine',
        'check',
        'webhooks',
        'ring',
        'cast',
      ],
      ...['control', 'serve', 'populate'],
    ],
    freeTypes: true,
  },
  'sandbox/engine': { order: ['expression', 'acts', 'verbs', 'cxml', 'document', 'run'], freeTypes: true },
  'sandbox/subjects': {
    order: ['fabric', 'numbers', 'recordings', 'calls', 'messages', 'faxes', 'registry', 'datasphere', 'video'],
    freeTypes: true,
  },
  search: { order: ['rank', 'embed', 'chunks', 'file', 'build', 'postgres', 'server'] },
  show: { order: ['limits', 'html'] },
  skills: {
    order: [...['function-result', 'contract', 'lib', 'data-map', 'sources', 'builtin', 'registry', 'serve', 'agent']],
    freeTypes: true,
  },
  util: { order: ['text', 'files', 'patterns'] },
  web: { order: ['fetch', 'html', 'select', 'crawl'], freeTypes: true },
};
/** Folders with more files than this declare the order of their sub-folders. */
const MAX_UNORDERED = 15;

// Packages that only one folder may import.
const OWNERS: Readonly<Record<string, string | readonly string[]>> = {
  preact: 'inspector',
  '@preact/signals': 'inspector',
  ink: 'repl',
  react: 'repl',
  tslab: 'kernel',
  typescript: 'types',
  zeromq: 'kernel',
  // The interpreter of recorded code, and what prints inside it.
  'quickjs-wasi': 'eval',
  'object-inspect': 'eval',
  // A dispatcher that records or replays has to extend undici's; it does not open a socket.
  undici: ['http', 'cassette'],
  // Inputs in TypeScript, and config files and skills on disk.
  esbuild: ['eval', 'modules'],
  // The same, the expressions of call documents, and exported programs that are read back.
  acorn: ['javascript', 'eval', 'modules', 'sandbox', 'cases'],
  '@modelcontextprotocol/sdk': 'mcp',
  // Pages of the web, and the XML documents of the sandbox.
  cheerio: ['web', 'sandbox'],
  // Pages of the web, and mail as HTML.
  htmlparser2: ['web', 'cases'],
  'robots-parser': 'web',
  libsql: 'search',
  pg: 'search',
};
// Built-in modules that open sockets, and their other exports.
const SOCKETS = ['net', 'tls', 'http', 'https', 'http2', 'dgram'];
const ADDRESS_CHECKS = ['isIP', 'isIPv4', 'isIPv6', 'BlockList'];

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly specifier: string;
  readonly typeOnly: boolean;
  /** An `import()`: it runs later, so it makes no cycle at load. */
  readonly isDynamic: boolean;
  /** Undefined when the import does not list names. */
  readonly names: readonly string[] | undefined;
}

const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));

const imports: readonly Import[] = files.flatMap((file) => {
  const text = readFileSync(join(src, file), 'utf8');
  const folder = file.includes('/') ? (file.split('/')[0] as string) : '';
  const found = [
    ...text.matchAll(
      /^(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"];|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm,
    ),
  ];
  return found.map(([whole, type, fixed, dynamic]) => {
    // `import { type A, type B }` brings no code along either.
    const named = /\{([^}]*)\}/.exec(whole)?.[1];
    const allTypes =
      !dynamic &&
      named !== undefined &&
      !/^import\s+\w/.test(whole) &&
      named.split(',').every((one) => one.trim() === '' || /^\s*type\s/.test(one));
    const names = named
      ?.split(',')
      .map((one) => one.trim())
      .filter((one) => one !== '' && !one.startsWith('type '));
    const typeOnly = type !== undefined || allTypes;
    return { file, folder, specifier: (fixed ?? dynamic) as string, typeOnly, isDynamic: dynamic !== undefined, names };
  });
});

const inside = imports.filter(({ specifier }) => specifier.startsWith('.'));
const fileOf = (one: Import) => {
  const target = targetOf(one).replace(/\.js$/, '');
  return files.find((file) => file === `${target}.ts` || file === `${target}.tsx`) ?? target;
};
const targetOf = ({ file, specifier }: Import) => relative(src, resolve(src, file, '..', specifier));

describe('the arrows between folders', () => {
  it('know every folder', () => {
    expect(
      [...new Set(files.map((file) => file.split('/')[0]).filter((name) => !name?.endsWith('.ts')))].sort(),
    ).toEqual(Object.keys(ARROWS).sort());
  });

  it('point the allowed way', () => {
    const wrong = inside.filter((one) => {
      const to = targetOf(one).split('/')[0] as string;
      if (one.folder === '' || to === one.folder) return false;
      const allowed = ARROWS[one.folder] ?? [];
      return !allowed.includes(to) && !(one.typeOnly && allowed.includes(`types:${to}`));
    });
    expect(wrong.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([]);
  });

  it('end at the index of another folder', () => {
    const deep = inside.filter((one) => {
      const target = targetOf(one);
      return one.folder !== '' && target.split('/')[0] !== one.folder && !/^\w+\/index\.js$/.test(target);
    });
    expect(deep.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([]);
  });

  it('lead built-in skills only to what patchbay/skills exports', () => {
    const others = inside.filter((one) => {
      const target = targetOf(one);
      const isSkill = one.file.startsWith('skills/builtin/') && one.file !== 'skills/builtin/index.ts';
      return isSkill && !target.startsWith('skills/builtin/') && target !== 'skills/index.js';
    });
    expect(others.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([]);
  });

  it('export names, never everything', () => {
    // The entry of the package exports all of its parts, whatever they export.
    const others = files.filter((file) => file !== 'index.ts');
    expect(others.filter((file) => /^export \*/m.test(readFileSync(join(src, file), 'utf8')))).toEqual([]);
  });
});

/** The sub-folder of a folder that contains a file. */
const layerOf = (file: string, folder: string): string | undefined =>
  file.startsWith(`${folder}/`) ? /^([^/]+)\//.exec(file.slice(folder.length + 1))?.[1] : undefined;

const layersOf = (folder: string): string[] =>
  [...new Set(files.map((file) => layerOf(file, folder)).filter((one) => one !== undefined))].sort();

describe('the layers inside a folder', () => {
  it('are declared if it has many files', () => {
    const many = Object.keys(ARROWS).filter(
      (room) => files.filter((file) => file.startsWith(`${room}/`)).length > MAX_UNORDERED && layersOf(room).length > 1,
    );
    expect(many.filter((room) => !(room in LAYERS))).toEqual([]);
  });

  it('are all in the declared order', () => {
    const declared = Object.entries(LAYERS).map(([folder, { order }]) => [folder, [...order].sort()]);
    expect(declared).toEqual(Object.keys(LAYERS).map((folder) => [folder, layersOf(folder)]));
  });

  it('import only layers before them', () => {
    const wrong = Object.entries(LAYERS).flatMap(([folder, { order, freeTypes = false }]) =>
      inside.filter((one) => {
        const [from, to] = [layerOf(one.file, folder), layerOf(targetOf(one), folder)];
        if (from === undefined || to === undefined || (one.typeOnly && freeTypes)) return false;
        return order.indexOf(to) > order.indexOf(from);
      }),
    );
    expect(wrong.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([]);
  });

  it('never import each other at run time, at any depth', () => {
    const arrows = new Set<string>();
    for (const one of inside.filter(({ typeOnly }) => !typeOnly)) {
      const [from, to] = [one.file.split('/'), targetOf(one).split('/')];
      const shared = from.findIndex((part, index) => part !== to[index]);
      // The folder that contains both, and its two sub-folders.
      if (shared < Math.min(from.length, to.length) - 1)
        arrows.add(`${from.slice(0, shared + 1).join('/')} → ${to.slice(0, shared + 1).join('/')}`);
    }
    const both = [...arrows].filter((arrow) => arrows.has(arrow.split(' → ').reverse().join(' → ')));
    expect(both).toEqual([]);
  });
});

describe('folders and files', () => {
  it('keep at most 20 files beside each other, tables aside', () => {
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    const crowded = [...counts].filter(([folder, count]) => count > 20 && !folder.includes('tables'));
    expect(crowded).toEqual([]);
  });

  it('load nothing slow at the start of the bench and of -e', () => {
    const atLoad = new Map<string, string[]>();
    for (const one of imports.filter(({ typeOnly, isDynamic }) => !typeOnly && !isDynamic))
      atLoad.set(one.file, [
        ...(atLoad.get(one.file) ?? []),
        one.specifier.startsWith('.') ? fileOf(one) : one.specifier,
      ]);
    const reached = new Set(['cli/plain-run.ts', 'repl/index.ts']);
    for (const file of reached) for (const target of atLoad.get(file) ?? []) reached.add(target);
    expect(reached).toContain('bench/create-bench.ts');
    // Each takes more than 10 ms. The file format of recordings needs zod and yaml.
    expect([...reached].filter((name) => ['zod', 'yaml', 'undici', 'cheerio', 'typescript'].includes(name))).toEqual(
      [],
    );
  });

  it('import each other without a cycle, except for types', () => {
    const loaded = inside.filter(({ typeOnly, isDynamic }) => !typeOnly && !isDynamic);
    const left = new Map(files.map((file) => [file, new Set<string>()]));
    for (const one of loaded) left.get(one.file)?.add(fileOf(one));
    // Files that import no remaining file are taken away until only cycles, and what imports them, remain.
    for (let before = -1; before !== left.size; ) {
      before = left.size;
      for (const [file, targets] of left) if (![...targets].some((target) => left.has(target))) left.delete(file);
    }
    expect([...left.keys()]).toEqual([]);
  });
});

describe('packages', () => {
  const packages = imports.filter(({ specifier }) => !specifier.startsWith('.'));
  const nameOf = ({ specifier }: Import) =>
    specifier
      .replace(/^node:/, '')
      .split('/')
      .slice(0, specifier.startsWith('@') ? 2 : 1)
      .join('/');

  it('stay in the folder that owns them', () => {
    const stray = packages.filter(
      (one) => ![OWNERS[nameOf(one)] ?? one.folder].flat().includes(one.folder) && !one.typeOnly,
    );
    expect(stray.map(({ file, specifier }) => `${file} → ${specifier}`)).toEqual([]);
  });

  it('open sockets in http alone', () => {
    const stray = packages.filter((one) => {
      const opens = !one.typeOnly && !one.names?.every((name) => ADDRESS_CHECKS.includes(name));
      return opens && SOCKETS.includes(nameOf(one)) && one.folder !== 'http';
    });
    // The kernel's client asks the system for free ports; it connects through zeromq.
    expect(
      stray.map(({ file, specifier }) => `${file} → ${specifier}`).filter((line) => !line.startsWith('kernel/')),
    ).toEqual([]);
  });
});

it('has no drawer for strangers', () => {
  expect(
    files.filter(
      (file) => /(^|\/)(utils?|helpers?|common|misc|types)\.tsx?$/.test(file) && file !== 'kernel/types/types.ts',
    ),
  ).toEqual([]);
});

/** Where text leaves for a terminal; each of these cleans it, or passes on what another one has cleaned. */
const WRITERS = [
  // Notices of the client in a browser: names of fields and operations.
  'client/account/fetch-account.ts',
  // Commands.
  'cli/output.ts',
  // The console of code that runs without a prompt.
  'cli/clean-console.ts',
  // A process whose output the command that started it cleans.
  'bench/recorded-inputs/inputs-process.ts',
  // A line that is written over; it takes the stream as an argument.
  'cli/notebook/progress.ts',
  // The streams of an MCP server belong to its protocol: everything else goes to stderr.
  'cli/skills/serve-mcp.ts',
  // The prompt that can only print, and the view.
  'repl/open-plain.ts',
  'repl/open-view.ts',
  'repl/process-events.ts',
  // It writes this code into an exported program.
  'cases/export/failure.ts',
  // It names this code in a suggestion.
  'assist/advice/python-names.ts',
  // In a kernel the streams are captured and become messages.
  'kernel/execute/process.ts',
  'kernel/wire/sockets.ts',
  'notebook/host.ts',
  'notebook/display-in-tslab.ts',
];

describe('output', () => {
  it('leaves through the modules that clean it, and through no others', () => {
    const writing = files.filter((file) => {
      const code = readFileSync(join(src, file), 'utf8').replace(/^\s*(?:\/\/|\/?\*).*$/gm, '');
      return /\b(?:stdout|stderr|stream)\.write\b|\bconsole\.\w+\(|\bwriteSync\([12],/.test(code);
    });
    expect(writing.sort()).toEqual([...WRITERS].sort());
  });
});
