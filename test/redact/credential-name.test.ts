import { describe, expect, it } from 'vitest';
import { isCredentialName, isCredentialVariable } from '../../src/redact/detect/credential-name.js';

describe('the name of an environment variable', () => {
  it.each([
    ...['WEATHER_API_KEY', 'DB_PASSWORD', 'NPM_TOKEN', 'GH_PAT', 'STRIPE_SK', 'SESSION', 'MNEMONIC', 'OTP_SEED'],
    ...['ENCRYPTION_SALT', 'SLACK_WEBHOOK', 'SLACK_WEBHOOK_URL'],
  ])('%s means a credential', (name) => {
    expect(isCredentialVariable(name)).toBe(true);
  });

  it.each([
    ...['PWD', 'OLDPWD', 'PATH', 'KEYBOARD', 'SSH_AUTH_SOCK', 'XDG_SESSION_ID', 'SESSION_MANAGER', 'TOKEN_FILE'],
    ...['MAX_TOKENS', 'PATTERN', 'SKIP', 'WEBHOOK_PORT', 'TASK', 'PYTHONHASHSEED'],
  ])('%s means something else', (name) => {
    expect(isCredentialVariable(name)).toBe(false);
  });
});

it.each(['session', 'pat', 'salt', 'webhook'])('%s is an ordinary name for a header or a parameter', (name) => {
  expect(isCredentialName(name)).toBe(false);
});
