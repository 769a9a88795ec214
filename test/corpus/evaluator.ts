import { inspect } from 'node:util';

/**
 * Inputs that every front end evaluates in the same way. They run in order in one session. An entry that does not
 * depend on earlier ones may run alone. `value` is the text of the value, and `throws` is a part of `Name: message` of
 * the error.
 */
export type Entry =
  | { readonly source: string; readonly value: string }
  | { readonly source: string; readonly throws: string };

/** The result of an input: a value formatted with `asText`, or an error as `Name: message`. */
export type TextOutcome = { readonly value: string } | { readonly error: string };

/** Formats a value for comparison: one line, no colours, the same in every process. */
export function asText(value: unknown): string {
  return inspect(value, { depth: 6, breakLength: Number.POSITIVE_INFINITY, compact: true, colors: false });
}

export function errorText(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `thrown ${asText(error)}`;
}

export function agrees(entry: Entry, outcome: TextOutcome): boolean {
  if ('value' in entry) return 'value' in outcome && outcome.value === entry.value;
  return 'error' in outcome && outcome.error.includes(entry.throws);
}

export const corpus: readonly Entry[] = [
  // Declarations persist
  { source: 'let a = 1; a', value: '1' },
  { source: 'a + 1', value: '2' },
  { source: 'const b = await Promise.resolve(5); b', value: '5' },
  { source: 'export const z9 = 1; z9 + 1', value: '2' },
  { source: 'export default function z8() { return 3 }; export { z9 }; z8()', value: '3' },
  { source: 'b * 2', value: '10' },
  {
    source: 'const { c, d: { e = 7 } = {}, ...rest } = { c: 3, z: 9 }; [c, e, rest]',
    value: '[ 3, 7, { z: 9 } ]',
  },
  { source: 'const [f, , g = 4] = [1, 2]; f + g', value: '5' },
  { source: 'function h(){ return k() } function k(){ return 8 } h()', value: '8' },
  { source: 'h()', value: '8' },
  { source: 'class A { x = 1; static s = 2; me(){ return A } }; new A().x', value: '1' },
  { source: 'A.s', value: '2' },
  { source: 'let a: number = 2 as number; a', value: '2' },
  { source: 'let u; u', value: 'undefined' },
  { source: 'const x1 = 1, y1 = 2; x1 + y1', value: '3' },
  { source: 'let p1 = 1, p2; [p1, p2]', value: '[ 1, undefined ]' },
  { source: 'const undef = undefined; undef', value: 'undefined' },
  { source: 'const\n  first1 = 1,\n  second1 = 2\n;[first1, second1]', value: '[ 1, 2 ]' },

  // Imports
  { source: 'import { basename } from "node:path"; basename("/a/b")', value: "'b'" },
  { source: 'basename("/q/r")', value: "'r'" },
  { source: 'import * as os from "node:os"; typeof os.cpus', value: "'function'" },
  { source: 'import fs from "node:fs"; typeof fs.readFileSync', value: "'function'" },
  { source: 'import path, { sep as slash } from "node:path"; [typeof path.join, slash]', value: "[ 'function', '/' ]" },
  { source: 'import type { X } from "x"', value: 'undefined' },
  { source: 'import { type Stats, existsSync } from "node:fs"; typeof existsSync', value: "'function'" },
  { source: 'await import("node:path").then((m) => m.sep)', value: "'/'" },
  { source: 'const later1 = () => import("node:util"); typeof (await later1()).inspect', value: "'function'" },
  {
    source: 'import { nope } from "node:path"; nope',
    throws: "SyntaxError: The requested module 'node:path' does not provide an export named 'nope'",
  },
  { source: 'typeof nope', value: "'undefined'" },
  {
    source: 'import "no-such-package-anywhere"',
    throws: 'no-such-package-anywhere is not installed here: npm install no-such-package-anywhere',
  },
  { source: 'basename = 1', throws: 'TypeError: Assignment to constant variable: basename' },
  { source: 'typeof require("node:fs").readFileSync', value: "'function'" },
  { source: 'typeof import.meta.url', value: "'string'" },

  // Values
  { source: '{a:1}', value: '{ a: 1 }' },
  { source: '{a:1, b:2}', value: '{ a: 1, b: 2 }' },
  { source: '({a:1})', value: '{ a: 1 }' },
  { source: '({a:1}).a', value: '1' },
  { source: '{}', value: '{}' },
  { source: '{ a: 1 as number, b: "x" }', value: "{ a: 1, b: 'x' }" },
  { source: '{ let inner1 = 4; inner1 }', value: 'undefined' },
  { source: 'typeof inner1', value: "'undefined'" },
  { source: '"use strict"', value: "'use strict'" },
  { source: '`multi\nline`', value: "'multi\\nline'" },
  { source: '/* c */ 5 // tail', value: '5' },
  { source: '', value: 'undefined' },
  { source: '// nothing', value: 'undefined' },
  { source: 'a;;', value: '2' },
  { source: '1, 2', value: '2' },
  { source: 'null', value: 'null' },
  { source: '[1,2,3].map(async n => n)', value: '[ Promise { 1 }, Promise { 2 }, Promise { 3 } ]' },
  { source: 'Promise.resolve({ then1: 1 })', value: '{ then1: 1 }' },
  { source: '[3,1].toSorted()', value: '[ 1, 3 ]' },
  { source: 'new Error("e") instanceof Error', value: 'true' },
  { source: '[] instanceof Array', value: 'true' },
  { source: 'this === globalThis', value: 'true' },
  { source: '(function () { return this })()', value: 'undefined' },

  // Statements have no value; their declarations and assignments persist
  { source: 'for (const i of [1,2,3]) { var last = i }', value: 'undefined' },
  { source: 'last', value: '3' },
  { source: 'if (true) { a = 9 }', value: 'undefined' },
  { source: 'a', value: '9' },
  { source: 'try { await Promise.reject(1) } catch (err) { 4 }', value: 'undefined' },
  { source: 'label: for(;;){ break label }', value: 'undefined' },
  { source: 'for (var i9 = 0; i9 < 3; i9++); i9', value: '3' },
  { source: 'switch(1){case 1: var sw = 4} sw', value: '4' },
  { source: 'var {va, vb=2} = {va:1}; va+vb', value: '3' },
  { source: 'for (var [k1, v1] of Object.entries({ one: 1 })); [k1, v1]', value: "[ 'one', 1 ]" },
  { source: 'for (var key1 in { only: 1 }); key1', value: "'only'" },
  { source: 'for await (const q of (async function*(){yield 1})()) { var qq = q }', value: 'undefined' },
  { source: 'qq', value: '1' },
  { source: 'let sum1 = 0; for await (const n of [1, Promise.resolve(2)]) sum1 += await n; sum1', value: '3' },
  { source: 'try { class Z1{} } catch {} typeof Z1', value: "'undefined'" },
  { source: 'const o1 = {m(){ var inner = 1; return inner }}; o1.m()', value: '1' },
  { source: 'typeof inner', value: "'undefined'" },
  { source: 'do { var once1 = 1 } while (false); once1', value: '1' },
  { source: 'let lines1 = 1\nvar lines2 = 2\n;[lines1, lines2]', value: '[ 1, 2 ]' },

  // Redeclarations, visible to closures
  { source: 'const b = 6; b', value: '6' },
  { source: 'b = 7; b', throws: 'TypeError: Assignment to constant variable: b' },
  { source: 'b', value: '6' },
  { source: 'const b7 = 1; b7 = 2', throws: 'TypeError: Assignment to constant variable: b7' },
  { source: 'let b = 7; b += 1; b', value: '8' },
  { source: 'class A { y = 9 }; new A().y', value: '9' },
  { source: 'class B extends A { z = 2 }; ({ ...new B() })', value: '{ y: 9, z: 2 }' },
  { source: 'var v2 = 1; let w1 = () => v2; v2 = 3; w1()', value: '3' },
  { source: 'function k(){ return 80 }', value: 'undefined' },
  { source: 'h()', value: '80' },
  { source: 'const later = () => notYet; let notYet = 2; later()', value: '2' },
  { source: 'let notYet = 3', value: 'undefined' },
  { source: 'later()', value: '3' },
  { source: 'early1; let early1 = 1', throws: "ReferenceError: Cannot access 'early1' before initialization" },
  { source: 'typeof early1', value: "'undefined'" },
  { source: 'const e9 = await Promise.reject(new Error("no"))', throws: 'Error: no' },
  { source: 'typeof e9', value: "'undefined'" },
  { source: 'const e9 = 1; e9', value: '1' },
  { source: 'const e9 = await Promise.reject(new Error("again"))', throws: 'Error: again' },
  { source: 'e9', value: '1' },
  { source: 'let init1 = () => { init1 = () => 2; return 1 }; [init1(), init1()]', value: '[ 1, 2 ]' },
  { source: 'function self1(){ self1 = () => 2; return 1 } [self1(), self1()]', value: '[ 1, 2 ]' },
  { source: 'new A().me', value: 'undefined' },
  { source: 'let dup=1; let dup=2', throws: 'SyntaxError: The symbol "dup" has already been declared' },
  { source: 'typeof dup', value: "'undefined'" },

  // Preloaded names can be redeclared
  { source: 'const URL = "mine"; URL', value: "'mine'" },
  { source: 'new globalThis.URL("http://a.example/b").pathname', value: "'/b'" },
  { source: 'require("node:url").pathToFileURL("/x").href', value: "'file:///x'" },
  { source: 'let process = 5; process', value: '5' },
  { source: 'typeof globalThis.process.pid', value: "'number'" },
  { source: 'class Map { mine = true }; new Map().mine', value: 'true' },
  { source: 'new globalThis.Map([[1, 2]]).get(1)', value: '2' },
  { source: 'structuredClone(new globalThis.Map([[1, 2]]))', value: 'Map(1) { 1 => 2 }' },
  { source: 'function fetch(){ return "mine" } fetch()', value: "'mine'" },
  { source: 'Buffer = 3; Buffer', value: '3' },
  { source: 'globalThis.Buffer.from("hi").toString("hex")', value: "'6869'" },
  { source: 'bare1 = 1; bare1', value: '1' },
  { source: 'bare1++; bare1', value: '2' },
  { source: 'globalThis.bare1', value: 'undefined' },
  { source: '[bare2, { bare3 }] = [1, { bare3: 2 }]; [bare2, bare3]', value: '[ 1, 2 ]' },
  { source: 'missing1 += 1', throws: 'ReferenceError: missing1 is not defined' },
  { source: 'missing2', throws: 'ReferenceError: missing2 is not defined' },
  { source: 'globalThis.shared1 = 4; shared1', value: '4' },
  { source: 'delete globalThis.shared1; typeof shared1', value: "'undefined'" },

  // Functions
  { source: 'const fn = function named(){ return named.name }; fn()', value: "'named'" },
  { source: 'h.name', value: "'h'" },
  {
    source: 'const arrow1 = () => {}; let anon1 = class {}; [arrow1.name, anon1.name]',
    value: "[ 'arrow1', 'anon1' ]",
  },
  { source: 'function fact(n){ return n < 2 ? 1 : n * fact(n - 1) } [fact(5), fact.name]', value: "[ 120, 'fact' ]" },
  { source: 'function plain1(a, b) { return a }; plain1.toString()', value: "'function plain1(a, b) { return a }'" },
  { source: 'function* gen(){ yield 1 }; [...gen()]', value: '[ 1 ]' },
  { source: 'async function af(){ return 3 }; await af()', value: '3' },
  { source: 'async function* ag(){ yield 4 }; (await ag().next()).value', value: '4' },
  {
    source: 'const arrow = async (n: number) => { await 0; return n*2 }; await arrow(4)',
    value: '8',
  },
  { source: 'arrow(5)', value: '10' },
  { source: 'await (async()=>{ for await (const z of [1]) return z })()', value: '1' },
  { source: 'await null; let after = 1; after', value: '1' },
  { source: 'let await1 = 1; await1', value: '1' },
  { source: 'function receiver(){ return this } receiver()', value: 'undefined' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the input has a template
  { source: 'const tag1 = function (parts) { return [this, parts.length] }; tag1`x${1}y`', value: '[ undefined, 2 ]' },
  { source: 'let none1; none1?.()', value: 'undefined' },
  { source: 'let five1 = 5; five1()', throws: 'TypeError: five1 is not a function' },
  { source: 'eval("a + 1")', value: '10' },

  // TypeScript
  { source: 'enum E {A,B}; E.B', value: '1' },
  { source: 'E.A', value: '0' },
  { source: 'enum E { C = "c" }; E', value: "{ C: 'c' }" },
  { source: 'interface I {x:number}\nconst i: I = {x:1}; i.x', value: '1' },
  { source: 'type T = string', value: 'undefined' },
  { source: 'declare const q: number', value: 'undefined' },
  { source: 'typeof q', value: "'undefined'" },
  { source: 'const s1 = <const T,>(x:T)=>x; s1(3)', value: '3' },
  { source: 'function same<T>(x: T): T { return x } same<number>(1)', value: '1' },
  { source: 'same<number>(2)', value: '2' },
  { source: 'new globalThis.Map<string, number>([["k", 1]]).get("k")', value: '1' },
  { source: 'const tagged = <T,>(parts: TemplateStringsArray) => parts[0]; tagged<string>`t`', value: "'t'" },
  { source: 'const lt = 1, gt = 3; lt < 2 && gt > (2)', value: 'true' },
  { source: 'abstract class AC { abstract f(): void }; typeof AC', value: "'function'" },
  { source: 'namespace NN { export const v = 3 }; NN.v', value: '3' },
  { source: 'namespace NN { export const w = 4 }; NN', value: '{ w: 4 }' },
  { source: '({ n: 1 }) satisfies { n: number }', value: '{ n: 1 }' },
  { source: 'a!', value: '9' },
  { source: 'class P { constructor(private n: number, readonly m = 2) {} }; new P(1)', value: 'P { n: 1, m: 2 }' },
  { source: 'function over(x: string): string; function over(x: any) { return x } over("o")', value: "'o'" },
  {
    source:
      'const seen: string[] = []; function dec(v: any, c: any) { seen.push(c.kind + " " + c.name) }\n@dec class D { @dec m() {} }; seen',
    value: "[ 'method m', 'class D' ]",
  },
  { source: '@dec2 class D2{}', throws: 'ReferenceError: dec2 is not defined' },

  // using
  {
    source: 'const ends: string[] = []; const held = (n: string) => ({ n, [Symbol.dispose]() { ends.push(n) } }); ends',
    value: '[]',
  },
  { source: 'using r1 = held("r1"), r2 = held("r2"); ends.push("body"); r1.n', value: "'r1'" },
  { source: 'ends', value: "[ 'body', 'r2', 'r1' ]" },
  { source: 'ends.length = 0; { using r3 = held("r3") } ends', value: "[ 'r3' ]" },
  { source: 'ends.length = 0; using r4 = held("r4"); { using r5: any = held("r5") } [...ends]', value: "[ 'r5' ]" },
  { source: 'ends', value: "[ 'r5', 'r4' ]" },
  {
    source: 'await using r6 = { async [Symbol.asyncDispose]() { await 0; ends.push("r6") } }; ends.length = 0',
    value: '0',
  },
  { source: 'ends', value: "[ 'r6' ]" },
  { source: 'using r7 = held("r7"); throw new Error("in the middle")', throws: 'Error: in the middle' },
  { source: 'ends.at(-1)', value: "'r7'" },
  { source: 'using r8 = {}', throws: 'TypeError: Object not disposable' },

  // Generators, classes, text and time
  { source: 'class Priv { #n = 1; static #s = 2; get n() { return this.#n + Priv.#s } }; new Priv().n', value: '3' },
  { source: 'class Once { static { this.made = 1 } static made: number }; Once.made', value: 'undefined' },
  { source: 'class Two { static { globalThis.two1 = 2 } }; two1', value: '2' },
  { source: 'delete globalThis.two1', value: 'true' },
  { source: 'let n1 = null; n1 ??= 3; n1 ||= 4; n1 &&= 5; n1', value: '5' },
  { source: 'let { length: len1 } = "abc"; len1', value: '3' },
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the input has a template
  { source: 'const key2 = "k"; ({ [key2]: 1, [`${key2}2`]: 2 })', value: '{ k: 1, k2: 2 }' },
  { source: '1_000_000 + 0b11', value: '1000003' },
  { source: '2n ** 64n', value: '18446744073709551616n' },
  { source: '"a-b-c".replaceAll("-", "+")', value: "'a+b+c'" },
  { source: '"2024-05-06".match(/(?<year>\\d+)-(?<month>\\d+)/)!.groups!.month', value: "'05'" },
  { source: 'new Date(0).toISOString()', value: "'1970-01-01T00:00:00.000Z'" },
  { source: 'JSON.stringify({ b: [1, undefined], c: undefined })', value: '\'{"b":[1,null]}\'' },
  { source: 'await Promise.all([1, Promise.resolve(2)])', value: '[ 1, 2 ]' },
  { source: '(await Promise.allSettled([Promise.reject(1)]))[0].status', value: "'rejected'" },
  { source: 'await new Promise((done) => setTimeout(done, 1, "late"))', value: "'late'" },
  { source: 'await (async () => { try { return 1 } finally { await 0 } })()', value: '1' },
  { source: 'const big1 = Array.from({ length: 3 }, (_, i) => i ** 2); big1', value: '[ 0, 1, 4 ]' },
  { source: 'big1.at(-1)', value: '4' },
  { source: 'const sym1 = Symbol("s"); ({ [sym1]: 1 })[sym1]', value: '1' },
  { source: 'new Set([1, 1, 2])', value: 'Set(2) { 1, 2 }' },
  { source: 'new Intl.NumberFormat("en").format(1234.5)', value: "'1,234.5'" },
  { source: 'structuredClone({ d: new Date(0) }).d instanceof Date', value: 'true' },
  { source: 'await Promise.race([new Promise(() => {}), 7])', value: '7' },
  { source: 'AbortSignal.abort().aborted', value: 'true' },

  // Errors
  { source: 'null.x', throws: "TypeError: Cannot read properties of null (reading 'x')" },
  { source: '({}).missing()', throws: 'is not a function' },
  {
    source: '(await Promise.resolve({})).missing()',
    throws: 'TypeError: (intermediate value).missing is not a function',
  },
  { source: 'plain1(1).x.y()', throws: "TypeError: Cannot read properties of undefined (reading 'y')" },
  { source: 'plain1({}).x()', throws: 'TypeError: (intermediate value)(...).x is not a function' },
  { source: 'new Array(-1)', throws: 'RangeError: Invalid array length' },
  { source: 'JSON.parse("{")', throws: 'SyntaxError: ' },
  { source: 'await Promise.any([])', throws: 'AggregateError: ' },
  { source: 'BigInt(1.5)', throws: 'RangeError: ' },
  { source: 'throw new Error("boom")', throws: 'Error: boom' },
  { source: 'await Promise.reject(new TypeError("t"))', throws: 'TypeError: t' },
  { source: 'throw 5', throws: 'thrown 5' },
  { source: 'const {…}', throws: 'SyntaxError: ' },
  { source: 'let = = 1', throws: 'SyntaxError: Unexpected "="' },
  { source: '1 1', throws: 'SyntaxError: Expected ";" but found "1"' },
  { source: 'new.target', throws: 'SyntaxError: Cannot use "new.target" here' },
  { source: 'return 5', throws: "SyntaxError: 'return' outside of function" },
  { source: 'if (1) function blockfn(){ return 6 }', value: 'undefined' },
  { source: 'Object.freeze({ q: 1 }).q = 2', throws: 'TypeError: Cannot assign to read only property' },
  { source: 'a', value: '9' },
];
