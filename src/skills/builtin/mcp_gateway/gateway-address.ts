/**
 * Returns the gateway address without trailing slashes. Throws a `TypeError` if it is invalid or contains credentials.
 */
export function gatewayAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new TypeError('gateway_url must be an http or https address, such as http://127.0.0.1:8080');
  if (url.username !== '' || url.password !== '')
    throw new TypeError('gateway_url must not contain a user name. Pass auth_user and auth_password instead');
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}
