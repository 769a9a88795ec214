import { createSandbox, type Ring } from '../../../src/sandbox.js';
import { receiver } from '../../support/loopback.js';
import { expectCleanCheck } from '../support/clean-check.js';

const NUMBER = '+12065550107';
export type Sections = Readonly<Record<string, unknown>>;
export type Options = Parameters<ReturnType<typeof createSandbox>['ring']>[1];

export const document = (main: unknown, more: Sections = {}) => ({ sections: { main, ...more } });

/** Stores a document as a script, binds a number to it, and calls the number. No server is needed. */
export async function ring(main: unknown, options: Options = {}, more: Sections = {}): Promise<Ring> {
  const call = await (await stored(main, more)).ring(NUMBER, options);
  if (call.problems.length === 0) await expectCleanCheck(JSON.stringify(document(main, more)));
  return call;
}

/** A sandbox with a number that is bound to a stored document. */
export async function stored(main: unknown, more: Sections = {}) {
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers, fabric } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: NUMBER });
  const contents = document(main, more);
  const { swml_script } = await fabric.swml_scripts.create({ name: 'Script', contents });
  await phone_numbers.set_swml_webhook(id, String((swml_script as { request_url: string }).request_url));
  return sandbox;
}

/** A sandbox with a number that is bound to a server. */
export async function served(answer: Parameters<typeof receiver>[0]) {
  const server = await receiver(answer);
  const sandbox = createSandbox({ empty: true });
  const { phone_numbers } = sandbox.client();
  const { id } = await phone_numbers.purchase({ number: NUMBER });
  await phone_numbers.set_swml_webhook(id, `${server.url}/main`);
  return { ...server, sandbox };
}

export const said = ({ steps }: Ring): string[] => steps.map(({ verb, says }) => `${verb}: ${says}`);
export const verbs = ({ steps }: Ring): string[] => steps.map(({ verb }) => verb);
export const variables = ({ steps }: Ring): Record<string, unknown> =>
  Object.assign({}, ...steps.map((step) => step.variables ?? {}));
