import { Text } from 'ink';
import stringWidth from 'string-width';
import type { MarkedSignature } from '../../assist/index.js';
import { clean } from '../../show/index.js';
import { printable } from '../keys/index.js';
import type { ReplState } from '../state.js';
import { cut, cutAround } from './fit.js';

const INDENT = '  ';
const SEPARATOR = ' · ';
/** A shorter part of a description does not help. */
const LEAST_DOC = 12;

/** Returns the signature or the value to show. They give way to everything else that the user may read there. */
export function shownBelow(
  state: Pick<ReplState, 'signature' | 'preview' | 'popup' | 'search' | 'picker' | 'question' | 'ghost'>,
): Partial<Pick<ReplState, 'signature' | 'preview'>> {
  const { signature, preview, popup, search, picker, question, ghost } = state;
  if (ghost !== '' || [popup, search, picker, question].some((other) => other !== undefined)) return {};
  return signature === undefined ? { preview } : { signature };
}

interface SignatureRowProps {
  readonly signature: MarkedSignature;
  readonly columns: number;
  readonly isColoured: boolean;
}

/** The signature of the call around the cursor, on one row below the input. */
export function SignatureRow({ signature, columns, isColoured }: SignatureRowProps) {
  const { before, active, after } = signature;
  // Bold is a colour code, too.
  const [open, close] = isColoured || active === '' ? ['', ''] : ['«', '»'];
  const width = columns - 1 - INDENT.length - open.length - close.length;
  const parts = cutAround({ before: oneLine(before), active: oneLine(active), after: oneLine(after) }, width);
  const doc = oneLine(signature.doc);
  const left = width - stringWidth(parts.before + parts.active + parts.after) - SEPARATOR.length;
  return (
    <Text wrap="truncate">
      <Text dimColor>{INDENT + parts.before}</Text>
      <Text bold>{open + parts.active + close}</Text>
      <Text dimColor>{parts.after + (doc !== '' && left >= LEAST_DOC ? SEPARATOR + cut(doc, left) : '')}</Text>
    </Text>
  );
}

const oneLine = (text = '') => printable(clean(text)).replace(/\s+/g, ' ');

const VALUE_LEAD = '  = ';
/** Behind it, a secret may be incomplete and so not redacted. */
const MAX_VALUE = 400;

/** The value of the input, on one row below it. */
export function PreviewRow({ text, columns }: { readonly text: string; readonly columns: number }) {
  return (
    <Text dimColor wrap="truncate">
      {VALUE_LEAD + cut(oneLine(text), Math.min(MAX_VALUE, columns - 1 - VALUE_LEAD.length))}
    </Text>
  );
}
