import { alternatives, isPlain, nearest } from '../../util/index.js';
import type { DefinedTool, ToolArguments, ToolParameter, ToolSchema } from '../contract/tool.js';

/** Checks arguments against the schema of the tool. Models write `null` for a missing value, so it is absent. */
export function checkedArguments(tool: DefinedTool, args: unknown): ToolArguments {
  if (!isPlain(args ?? {})) throw new TypeError(`${tool.name}: the arguments must be an object. ${usage(tool)}`);
  const given = Object.fromEntries(
    Object.entries(args ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
  const problems = objectProblems('', tool.parameters, given);
  if (problems.length > 0) {
    const listed = `${problems.join('; ')}.`.replaceAll('?;', '?').replace(/\?\.$/, '?');
    throw new TypeError(`${tool.name}: ${listed} ${usage(tool)}`);
  }
  return given;
}

/**
 * Names arguments that the tool does not have. The platform passes them on, so the call runs, and most tools ignore them.
 * Leaves out a likely typo, which `checkedArguments` rejects.
 */
export function unknownArguments({ name, parameters }: DefinedTool, args: unknown): string | undefined {
  const known = Object.keys(parameters.properties);
  if (!isPlain(args) || parameters.additionalProperties === true) return undefined;
  const unknown = Object.keys(args).filter((one) => !known.includes(one) && typo(one, known, args).length === 0);
  if (unknown.length === 0) return undefined;
  const left = known.filter((one) => !Object.hasOwn(args, one));
  const notes = unknown.map((one) => {
    const meant = left.find((other) => isShortFor(one, other));
    return `${one} is not an argument of the tool${meant === undefined ? '' : `. Did you mean ${meant}?`}`;
  });
  const listed = known.length === 0 ? 'It has no arguments' : `Its arguments: ${known.join(', ')}`;
  return `${name}: ${`${notes.join('; ')}.`.replace(/\?\.$/, '?')} ${listed}`;
}

/** `tz` for `timezone`: the letters in their order, from the first one. */
function isShortFor(short: string, word: string): boolean {
  let from = 0;
  for (const letter of short) {
    const found = word.indexOf(letter, from);
    if (found < 0 || (from === 0 && found > 0)) return false;
    from = found + 1;
  }
  return short.length > 1;
}

function objectProblems(path: string, schema: ToolParameter | ToolSchema, value: ToolArguments): string[] {
  const { properties = {}, required = [] } = schema;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  const typos = Object.keys(value).flatMap((name) => typo(name, Object.keys(properties), value));
  return [
    ...missing.filter((name) => !typos.some(({ meant }) => meant === name)).map((name) => `${path}${name} is missing`),
    ...typos.map(({ name, meant }) => `${path}${name} is unknown. Did you mean ${meant}?`),
    ...Object.entries(properties)
      .filter(([name]) => Object.hasOwn(value, name))
      .flatMap(([name, property]) => valueProblems(`${path}${name}`, property, value[name])),
  ];
}

/** An unknown name is an error only if it is a likely typo of a known name that is absent. */
function typo(name: string, known: string[], value: ToolArguments) {
  if (known.includes(name)) return [];
  const meant = nearest(
    name,
    known.filter((other) => !Object.hasOwn(value, other)),
  );
  return meant ? [{ name, meant }] : [];
}

function valueProblems(path: string, schema: ToolParameter, value: unknown): string[] {
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) {
    return [`${path} must be ${alternatives(types)}, got ${kindOf(value)}`];
  }
  if (schema.enum && !schema.enum.includes(value)) {
    const near = typeof value === 'string' ? nearest(value, schema.enum.map(String)) : undefined;
    return [`${path} must be one of ${schema.enum.join(', ')}${near ? `. Did you mean ${near}?` : ''}`];
  }
  if (typeof value === 'number' && schema.minimum !== undefined && value < schema.minimum)
    return [`${path} must be at least ${schema.minimum}`];
  if (typeof value === 'number' && schema.maximum !== undefined && value > schema.maximum)
    return [`${path} must be at most ${schema.maximum}`];
  if (Array.isArray(value)) {
    const { items } = schema;
    return items ? value.flatMap((item, index) => valueProblems(`${path}[${index}]`, items, item)) : [];
  }
  return isPlain(value) ? objectProblems(`${path}.`, schema, value) : [];
}

function isOfType(type: string, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'number') return typeof value === 'number' && Number.isFinite(value);
  return kindOf(value) === type;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function usage({ name, parameters: { properties, required = [] } }: DefinedTool): string {
  const words = Object.keys(properties).map((word) => (required.includes(word) ? word : `${word}?`));
  return `Usage: ${name}(${words.length > 0 ? `{ ${words.join(', ')} }` : ''})`;
}

export function unknownTool(name: string, names: readonly string[]): TypeError {
  const near = nearest(name, names);
  const next =
    names.length === 0
      ? "It has no tools yet. Load a skill, such as add_skill('datetime')"
      : near
        ? `Did you mean ${near}?`
        : `Its tools: ${names.join(', ')}`;
  return new TypeError(`this agent has no tool ${JSON.stringify(name)}. ${next}`);
}
