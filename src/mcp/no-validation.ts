import type { jsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/types.js';

/** Accepts every value: schemas of other parties are never compiled. The build leaves out the SDK's validator. */
export const NO_VALIDATION: jsonSchemaValidator = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
};
