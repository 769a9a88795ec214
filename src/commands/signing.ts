import { UsageError } from '../util/index.js';

/** How a sandbox signs its requests to servers of the user. */
export const SIGNING = {
  'signing-key': { type: 'string', value: 'KEY', help: 'sign the requests to your servers with this key' },
  'signature-prefix': {
    type: 'string',
    value: 'X-NAME',
    help: 'send the signatures in X-NAME-Signature and X-NAME-SHA256-Signature; the default is X-Platform',
  },
} as const;

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
