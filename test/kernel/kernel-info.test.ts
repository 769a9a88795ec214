import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { kernelInfo } from '../../src/kernel/wire/kernel-info.js';

const folder = mkdtempSync(join(tmpdir(), 'kernel-info-'));
afterAll(() => rmSync(folder, { recursive: true }));

function writePackage(name: string, fields: object, file?: string): void {
  const at = join(folder, 'node_modules', name);
  mkdirSync(join(at, 'dist'), { recursive: true });
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, ...fields }));
  writeFileSync(join(at, file ?? 'index.js'), '');
}

describe('kernelInfo', () => {
  it('reports the version of the installed TypeScript compiler', () => {
    writePackage('tslab', { version: '1.0.22' }, 'dist/converter.js');
    writePackage('@tslab/typescript-for-tslab', { version: '9.8.7', main: 'index.js' });
    const { language_info } = kernelInfo(createRequire(join(folder, 'kernel.js')));
    expect(language_info).toMatchObject({ name: 'typescript', version: '9.8.7' });
  });

  it('reports an empty version when no compiler is installed', () => {
    const { language_info } = kernelInfo(createRequire(join(parse(tmpdir()).root, 'kernel.js')));
    expect(language_info).toMatchObject({ name: 'typescript', version: '' });
  });
});
