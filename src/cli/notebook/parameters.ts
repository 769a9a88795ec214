import { namesOf } from '../../eval/index.js';
import type { NotebookParameters } from '../../kernel/index.js';
import { jsonOf } from '../../util/index.js';
import { UsageError } from '../exit-codes.js';

/** Reads `name=value` arguments. A value that is not JSON is text. The last value of a name is used. */
export function readParameters(texts: readonly string[]): NotebookParameters {
  return new Map(texts.map(readParameter));
}

function readParameter(text: string): [name: string, value: unknown] {
  const [, name, value] = /^([^=]*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new UsageError(`-p ${text} has no value. Write -p name=value`);
  if (!isVariable(name)) throw new UsageError(`-p ${text}: "${name}" is not a name of a variable`);
  return [name, parameterValue(value)];
}

function isVariable(name: string): boolean {
  const declared = namesOf(`let ${name} = 0`)?.declared;
  return declared?.size === 1 && declared.has(name);
}

function parameterValue(text: string): unknown {
  const value = jsonOf(text);
  // A long id consists of digits only. As a number it would become another id.
  const isInexact = typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value);
  return value === undefined || isInexact ? text : value;
}
