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

/** The fields of the interfaces in a file, by the name of the interface. */
export function interfacesOf(file: string): Map<string, Field[]> {
  const source = parsed(file);
  return new Map(
    source.statements.filter(ts.isInterfaceDeclaration).map((statement) => [
      statement.name.text,
      statement.members.filter(ts.isPropertySignature).map((field) => ({
        name: field.name.getText(source),
        type: oneLine(field.type?.getText(source) ?? ''),
        isOptional: field.questionToken !== undefined,
        doc: docOf(field),
      })),
    ]),
  );
}

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
  const shown = oneLine(named.replace(/\b(?:async|readonly|override) /g, '').replace(/;$/, ''));
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
