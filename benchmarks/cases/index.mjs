// `npm run bench:cases`: the cost of a large ticket, as ratios measured side by side in one run.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { built } from '../built.mjs';
import { isQuick, promise, roundsOr } from '../promise.mjs';
import { best } from '../replay/measure.mjs';
import { ticket } from './ticket.mjs';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));
const { openCassette, redactCassette } = await import(built('cassette.js'));
const { explain, importCase, importFiles, links, replay } = await import(
  join(
    dist,
    readdirSync(dist).find((name) => /^cases(?:-\w+)?\.js$/.test(name)),
  )
);

const COUNT = Number(process.env.COUNT ?? (isQuick ? 400 : 10_000));
const folder = mkdtempSync(join(tmpdir(), 'bench-cases-'));
const at = (name) => join(folder, name);
const options = { output: at('imported.ndjson'), secrets: [], next: (name) => name };

try {
  writeFileSync(at('ticket.har'), ticket(COUNT));
  const { size } = statSync(at('ticket.har'));
  console.log(`${COUNT} exchanges, ${(size / 2 ** 20).toFixed(1)} MB`);
  writeRaw();
  importFiles([at('ticket.har')], options);
  const rounds = roundsOr(2);
  const files = await best(rounds, {
    import: () => {
      rmSync(options.output);
      importFiles([at('ticket.har')], options);
    },
    // An import also replaces what is in doubt, so the redaction does the same.
    redact: () => redactCassette(at('raw.ndjson'), { output: () => at('redacted.ndjson'), review: { kept: [] } }),
    explain: () => explain(openCassette(options.output)),
  });
  // A recording in memory would make the collector slow for both of them.
  const recording = openCassette(options.output);
  const times = await best(rounds, {
    links: () => links(recording.documents),
    'replay without comparison': () => replay(recording, { compare: false }),
    replay: () => replay(recording),
  });
  for (const [name, ms] of Object.entries({ ...files, ...times }))
    console.log(`${name.padEnd(28)} ${ms.toFixed(0)} ms`);
  promise('importing against redacting', files.import / files.redact, { most: 1.5 });
  promise('explaining against importing', files.explain / files.import, { most: 3 });
  promise('links against importing', times.links / files.import, { most: 0.5 });
  promise('replaying against sending', times.replay / times['replay without comparison'], { most: 1.3 });
  // A small file costs less than the program itself.
  if (!isQuick) promise('peak memory against the file', peakBytes() / size, { most: 8 });
} finally {
  rmSync(folder, { recursive: true });
}

/** The same exchanges as an unredacted recording. */
function writeRaw() {
  const { header, documents } = importCase([{ name: 'ticket.har', text: readFileSync(at('ticket.har'), 'utf8') }]);
  writeFileSync(at('raw.ndjson'), [header, ...documents].map((one) => `${JSON.stringify(one)}\n`).join(''));
}

/** The largest memory of a process that imports the ticket, in bytes. */
function peakBytes() {
  const code = `process.on('exit', () => console.error('peak', process.resourceUsage().maxRSS))`;
  writeFileSync(at('peak.cjs'), code);
  const args = ['--require', at('peak.cjs'), built('cli.js'), 'import', at('ticket.har'), '-o', at('peak.ndjson')];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', cwd: folder });
  if (status !== 0) throw new Error(stderr);
  return Number(/peak (\d+)/.exec(stderr)?.[1]) * 1024;
}
