import { createSandbox } from '../../dist/sandbox.js';

/** Creates a sandbox with this many numbers, and the request that fetches one from the middle. */
export async function aNumber(count = 100) {
  const sandbox = createSandbox({ token: 'token-of-the-benchmark' });
  const { project, token } = sandbox.credentials;
  const headers = { authorization: `Basic ${Buffer.from(`${project}:${token}`).toString('base64')}` };
  const snapshot = sandbox.snapshot();
  const { numbers } = snapshot.collections;
  const [, model] = numbers.items[0];
  const items = Array.from({ length: count }, (_, i) => {
    const id = `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`;
    return [i, { ...model, id, number: `+1206${String(i).padStart(7, '0')}` }];
  });
  sandbox.restore({
    ...snapshot,
    collections: { ...snapshot.collections, numbers: { next: count, items } },
  });
  const [, { id }] = items[count >> 1];
  const base = 'http://sandbox.invalid/api/relay/rest/phone_numbers';
  return {
    sandbox,
    request: { method: 'GET', url: `${base}/${id}`, headers },
    page: { method: 'GET', url: `${base}?page_size=20`, headers },
  };
}
