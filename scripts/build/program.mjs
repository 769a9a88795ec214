// Writes the command as one CommonJS program: V8 keeps the compiled code of a script, but not of ES modules on Node.js 20.
// Each chunk of the bundle becomes a function in it, which runs when the chunk is first used.
import { createHash } from 'node:crypto';
import { relative } from 'node:path';
import { parse } from 'acorn';
import { build, transform } from 'esbuild';
import { COMMAND, COMMON, PUBLIC, reachable } from './bundle.mjs';
import { withClassNames } from './bundle-plugins.mjs';

/** Returns the texts of the program and of the launcher that starts it. */
export async function commandFiles(outputs, texts) {
  const entries = Object.keys(PUBLIC);
  const used = reachable(
    outputs,
    [COMMAND, ...entries].map((name) => `dist/${name}.js`),
  );
  for (const path of used)
    for (const one of outputs[path].imports)
      if (path.startsWith('dist/skills/') && one.path.startsWith('dist/skills/'))
        throw new Error(`${path} imports ${one.path}: the program only knows imports from skills/ to its parent`);
  const parts = [];
  for (const path of [...used].sort())
    parts.push(`${JSON.stringify(idOf(path))}(exports,require,module){${await asFunction(path, texts.get(path))}}`);
  const modules = Object.fromEntries(
    entries.map((name) => [
      specifierOf(name),
      { id: idOf(`dist/${name}.js`), names: outputs[`dist/${name}.js`].exports },
    ]),
  );
  const program = inAscii(programOf(parts, modules));
  const hash = createHash('sha256').update(program).digest('hex').slice(0, 16);
  return { program, launcher: await launcher(hash) };
}

const OWN = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate', 'queueMicrotask'],
  ...['Promise', 'Object', 'Reflect', 'Proxy', 'Symbol', 'Array', 'Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef'],
  ...[
    'String',
    'Number',
    'Boolean',
    'BigInt',
    'RegExp',
    'JSON',
    'Math',
    'Error',
    'TypeError',
    'RangeError',
    'SyntaxError',
  ],
];

/** The id of a chunk is its path from dist/, as the chunks import it. */
const idOf = (path) => `./${relative('dist', path)}`;
const specifierOf = (name) => (name === 'index' ? 'patchbay' : `patchbay/${name}`);

/** Converts an ES module to the body of a CommonJS module. Imports of chunks do not become promises of the loader of Node.js. */
async function asFunction(path, text) {
  const { code } = await transform(text.replace(/^#!.*\n/, ''), {
    ...COMMON,
    format: 'cjs',
    loader: 'js',
    define: { 'import.meta.url': '__url' },
    supported: { 'dynamic-import': true },
  });
  return withClassNames(withOwnKeys(withLazyImports(withOwnImport(code))), path);
}

/**
 * Chunks are in the program, and everything else is imported by the launcher: a script from V8's cache cannot import.
 * The code is parsed, because its texts contain imports too.
 */
function withOwnImport(code) {
  return importsIn(parse(code, { ecmaVersion: 'latest' }))
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, source }) => {
      const isChunk = typeof source.value === 'string' && source.value.startsWith('.');
      return text.slice(0, start) + (isChunk ? '__load' : '__import') + text.slice(start + 'import'.length);
    }, code);
}

function importsIn(node, found = []) {
  if (node?.type === 'ImportExpression') found.push(node);
  for (const child of Object.values(node)) if (typeof child === 'object' && child !== null) importsIn(child, found);
  return found;
}

/** Lets a chunk run when one of its exports is first used. The modules have no side effects that others rely on. */
function withLazyImports(code) {
  const names = [];
  const lazy = code.replace(/([\w$]+)=require\(("\.\.?\/[\w./-]+")\)/g, (_, name, path) => {
    names.push(name);
    return `${name}=__lazy(${path})`;
  });
  if (/\brequire\("\.\.?\//.test(lazy))
    throw new Error('a chunk imports another one in a form that the build does not know');
  return names.reduce((text, name) => text.replaceAll(new RegExp(`\\b${name}\\.`, 'g'), `${name}.$$.`), lazy);
}

/** A chunk can load after an input has added a property to all objects, which a loop of the bundler's helper would find. */
const withOwnKeys = (code) =>
  code.replaceAll('for(var name in all)__defProp', 'for(var name of Object.keys(all))__defProp');

/**
 * A function of `require` and `import` as they are in dist/, of the address of the program, and of the map for the chunks
 * that run. It runs the command. Its timers and
 * classes are its own: an input may replace the global ones, as the fake timers of tests do.
 */
const programOf = (parts, modules) => `(function(__require,__import,__url,__loaded){
const {${OWN}}=globalThis;
const __own=(path)=>{
const id=path.startsWith("../")?path.slice(1):path;
if(!Object.hasOwn(__parts,id))return __require(path);
let module=__loaded.get(id);
if(module===undefined){__loaded.set(id,module={exports:{}});__parts[id](module.exports,__own,module)}
return module.exports};
const __lazy=(id)=>({get $(){const value=__own(id);Object.defineProperty(this,"$",{value});return value}});
const __load=async(id)=>__own(id);
const __modules=${JSON.stringify(modules)};
globalThis[Symbol.for("patchbay.program")]={modules:__modules,load:(specifier)=>__own(__modules[specifier].id)};
const __parts={
${parts.join(',\n')}
};
return __own("./${COMMAND}.js");
})`;

/** Reading a file as one byte for each character is the fastest. The bundler leaves other characters in patterns. */
function inAscii(text) {
  return text.replace(/[^\x00-\x7f]/g, (character) => {
    const code = character.charCodeAt(0);
    if (code >= 0xd800 && code <= 0xdfff) throw new Error('the program contains a character that needs two code units');
    return `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** The file that the command line starts. It is a bundle of its own, because everything else is in the program. */
async function launcher(hash) {
  const { outputFiles } = await build({
    ...COMMON,
    bundle: true,
    entryPoints: ['src/launch/index.ts'],
    format: 'esm',
    define: { PROGRAM_HASH: JSON.stringify(hash) },
    write: false,
  });
  return outputFiles[0].text;
}
