import { Box, Text } from 'ink';
import { clean } from '../../show/index.js';
import { graphemes, startOfCharacter } from '../../util/index.js';
import type { Search } from '../history/index.js';
import { printable } from '../keys/index.js';
import { cut, textWidth } from './fit.js';
import { THEME } from './theme.js';

const MAX_ROWS = 8;
const MARK_WIDTH = 2;

/** The number of rows that the matches need, with the line below them. */
export const searchHeight = ({ matches }: Search): number => Math.min(matches.length, MAX_ROWS) + 1;

interface SearchListProps {
  readonly search: Search;
  readonly columns: number;
  readonly maxRows: number;
  /** What Enter does, and the line without matches. */
  readonly words?: { readonly enter: string; readonly empty: string };
}

/** The matches of a search in the history, below the query. */
export function SearchList({ search, columns, maxRows, words = HISTORY }: SearchListProps) {
  const { matches, selected, query } = search;
  const count = Math.min(matches.length, MAX_ROWS, Math.max(1, maxRows - 1));
  const from = Math.min(Math.max(0, selected - count + 1), matches.length - count);
  const width = columns - 1 - MARK_WIDTH;
  return (
    <Box flexDirection="column">
      {matches.slice(from, from + count).map((match, index) => {
        const isChosen = from + index === selected;
        const { before, hit, after } = matchRow(match, query, width);
        return (
          <Text key={match} wrap="truncate" {...(isChosen && { color: THEME.chosen })}>
            {`${isChosen ? '▸' : ' '} ${before}`}
            <Text bold underline>
              {hit}
            </Text>
            {after}
          </Text>
        );
      })}
      {maxRows > count && (
        <Text dimColor wrap="truncate">
          {`  ${cut(footerOf(search, words), width)}`}
        </Text>
      )}
    </Box>
  );
}

const HISTORY = { enter: 'runs', empty: 'The history is empty' };

function footerOf({ matches, selected, query }: Search, { enter, empty }: typeof HISTORY): string {
  if (matches.length === 0) return query === '' ? empty : 'No match · Esc closes';
  const place = selected < 0 ? 'Type to search' : `${selected + 1} of ${matches.length}`;
  return `${place} · Enter ${enter} · Esc closes`;
}

/** Splits a statement at the query. Of a long statement, it returns the part around the query. */
export function matchRow(statement: string, query: string, width: number) {
  const { part, isStart } = around(statement, query, width);
  const text = printable(clean(part.replace(/\s*\n\s*/g, ' ⏎ ')));
  const [start, end] = placeOf(text, query);
  const lead = graphemes(text.slice(0, start));
  const shown = cut(text.slice(start, end), width);
  const room = Math.max(0, width - textWidth(shown));
  const upToHit = text.slice(0, end);
  const isLong = (!isStart || cut(upToHit, width - TAIL) !== upToHit) && lead.length > 0;
  const before = isLong ? `…${lead.slice(-Math.max(0, Math.floor(room / 2) - 1)).join('')}` : lead.join('');
  const left = Math.max(0, width - textWidth(before + shown));
  return { before, hit: shown, after: cut(text.slice(end), left) };
}

/** The width that stays visible after the query in a row. */
const TAIL = 4;

/** Returns the part of a statement that a row may show, because all the work on it is done at each key. */
function around(statement: string, query: string, width: number): { part: string; isStart: boolean } {
  const [start, end] = placeOf(statement, query);
  const room = MAX_CELL * Math.max(0, width) + MAX_CELL;
  const from = startOfCharacter(statement, Math.max(0, start - room));
  return { part: statement.slice(from, startOfCharacter(statement, end + room)), isStart: from === 0 };
}

/** More characters than this in one cell are not shown: letters with marks, and the indent of a line. */
const MAX_CELL = 32;

/** Returns the start and the end of the query, which ignores case. */
function placeOf(text: string, query: string): [start: number, end: number] {
  if (query === '') return [0, 0];
  // V8 refuses a long expression.
  if (query.length > MAX_PATTERN) {
    const start = text.toLowerCase().indexOf(query.toLowerCase());
    return start < 0 ? [0, 0] : [start, start + query.length];
  }
  const found = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu').exec(text);
  return found ? [found.index, found.index + found[0].length] : [0, 0];
}

const MAX_PATTERN = 1_000;
