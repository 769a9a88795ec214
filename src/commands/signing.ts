import { UsageError } from '../util/index.js';

export interface SigningOptions {
  readonly 'signing-key'?: string;
  readonly 'signature-prefix'?: string;
}

export const signingOptions = ({
  'signing-key': signing_key,
  'signature-prefix': signature_prefix,
}: SigningOptions) => ({
  ...(signing_key !== undefined && { signing_key }),
  ...(signature_prefix !== undefined && { signature_prefix }),
});

/** Reports a wrong option of `createSandbox` by the name of its flag. */
export function sandboxOf<T>(create: () => T): T {
  try {
    return create();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const flag = (_: string, name: string) => `--${name.replaceAll('_', '-')}`;
    throw new UsageError(error.message.replace(/^createSandbox\(\{ (\w+) \}\)/, flag));
  }
}
