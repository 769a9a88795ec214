import { X509Certificate } from 'node:crypto';
import { mayBeLoopback, unbracketed } from './loopback.js';

export type ProxyFor = (url: URL) => string | undefined;

/** Reads the proxy variables as curl does. Lower case wins. Local hosts never use a proxy. */
export function proxySettings(explicit: string | undefined, env: NodeJS.ProcessEnv): ProxyFor {
  const https = explicit || variable(env, 'https_proxy');
  const http = explicit || variable(env, 'http_proxy');
  const exceptions = explicit ? [] : exceptionsIn(variable(env, 'no_proxy') ?? '');
  return (url) => {
    const proxy = url.protocol === 'https:' ? https : http;
    if (!proxy || mayBeLoopback(url.hostname)) return undefined;
    return exceptions.some((isException) => isException(url)) ? undefined : proxy;
  };
}

/** Whether a proxy variable contains this address. Programs that read the variables reach other machines through it. */
export function isProxyOf(env: NodeJS.ProcessEnv, host: string, port: number): boolean {
  return ['http_proxy', 'https_proxy', 'all_proxy'].some((name) => {
    const value = variable(env, name);
    if (!value) return false;
    const text = value.includes('://') ? value : `http://${value}`;
    if (!URL.canParse(text)) return false;
    const url = new URL(text);
    const usual = url.protocol === 'https:' ? 443 : url.protocol.startsWith('socks') ? 1080 : 80;
    if (Number(url.port || usual) !== port) return false;
    return unbracketed(url.hostname) === unbracketed(host) || (mayBeLoopback(url.hostname) && mayBeLoopback(host));
  });
}

const variable = (env: NodeJS.ProcessEnv, name: string): string | undefined => env[name] || env[name.toUpperCase()];

/** `example.com` and `.example.com` include subdomains, `:8443` applies to that port, `*` to every host. */
function exceptionsIn(text: string): ((url: URL) => boolean)[] {
  return text
    .split(/[,\s]+/)
    .filter(Boolean)
    .map((entry) => {
      const [, name = '', port] = /^(.+?)(?::(\d+))?$/.exec(isBareIPv6(entry) ? `[${entry}]` : entry) ?? [];
      const host = name.replace(/^\*?\./, '').toLowerCase();
      return ({ hostname, port: given, protocol }) => {
        if (port !== undefined && port !== (given || (protocol === 'https:' ? '443' : '80'))) return false;
        return host === '*' || hostname === host || hostname.endsWith(`.${host}`);
      };
    });
}

const isBareIPv6 = (entry: string) => /^[0-9a-f:.]*:[0-9a-f.]*:[0-9a-f:.]*$/i.test(entry);

/** Does not repeat the values of an invalid proxy or certificate: a proxy URL may contain a password. */
export function checkTrust({ proxy, ca }: { proxy?: string | undefined; ca?: string | undefined }): void {
  if (proxy) {
    const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : '';
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw new TypeError('the proxy must be an http or https URL, like http://127.0.0.1:3128');
    }
  }
  if (ca === undefined) return;
  try {
    new X509Certificate(ca);
  } catch (cause) {
    throw new TypeError('ca must be a certificate in PEM', { cause });
  }
}
