import type { AccountNow } from '../client/index.js';
import type { Environment } from '../skills/index.js';

/** What skills find in their environment: the platform that they ask is the one that `platform` asks. */
export function skillEnvironment(account: () => AccountNow): Environment {
  const own: Readonly<Record<string, () => string>> = {
    PLATFORM_PROJECT_ID: () => account().credentials.project,
    PLATFORM_API_TOKEN: () => account().credentials.token,
    PLATFORM_SPACE: () => new URL(account().credentials.base).host,
  };
  return new Proxy(process.env, { get: (env, name) => own[String(name)]?.() ?? env[String(name)] });
}
