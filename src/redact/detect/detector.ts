import { contains, type Span, withOverlaps } from '../replace/edits.js';
import { SECRET } from '../replace/replacements.js';
import { type Finder, finder } from './finder.js';
import type { ShapeOptions } from './shapes/shape.js';
import { spot } from './spot.js';
import type { Meaning, Value, Values } from './values.js';

export interface Mark extends Meaning, Span {
  /** The decoded text, if it may differ from the written text. */
  readonly decoded: string | undefined;
}

const NONE: readonly never[] = [];

/** Finds all values, by shape and as known texts. Created when all documents are learnt. */
export class Detector {
  readonly known: Finder<Meaning>;
  readonly #structural: Finder<Meaning>;
  readonly #options: ShapeOptions;

  constructor(private readonly values: Values) {
    const literals = values.literals();
    this.#options = { keepLoopback: values.policy.keep_loopback, numbers: values.numbers };
    this.known = finder(literals);
    this.#structural = finder(literals.filter(({ text, means }) => isStructural(means) && /[^\w.-]/.test(text)));
  }

  /** A known secret takes precedence over shapes, unless one contains it. Other known values give way. */
  marks(text: string): readonly Mark[] {
    const spotted = spot(text, this.#options);
    const known = this.knownMarks(text);
    if (spotted.length === 0) return known;
    const shaped = spotted.flatMap(({ rule, original, start, end }) => {
      const value = this.values.get(rule, original);
      return value ? [{ start, end, value, isEncoded: false, decoded: undefined }] : [];
    });
    if (known.length === 0) return shaped;
    const kept = withOverlaps(known, shaped)
      .filter(([mark, shapes]) =>
        isSecret(mark.value) ? !shapes.some((shape) => contains(shape, mark)) : shapes.length === 0,
      )
      .map(([mark]) => mark);
    const rest = withOverlaps(shaped, kept)
      .filter(([, overlaps]) => overlaps.length === 0)
      .map(([mark]) => mark);
    return [...rest, ...kept].sort((a, b) => a.start - b.start);
  }

  knownMarks(text: string): readonly Mark[] {
    return marksIn(text, this.known);
  }

  /** Secrets that contain structure, such as the signs between two fields of JSON. */
  structuralMarks(text: string): readonly Mark[] {
    return marksIn(text, this.#structural);
  }
}

const isSecret = ({ rule }: Value) => rule.replacement === SECRET;
const isStructural = ({ value, isEncoded }: Meaning) => isSecret(value) && !isEncoded;

function marksIn(text: string, { find }: Finder<Meaning>): readonly Mark[] {
  const found = find(text);
  if (found.length === 0) return NONE;
  return found.map(({ start, end, means, read }) => ({ start, end, ...means, decoded: read }));
}
