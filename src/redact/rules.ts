import { type FieldCheck, isAuthorizationField, isPhoneField, isSecretField } from './detect/field-names.js';
import { possibleHosts, possibleNames, type Suggest } from './detect/possible.js';
import { ADDRESS as ADDRESS_SHAPE, DISPLAY_NAME } from './detect/shapes/address.js';
import { IPV4, IPV6 } from './detect/shapes/ip.js';
import { DIGITS, INTERNATIONAL } from './detect/shapes/phone.js';
import type { Shape } from './detect/shapes/shape.js';
import { AUTHORIZATION, JSON_WEB_TOKEN } from './detect/shapes/token.js';
import { ADDRESS, HOST, IP, NAME, PHONE, type Replacement, SECRET, WORD } from './replace/replacements.js';

/** Where a rule looks for values. */
export type Detector =
  /** In every text, by shape. `part` is the part of the shape that is the value. */
  | { readonly in: 'text'; readonly shape: Shape; readonly part: string }
  /**
   * In a field with a certain name. The value is the whole text, the text after a scheme such as `Basic`, or a phone
   * number. `names`: the policy key with additional field names.
   */
  | {
      readonly in: 'field';
      readonly matches: FieldCheck;
      readonly value: 'whole' | 'credentials' | 'number';
      readonly names?: 'secret_fields';
    }
  /** In the user and password of a URL, in typed code, or at the paths that the policy lists. */
  | { readonly in: 'url' | 'code' | 'path' }
  /** Everywhere, because the value is known in advance. `source` is its origin, for reports. */
  | { readonly in: 'advance'; readonly source: string }
  /** Listed in a dry run for the user to decide. Not replaced. */
  | { readonly in: 'dry run'; readonly suggest: Suggest };

interface RuleRow {
  readonly kind: string;
  /** The policy key that turns the rule off. Undefined: always on. */
  readonly policy: string | undefined;
  readonly detector: Detector;
  readonly replacement: Replacement;
  /** For help and documentation. */
  readonly finds: string;
}

const part = <P extends string>(shape: Shape<P>, name: NoInfer<P>) => ({ in: 'text', shape, part: name }) as const;
const field = (matches: FieldCheck, value: 'whole' | 'credentials' | 'number') =>
  ({ in: 'field', matches, value }) as const;

const secret = { kind: 'secret', policy: 'secret', replacement: SECRET } as const;
const phone = { kind: 'phone', policy: 'phone', replacement: PHONE } as const;
const email = { kind: 'email', policy: 'email' } as const;
const sip = { kind: 'sip', policy: 'sip' } as const;
const ip = { kind: 'ip', policy: 'ip', replacement: IP } as const;
const name = { kind: 'name', replacement: NAME } as const;

/**
 * All redaction rules. A new rule is one row: the pipeline, the policy keys, the help, the documentation and the tests
 * read this table. Where two shapes match at the same place, the first one in the table applies.
 */
export const RULES = [
  { ...secret, detector: part(JSON_WEB_TOKEN, 'whole'), finds: 'tokens with three parts' },
  { ...secret, detector: part(AUTHORIZATION, 'whole'), finds: '`Bearer` and `Basic` credentials' },
  { ...secret, detector: part(ADDRESS_SHAPE, 'password'), finds: 'passwords in SIP addresses' },
  { ...phone, detector: part(ADDRESS_SHAPE, 'number'), finds: 'phone numbers in addresses' },
  { ...email, detector: part(ADDRESS_SHAPE, 'email'), replacement: ADDRESS, finds: 'e-mail addresses' },
  { ...email, detector: part(ADDRESS_SHAPE, 'email_host'), replacement: HOST, finds: 'hosts after a phone number' },
  { ...sip, detector: part(ADDRESS_SHAPE, 'sip'), replacement: ADDRESS, finds: 'SIP addresses' },
  { ...sip, detector: part(ADDRESS_SHAPE, 'sip_host'), replacement: HOST, finds: 'hosts of SIP phone numbers' },
  { ...ip, detector: part(ADDRESS_SHAPE, 'ip'), finds: 'IP addresses after a phone number' },
  { ...name, policy: 'sip', detector: part(DISPLAY_NAME, 'whole'), finds: 'display names in SIP addresses' },
  { ...ip, detector: part(IPV4, 'whole'), finds: 'IPv4 addresses' },
  { ...ip, detector: part(IPV6, 'whole'), finds: 'IPv6 addresses' },
  { ...phone, detector: part(INTERNATIONAL, 'whole'), finds: 'phone numbers with a plus sign' },
  { ...phone, detector: part(DIGITS, 'whole'), finds: 'phone numbers in North American grouping or after `tel:`' },
  {
    ...secret,
    detector: { ...field(isSecretField, 'whole'), names: 'secret_fields' },
    finds: 'values of `token`, `password`, `api_key` and similar fields',
  },
  { ...secret, detector: field(isAuthorizationField, 'credentials'), finds: 'values of `authorization` fields' },
  { ...phone, detector: field(isPhoneField, 'number'), finds: 'values of `to`, `from`, `number` and similar fields' },
  { ...secret, detector: { in: 'url' }, finds: 'users and passwords in URLs' },
  { ...secret, detector: { in: 'code' }, finds: 'secrets in typed code' },
  { ...name, policy: 'names', detector: { in: 'path' }, finds: 'names of people at the paths in `names`' },
  {
    ...secret,
    policy: undefined,
    detector: { in: 'advance', source: 'a credential of the environment' },
    finds: 'known secrets',
  },
  {
    kind: 'word',
    policy: 'cut',
    detector: { in: 'advance', source: '`cut` of the policy' },
    replacement: WORD,
    finds: 'the words in `cut`',
  },
  {
    kind: 'host',
    policy: 'cut',
    detector: { in: 'dry run', suggest: possibleHosts },
    replacement: WORD,
    finds: 'possible hosts',
  },
  {
    kind: 'name',
    policy: 'cut',
    detector: { in: 'dry run', suggest: possibleNames },
    replacement: WORD,
    finds: 'possible names',
  },
] as const satisfies readonly RuleRow[];

type Row = (typeof RULES)[number];
export type Kind = Row['kind'];
export type PolicyKey = NonNullable<Row['policy']>;

/** One row of the table. */
export interface Rule extends RuleRow {
  readonly kind: Kind;
  readonly policy: PolicyKey | undefined;
}

/** A rule that finds values by the name of their field. */
export interface FieldRule extends Rule {
  readonly detector: Extract<Detector, { in: 'field' }>;
}

/** The first rule with this detector. */
export const ruleIn = (place: Detector['in'], kind?: Kind): Rule =>
  RULES.find((rule) => rule.detector.in === place && (kind === undefined || rule.kind === kind)) as Rule;

/** The kinds of replacements, in the order of the table. */
export const REPLACEMENTS: readonly Replacement[] = [...new Set(RULES.map(({ replacement }) => replacement))];
