import type { WireRequest } from '../../http/index.js';
import { CUT, isCredentialName, isCredentialParameter, type KnownSecrets, nameWords } from '../../redact/index.js';
import { attempt } from '../../util/index.js';

/** A credential in a request: its place, and the environment variables from which to read it. */
export interface RequestCredential {
  readonly at: 'header' | 'query';
  readonly name: string;
  readonly scheme?: string;
  /** One variable, or two for `Basic`: the user and the password. */
  readonly variables: readonly string[];
}

interface Context {
  readonly secrets: Pick<KnownSecrets, 'variableOf'>;
  /** The origin of the platform, whose credentials are in the `PLATFORM_…` variables. */
  readonly platform: string;
}

const OF_PLATFORM = ['PLATFORM_PROJECT_ID', 'PLATFORM_API_TOKEN'] as const;
/** The credentials of the account, which a recording and a previewed call leave out. */
export const ACCOUNT_CREDENTIAL: RequestCredential = {
  at: 'header',
  name: 'authorization',
  scheme: 'Basic',
  variables: OF_PLATFORM,
};
const SCHEME = /^(Basic|Bearer|Digest|Token|ApiKey|AWS4-HMAC-SHA256)\s+(?=\S)/i;
const QUERY_VALUE = /([?&])([^=&#]+)=([^&#]*)/g;
const USER_INFO = /^([a-z][\w+.-]*:\/\/)[^/?#\s]*@/i;

/** Returns a header value to show. A credential is masked except for its scheme. */
export function shownHeader(name: string, value: string): string {
  if (!isCredentialName(name)) return value;
  return `${SCHEME.exec(value)?.[0] ?? ''}${CUT}`;
}

/** Returns a URL to show, with credentials in the query and before the host masked. */
export const shownUrl = (url: string): string =>
  url
    .replace(USER_INFO, `$1${CUT}@`)
    .replace(QUERY_VALUE, (all, sign: string, name: string, value: string) =>
      value !== '' && isCredentialParameter(plainName(name)) ? `${sign}${name}=${CUT}` : all,
    );

export function requestCredentials({ url, headers }: WireRequest, context: Context): readonly RequestCredential[] {
  const isPlatform = URL.canParse(url) && new URL(url).origin === context.platform;
  const ofHeaders = Object.entries(headers).flatMap(([name, value]): RequestCredential[] => {
    if (!isCredentialName(name)) return [];
    const scheme = SCHEME.exec(value)?.[1];
    const rest = scheme === undefined ? value : value.replace(SCHEME, '');
    const isBasic = name === 'authorization' && /^basic$/i.test(scheme ?? '');
    const one = () => [context.secrets.variableOf(rest) ?? placeholderOf(name)];
    const variables = isBasic ? (isPlatform ? OF_PLATFORM : basicVariables(rest, context)) : one();
    return [{ at: 'header', name, ...(scheme !== undefined && { scheme }), variables }];
  });
  const ofQuery = [...url.matchAll(QUERY_VALUE)].flatMap(([, , name = '', value = '']): RequestCredential[] => {
    if (value === '' || !isCredentialParameter(plainName(name))) return [];
    const variable = context.secrets.variableOf(plainName(value)) ?? placeholderOf(plainName(name));
    return [{ at: 'query', name, variables: [variable] }];
  });
  return [...ofHeaders, ...ofQuery];
}

function basicVariables(encoded: string, { secrets }: Context): string[] {
  const pair = Buffer.from(encoded, 'base64').toString();
  const colon = pair.indexOf(':');
  return [
    secrets.variableOf(pair.slice(0, colon)) ?? 'API_USER',
    secrets.variableOf(pair.slice(colon + 1)) ?? 'API_PASSWORD',
  ];
}

/** Returns a variable name for a credential: `API_KEY` for both `x-api-key` and `key`. */
function placeholderOf(name: string): string {
  if (/authorization$/i.test(name)) return 'API_TOKEN';
  const words = nameWords(name).filter((word) => word !== 'x');
  const variable = words.join('_').toUpperCase();
  return /^(?:|KEY|APPID|APP_ID|PLATFORM_.*)$/.test(variable) ? 'API_KEY' : variable;
}

const plainName = (text: string): string => attempt(() => decodeURIComponent(text.replaceAll('+', ' '))) ?? text;
