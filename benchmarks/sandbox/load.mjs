import { Pool } from 'undici';

const CONNECTIONS = 32;

/** Requests a second of one address, with many connections at work. */
export async function load({ url, path, headers }, requests) {
  const pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  let left = requests;
  const one = async () => {
    while (left-- > 0) {
      const { statusCode, body } = await pool.request({ method: 'GET', path, headers });
      if (statusCode !== 200) throw new Error(`the server answered ${statusCode}`);
      await body.dump();
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  const perSecond = requests / ((performance.now() - start) / 1000);
  await pool.close();
  return perSecond;
}
