import { readFrontMatter } from '../../util/index.js';
import { storableText } from './storable.js';

const MOST_TAGS = 100;

/**
 * Returns the `tags` in the front matter of a Markdown file: a list, or a string with commas. Front matter that cannot
 * be parsed has no tags.
 */
export async function frontMatterTags(text: string): Promise<string[]> {
  if (!text.startsWith('---')) return []; // most files have no front matter, so the parser need not be loaded
  const { data } = await readFrontMatter(text.replaceAll(/\r\n?/g, '\n'));
  const { tags } = data;
  const list: unknown[] = typeof tags === 'string' ? tags.split(',') : Array.isArray(tags) ? tags : [];
  const texts = list.filter((tag) => typeof tag === 'string' || typeof tag === 'number');
  return [...new Set(texts.map((tag) => storableText(String(tag)).trim()).filter(Boolean))].slice(0, MOST_TAGS);
}
