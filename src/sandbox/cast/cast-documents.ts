import type { WireRequest, WireResponse } from '../../http/index.js';
import { UsageError } from '../../util/index.js';
import type { Language } from '../subjects/calls/route.js';
import type { StandIn } from '../webhooks/webhook-sender.js';
import type { CastOptions } from './cast.js';
import type { CastFile } from './cast-schema.js';
import { Replies } from './replies.js';

/** The address of the documents of a cast. It is reserved (RFC 2606), so no request leaves the process. */
export const CAST_URL = 'https://cast.invalid/';

export interface CastDocument {
  readonly url: string;
  readonly language: Language;
  /** How the story names it. */
  readonly name: string;
}

/** The documents of a cast, and what servers answer to its calls. */
export class CastDocuments implements StandIn {
  readonly replies: Replies;
  readonly #files: NonNullable<CastOptions['files']>;
  /** The documents that are written in the cast, by URL. */
  readonly #inline = new Map<string, string>();

  constructor({ replies = [] }: CastFile, { files = () => undefined }: CastOptions) {
    this.replies = new Replies(replies, CAST_URL);
    this.#files = files;
  }

  /** The document of a caller. Throws a `UsageError` if its file does not exist. */
  documentOf(caller: string, given: string | Readonly<Record<string, unknown>>): CastDocument {
    const isInline = typeof given !== 'string' || /^\s*</.test(given);
    const path = isInline ? `${caller}'s document` : given;
    if (!isInline && /^[/\\]|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path))
      throw new UsageError(`callers.${caller}.document: ${path} must be in the folder of the cast`);
    const url = new URL(encodeURI(path), CAST_URL).href;
    const text = typeof given !== 'string' ? JSON.stringify(given) : isInline ? given : this.#textOf(url);
    if (text === undefined) throw new UsageError(`callers.${caller}.document: there is no file ${path}`);
    if (isInline) this.#inline.set(url, text);
    return { url, language: isXml(text) ? 'cxml' : 'swml', name: path };
  }

  reaches(url: string): boolean {
    return url.startsWith(CAST_URL) || this.replies.reaches(url);
  }

  /** Files answer requests for documents only. */
  receives(url: string): boolean {
    return this.replies.reaches(url);
  }

  async answer(_event: string, request: WireRequest): Promise<WireResponse> {
    return this.replies.answer(request) ?? this.#fileResponse(request.url);
  }

  #fileResponse(url: string): WireResponse {
    const text = url.startsWith(CAST_URL) ? this.#textOf(url) : undefined;
    if (text === undefined) {
      const body = Buffer.from('The cast has no such file, and no reply that fits.');
      return { status: 404, headers: {}, body };
    }
    const type = isXml(text) ? 'application/xml' : /^\s*\{/.test(text) ? 'application/json' : 'application/yaml';
    return { status: 200, headers: { 'content-type': type }, body: Buffer.from(text) };
  }

  #textOf(url: string): string | undefined {
    const { href, pathname } = new URL(url);
    return this.#inline.get(href) ?? this.#files(decodeURIComponent(pathname).slice(1));
  }
}

const isXml = (text: string): boolean => /^\s*</.test(text);
