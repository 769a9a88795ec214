import type { operations, Row } from '../../client/index.js';
import type { State } from '../state/state.js';

export type OperationName = NamesIn<typeof operations>;

type NamesIn<Tree, Prefix extends string = ''> = {
  [Key in keyof Tree & string]: Tree[Key] extends Row ? `${Prefix}${Key}` : NamesIn<Tree[Key], `${Prefix}${Key}.`>;
}[keyof Tree & string];
type RowAt<Tree, Name> = Name extends keyof Tree
  ? Tree[Name]
  : Name extends `${infer Head}.${infer Rest}`
    ? Head extends keyof Tree
      ? RowAt<Tree[Head], Rest>
      : never
    : never;

export type ParamsOf<Name> = Name extends OperationName
  ? RowAt<typeof operations, Name> extends { readonly types?: { route: infer Route } }
    ? Readonly<Record<ParametersIn<Route>, string>>
    : never
  : never;
/** The names in a route such as `GET /a/{queue_id}/{sid:call}`. The client fills in the account. */
type ParametersIn<Route> = Route extends `${string}{${infer Parameter}}${infer Rest}`
  ? Exclude<Parameter extends `${infer Name}:${string}` ? Name : Parameter, 'account'> | ParametersIn<Rest>
  : never;
/** The fields that the row of an operation declares. The input may also contain others: see `OperationRequest`. */
export type InputOf<Name> = Name extends OperationName
  ? RowAt<typeof operations, Name> extends { readonly types?: { input: infer Input } }
    ? Declared<[Input] extends [null] ? Record<never, never> : Input>
    : never
  : never;
type Declared<Input> = Input extends unknown ? { readonly [Key in keyof Input]: Input[Key] } : never;
export type Fields = Readonly<Record<string, unknown>>;

export interface OperationRequest {
  readonly state: State;
  readonly operation: string;
  readonly row: Row;
  readonly params: Readonly<Record<string, string>>;
  readonly path: string;
  /** The scheme and the host of the request, for absolute URLs. */
  readonly origin: string;
  readonly query: URLSearchParams;
  /** The valid fields of the query and the body, in the types of the row. For a command, its `params`. */
  readonly input: Fields;
  /** The fields of the body under their wire names. */
  readonly fields: Fields;
}

export interface RequestOf<Name extends OperationName> extends Omit<OperationRequest, 'params' | 'input'> {
  readonly params: ParamsOf<Name>;
  readonly input: InputOf<Name>;
}

export type RequestIn<Namespace extends string, Verb extends string> = Namespace extends unknown
  ? `${Namespace}.${Verb}` extends infer Name extends OperationName
    ? RequestOf<Name>
    : never
  : never;

/** A request for any operation that has these path parameters. */
export interface RequestWith<Param extends string> extends OperationRequest {
  readonly params: Readonly<Record<Param, string>>;
}

/** Returns the data of a successful response. `written` reduces it to the shape that the row declares. */
export type Handler<Name extends OperationName = OperationName> = (request: RequestOf<Name>) => unknown;

/** Fetches the item of the path for operations whose item no GET fetches. Throws 404 if it does not exist. */
export type Lookups = Readonly<Record<string, (request: RequestWith<string>) => unknown>>;

export type Handlers = { readonly [Name in OperationName]?: Handler<Name> };
