import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attempt, packageRoot } from '../../util/index.js';
import type { Topic } from './find-topics.js';

/** The folders of the pages for users. Reference pages repeat the operations, which are topics themselves. */
const FOLDERS = ['.', 'bench', 'guides'];
/** Pages for contributors, and the page of the dot commands, which are topics themselves. */
const LEFT_OUT = /^(?:architecture|dependencies|commands)\.md$/;

/** Returns the sections of the documentation of this package, with the first sentences of each. */
export function pageTopics(folder = join(packageRoot(), 'docs')): Topic[] {
  return FOLDERS.flatMap((part) => {
    const files = attempt(() => readdirSync(join(folder, part))) ?? [];
    return files
      .filter((file) => file.endsWith('.md') && !LEFT_OUT.test(file))
      .flatMap((file) => {
        const text = attempt(() => readFileSync(join(folder, part, file), 'utf8')) ?? '';
        return sectionsOf(text, `docs/${part === '.' ? '' : `${part}/`}${file}`);
      });
  });
}

function sectionsOf(text: string, page: string): Topic[] {
  const [, ...sections] = text.split(/^(?=#{1,3} )/m);
  return sections.map((section) => {
    const [heading = '', ...lines] = section.split('\n');
    const title = heading.replace(/^#+ /, '').replaceAll('`', '');
    const prose = lines.join('\n').replace(/```[\s\S]*?```/g, '');
    // The first paragraph that is not a table or a list.
    const first =
      prose
        .trim()
        .split(/\n\s*\n/)
        .find((one) => !/^(?:[|*-]|\d+\.)/.test(one)) ?? '';
    const command = /^(patchbay [a-z-]+(?: [a-z-]+)?)/.exec(title)?.[1];
    const help = first
      .replace(/\s+/g, ' ')
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll('`', '');
    return command === undefined
      ? { name: `${page}: ${title}`, help: /^.*?[.:](?= |$)/.exec(help)?.[0] ?? help, weight: 0.7 }
      : { name: command, help };
  });
}
