/**
 * Targets that break the law until their lexer is replaced. A test fails when one of them keeps it, so that the list
 * does not outlive the fault. The fuzzer runs them only when `--target` names them.
 */
export const PENDING: readonly string[] = [
  'secrets in code',
  'completeness check',
  'kernel message is_complete_request',
];
