/** What the name of a field indicates about its value. */
export type FieldRole = 'secret' | 'phone' | 'credentials' | undefined;

const SECRET =
  /(?:(?:token|password|passwd|passphrase|secret|jwt|pincode|cookie)(?:value|text)?|passwords|secrets|(?:api|signing|signature|private|access|auth|client|secret|encryption|decryption|crypto|master|session|shared|hmac|ssh|subscription|account|storage|deploy)keys?|secretkeybase)$/;
// List cursors and token counts of language models have similar names.
const NO_SECRET = /^(?:next|prev|previous)?(?:page|continuation|cursor|sync)?token$|(?:page|metadata|max|min)token$/;
const PHONE =
  /^(?:from|to|number|phone|phonenumber|tophonenumber|fromphonenumber|tonumber|fromnumber|callerid|calleridnumber|callernumber|calleenumber|e164|mobile|fax|tel|telephone)$/;

/** Creates a cached lookup, because a file has few different field names and each occurs many times. */
export function fieldRoles(extra: readonly string[]): (field: string) => FieldRole {
  const own = new Set(extra.map(plain));
  const known = new Map<string, FieldRole>();
  return (field) => {
    const role = known.get(field);
    if (role !== undefined || known.has(field)) return role;
    const found = roleOf(plain(field), own);
    if (known.size < 10_000) known.set(field, found);
    return found;
  };
}

function roleOf(field: string, own: ReadonlySet<string>): FieldRole {
  if (own.has(field)) return 'secret';
  if (/^(?:proxy)?authorization$/.test(field)) return 'credentials';
  if (SECRET.test(field) && (field === 'token' || !NO_SECRET.test(field))) return 'secret';
  return PHONE.test(field) ? 'phone' : undefined;
}

// Uses the end of a long name: it decides the role, and stays the same when the text before it is replaced.
const plain = (field: string) =>
  field
    .slice(-128)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
