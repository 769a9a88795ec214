import type { AbsentField } from './messages.js';

/** What is used of the compiler, whose package has no types for tslab's version of it. */
export interface TypeSyntax {
  forEachChild<N>(node: N, visit: (child: N) => N | undefined): N | undefined;
}

interface Node {
  readonly pos: number;
  readonly end: number;
  readonly text?: string;
  /** The object of a property access, or the pattern of a destructured variable. */
  readonly expression?: Node;
  readonly parent?: Node;
}

interface Type {
  isUnion(): boolean;
  readonly types?: readonly Type[];
  readonly symbol?: Symbol;
  readonly aliasSymbol?: Symbol;
}

interface Symbol {
  readonly name: string;
  readonly declarations?: readonly { getSourceFile(): { readonly fileName: string } }[];
}

interface Program {
  getTypeChecker(): {
    getTypeAtLocation(node: Node): Type;
    getNonNullableType(type: Type): Type;
    getPropertiesOfType(type: Type): readonly Symbol[];
    getPropertyOfType(type: Type, name: string): Symbol | undefined;
    typeToString(type: Type): string;
  };
}

/** An object has no such property. */
const OF_PROPERTY = [2339, 2551];
/** The published declarations of the client: `dist/types/client/index.d.ts`. */
const OF_CLIENT = /\/types\/client\/index\.d\.ts$/;

/** Whether a value may have the field, because one alternative of its type has it. */
export const MAY_EXIST = 'may exist';

/** Returns the type and the fields if an error is about a field that a response of the client does not have. */
export function absentField(
  ts: TypeSyntax,
  program: unknown,
  cell: object,
  { code, start = 0 }: { readonly code: number; readonly start?: number },
): AbsentField | typeof MAY_EXIST | undefined {
  if (!OF_PROPERTY.includes(code)) return undefined;
  const name = innermost(ts, cell as Node, start);
  const object = name.parent?.expression ?? name.parent?.parent;
  const { text } = name;
  if (text === undefined || !object) return undefined;
  const checker = (program as Program).getTypeChecker();
  const type = checker.getNonNullableType(checker.getTypeAtLocation(object));
  if (type.isUnion() && type.types?.some((one) => checker.getPropertyOfType(one, text))) return MAY_EXIST;
  const symbol = type.aliasSymbol ?? type.symbol;
  // Namespaces have operations, and the bench suggests those.
  if (!symbol?.declarations?.some((one) => OF_CLIENT.test(one.getSourceFile().fileName)) || /Api$/.test(symbol.name))
    return undefined;
  const fields = checker.getPropertiesOfType(type).map((one) => one.name);
  return fields.length === 0 ? undefined : { owner: checker.typeToString(type), name: text, fields };
}

function innermost(ts: TypeSyntax, cell: Node, at: number): Node {
  let found = cell;
  for (let node: Node | undefined = cell; node; ) {
    found = node;
    node = ts.forEachChild(node, (child) => (child.pos <= at && at < child.end ? child : undefined));
  }
  return found;
}
