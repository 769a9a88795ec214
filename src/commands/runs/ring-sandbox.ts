import type { Ring, RingOptions, Sandbox } from '../../sandbox/index.js';
import { Mistake, UsageError } from '../../util/index.js';

/** The sandbox throws for invalid arguments. */
export async function ringIn(sandbox: Sandbox, number: string, options: RingOptions): Promise<Ring> {
  try {
    return await sandbox.ring(number, options);
  } catch (error) {
    throw error instanceof Error ? new UsageError(error.message) : error;
  }
}

/** Replaces texts in all strings of a result. */
export function namedBy<T>(result: T, names: readonly (readonly [string, string])[]): T {
  return JSON.parse(JSON.stringify(result), (_, value: unknown) =>
    typeof value === 'string' ? names.reduce((text, [from, to]) => text.replaceAll(from, () => to), value) : value,
  );
}

/** Binds a number of the sandbox to a document. */
export async function numberFor(sandbox: Sandbox, url: string, isXml: boolean): Promise<string> {
  const { phone_numbers } = sandbox.client();
  const [number] = (await phone_numbers.list()).data;
  if (!number) throw new Mistake('the sandbox has no numbers');
  await (isXml ? phone_numbers.set_cxml_webhook(number.id, url) : phone_numbers.set_swml_webhook(number.id, url));
  return number.number;
}

/** Ends the calls of the account, such as those of the sample account, which would wait in queues. */
export async function endCalls(sandbox: Sandbox): Promise<void> {
  const { calling } = sandbox.client();
  const calls = sandbox.calls().filter(({ duration, parent }) => duration === null && parent === null);
  for (const { id } of calls) await calling.end(id);
}
