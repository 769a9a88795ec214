import { X509Certificate } from 'node:crypto';

/**
 * Reports an invalid proxy or certificate before the first request. Does not repeat the values, because a proxy URL may
 * contain a password.
 */
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
