import { isPlain, type ToolSchema } from '../../index.js';

const MAX_DEPTH = 32;
const MAX_CHARACTERS = 64 * 1024;

/**
 * Returns the input schema of a tool as its server wrote it, or undefined if it is too deep or too large. It removes
 * keywords whose value has the wrong type. It replaces `true` and `false` with equivalent objects, because not every
 * model accepts boolean schemas.
 */
export function inputSchemaOf(schema: unknown): ToolSchema | undefined {
  if (!isPlain(schema)) return { type: 'object', properties: {} };
  if (isDeeper(schema, MAX_DEPTH) || JSON.stringify(schema).length > MAX_CHARACTERS) return undefined;
  const { properties = {}, ...rest } = mended(schema) as Record<string, unknown>;
  return { ...rest, type: 'object', properties: properties as ToolSchema['properties'] };
}

const ANYTHING = {};
const NOTHING = { not: {} };

const isSchema = (value: unknown) => isPlain(value) || typeof value === 'boolean';
const isListOfTexts = (value: unknown) => Array.isArray(value) && value.every((item) => typeof item === 'string');

const FITS: Readonly<Record<string, (value: unknown) => boolean>> = {
  type: (value) => typeof value === 'string' || isListOfTexts(value),
  description: (value) => typeof value === 'string',
  properties: isPlain,
  required: isListOfTexts,
  enum: Array.isArray,
  items: (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
  minimum: (value) => typeof value === 'number',
  maximum: (value) => typeof value === 'number',
};

function mended(schema: unknown): unknown {
  if (!isPlain(schema)) return schema === false ? NOTHING : ANYTHING;
  const fitting = Object.entries(schema).filter(([keyword, value]) => FITS[keyword]?.(value) ?? true);
  return Object.fromEntries(
    fitting.map(([keyword, value]) => {
      if (keyword === 'items') return [keyword, Array.isArray(value) ? value.map(mended) : mended(value)];
      if (keyword !== 'properties') return [keyword, value];
      const properties = Object.entries(value as object).map(([name, property]) => [name, mended(property)]);
      return [keyword, Object.fromEntries(properties)];
    }),
  );
}

function isDeeper(value: unknown, left: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return left === 0 || Object.values(value).some((inner) => isDeeper(inner, left - 1));
}
