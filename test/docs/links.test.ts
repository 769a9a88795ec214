import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' });
const pages = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'],
  ...inDocs.filter((name) => name.endsWith('.md')).map((name) => join('docs', name)),
];
const textOf = (page: string) => readFileSync(join(root, page), 'utf8').replace(/^ *```[\s\S]*?^ *```/gm, '');

describe('the documentation', () => {
  it.each(pages)('%s links to pages and headings that exist', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    const broken = links.filter((target) => !/^https?:/.test(target) && !exists(page, target));
    expect(broken).toEqual([]);
  });

  it('lists every page in its index, except those that an index of their own lists', () => {
    const own = inDocs.filter((name) => /^(?!README)(?:[^/]*|guides\/[^/]*|bench\/[^/]*)\.md$/.test(name));
    const linked = [...textOf('docs/README.md').matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => target);
    expect(own.filter((name) => !linked.includes(name))).toEqual([]);
  });

  it('lists every decision with its title', () => {
    const folder = join('docs', 'decisions');
    const decisions = readdirSync(join(root, folder)).filter((name) => /^\d{4}-/.test(name));
    const entries = decisions.map((name) => `- [${/^# (.*)/.exec(textOf(join(folder, name)))?.[1]}](${name})`);
    expect(textOf(join(folder, 'README.md')).match(/^- .*/gm)).toEqual(entries.sort());
  });
});

function exists(page: string, target: string): boolean {
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : relative(root, join(root, dirname(page), path));
  if (!existsSync(join(root, file))) return false;
  return anchor === undefined || anchorsOf(file).includes(anchor);
}

/** The anchors that GitHub makes of headings. */
function anchorsOf(page: string): string[] {
  return [...textOf(page).matchAll(/^#+ (.*)/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
