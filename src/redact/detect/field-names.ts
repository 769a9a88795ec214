/** Checks for the names of fields, in lower case and without punctuation. */
export type FieldCheck = (field: string) => boolean;

const SECRET =
  /(?:(?:token|password|passwd|passphrase|secret|jwt|pincode|cookie)(?:value|text)?|passwords|secrets|(?:api|signing|signature|private|access|auth|client|secret|encryption|decryption|crypto|master|session|shared|hmac|ssh|subscription|account|storage|deploy)keys?|secretkeybase)$/;
// List cursors and token counts of language models have similar names.
const NO_SECRET = /^(?:next|prev|previous)?(?:page|continuation|cursor|sync)?token$|(?:page|metadata|max|min)token$/;
/** Whole names: one-time codes, cards, accounts, national ids, and parameters of logins. */
const SECRET_NAMES = new Set(
  [
    ...[
      'pw pwd pass userpwd pin userpin pinnumber otp totp emailotp smsotp passcode mfacode twofactorcode onetimepassword onetimecode',
    ],
    ...['verificationcode authcode authorizationcode csrf xsrf authenticitytoken codeverifier codechallenge'],
    ...['assertion clientassertion samlrequest samlresponse phpsessid jsessionid aspnetsessionid'],
    ...[
      'creditcard creditcardnumber cardnumber cardno ccnumber cvv cvv2 cvc cvc2 cardcode cardsecuritycode securitycode',
    ],
    ...[
      'ssn socialsecurity socialsecuritynumber nationalid nationalidnumber taxid passport passportnumber driverslicense',
    ],
    ...[
      'driverslicensenumber iban bankaccount bankaccountnumber accountnumber routingnumber dob dateofbirth birthdate',
    ],
    // Parameters of logins that tools for HAR files remove.
    ...['fcparams facetid serverdata shdf usg vses2 xclientdata'],
  ].flatMap((names) => names.split(' ')),
);
/** Names that have ordinary values too. Only a long random value is a secret. */
const RANDOM = /^(?:auth|state|nonce|challenge|session|key|appid|clientid|ticket)$/;
const PHONE =
  /^(?:from|to|number|phone|phonenumber|tophonenumber|fromphonenumber|tonumber|fromnumber|callerid|calleridnumber|callernumber|calleenumber|e164|mobile|fax|tel|telephone)$/;

export const isSecretField: FieldCheck = (field) =>
  SECRET_NAMES.has(field) || (SECRET.test(field) && (field === 'token' || !NO_SECRET.test(field)));

export const isRandomField: FieldCheck = (field) => RANDOM.test(field);

/** A code that a person typed, or that of an error. */
export const isCodeField: FieldCheck = (field) => field === 'code';

/** Parameters of a query whose value is always a secret. In a body, some of these names have other meanings. */
export const isSecretParameter: FieldCheck = (field) =>
  /^(?:sig|signature|tok\w*|hmac|sas|(?:xamz|xgoog)(?:signature|credential|securitytoken)|awsaccesskeyid|googleaccessid|access(?:code|key|sig|signature|id|grant)|auth(?:sig|hash|key)?)$/.test(
    field,
  );

/** Parameters of a query that have ordinary values too, such as the name of a key or an error code. */
export const isOpaqueParameter: FieldCheck = (field) => /^(?:key|code|session|sessionid|ticket|nonce)$/.test(field);

/** Parameters of a query that have the name of a person. */
export const isPersonParameter: FieldCheck = (field) =>
  /^(?:patient|(?:patient|customer|client|guest|contact|full|first|last|sur)name)$/.test(field);

export const isAuthorizationField: FieldCheck = (field) => /^(?:proxy)?authorization$/.test(field);

export const isPhoneField: FieldCheck = (field) => PHONE.test(field);

/** Uses the end of a long name: it decides the rule, and stays the same when the text before it is replaced. */
export const plainName = (field: string): string =>
  field
    .slice(-128)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
