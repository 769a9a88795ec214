import { domainOf } from './domain.js';
import type { SearchHit } from './provider.js';
import type { QualityMetrics } from './quality.js';

/** A search hit whose page was read. */
export interface Scraped extends SearchHit {
  readonly text: string;
  readonly metrics: QualityMetrics;
}

/** Chooses the best results from as many sites as possible: first the best of each site, then the rest. */
export function chooseBest(results: readonly Scraped[], count: number): Scraped[] {
  const sorted = [...results].sort((a, b) => b.metrics.quality_score - a.metrics.quality_score);
  const sites = new Set<string>();
  const firsts = sorted.filter(({ link }) => !sites.has(domainOf(link)) && sites.add(domainOf(link)));
  const chosen = [...firsts, ...sorted.filter((result) => !firsts.includes(result))].slice(0, count);
  return chosen.sort((a, b) => b.metrics.quality_score - a.metrics.quality_score);
}
