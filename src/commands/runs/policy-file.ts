import { readPolicy } from '../../redact/index.js';
import { fileProblem, readRegularFile, UsageError } from '../../util/index.js';

/** Reads a policy file: which rules of redaction apply. */
export function policyIn(file: string) {
  let text: string;
  try {
    text = readRegularFile(file).toString();
  } catch (error) {
    throw new UsageError(`the policy ${file} cannot be read: ${fileProblem(error)}`);
  }
  return readPolicy(text, file);
}
