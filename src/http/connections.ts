import { rootCertificates } from 'node:tls';
import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from './loopback.js';

export interface Connections {
  to(url: URL): Dispatcher;
  close(): Promise<void>;
}

const OWN = { pipelining: 1, allowH2: false, connections: 64 } as const;

/** Pools of connections: straight, or through a proxy for what is not on this machine. */
export function connect({ proxy, ca }: { proxy?: string | undefined; ca?: string | undefined }): Connections {
  const options = { ...OWN, ...(ca !== undefined && { connect: { ca: [...rootCertificates, ca] } }) };
  const direct = new Agent(options);
  const proxied =
    proxy || process.env.HTTPS_PROXY || process.env.https_proxy
      ? new EnvHttpProxyAgent({ ...options, ...(proxy && { httpProxy: proxy, httpsProxy: proxy, noProxy: '' }) })
      : undefined;
  return {
    to: (url) => (proxied && !isLoopback(url.hostname) ? proxied : direct),
    close: async () => {
      await Promise.all([direct.close(), proxied?.close()]);
    },
  };
}
