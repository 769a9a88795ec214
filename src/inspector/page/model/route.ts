import type { PageSource } from '../../contract.js';

export const PANELS = [
  'requests',
  'calls',
  'inbox',
  'clock',
  'faults',
  'snapshots',
  'numbers',
  'resources',
  'case',
  'projects',
] as const;
export type PanelName = (typeof PANELS)[number];

export const titleOf = (panel: PanelName): string => panel.charAt(0).toUpperCase() + panel.slice(1);

const REQUEST_PANELS: readonly PanelName[] = ['requests', 'case'];

/** A page without a sandbox shows requests only, and only a server has projects. */
export function panelsOf(source: Pick<PageSource, 'isControlled' | 'kind'> | undefined): readonly PanelName[] {
  if (source?.isControlled === false) return REQUEST_PANELS;
  return source?.kind === 'session' ? PANELS.filter((name) => name !== 'projects') : PANELS;
}

/** The tenth panel has the key 0. */
export const keyOfPanel = (index: number): string => String((index + 1) % 10);

/** What the address of the page names: a panel, an item in it, and a filter. */
export interface Route {
  readonly panel: PanelName;
  readonly words: readonly string[];
  readonly query: Readonly<Record<string, string>>;
}

/** Reads `#/requests/12?status=failed`. An unknown panel is the first one. */
export function routeOf(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [name, ...words] = path.split('/').filter((word) => word !== '');
  const panel = PANELS.find((one) => one === name) ?? 'requests';
  return { panel, words: words.map(decoded), query: Object.fromEntries(new URLSearchParams(query)) };
}

export function hashOf({ panel, words = [], query = {} }: Partial<Route> & Pick<Route, 'panel'>): string {
  const given = Object.entries(query).filter(([, value]) => value !== '');
  const search = given.length > 0 ? `?${new URLSearchParams(given)}` : '';
  return `#/${[panel, ...words.map(encodeURIComponent)].join('/')}${search}`;
}

function decoded(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word; // A broken escape is a part of the word.
  }
}
