import { join } from 'node:path';
import { openCassette, type Replayer, replayer } from '../../src/cassette/index.js';
import { secretCutter } from '../../src/redact/index.js';

/** The recording of a service, asked with these keys. */
export function recording(service: string, scenario: string, secrets: readonly string[] = []): Replayer {
  const file = join(import.meta.dirname, '..', '..', 'fixtures', 'services', service, `${scenario}.yaml`);
  return replayer(openCassette(file), { secrets: secretCutter(secrets) });
}
