import { sample } from '../../../assist/index.js';
import type { Row } from '../../../client/index.js';
import type { OperationForm } from '../../contract.js';
import type { ListedResource, Namespace } from './listed-resources.js';

/** The operations of a namespace that change something and need no resource. */
export const formsOfNamespace = (namespace: Namespace): OperationForm[] =>
  changes(namespace).flatMap(([key, row]) =>
    row.parameters.some(({ name }) => name !== 'account') ? [] : [form(`${namespace.name}.${key}`, row, {})],
  );

/** The operations that change a resource, with its id and its present fields. */
export const formsOfResource = (namespace: Namespace, { id, value }: ListedResource): OperationForm[] =>
  changes(namespace).flatMap(([key, row]) =>
    row.parameters.filter(({ name }) => name !== 'account').length === 1
      ? [form(`${namespace.name}.${key}`, row, value, id)]
      : [],
  );

const changes = ({ rows }: Namespace) => [...rows].filter(([, { method }]) => method !== 'GET');

function form(name: string, row: Row, value: Readonly<Record<string, unknown>>, id?: string): OperationForm {
  const args = row.args.map((argument, index) => ({ name: argument.name, value: (index === 0 && id) || '' }));
  return { name, help: row.help, args, fields: row.free ? fieldsOf(row, value) : null, ...namesOf(row) };
}

/** The required fields, and of the others those that the resource has. */
function fieldsOf(row: Row, value: Readonly<Record<string, unknown>>): string {
  const { needs, takes, demands = [], variants = [] } = row;
  const variant =
    variants.find((one) => Object.keys(one.needs ?? {}).every((name) => isSet(value[name]))) ?? variants[0];
  const all = { ...takes, ...variant?.takes, ...variant?.needs, ...needs };
  const present = Object.keys(all).filter((name) => isSet(value[name]));
  const names = new Set([...Object.keys({ ...needs, ...variant?.needs }), ...demands, ...present]);
  const samples = sample(all);
  const entries = [...names].map((name) => [name, isSet(value[name]) ? value[name] : samples[name]]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

const isSet = (value: unknown) => value !== undefined && value !== null;

/** A field that every variant requires is a required one. */
function namesOf({ needs, takes, demands = [], variants = [] }: Row): Pick<OperationForm, 'needs' | 'oneOf' | 'takes'> {
  const sets = variants.map((one) => Object.keys(one.needs ?? {}));
  const shared = sets[0]?.filter((name) => sets.every((names) => names.includes(name))) ?? [];
  const required = [...new Set([...Object.keys(needs), ...demands, ...shared])];
  const others = new Set(sets.map((names) => names.filter((name) => !required.includes(name)).join(', ')));
  const optional = new Set([...Object.keys(takes), ...variants.flatMap((one) => Object.keys(one.takes ?? {}))]);
  return {
    needs: required,
    oneOf: others.has('') ? [] : [...others],
    takes: [...optional].filter((name) => !required.includes(name)),
  };
}
