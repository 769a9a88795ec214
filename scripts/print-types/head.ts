import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { PhoneCallHandler } from '../../src/client/index.js';

const src = join(import.meta.dirname, '..', '..', 'src');

/** Returns the declarations that do not come from rows: the public types and the values of the package. */
export function printHead(): string {
  const handlers = Object.entries(PhoneCallHandler).map(([name, value]) => `  readonly ${name}: '${value}';`);
  return [
    ...declarations('http/transport.ts', ['WireRequest', 'WireResponse', 'SendContext', 'Transport']),
    ...declarations('client/public-types.ts'),
    ...declarations('client/row-types.ts'),
    `export interface RestClient extends Platform {}`,
    `/** A client of the platform's REST API. */
export declare class RestClient {
  constructor(options?: RestClientOptions);
  /** The same tree of operations. Each call returns the request that it would send, with secrets removed. */
  readonly dry: Dry<Platform>;
  /** Returns the same client with other options for its calls. */
  with(options: CallOptions): RestClient;
}`,
    `export interface PlatformRestError extends RequestFailure {}`,
    `/** A failed request. Secrets are removed before the error is created. */
export declare class PlatformRestError extends Error {
  /** \`AbortError\` if a signal aborted the call. Its reason is then the cause. */
  readonly name: 'PlatformRestError' | 'AbortError';
}`,
    `/**
 * Whether a request to your server was signed with the signing key of your project. Both forms are accepted: that of SWML
 * documents and that of cXML. The comparison takes the same time for every wrong signature.
 */
export declare function verify_signature(request: IncomingRequest, key: string): boolean;`,
    `/**
 * Reads a field of a response that its type does not declare. A missing field is undefined. When a newer version declares
 * the field, the result has its type.
 */
export declare function extra<T extends object, K extends keyof T & string>(value: T, name: K): T[K];
export declare function extra(value: object, name: string): unknown;`,
    `/** The values of \`call_handler\`: what can answer a call to a number. */
export declare const PhoneCallHandler: {\n${handlers.join('\n')}\n};`,
    `export type PhoneCallHandler = (typeof PhoneCallHandler)[keyof typeof PhoneCallHandler];`,
    `/** Every operation of the client. */\nexport declare const operations: Tree;\n`,
  ].join('\n\n');
}

/** Returns the exported types of a file as they are written, with their comments. */
function declarations(file: string, names?: readonly string[]): string[] {
  const source = ts.createSourceFile(file, readFileSync(join(src, file), 'utf8'), ts.ScriptTarget.Latest, true);
  return source.statements.flatMap((node) => {
    if (!ts.isInterfaceDeclaration(node) && !ts.isTypeAliasDeclaration(node)) return [];
    if (names && !names.includes(node.name.text)) return [];
    return [node.getFullText().trim()];
  });
}
