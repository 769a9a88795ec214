import type { COMMON_PARAMETERS, ParameterSchema } from './parameter-schema.js';
import type { ToolArguments, ToolParameters } from './tool.js';

/** The parameters of a skill, typed from its schema. They have these types once `setup()` succeeded. */
export type ParamsOf<Schema extends ParameterSchema> = string extends keyof Schema
  ? Readonly<Record<string, unknown>> & Params<Omit<typeof COMMON_PARAMETERS, 'swaig_fields'>>
  : Params<Omit<Omit<typeof COMMON_PARAMETERS, keyof Schema> & Schema, 'swaig_fields'>>;

/** The arguments of a tool, typed from its schema. `checkedArguments` checks them before the handler runs. */
export type ArgumentsOf<Parameters extends ToolParameters, Required extends string> = string extends keyof Parameters
  ? ToolArguments
  : Parameters extends { readonly type: 'object' }
    ? JsonObject<Parameters>
    : Fields<Parameters, Required>;

type Params<Schema> = Simplify<
  {
    readonly [Name in keyof Schema as IsPresent<Schema[Name]> extends true ? Name : never]: ParamValue<Schema[Name]>;
  } & {
    readonly [Name in keyof Schema as IsPresent<Schema[Name]> extends true ? never : Name]?: ParamValue<Schema[Name]>;
  }
>;

type IsPresent<Entry> = Entry extends { readonly required: true } | { readonly default: unknown } ? true : false;

type ParamValue<Entry> =
  | (Entry extends { readonly also: readonly (infer Other)[] } ? Other : never)
  | (Entry extends { readonly enum: readonly (infer Allowed)[] }
      ? Allowed
      : Entry extends { readonly type: infer Type }
        ? ParamOfType<Type, Entry>
        : unknown);

type ParamOfType<Type, Entry> = Type extends 'array'
  ? Entry extends { readonly items: infer Item }
    ? readonly ParamValue<Item>[]
    : readonly unknown[]
  : Type extends 'object'
    ? Entry extends { readonly properties: infer Properties }
      ? Params<Properties>
      : Entry extends { readonly values: infer Value }
        ? Readonly<Record<string, ParamValue<Value>>>
        : Readonly<Record<string, unknown>>
    : Scalar<Type>;

type JsonObject<Schema> = Schema extends { readonly properties: infer Properties }
  ? Fields<Properties, Schema extends { readonly required: readonly (infer Name)[] } ? Name : never>
  : ToolArguments;

type Fields<Properties, Required> = Simplify<
  {
    readonly [Name in keyof Properties as Name extends Required ? Name : never]: JsonValue<
      NonNullable<Properties[Name]>
    >;
  } & {
    readonly [Name in keyof Properties as Name extends Required ? never : Name]?: JsonValue<
      NonNullable<Properties[Name]>
    >;
  }
>;

type JsonValue<Schema> = Schema extends { readonly enum: readonly (infer Allowed)[] }
  ? Allowed
  : Schema extends { readonly type: readonly (infer Type)[] }
    ? JsonOfType<Type, Schema>
    : Schema extends { readonly type: infer Type }
      ? JsonOfType<Type, Schema>
      : unknown;

type JsonOfType<Type, Schema> = Type extends 'array'
  ? Schema extends { readonly items: infer Item }
    ? readonly JsonValue<Item>[]
    : readonly unknown[]
  : Type extends 'object'
    ? JsonObject<Schema>
    : Scalar<Type>;

type Scalar<Type> = Type extends 'string'
  ? string
  : Type extends 'integer' | 'number'
    ? number
    : Type extends 'boolean'
      ? boolean
      : Type extends 'null'
        ? null
        : unknown;

type Simplify<T> = { [Key in keyof T]: T[Key] };
