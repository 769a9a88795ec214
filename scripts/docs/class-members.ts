// Reads the public members of a class from its source: the signature, and the comment above it.
import { readFileSync } from 'node:fs';
import ts from 'typescript';

export interface Member {
  readonly name: string;
  readonly isStatic: boolean;
  /** Without the body: `say(text: string): this`. */
  readonly signature: string;
  readonly doc: string;
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly doc: string;
}

type Declared = ts.MethodDeclaration | ts.GetAccessorDeclaration | ts.PropertyDeclaration | ts.ConstructorDeclaration;

/** The members of classes in one file, in the order of the file. */
export function membersOf(file: string, className: string): Member[] {
  const source = parsed(file);
  const found = source.statements.find(
    (statement): statement is ts.ClassDeclaration =>
      ts.isClassDeclaration(statement) && statement.name?.text === className,
  );
  if (!found) throw new Error(`${file} has no class ${className}`);
  return found.members.filter(isPublic).map((member) => ({
    name: ts.isConstructorDeclaration(member) ? `new ${className}` : member.name.getText(source),
    isStatic: hasModifier(member, ts.SyntaxKind.StaticKeyword),
    signature: signatureOf(member, source, className),
    doc: docOf(member),
  }));
}

/** The fields and methods of the interfaces in files, by the name of the interface. */
export function interfacesOf(files: readonly string[]): Map<string, Field[]> {
  const declared = files.flatMap((file) => parsed(file).statements.filter(ts.isInterfaceDeclaration));
  const named = new Map(declared.map((one) => [one.name.text, one]));
  return new Map(declared.map((one) => [one.name.text, fieldsOf(one, named)]));
}

/** Inherited fields follow the own ones, also those of `Partial<Other>` and `Omit<Other, 'field'>`. */
function fieldsOf(one: ts.InterfaceDeclaration, named: ReadonlyMap<string, ts.InterfaceDeclaration>): Field[] {
  const source = one.getSourceFile();
  const own = one.members
    .filter((member) => ts.isPropertySignature(member) || ts.isMethodSignature(member))
    .map((field) => ({
      name: field.name.getText(source),
      type: oneLine(ts.isMethodSignature(field) ? methodType(field, source) : (field.type?.getText(source) ?? '')),
      isOptional: field.questionToken !== undefined,
      doc: docOf(field),
    }));
  const inherited = (one.heritageClauses ?? [])
    .flatMap(({ types }) => types)
    .flatMap((type) => {
      const text = type.getText(source);
      const parent = [...text.matchAll(/\w+/g)].map(([word]) => named.get(word)).find((found) => found !== undefined);
      const fields = parent ? fieldsOf(parent, named).filter(({ name }) => !text.includes(`'${name}'`)) : [];
      return fields.map((field) => ({ ...field, isOptional: field.isOptional || text.startsWith('Partial<') }));
    });
  return [...own, ...inherited];
}

const methodType = ({ parameters, type }: ts.MethodSignature, source: ts.SourceFile): string =>
  `(${parameters.map((parameter) => parameter.getText(source)).join(', ')}) => ${type?.getText(source) ?? 'void'}`;

const parsed = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);

function isPublic(member: ts.ClassElement): member is Declared {
  if (ts.isConstructorDeclaration(member)) return true;
  if (!ts.isMethodDeclaration(member) && !ts.isGetAccessorDeclaration(member) && !ts.isPropertyDeclaration(member))
    return false;
  const isHidden = hasModifier(member, ts.SyntaxKind.PrivateKeyword) || !ts.isIdentifier(member.name);
  return !isHidden && !ts.getJSDocTags(member).some(({ tagName }) => tagName.text === 'internal');
}

const hasModifier = (member: Declared, kind: ts.SyntaxKind): boolean =>
  member.modifiers?.some((modifier) => modifier.kind === kind) ?? false;

function signatureOf(member: Declared, source: ts.SourceFile, className: string): string {
  const body = 'body' in member ? member.body : undefined;
  const text = source.text.slice(member.getStart(source), body?.getStart(source) ?? member.getEnd());
  const named = ts.isGetAccessorDeclaration(member) ? text.replace(/^get /, '').replace('()', '') : text;
  const shown = oneLine(named.replace(/\b(?:async|readonly|override|abstract) /g, '').replace(/;$/, ''));
  // A parameter that is taken apart has no name.
  const plain = shown.replace(/\{[^{}]*\}: (?=[\w{])/g, 'options: ');
  return plain.replace(/^constructor\(/, `new ${className}(`).replace(/^static /, `${className}.`);
}

const docOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();

const oneLine = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/([(<{[]) /g, (_, bracket) => (bracket === '{' ? '{ ' : bracket))
    .replace(/,? ([)>\]])/g, '$1')
    .trim();
