/** The most used globals of Node.js, for an installation without `@types/node`. Rare members are left out. */
export const NODE_GLOBALS = `
declare namespace NodeJS { interface ProcessEnv { [name: string]: string | undefined } }
declare const process: {
  argv: string[]; env: NodeJS.ProcessEnv; exitCode: number | undefined; pid: number; platform: string; arch: string; version: string;
  versions: Record<string, string>; cwd(): string; chdir(folder: string): void; exit(code?: number): never; uptime(): number;
  hrtime: { (): [number, number]; bigint(): bigint }; nextTick(run: (...args: any[]) => void, ...args: any[]): void;
  memoryUsage(): { rss: number; heapTotal: number; heapUsed: number; external: number }; on(event: string, run: (...args: any[]) => void): void;
};
interface Console { log(...data: any[]): void; error(...data: any[]): void; warn(...data: any[]): void; info(...data: any[]): void; debug(...data: any[]): void; table(data: any, columns?: string[]): void; dir(value: any, options?: object): void; time(label?: string): void; timeEnd(label?: string): void; group(...label: any[]): void; groupEnd(): void; count(label?: string): void; trace(...data: any[]): void; assert(condition?: boolean, ...data: any[]): void; }
declare const console: Console;
interface Buffer extends Uint8Array { toString(encoding?: string, start?: number, end?: number): string; toJSON(): { type: 'Buffer'; data: number[] }; equals(other: Uint8Array): boolean; write(text: string, offset?: number): number; }
declare const Buffer: { from(data: string | ArrayLike<number> | ArrayBuffer, encoding?: string): Buffer; alloc(size: number, fill?: string | number): Buffer; concat(list: readonly Uint8Array[], length?: number): Buffer; byteLength(text: string, encoding?: string): number; isBuffer(value: unknown): value is Buffer; };
interface URLSearchParams { append(name: string, value: string): void; delete(name: string): void; get(name: string): string | null; getAll(name: string): string[]; has(name: string): boolean; set(name: string, value: string): void; toString(): string; entries(): IterableIterator<[string, string]>; }
declare const URLSearchParams: { new (init?: string | Record<string, string> | string[][]): URLSearchParams };
interface URL { hash: string; host: string; hostname: string; href: string; origin: string; password: string; pathname: string; port: string; protocol: string; search: string; searchParams: URLSearchParams; username: string; toString(): string; }
declare const URL: { new (url: string | URL, base?: string | URL): URL; canParse(url: string, base?: string): boolean };
interface Headers { append(name: string, value: string): void; delete(name: string): void; get(name: string): string | null; has(name: string): boolean; set(name: string, value: string): void; entries(): IterableIterator<[string, string]>; }
declare const Headers: { new (init?: Record<string, string> | [string, string][]): Headers };
interface Response { readonly ok: boolean; readonly status: number; readonly statusText: string; readonly headers: Headers; readonly url: string; readonly redirected: boolean; readonly body: AsyncIterable<Uint8Array> | null; json(): Promise<any>; text(): Promise<string>; arrayBuffer(): Promise<ArrayBuffer>; clone(): Response; }
declare const Response: { new (body?: any, init?: { status?: number; headers?: Record<string, string> }): Response };
interface RequestInit { method?: string; headers?: Headers | Record<string, string>; body?: any; signal?: AbortSignal; redirect?: 'follow' | 'error' | 'manual'; }
declare function fetch(url: string | URL, init?: RequestInit): Promise<Response>;
interface AbortSignal { readonly aborted: boolean; readonly reason: any; throwIfAborted(): void; addEventListener(event: 'abort', run: () => void): void; }
declare const AbortSignal: { abort(reason?: any): AbortSignal; timeout(ms: number): AbortSignal; any(signals: AbortSignal[]): AbortSignal };
interface AbortController { readonly signal: AbortSignal; abort(reason?: any): void; }
declare const AbortController: { new (): AbortController };
declare const TextEncoder: { new (): { encode(text?: string): Uint8Array } };
declare const TextDecoder: { new (label?: string): { decode(bytes?: Uint8Array | ArrayBuffer): string } };
declare const performance: { now(): number; timeOrigin: number };
declare const crypto: { randomUUID(): string; getRandomValues<T extends Uint8Array>(array: T): T };
declare function structuredClone<T>(value: T): T;
declare function queueMicrotask(run: () => void): void;
declare function setTimeout(run: (...args: any[]) => void, ms?: number, ...args: any[]): { ref(): void; unref(): void };
declare function setInterval(run: (...args: any[]) => void, ms?: number, ...args: any[]): { ref(): void; unref(): void };
declare function setImmediate(run: (...args: any[]) => void, ...args: any[]): object;
declare function clearTimeout(timer?: unknown): void;
declare function clearInterval(timer?: unknown): void;
declare function clearImmediate(timer?: unknown): void;
declare function atob(text: string): string;
declare function btoa(text: string): string;
`;
