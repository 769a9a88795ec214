import { inShell } from '../../util/index.js';
import type { RawExchange } from './raw-exchange.js';
import type { RequestCredential } from './request-credentials.js';

/** Writes a request as a curl command, with environment variables in place of credentials. */
export function curlCommand(method: string, url: string, { credentials, request }: RawExchange): string {
  const lines = [
    `curl --request ${inShell(method)} ${urlInShell(url, credentials)}`,
    ...headerOptions(request.headers, credentials),
    ...(request.body === '' ? [] : [`--data-raw ${inShell(request.body)}`]),
  ];
  return `${lines.join(' \\\n  ')}${noteOn(credentials)}`;
}

function headerOptions(
  headers: RawExchange['request']['headers'],
  credentials: readonly RequestCredential[],
): readonly string[] {
  return Object.entries(headers).map(([name, value]) => {
    const credential = credentials.find((one) => one.at === 'header' && one.name === name);
    if (!credential) return `--header ${inShell(`${name}: ${value}`)}`;
    const { scheme, variables } = credential;
    const [first, second] = variables;
    if (second !== undefined) return `--user "$${first}:$${second}"`;
    return `--header ${inShell(`${name}: ${scheme === undefined ? '' : `${scheme} `}`)}"$${first}"`;
  });
}

/** Returns the URL as one shell word, with environment variables in place of credentials. */
function urlInShell(url: string, credentials: readonly RequestCredential[]): string {
  let left = url;
  let word = '';
  for (const { at, name, variables } of credentials) {
    if (at !== 'query') continue;
    const [, before = '', after = ''] = new RegExp(`^([^]*?[?&]${escaped(name)}=)[^&#]*([^]*)$`).exec(left) ?? [];
    if (before === '') continue;
    word += `${inShell(before)}"$${variables[0]}"`;
    left = after;
  }
  return left === '' && word !== '' ? word : `${word}${inShell(left)}`;
}

const escaped = (name: string) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** Names the variables to set. `PLATFORM_…` variables need no note, because the client reads them too. */
function noteOn(credentials: readonly RequestCredential[]): string {
  const variables = new Set(
    credentials.flatMap((one) => one.variables).filter((name) => !name.startsWith('PLATFORM_')),
  );
  if (variables.size === 0) return '';
  const names = [...variables].join(', ');
  return `\n# Before you run this, set ${names} to ${variables.size === 1 ? 'the credential' : 'the credentials'} of this service.`;
}
