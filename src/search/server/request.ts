import { isPlain } from '../../util/index.js';
import type { SearchQuery } from '../source.js';

export interface SearchRequest extends SearchQuery {
  readonly index_name: string;
}

const MAX_QUERY_LENGTH = 1000;
const MAX_RESULTS = 20;

export function searchRequest(body: unknown): SearchRequest | string {
  if (!isPlain(body)) return 'the body must be a JSON object';
  const { query, index_name = 'default', count = 3, similarity_threshold = 0, keyword_weight } = body;
  const tags = body.tags ?? [];
  if (typeof query !== 'string' || query.trim() === '') return 'query must be a string';
  if (query.length > MAX_QUERY_LENGTH) return `query must have at most ${MAX_QUERY_LENGTH} characters`;
  if (typeof index_name !== 'string') return 'index_name must be a string';
  if (!isBetween(count, 1, MAX_RESULTS) || !Number.isInteger(count))
    return `count must be an integer from 1 to ${MAX_RESULTS}`;
  if (!isBetween(similarity_threshold, 0, 1)) return 'similarity_threshold must be from 0 to 1';
  if (keyword_weight !== undefined && !isBetween(keyword_weight, 0, 1)) return 'keyword_weight must be from 0 to 1';
  if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === 'string')) return 'tags must be a list of strings';
  return { text: query.trim(), index_name, count, similarity_threshold, tags, keyword_weight };
}

const isBetween = (value: unknown, least: number, max: number): value is number =>
  typeof value === 'number' && value >= least && value <= max;
