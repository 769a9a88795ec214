import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';

/**
 * Takes everything. Whether an answer fits a schema is the business of whoever asked for it, arguments are checked where
 * tools are, and compiling a schema that somebody else wrote is not for here. The build leaves the SDK's own checker out.
 */
export const NO_VALIDATION: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};
