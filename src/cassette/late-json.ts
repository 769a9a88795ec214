import type { RecordedBody } from './format.js';

const TEXTS = new WeakMap<object, string>();

/**
 * A JSON body that is still text, for a file of ten thousand answers of which a replay reads only the bytes.
 * `json` is parsed when somebody looks at it; from then on the value counts, for it may be changed.
 */
export function lateJson(text: string): RecordedBody {
  let json: unknown;
  const settle = (value: unknown) => {
    TEXTS.delete(body);
    json = value;
  };
  const body = {
    get json() {
      if (TEXTS.has(body)) settle(JSON.parse(text));
      return json;
    },
    set json(value) {
      settle(value);
    },
  };
  TEXTS.set(body, text);
  return body;
}

/** The text of a body that nobody has looked at yet. */
export const lateText = (body: object): string | undefined => TEXTS.get(body);
