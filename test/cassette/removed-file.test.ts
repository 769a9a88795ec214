import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createBench } from '../../src/bench/index.js';
import { openCassette } from '../../src/cassette/index.js';

const folder = mkdtempSync(join(tmpdir(), 'removed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const REMOVALS: Readonly<Record<string, (file: string) => void>> = {
  removed: (file) => rmSync(file),
  renamed: (file) => renameSync(file, `${file}.old`),
  'removed with its folder': (file) => rmSync(join(file, '..'), { recursive: true }),
};

describe.each(['yaml', 'ndjson'])('a recording in .%s', (ending) => {
  for (const redact of [true, false])
    it.each(Object.entries(REMOVALS))(`loses nothing when its file is %s (redact: ${redact})`, async (name, remove) => {
      const place = join(folder, `${ending}-${redact}-${name.replaceAll(' ', '-')}`);
      const file = join(place, `case.${ending}`);
      const bench = createBench();
      const notices: string[] = [];
      bench.log.follow((event) => event.kind === 'notice' && notices.push(event.text));
      await bench.record({ file, redact });
      await bench.run('await platform.queues.list()');
      const [written] = readdirSync(place).filter((one) => one.endsWith(`.${ending}`));
      remove(join(place, String(written)));
      await bench.run('await platform.queues.list()');
      expect(notices.join('\n')).toContain('was removed during the recording. It was written again');
      remove(join(place, String(written)));
      await bench.stopRecording();
      expect(existsSync(file)).toBe(true);
      expect((await openCassette(file)).entries).toHaveLength(2);
      await bench.close();
    });
});
