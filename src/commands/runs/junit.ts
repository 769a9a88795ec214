import type { CastParty } from '../../sandbox/index.js';
import type { PerformedCast } from './ring-casts.js';

interface TestCase {
  readonly person: string;
  readonly name: string;
  readonly failures: readonly string[];
}

/** The results of casts as JUnit XML: a suite for each file, a case for each expectation and for the problems of a call. */
export function junitOf(performed: readonly PerformedCast[]): string {
  const suites = performed.map(({ file, result }) => suiteOf(file, result.parties.flatMap(casesOf)));
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join('')}</testsuites>\n`;
}

function casesOf({ name: person, expectations, call }: CastParty): TestCase[] {
  const expected = expectations.map(({ text, difference }) => ({
    ...{ person, name: text },
    failures: difference === '' ? [] : [difference],
  }));
  return [...expected, ...(call ? [{ person, name: 'has no problems', failures: call.problems }] : [])];
}

function suiteOf(file: string, cases: readonly TestCase[]): string {
  const failed = cases.filter(({ failures }) => failures.length > 0).length;
  const head = `name=${attribute(file)} tests="${cases.length}" failures="${failed}"`;
  return `  <testsuite ${head}>\n${cases.map((one) => caseOf(file, one)).join('')}  </testsuite>\n`;
}

function caseOf(file: string, { person, name, failures }: TestCase): string {
  const head = `    <testcase classname=${attribute(`${file}.${person}`)} name=${attribute(name)}`;
  const inner = failures.map((failure) => `      <failure message=${attribute(failure)}/>\n`).join('');
  return inner === '' ? `${head}/>\n` : `${head}>\n${inner}    </testcase>\n`;
}

/** XML cannot contain most control characters and no half of a character. */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const attribute = (text: string): string =>
  `"${text.replace(IMPOSSIBLE, '\u{FFFD}').replace(/[&<>"\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`;
