import { assertNoLink, fileProblem, replaceFile, UsageError } from '../../util/index.js';

/** The results of one file. */
export interface TestSuite {
  readonly name: string;
  readonly cases: readonly TestCase[];
}

export interface TestCase {
  readonly group: string;
  readonly name: string;
  readonly failures: readonly string[];
  readonly isSkipped?: boolean;
}

/** Writes results as JUnit XML. */
export function writeJunit(file: string, suites: readonly TestSuite[]): void {
  try {
    assertNoLink(file);
    replaceFile(file, junitOf(suites), { mode: 0o644 });
  } catch (error) {
    throw new UsageError(`${file} cannot be written: ${fileProblem(error)}`);
  }
}

const junitOf = (suites: readonly TestSuite[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.map(suiteXml).join('')}</testsuites>\n`;

function suiteXml({ name, cases }: TestSuite): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const skipped = cases.filter(({ isSkipped }) => isSkipped).length;
  const head = `name=${attribute(name)} tests="${cases.length}" failures="${failed}" skipped="${skipped}"`;
  return `  <testsuite ${head}>\n${cases.map(caseXml).join('')}  </testsuite>\n`;
}

function caseXml({ group, name, failures, isSkipped = false }: TestCase): string {
  const head = `    <testcase classname=${attribute(group)} name=${attribute(name)}`;
  const failed = failures.map((failure) => `      <failure message=${attribute(failure)}/>\n`).join('');
  const inner = isSkipped ? '      <skipped/>\n' : failed;
  return inner === '' ? `${head}/>\n` : `${head}>\n${inner}    </testcase>\n`;
}

/** XML cannot contain most control characters and no half of a character. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const attribute = (text: string): string =>
  `"${text.replace(IMPOSSIBLE, '\u{FFFD}').replace(/[&<>"\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`;
