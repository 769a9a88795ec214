import {
  argumentNames,
  type DocumentLanguage,
  type Fields,
  isRow,
  operations,
  type Row,
  walkRows,
} from '../../client/index.js';
import { type CodeValue, callSpans } from '../../eval/index.js';
import { asCode } from '../../util/index.js';
import { find } from '../complete/row-fields.js';
import type { SeenIds } from '../complete/seen-ids.js';
import { documentAddressIn } from '../inspect/response-shape.js';
import { listsByPath } from '../trial/list-for.js';
import type { Trial } from '../trial/trial.js';
import { replaced } from './corrected-arguments.js';
import { fieldsOfAnyVariant } from './corrected-call.js';

interface Given {
  readonly call: string;
  readonly row: Row;
  readonly seen: Pick<SeenIds, 'collectionsOf'>;
}

/** What an argument or a field has in place of the address of a document. */
interface AddressMeant {
  readonly message: string;
  /** The call with the address, if the document has the language that the operation needs. */
  readonly call?: string;
}

/** Finds the first value that is a document, or the id of one, where the row needs the address of a document. */
export async function addressMeant({ call, row, seen }: Given, trial: Trial): Promise<AddressMeant | undefined> {
  for (const { name, value, language } of addressesIn(call, row)) {
    const code = call.slice(value.start, value.end);
    const document = documentIn(code, trial) ?? (await documentWithId(code, value, seen, trial));
    if (!document) continue;
    const message = `${code} is ${document.kind}. ${name} needs the address of the document: ${document.code}`;
    if (document.language === language) return { message, call: replaced(call, value, document.code) };
    return {
      message: `${code} is a document in ${titleOf(document.language)}. ${name} needs one in ${titleOf(language)}`,
    };
  }
  return undefined;
}

const titleOf = (language: DocumentLanguage) => language.replace('swml', 'SWML').replace('cxml', 'cXML');

/** Returns the values of a call whose row says that they are addresses of documents. */
function addressesIn(call: string, row: Row) {
  const args = callSpans(call) ?? [];
  const names = argumentNames(row);
  const fields = { ...fieldsOfRoute(row), ...fieldsOfAnyVariant(row) };
  const found: { readonly name: string; readonly value: CodeValue; readonly language: DocumentLanguage }[] = [];
  const add = (name: string, value: CodeValue | undefined) => {
    const language = fields[row.wire?.[name] ?? name]?.serves;
    if (value && language !== undefined) found.push({ name, value, language });
  };
  for (const [index, name] of names.entries()) add(name, args[index]);
  for (const { name, value } of args[names.length]?.fields ?? []) add(name, value);
  return found;
}

/** Returns the fields of all operations with the route: an argument such as `url` of a binding sets a field of the update. */
const fieldsOfRoute = ({ route }: Row): Fields =>
  Object.assign(
    {},
    ...[...walkRows(operations)].map(([, row]) => (row.route === route ? fieldsOfAnyVariant(row) : {})),
  );

interface FoundDocument {
  readonly kind: string;
  /** The code that reads its address. */
  readonly code: string;
  readonly language: DocumentLanguage;
}

/** Reads `script` and `script.id` where `script` is a variable with a document. */
function documentIn(code: string, trial: Trial): FoundDocument | undefined {
  const path = /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Continue}$]+)*$/u.test(code) ? code.split('.') : [];
  const isId = /^s?id$/.test(path.at(-1) ?? '');
  const owner = isId ? path.slice(0, -1) : path;
  const address = owner.length === 0 ? undefined : documentAddressIn(trial.valueAt(owner));
  return (
    address && {
      kind: isId ? 'an id' : 'an object',
      code: [...owner, ...address.path].join('.'),
      language: address.language,
    }
  );
}

/** Fetches the document whose id a call has, from the copy of the sandbox. */
async function documentWithId(
  code: string,
  { literal }: CodeValue,
  seen: Given['seen'],
  trial: Trial,
): Promise<FoundDocument | undefined> {
  const id = literal ?? trial.valueAt(code.split('.'));
  if (typeof id !== 'string' || /^https?:/.test(id)) return undefined;
  for (const collection of seen.collectionsOf(id)) {
    const get =
      listsByPath()
        .get(collection)
        ?.name.replace(/\.list$/, '.get') ?? '';
    const row = find(get.split('.'));
    if (!row || !isRow(row)) continue;
    const found = documentAddressIn(await trial.resultOf({ path: get.split('.'), args: [id] }));
    if (!found) continue;
    const own = typeof literal === 'string' ? asCode(literal) : code;
    return { kind: 'an id', code: `(await platform.${get}(${own})).${found.path.join('.')}`, language: found.language };
  }
  return undefined;
}
