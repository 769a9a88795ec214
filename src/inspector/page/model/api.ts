/** Sends the requests of the page. The header is what a form, or a page of another origin, cannot send. */
export class Api {
  readonly #project: string | undefined;

  constructor(project: string | undefined) {
    this.#project = project;
  }

  get = <T>(path: string): Promise<T> => this.#send('GET', path);
  post = <T>(path: string, body?: unknown): Promise<T> => this.#send('POST', path, body);
  delete = <T>(path: string): Promise<T> => this.#send('DELETE', path);
  /** A file to download. */
  text = async (path: string): Promise<string> => (await this.#response('GET', path)).text();

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#response(method, path, body);
    return (await response.json()) as T; // The server sends the types of contract.ts.
  }

  async #response(method: string, path: string, body?: unknown): Promise<Response> {
    const isSentAsIs = typeof body === 'string' || body instanceof FormData;
    const request = fetch(`/_patchbay/data/${path}`, {
      method,
      headers: { 'x-patchbay-page': '1', ...(this.#project && { 'x-patchbay-project': this.#project }) },
      ...(body !== undefined && { body: isSentAsIs ? body : JSON.stringify(body) }),
    });
    const response = await request.catch(() => {
      throw new Error('The server does not answer.');
    });
    if (response.ok) return response;
    const value: unknown = await response.json().catch(() => ({ error: `status ${response.status}` }));
    throw new ApiError(response.status, messageIn(value));
  }
}

export class ApiError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

const messageIn = (value: unknown): string =>
  typeof value === 'object' && value !== null && 'error' in value ? String(value.error) : 'the request failed';
