import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';

/**
 * Accepts every value. Clients check responses, tools check their arguments, and a schema from another party is never
 * compiled. The build leaves out the validator of the SDK.
 */
export const NO_VALIDATION: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};
