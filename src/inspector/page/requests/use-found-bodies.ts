import { useEffect, useRef, useState } from 'preact/hooks';
import type { FoundBodies } from '../../contract.js';
import { wordsIn } from '../model/matcher.js';
import type { Model } from '../model/model.js';
import { useCalm } from '../model/use-calm.js';
import type { FoundById } from './filter.js';

interface Searched {
  /** What the search is for: words, and the log of one server. */
  readonly key: string;
  readonly last: number;
  readonly found: FoundById;
}

const NOTHING: Searched = { key: '', last: 0, found: new Map() };
/** The user types on. */
const PAUSE_MS = 250;

interface Found {
  readonly found: FoundById;
  readonly isSearching: boolean;
}

/** The requests whose bodies have words of the filter. Later requests are searched when they arrive. */
export function useFoundBodies({ api, rows, restarts }: Model, text: string): Found {
  const [searched, setSearched] = useState(NOTHING);
  const current = useRef(searched);
  current.current = searched;
  const words = wordsIn(text).join(' ');
  const key = words === '' ? '' : `${restarts.value} ${words}`;
  const latest = useCalm(rows.value[0]?.id ?? 0);
  useEffect(() => {
    const before = current.current.key === key ? current.current : NOTHING;
    if (key === '' || (before.key === key && before.last >= latest)) return;
    let isCurrent = true;
    const keep = ({ last, found }: FoundBodies) => {
      if (!isCurrent) return;
      const all = new Map([...before.found, ...found.map((one) => [one.id, one] as const)]);
      setSearched({ key, last: Math.max(last, latest), found: all });
    };
    const search = () =>
      api
        .post<FoundBodies>('requests/found', { text: words, after: before.last })
        // Without a connection, the lines are filtered alone.
        .then(keep, () => keep({ last: latest, found: [] }));
    const timer = setTimeout(() => void search(), before === NOTHING ? PAUSE_MS : 0);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [api, key, words, latest]);
  const isDone = key === '' || searched.key === key;
  return { found: isDone ? searched.found : NOTHING.found, isSearching: !isDone };
}
