/** Checks for the names of fields, in lower case and without punctuation. */
export type FieldCheck = (field: string) => boolean;

const SECRET =
  /(?:(?:token|password|passwd|passphrase|secret|jwt|pincode|cookie)(?:value|text)?|passwords|secrets|(?:api|signing|signature|private|access|auth|client|secret|encryption|decryption|crypto|master|session|shared|hmac|ssh|subscription|account|storage|deploy)keys?|secretkeybase)$/;
// List cursors and token counts of language models have similar names.
const NO_SECRET = /^(?:next|prev|previous)?(?:page|continuation|cursor|sync)?token$|(?:page|metadata|max|min)token$/;
const PHONE =
  /^(?:from|to|number|phone|phonenumber|tophonenumber|fromphonenumber|tonumber|fromnumber|callerid|calleridnumber|callernumber|calleenumber|e164|mobile|fax|tel|telephone)$/;

export const isSecretField: FieldCheck = (field) => SECRET.test(field) && (field === 'token' || !NO_SECRET.test(field));

export const isAuthorizationField: FieldCheck = (field) => /^(?:proxy)?authorization$/.test(field);

export const isPhoneField: FieldCheck = (field) => PHONE.test(field);

/** Uses the end of a long name: it decides the rule, and stays the same when the text before it is replaced. */
export const plainName = (field: string): string =>
  field
    .slice(-128)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
