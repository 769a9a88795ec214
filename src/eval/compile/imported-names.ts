import type { ExportAllDeclaration, ExportNamedDeclaration, ImportDeclaration, ModuleDeclaration } from 'acorn';

/** A static import: the module to load and the names to bind. `*` is the whole namespace. */
export interface ImportedNames {
  readonly specifier: string;
  readonly attributes: Record<string, string>;
  readonly bindings: readonly { readonly local: string; readonly imported: string }[];
}

/** Reads an import declaration. `export … from` is an import that binds nothing. */
export function importedBy(node: ImportDeclaration | ModuleDeclaration): ImportedNames {
  const { source, attributes } = node as ImportDeclaration | ExportAllDeclaration | ExportNamedDeclaration;
  const specifiers = node.type === 'ImportDeclaration' ? node.specifiers : [];
  return {
    specifier: String(source?.value),
    attributes: Object.fromEntries((attributes ?? []).map(({ key, value }) => [nameOf(key), String(value.value)])),
    bindings: specifiers.map((one) => ({
      local: one.local.name,
      imported:
        one.type === 'ImportNamespaceSpecifier'
          ? '*'
          : one.type === 'ImportDefaultSpecifier'
            ? 'default'
            : nameOf(one.imported),
    })),
  };
}

function nameOf(node: { type: string; name?: string; value?: unknown }): string {
  return node.name ?? String(node.value);
}
