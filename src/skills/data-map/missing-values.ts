import { isPlain, nearest } from '../../util/index.js';
import type { ToolParameter } from '../contract/tool.js';
import type { DataMapDocument } from './document.js';
import { expandAll, MISSING, type Variables, valueAt, wordsOf } from './template.js';

/** A part whose fields the schema does not list. */
const OPEN = Symbol('open');
const MAX_PATHS = 500;

/** Receives the paths of templates that have no value, and reports each once, with the nearest path that has one. */
export class MissingValues {
  readonly #messages = new Map<string, string>();
  readonly #declared: Variables;

  constructor(parameters: ToolParameter) {
    this.#declared = { args: sampleOf({ type: 'object', ...parameters }), global_data: OPEN, meta_data: OPEN };
  }

  get messages(): string[] {
    return [...this.#messages.values()];
  }

  /** Returns the variables with a listener. An optional argument without a value is not reported. */
  watch(variables: Variables): Variables {
    return {
      ...variables,
      [MISSING]: (path, known) => {
        if (!(isArgument(path) && isKnown(path, this.#declared))) this.add(path, known);
      },
    };
  }

  add(path: string, variables: Variables): void {
    if (this.#messages.has(path)) return;
    const meant = nearestPath(path, variables) ?? nearestPath(path, this.#declared);
    const question = meant === undefined ? '' : `. Did you mean \${${meant}}?`;
    this.#messages.set(path, `\${${path}} has no value${question}`);
  }

  /** Checks a document without a call: what an argument or a variable is named, but not what a response contains. */
  check({ expressions, webhooks = [], output }: DataMapDocument): this {
    this.#checkAll([templatesOf(expressions), output], this.#declared);
    for (const { url, headers, params, body, foreach, expressions: rules, output: result } of webhooks) {
      this.#checkAll([url, headers, params, body], this.#declared);
      const { output_key, append } = foreach ?? {};
      const received = {
        ...this.#declared,
        response: OPEN,
        array: OPEN,
        ...(output_key !== undefined && { [output_key]: OPEN }),
      };
      this.#checkAll([append], { ...received, this: OPEN }, true);
      this.#checkAll([templatesOf(rules), result], received, true);
    }
    return this;
  }

  /** With `isOpen`, a variable can be a field of the response, so only a likely typo is reported. */
  #checkAll(templates: unknown, known: Variables, isOpen = false): void {
    const report = (path: string) => {
      const [root = ''] = wordsOf(path);
      const isField = isOpen && !Object.hasOwn(known, root) && nearest(root, Object.keys(known)) === undefined;
      if (!isKnown(path, known) && !isField) this.add(path, known);
    };
    try {
      expandAll(templates, { [MISSING]: report });
    } catch (error) {
      // It has too many levels. A call throws this error.
      const message = error instanceof Error ? error.message : String(error);
      this.#messages.set(message, message);
    }
  }
}

const templatesOf = (rules: DataMapDocument['expressions'] = []) =>
  rules.map(({ string, output, 'nomatch-output': otherwise }) => [string, output, otherwise]);

const isArgument = (path: string) => wordsOf(path)[0] === 'args';

function isKnown(path: string, variables: unknown): boolean {
  let value = variables;
  for (const word of wordsOf(path)) {
    if (value === OPEN) return true;
    value = valueAt(value, /^\d+$/.test(word) && Array.isArray(value) ? '0' : word);
  }
  return value !== undefined;
}

/** Returns a value with the fields that a schema describes. */
function sampleOf({ type, properties, items, additionalProperties }: ToolParameter): unknown {
  if (properties && additionalProperties !== true)
    return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, sampleOf(property)]));
  if (type === 'array' && items) return [sampleOf(items)];
  return type === undefined || type === 'object' || type === 'array' || Array.isArray(type) ? OPEN : '';
}

/** Returns the path with a value that a wrong path probably means: a similar name, or the same name elsewhere. */
function nearestPath(path: string, variables: Variables): string | undefined {
  const words = wordsOf(path);
  const index = words.findIndex((_, end) => valueAt(variables, pathOf(words.slice(0, end + 1))) === undefined);
  const before = words.slice(0, index);
  const similar = nearest(words[index] ?? '', fieldsOf(valueAt(variables, pathOf(before))));
  if (similar !== undefined) {
    const meant = pathOf([...before, similar, ...words.slice(index + 1)]);
    if (isKnown(meant, variables)) return meant;
  }
  const same = pathsOf(variables).filter((other) => other.at(-1) === words.at(-1));
  const found = same.find(([root]) => root === words[0]) ?? same[0];
  return found && pathOf(found);
}

/** Breadth first, so that the shortest path is found first. */
function pathsOf(variables: Variables): string[][] {
  const found: { words: string[]; value: unknown }[] = [{ words: [], value: variables }];
  for (let index = 0; index < found.length && found.length < MAX_PATHS; index++) {
    const { words, value } = found[index] as (typeof found)[number];
    for (const field of fieldsOf(value)) found.push({ words: [...words, field], value: valueAt(value, field) });
  }
  return found.map(({ words }) => words).filter((words) => words.length > 0);
}

const fieldsOf = (value: unknown): string[] =>
  isPlain(value) || Array.isArray(value) ? Object.keys(value).slice(0, MAX_PATHS) : [];

const pathOf = (words: readonly string[]): string =>
  words.map((word, index) => (/^\d+$/.test(word) ? `[${word}]` : index === 0 ? word : `.${word}`)).join('');
