import type { AccountNow } from '../../client/index.js';
import { isCredentialVariable, type SecretRegistry } from '../../redact/index.js';
import type { Environment } from '../../skills/index.js';

/**
 * Returns the environment of skills. Its `PLATFORM_…` variables describe the account that `platform` uses. A credential
 * is registered as a secret when a skill reads it.
 */
export function skillEnvironment(account: () => AccountNow, secrets: SecretRegistry): Environment {
  return new Proxy(process.env, {
    get(env, name) {
      const ours = ofAccount(account().credentials, name);
      if (ours !== undefined) return ours;
      const value = env[String(name)];
      if (isCredentialVariable(String(name))) secrets.add(value, { variable: String(name) });
      return value;
    },
  });
}

function ofAccount({ project, token, base }: AccountNow['credentials'], name: string | symbol): string | undefined {
  if (name === 'PLATFORM_PROJECT_ID') return project;
  if (name === 'PLATFORM_API_TOKEN') return token;
  return name === 'PLATFORM_SPACE' ? new URL(base).host : undefined;
}
