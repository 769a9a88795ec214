// Reads standard input with a small limit, and prints its length or the error.
import { readStandardInput } from '../../src/util/index.js';

try {
  console.log(readStandardInput({ max: 1_000_000 }).length);
} catch (error) {
  console.log(String(error));
}
