import { inShell, Mistake } from '../../util/index.js';
import type { RawExchange } from '../session/raw-exchange.js';
import type { RequestCredential } from '../session/request-credentials.js';
import type { Command } from './arguments/command.js';
import { exchangeAt, exchangesBack, NOT_KEPT } from './arguments/exchange-at.js';

export const curl: Command = {
  name: '.curl',
  group: 'requests',
  maxWords: 1,
  takes: '[N]',
  help: 'Print a request as a curl command, with credentials as variables',
  forms: [['[N]', 'The last request, or the Nth from the end. For the sandbox, run `patchbay sandbox --port 4010`']],
  complete: (words, { bench }) => (words.length <= 1 ? exchangesBack(bench.log) : []),
  async run({ words: [back] }, bench) {
    const { reachableUrl } = await import('../../cases/index.js');
    const { method, url, raw } = exchangeAt(bench.log, back);
    if (!raw) throw new Mistake(NOT_KEPT);
    return curlCommand(method, reachableUrl(url), raw);
  },
};

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
  const ofHeaders = credentials.filter(({ at }) => at === 'header');
  const others = Object.entries(headers).flatMap(([name, value]) => {
    if (OF_CONNECTION.test(name)) return [];
    const credential = ofHeaders.find((one) => one.name === name);
    return credential ? credentialOption(credential) : `--header ${inShell(`${name}: ${value}`)}`;
  });
  // A recording has the credentials without their header.
  return [...ofHeaders.filter(({ name }) => headers[name] === undefined).map(credentialOption), ...others];
}

/** curl sets these headers itself. With those of another client, the server could not read the request. */
const OF_CONNECTION =
  /^(?:host|content-length|connection|keep-alive|proxy-connection|transfer-encoding|te|trailer|upgrade|expect|accept-encoding|sec-fetch-.*)$/i;

function credentialOption({ name, scheme, variables: [first, second] }: RequestCredential): string {
  if (second !== undefined) return `--user "$${first}:$${second}"`;
  return `--header ${inShell(`${name}: ${scheme === undefined ? '' : `${scheme} `}`)}"$${first}"`;
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
