import type { CheckedDocument, CheckedProblem } from '../../../sandbox/index.js';
import { nearest } from '../../../util/index.js';
import { fileIn, pathOf, pathsBeside, repliesIn, urlOf } from './folder-server.js';

/** Adds the links of a document to files that its folder does not have. `path` is that of the document in the folder. */
export async function withMissingFiles(
  checked: CheckedDocument,
  folder: string,
  path: string,
): Promise<CheckedDocument> {
  const missing = checked.links.filter(({ url }) => fileIn(folder, pathOf(url, path)) === undefined);
  if (missing.length === 0) return checked;
  const replies = await repliesIn(folder);
  const found = missing.flatMap(({ url, step, line, column }): CheckedProblem[] => {
    const target = pathOf(url, path);
    if (replies.reaches(urlOf(target))) return [];
    const meant = nearest(target, pathsBeside(folder, target));
    const advice = meant === undefined ? '' : `. Did you mean ${meant}?`;
    return [{ level: 'likely', message: `${step}: ${noFile(target)}${advice}`, line, column }];
  });
  const problems = [...checked.problems, ...found].sort((a, b) => a.line - b.line || a.column - b.column);
  return { ...checked, problems };
}

const noFile = (path: string): string => `there is no file ${path}`;

/** Whether a problem of a call is a request for a file that a check has already reported as missing. */
export function isMissingFile(problem: string, message: string): boolean {
  const [, path] = /(?:^|\s)(\S+): the response status is 404/.exec(problem) ?? [];
  return path !== undefined && `${message}.`.includes(`: ${noFile(path)}.`);
}
