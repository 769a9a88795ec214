export { asCode, type CodeAt } from './as-code.js';
export { parseBoundedYaml, type YamlLimits } from './bounded-yaml.js';
export { base64, fromLatin1, fromUtf8, hex, latin1, utf8 } from './bytes.js';
export { hasCheckDigit, isCardNumber } from './card-number.js';
export { beforeOver, timerMs, withDeadline, withTimeLimit } from './deadline.js';
export { type DotCommand, dotCommand, quotedWords } from './dot-command.js';
export { withEsbuild } from './esbuild.js';
export { type FileLock, lockFile, withLock, withLocks } from './files/file-lock.js';
export { ownerIn, processMark } from './files/hidden-name.js';
export { isRunning } from './files/lock-owner.js';
export {
  appendPrivate,
  assertOnlyOwnerWrites,
  changePrivate,
  makeFolder,
  makePrivateFolder,
  rotatedName,
  rotatePrivate,
  writePrivate,
} from './files/private-file.js';
export {
  assertRegularFile,
  fileProblem,
  type ReadLimit,
  readPart,
  readRegularFile,
  readStandardInput,
  tooManyOpenFiles,
} from './files/regular-file.js';
export {
  assertNoLink,
  assertWritable,
  beginReplacement,
  createFile,
  type Replacement,
  replaceFile,
} from './files/replace-file.js';
export { limitText, SIZE_LIMITS, type SizeLimit } from './files/size-limits.js';
export { childrenOlderThan, signalSyncCommand } from './files/sync-command.js';
export { appendWhole, beginGrowing } from './files/write-whole.js';
export { formPairs, MAX_FORM_PAIRS } from './form-pairs.js';
export { type FrontMatter, readFrontMatter } from './front-matter.js';
export { groupBy, largest, smallest, valuesByName } from './iterables.js';
export {
  attempt,
  hasTooManyValues,
  isDeeperThan,
  isInstance,
  isPlain,
  jsonOf,
  MAX_JSON_DEPTH,
  MAX_JSON_VALUES,
} from './json.js';
export { exceeded, LimitError, Mistake, UsageError } from './limit-error.js';
export { LIMITED, limitedWork, RECEIVED_BY_THREAD, WorkStopped } from './limited-work.js';
export { alternatives, nearest } from './near.js';
export {
  configFolder,
  packageRoot,
  packageVersion,
  runningProgram,
  shippedPath,
  sourceOfRunning,
  stateFolder,
  updateMessage,
} from './paths.js';
export { compiled, escaped, isMet, PatternError } from './patterns/is-met.js';
export { linearPattern, linearRegExp } from './patterns/linear-pattern.js';
export { isRepeated, type RepeatedRounds, repeatText, withoutRepeats } from './repeated-rounds.js';
export { resembling } from './resembling.js';
export type { CodeLanguage, Moment, PathStep, SheetPart } from './sheet-part.js';
export { fileInShell, inShell } from './shell-quote.js';
export { graphemePieces, graphemes, startOfCharacter } from './text/graphemes.js';
export { Lines } from './text/lines.js';
export { plainLine, plainText, WIDE_SPACE, withoutWideSpace } from './text/plain-text.js';
export { asText, counted, shortText, withArticle } from './text/short-text.js';
export { textDiff } from './text/text-diff.js';
