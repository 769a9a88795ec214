import { basename } from 'node:path';
import { inspect, parse, redactedRecording } from '../../commands/index.js';
import { fileInShell, UsageError } from '../../util/index.js';
import { FINE } from '../exit-codes.js';
import { print } from '../output.js';
import { shellContext } from '../shell-context.js';
import { untilStopped } from '../signals.js';

/** Serves the page on a recording until Ctrl-C. As for `explain`, the recording is redacted first. */
export async function inspectFile(args: readonly string[]): Promise<number> {
  const [file, ...more] = parse(args, inspect.options).positionals;
  if (file === undefined || more.length > 0) throw new UsageError('inspect needs one recording');
  const documents = await redactedRecording(file, await shellContext().secrets());
  const { inspectRecording } = await import('../../inspector/index.js');
  const page = await inspectRecording(basename(file), documents);
  try {
    print(
      `Inspect ${fileInShell(file)} at ${page.newAddress()} (opens once, in the next ten minutes). Ctrl-C stops it.`,
    );
    await untilStopped();
  } finally {
    await page.close();
  }
  return FINE;
}
