import { READABLE, STRATEGY_NAMES, takes, usualFor } from '../chunks/index.js';
import { type EmbedderOptions, embedderFor } from '../embed/index.js';
import { embedderOrNone } from '../open-file.js';
import { DEFAULT_EXCLUDES, DEFAULT_TYPES } from '../search-documents.js';
import { type BuildOptions, type BuildProgress, namesOf } from './build.js';
import { buildFile } from './build-file.js';
import { findFiles } from './find-files.js';

export interface IndexOptions
  extends Partial<Omit<BuildOptions, 'source' | 'embedder'>>,
    Omit<EmbedderOptions, 'model'> {
  readonly model?: string;
}

export type Output = string | { readonly connection_string: string; readonly collection_name: string };

export type { BuildProgress } from './build.js';

/** Builds an index. Throws if a requested model is unavailable. Without the default, it indexes only words. */
export async function indexFolder(source: string, output: Output, options: IndexOptions): Promise<BuildProgress> {
  const { model, url, key, send, strategy = 'markdown', ...rest } = options;
  if (!STRATEGY_NAMES.includes(strategy))
    throw new TypeError(`unknown strategy ${strategy}. The strategies are ${STRATEGY_NAMES.join(', ')}`);
  assertNumbers(strategy, rest);
  const types = rest.types ?? (strategy === 'json' ? ['json'] : DEFAULT_TYPES);
  const unreadable = types.filter((type) => !READABLE.includes(type));
  if (unreadable.length > 0)
    throw new TypeError(
      `files of the type ${unreadable.join(', ')} cannot be indexed. Convert them to one of these types: ${READABLE.join(', ')}`,
    );
  const exclude = rest.exclude ?? DEFAULT_EXCLUDES;
  const way = { url, key, send };
  const tell = { info: () => {}, warn: rest.warn ?? (() => {}) };
  // Checked before the embedder, which warns about packages that are not installed.
  const { others } = await findFiles(source, { types, exclude });
  if (others.length > 0)
    tell.warn(`skipped because of the type: ${namesOf(others)}. The types to index are ${types.join(', ')}`);
  const embedder =
    model === undefined ? await embedderOrNone({ ...way, model: 'mini' }, tell) : await embedderFor({ ...way, model });
  try {
    const whole = { tags: [], now: new Date(), ...rest, source, strategy, types, exclude, embedder };
    if (typeof output === 'string') return await buildFile(output, whole);
    const { buildCollection } = await import('../open-collection.js');
    return await buildCollection(output, whole);
  } finally {
    await embedder?.close?.();
  }
}

function assertNumbers(strategy: string, given: Pick<BuildOptions, 'size' | 'overlap' | 'threshold'>): void {
  const usual = usualFor(strategy);
  for (const name of ['size', 'overlap', 'threshold'] as const)
    if (given[name] !== undefined && !takes(strategy, name))
      throw new TypeError(`the strategy ${strategy} does not support ${name}`);
  const { size = usual.size, overlap = usual.overlap, threshold = usual.threshold } = given;
  if (given.size !== undefined && !(Number.isInteger(size) && size >= 1))
    throw new TypeError(`size must be an integer of at least 1, not ${size}`);
  if (!(Number.isInteger(overlap) && overlap >= 0))
    throw new TypeError(`overlap must be an integer of at least 0, not ${overlap}`);
  if (takes(strategy, 'overlap') && overlap >= size)
    throw new TypeError(`overlap (${overlap}) must be less than size (${size})`);
  if (!(threshold >= 0 && threshold <= 1)) throw new TypeError(`threshold must be from 0 to 1, not ${threshold}`);
}
