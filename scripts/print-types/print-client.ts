import { argumentNames, declaredOptions, isRow, type Row, type Tree } from '../../src/client/index.js';
import { printHead } from './head.js';
import { indent, isEmpty, printFields, printType, propertyName, Shapes } from './print-type.js';

/** The client as plain interfaces: one file, no imports, readable by TypeScript 5.0. */
export function printClient(tree: Tree): string {
  const shapes = new Shapes();
  printNamespace('', tree, shapes);
  return `${printHead()}\n${shapes.text()}\n`;
}

function printNamespace(path: string, tree: Tree, shapes: Shapes): string {
  const name = path === '' ? 'Platform' : `${pascal(path)}Api`;
  shapes.add(name, '');
  const members = Object.entries(tree).map(([key, node]) => {
    const at = path === '' ? key : `${path}.${key}`;
    return isRow(node)
      ? printMethod(at, node, shapes)
      : `readonly ${propertyName(key)}: ${printNamespace(at, node, shapes)};`;
  });
  shapes.add(name, `export interface ${name} ${indent(`{\n${members.join('\n')}`)}\n}`);
  return name;
}

function printMethod(path: string, row: Row, shapes: Shapes): string {
  const input = printInput(path, row, shapes);
  const args = [
    ...argumentNames(row).map((word) => `${word}: string`),
    ...(input ? [`fields${mustGive(row) ? '' : '?'}: ${input}`] : []),
  ];
  const item = row.gives.of?.[0];
  const answer = printType(row.gives, shapes);
  const gives =
    row.gives.kind === 'page' && item ? `Listing<${answer}, ${printType(item, shapes)}>` : `ApiPromise<${answer}>`;
  const wire = row.fixed?.command ? `\`${row.fixed.command}\`` : `\`${row.route}\``;
  const old = row.deprecated ? ` @deprecated ${row.deprecated}` : '';
  const key = propertyName(path.slice(path.lastIndexOf('.') + 1));
  return `/** ${row.help} ${wire}${old} */\nreadonly ${key}: (${args.join(', ')}) => ${gives};`;
}

/** Names the type of the fields of an operation, so that editors show the name. `null` omits an optional field. */
function printInput(path: string, row: Row, shapes: Shapes): string | undefined {
  if (!row.free) return undefined;
  const name = `${pascal(path)}Fields`;
  if (row.variants?.length) {
    const each = row.variants.map((one) =>
      printFields({ needs: { ...row.needs, ...one.needs }, takes: { ...row.takes, ...one.takes } }, shapes, true),
    );
    shapes.add(name, `export type ${name} = ${each.join(' | ')};`);
    return name;
  }
  const fields = { needs: row.needs, takes: declaredOptions(row) };
  if (isEmpty(fields)) return 'NoFields';
  shapes.add(name, `export interface ${name} ${printFields(fields, shapes, true)}`);
  return name;
}

const mustGive = (row: Row) =>
  Object.keys(row.needs).length > 0 ||
  Boolean(row.variants?.length && row.variants.every((variant) => Object.keys(variant.needs ?? {}).length > 0));

const pascal = (path: string) => path.replace(/(^|[._])(\w)/g, (_, __, letter: string) => letter.toUpperCase());
