import { expect, it } from 'vitest';
import { isProxyOf, proxySettings } from '../../src/http/connect/proxy-settings.js';

const P = 'http://proxy.example:3128';
const Q = 'http://other.example:3128';

it.each([
  [{ HTTPS_PROXY: P }, 'https://a.example/', P],
  [{ HTTPS_PROXY: P }, 'http://a.example/', undefined],
  [{ HTTP_PROXY: P }, 'http://a.example/', P],
  [{ HTTP_PROXY: P }, 'https://a.example/', undefined],
  [{ HTTPS_PROXY: Q, https_proxy: P }, 'https://a.example/', P],
  [{ HTTPS_PROXY: P, https_proxy: '' }, 'https://a.example/', P],
  [{ HTTPS_PROXY: P, NO_PROXY: 'a.example' }, 'https://a.example/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: 'A.Example' }, 'https://a.example/', undefined],
  [{ HTTPS_PROXY: P, no_proxy: 'x.example, .a.example' }, 'https://b.a.example/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: '*.a.example' }, 'https://b.a.example/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: 'a.example' }, 'https://b.a.example/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: 'a.example' }, 'https://ba.example/', P],
  [{ HTTPS_PROXY: P, NO_PROXY: 'a.example:8443' }, 'https://a.example:8443/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: 'a.example:8443' }, 'https://a.example/', P],
  [{ HTTPS_PROXY: P, NO_PROXY: 'a.example:443' }, 'https://a.example/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: '2606:4700::1 ' }, 'https://[2606:4700::1]/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: '[2606:4700::1]:443' }, 'https://[2606:4700::1]/', undefined],
  [{ HTTPS_PROXY: P, NO_PROXY: '*' }, 'https://a.example/', undefined],
  [{ HTTPS_PROXY: P }, 'https://localhost/', undefined],
  [{ HTTPS_PROXY: P }, 'https://app.localhost/', undefined],
  [{ HTTPS_PROXY: P }, 'https://127.0.0.1/', undefined],
  [{ HTTPS_PROXY: P }, 'https://[::1]/', undefined],
])('%o: %s goes through %s', (env, url, proxy) => {
  expect(proxySettings(undefined, env)(new URL(url))).toBe(proxy);
});

it('prefers the proxy that the program names, for every host elsewhere', () => {
  const proxyFor = proxySettings(P, { HTTPS_PROXY: Q, HTTP_PROXY: Q, NO_PROXY: '*' });
  const urls = ['https://a.example/', 'http://a.example/', 'http://localhost/'];
  expect(urls.map((url) => proxyFor(new URL(url)))).toEqual([P, P, undefined]);
});

it.each([
  [{ HTTP_PROXY: 'http://127.0.0.1:3128' }, '127.0.0.1', 3128, true],
  [{ https_proxy: 'localhost:3128' }, '::1', 3128, true],
  [{ ALL_PROXY: 'socks5://127.0.0.1' }, '127.0.0.1', 1080, true],
  [{ HTTP_PROXY: P }, 'proxy.example', 3128, true],
  [{ HTTP_PROXY: 'http://127.0.0.1:3128' }, '127.0.0.1', 3129, false],
  [{ HTTP_PROXY: P }, '127.0.0.1', 3128, false],
  [{ HTTP_PROXY: 'no address :' }, '127.0.0.1', 80, false],
  [{}, '127.0.0.1', 80, false],
])('%o names %s:%i as a proxy: %s', (env, host, port, is) => {
  expect(isProxyOf(env, host, port)).toBe(is);
});
