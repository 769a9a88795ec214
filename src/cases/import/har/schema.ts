import { z } from 'zod';

// The parts of a HAR that an import reads. Tools leave out fields and add their own, so everything else is ignored, and
// most fields are optional.

const text = z.string().nullish();
const NameValue = z.object({ name: z.string(), value: z.string().nullish() });
const Names = z.array(NameValue).nullish();

const PostData = z.object({
  mimeType: text,
  text,
  params: z.array(z.object({ name: z.string(), value: text, fileName: text })).nullish(),
  /** Of Charles and Postman: `base64` if the text is encoded. */
  encoding: text,
});

const Content = z.object({
  mimeType: text,
  text,
  encoding: text,
  size: z.number().nullish(),
});

/** The `_error` of an exported request whose response is not known, such as an imported command. */
export const NO_RESPONSE = 'no recorded response';

export const HarEntry = z.object({
  startedDateTime: text,
  time: z.number().nullish(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: Names,
    queryString: Names,
    postData: PostData.nullish(),
    bodySize: z.number().nullish(),
  }),
  response: z
    .object({
      status: z.number(),
      headers: Names,
      content: Content.nullish(),
      /** Of Chromium: why there is no response, such as `net::ERR_CONNECTION_REFUSED`. */
      _error: text,
    })
    .nullish(),
});
export type HarEntry = z.infer<typeof HarEntry>;

export const HarLog = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });
