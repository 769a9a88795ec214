import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The collected facts as their files write them; each file explains its forms in its legend. */
export interface Facts {
  operations: Operation[];
  shapes: Record<string, unknown>;
  calling_common?: Pick<Operation, 'ok' | 'errors' | 'response'>;
  webhooks?: Record<string, unknown>;
  compat_webhooks?: Record<string, unknown>;
}

export interface Operation {
  id: string;
  args: string[];
  method: string;
  path: string;
  source: string;
  command?: string;
  query?: Fields;
  body?: Body;
  ok?: number;
  errors?: Record<string, string>;
  response?: 'empty' | { shape?: string; list?: string; item?: string; envelope?: string; envelope_extra?: string[] };
  /** Wire field → argument name, or `=value` when the caller never types it. */
  sets?: Record<string, string>;
  /** Another operation with the same answers and errors. */
  like?: string;
  conflict?: unknown;
  sdk_conflict?: unknown;
  python_sdk_diff?: unknown;
}

export type Fields = Record<string, Field>;

export interface Field {
  type: string;
  required?: boolean;
  nullable?: boolean;
  enum?: unknown[];
  open_enum?: boolean;
  fields?: Fields;
  items?: Field;
  oneOf?: Field[];
  one_of?: Variant[];
  min?: number;
  max?: number;
  gt?: number;
  minlen?: number;
  maxlen?: number;
  minitems?: number;
  maxitems?: number;
}

interface Variant {
  variant: string;
  fields: Fields;
}

interface Body {
  encoding: 'json' | 'form';
  fields?: Fields;
  common?: Fields;
  one_of?: Variant[];
}

/** The specified operations and those beyond them. */
export function readFacts(folder: string): { stated: Facts; extra: Facts } {
  const read = (name: string): Facts => parse(readFileSync(join(folder, name), 'utf8'));
  return { stated: read('operations.yaml'), extra: read('extra-operations.yaml') };
}
