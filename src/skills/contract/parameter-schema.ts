import { isPlain } from '../../util/index.js';

/** A parameter of a skill, as `get_parameter_schema()` returns it. */
export interface ParameterEntry {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'object' | 'array';
  readonly description: string;
  readonly default?: unknown;
  readonly required?: boolean;
  /** Makes the parameter required if the parameter of this name is missing. */
  readonly required_without?: string;
  /** Marks a secret: its value is left out of logs, errors, schemas and documents. */
  readonly hidden?: boolean;
  /** The environment variable that supplies the value if the caller does not. */
  readonly env_var?: string;
  readonly enum?: readonly unknown[];
  /** Values that are allowed in addition to those of the type. */
  readonly also?: readonly unknown[];
  readonly min?: number;
  readonly max?: number;
  /** The type of the items of an array. */
  readonly items?: ParameterItem;
  /** The fields of an object, if they are known. */
  readonly properties?: Readonly<Record<string, ParameterItem>>;
  /** The type of each value of an object with free keys. */
  readonly values?: ParameterItem;
}

export type ParameterItem = Omit<ParameterEntry, 'description' | 'env_var' | 'required_without'> & {
  readonly description?: string;
};

export type ParameterSchema = Readonly<Record<string, ParameterEntry>>;

/** The parameters of every skill. */
export const COMMON_PARAMETERS = {
  tool_name: { type: 'string', description: 'Name of the tool. It also distinguishes several instances of a skill.' },
  swaig_fields: { type: 'object', description: 'Fields that are merged into every tool of the skill.', default: {} },
  skip_prompt: { type: 'boolean', description: 'Omit the prompt sections of the skill.' },
} as const satisfies ParameterSchema;

/** A secret that the skill requires, such as an API key. */
export const hiddenKey = <const Description extends string, const Variable extends string>(
  description: Description,
  env_var: Variable,
) => ({ type: 'string', description, required: true, hidden: true, env_var }) as const;

const TYPES: ReadonlySet<unknown> = new Set(['string', 'integer', 'number', 'boolean', 'object', 'array']);

/** Returns the problems of a schema that a skill author wrote. */
export function schemaProblems(schema: unknown): string[] {
  if (!isPlain(schema)) return ['the parameter schema must be an object'];
  return Object.entries(schema).flatMap(([name, entry]) => {
    if (!isPlain(entry)) return [`parameter ${name} must be an object`];
    return [
      ...(TYPES.has(entry.type) ? [] : [`parameter ${name} has the unknown type ${JSON.stringify(entry.type)}`]),
      ...(typeof entry.description === 'string' && entry.description ? [] : [`parameter ${name} has no description`]),
      ...(entry.enum === undefined || Array.isArray(entry.enum) ? [] : [`enum of parameter ${name} must be a list`]),
      ...innerProblems(name, entry),
    ];
  });
}

function innerProblems(name: string, { items, values, properties }: Record<string, unknown>): string[] {
  const fields = Object.entries(isPlain(properties) ? properties : {}).map(([field, item]) => [`.${field}`, item]);
  const others = [
    ['[]', items],
    ['{}', values],
  ].filter(([, item]) => item !== undefined);
  return [...fields, ...others].flatMap(([suffix, item]) => {
    const isTyped = isPlain(item) && TYPES.has(item.type);
    return isTyped ? innerProblems(`${name}${suffix}`, item) : [`parameter ${name}${suffix} has no type`];
  });
}
