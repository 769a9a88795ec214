import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

// The published declarations, which `npm run build` writes, and the modules beside them.
const root = join(import.meta.dirname, '..', '..');
const PARTS = ['patchbay/client', 'patchbay/skills'];

/** The names that a module of the package exports, types included, and the files that declare them. */
function declaredBy(specifiers: readonly string[], module: ts.ModuleKind): Map<string, string[]> {
  const file = join(root, 'test', 'types', `exports-probe.${module === ts.ModuleKind.CommonJS ? 'cts' : 'mts'}`);
  const source = specifiers.map((name) => `export type {} from '${name}';`).join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.Node16,
    moduleResolution: ts.ModuleResolutionKind.Node16,
    skipLibCheck: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (name, ...rest) =>
    name === file ? ts.createSourceFile(name, source, rest[0]) : getSourceFile.call(host, name, ...rest);
  const program = ts.createProgram([file], options, host);
  const checker = program.getTypeChecker();
  const probe = program.getSourceFile(file);
  const modules = (probe?.statements ?? []).map((statement) =>
    ts.isExportDeclaration(statement) && statement.moduleSpecifier
      ? checker.getSymbolAtLocation(statement.moduleSpecifier)
      : undefined,
  );
  return new Map(
    specifiers.map((name, index) => {
      const symbol = modules[index];
      if (!symbol) throw new Error(`${name} has no declarations`);
      return [name, checker.getExportsOfModule(symbol).map((one) => one.name)];
    }),
  );
}

describe('patchbay', () => {
  it.each(PARTS)('exports every value of %s', async (part) => {
    const [whole, some] = await Promise.all([import('patchbay'), import(part)]);
    for (const [name, value] of Object.entries(some))
      expect([name, Object.entries(whole).some(([other, same]) => other === name && same === value)]).toEqual([
        name,
        true,
      ]);
  });

  it.each([
    ['ES modules', ts.ModuleKind.ESNext],
    ['CommonJS', ts.ModuleKind.CommonJS],
  ])('declares every name of its parts: %s', (_what, module) => {
    const declared = declaredBy(['patchbay', ...PARTS], module);
    const whole = new Set(declared.get('patchbay'));
    expect(whole.has('SkillLoadError')).toBe(true);
    for (const part of PARTS) {
      const names = declared.get(part) ?? [];
      expect(names.length).toBeGreaterThan(20);
      expect([part, names.filter((name) => name !== 'default' && !whole.has(name))]).toEqual([part, []]);
    }
  });
});
