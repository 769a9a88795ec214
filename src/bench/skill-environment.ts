import type { AccountNow } from '../client/index.js';
import type { Environment } from '../skills/index.js';

/** What skills find in their environment: the platform that they ask is the one that `platform` asks. */
export function skillEnvironment(account: () => AccountNow): Environment {
  return new Proxy(process.env, { get: (env, name) => ofAccount(account().credentials, name) ?? env[String(name)] });
}

function ofAccount({ project, token, base }: AccountNow['credentials'], name: string | symbol): string | undefined {
  if (name === 'PLATFORM_PROJECT_ID') return project;
  if (name === 'PLATFORM_API_TOKEN') return token;
  return name === 'PLATFORM_SPACE' ? new URL(base).host : undefined;
}
