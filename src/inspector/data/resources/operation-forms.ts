import type { AnyField, Row } from '../../../client/index.js';
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
  const names = { needs: Object.keys(row.needs), takes: Object.keys(row.takes) };
  return { name, help: row.help, args, fields: row.free ? fieldsOf(row, value) : null, ...names };
}

/** The required fields, and of the others those that the resource has. */
function fieldsOf({ needs, takes }: Row, value: Readonly<Record<string, unknown>>): string {
  const present = Object.keys(takes).filter((name) => isSet(value[name]));
  const names = [...new Set([...Object.keys(needs), ...present])];
  const entries = names.map((name) => [
    name,
    isSet(value[name]) ? value[name] : exampleOf({ ...takes, ...needs }[name]),
  ]);
  return JSON.stringify(Object.fromEntries(entries), null, 2);
}

const isSet = (value: unknown) => value !== undefined && value !== null;

function exampleOf(field: AnyField | undefined): unknown {
  if (field?.kind === 'num' || field?.kind === 'int') return 0;
  if (field?.kind === 'bool') return false;
  if (field?.kind === 'list') return [];
  if (field?.kind === 'obj') return {};
  return field?.values?.[0] ?? '';
}
