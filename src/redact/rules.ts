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
  /** For the documentation. */
  readonly finds: string;
  /** A document, or a text in one, in which the rule finds a value. */
  readonly example: unknown;
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
  {
    ...secret,
    detector: part(JSON_WEB_TOKEN, 'whole'),
    finds: 'tokens with three parts',
    example: 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abc-def',
  },
  {
    ...secret,
    detector: part(AUTHORIZATION, 'whole'),
    finds: '`Bearer` and `Basic` credentials',
    example: 'Bearer abc123def456',
  },
  {
    ...secret,
    detector: part(ADDRESS_SHAPE, 'password'),
    finds: 'passwords in SIP addresses',
    example: 'sip:+12065551234:opensesame@pbx.acme.org',
  },
  {
    ...phone,
    detector: part(ADDRESS_SHAPE, 'number'),
    finds: 'phone numbers in addresses',
    example: '12065551234@pbx.acme.org',
  },
  {
    ...email,
    detector: part(ADDRESS_SHAPE, 'email'),
    replacement: ADDRESS,
    finds: 'e-mail addresses',
    example: 'ann@acme.org',
  },
  {
    ...email,
    detector: part(ADDRESS_SHAPE, 'email_host'),
    replacement: HOST,
    finds: 'hosts after a phone number',
    example: '+12065551234@pbx.acme.org',
  },
  {
    ...sip,
    detector: part(ADDRESS_SHAPE, 'sip'),
    replacement: ADDRESS,
    finds: 'SIP addresses',
    example: 'sip:ann@acme.org',
  },
  {
    ...sip,
    detector: part(ADDRESS_SHAPE, 'sip_host'),
    replacement: HOST,
    finds: 'hosts of SIP phone numbers',
    example: 'sip:+12065551234@pbx.acme.org',
  },
  {
    ...ip,
    detector: part(ADDRESS_SHAPE, 'ip'),
    finds: 'IP addresses after a phone number',
    example: 'sip:+12065551234@10.1.2.3',
  },
  {
    ...name,
    policy: 'sip',
    detector: part(DISPLAY_NAME, 'whole'),
    finds: 'display names in SIP addresses',
    example: '"Ann Lee" <sip:ann@acme.org>',
  },
  { ...ip, detector: part(IPV4, 'whole'), finds: 'IPv4 addresses', example: '10.1.2.3' },
  { ...ip, detector: part(IPV6, 'whole'), finds: 'IPv6 addresses', example: '2a00:1450::5' },
  {
    ...phone,
    detector: part(INTERNATIONAL, 'whole'),
    finds: 'phone numbers with a plus sign',
    example: '+12065551234',
  },
  {
    ...phone,
    detector: part(DIGITS, 'whole'),
    finds: 'phone numbers in North American grouping or after `tel:`',
    example: '(206) 555-1234',
  },
  {
    ...secret,
    detector: { ...field(isSecretField, 'whole'), names: 'secret_fields' },
    finds: 'values of `token`, `password`, `api_key` and similar fields',
    example: { token: 'abc123def456' },
  },
  {
    ...secret,
    detector: field(isAuthorizationField, 'credentials'),
    finds: 'values of `authorization` fields',
    example: { authorization: 'Digest abc123def456' },
  },
  {
    ...phone,
    detector: field(isPhoneField, 'number'),
    finds: 'values of `to`, `from`, `number` and similar fields',
    example: { to: '12065551234' },
  },
  {
    ...secret,
    detector: { in: 'url' },
    finds: 'users and passwords in URLs',
    example: 'https://user7:abc123def456@acme.org/',
  },
  {
    ...secret,
    detector: { in: 'code' },
    finds: 'secrets in typed code',
    example: { kind: 'input', code: "const token = 'abc123def456'" },
  },
  {
    ...name,
    policy: 'names',
    detector: { in: 'path' },
    finds: 'names of people at the paths in `names`',
    example: { caller_name: 'Ann Lee' },
  },
  {
    ...secret,
    policy: undefined,
    detector: { in: 'advance', source: 'a credential of the environment' },
    finds: 'known secrets',
    example: 'abc123def456',
  },
  {
    kind: 'word',
    policy: 'cut',
    detector: { in: 'advance', source: '`cut` of the policy' },
    replacement: WORD,
    finds: 'the words in `cut`',
    example: 'Project Nightjar',
  },
  {
    kind: 'host',
    policy: 'cut',
    detector: { in: 'dry run', suggest: possibleHosts },
    replacement: WORD,
    finds: 'possible hosts',
    example: 'https://pbx.acme.org/',
  },
  {
    kind: 'name',
    policy: 'cut',
    detector: { in: 'dry run', suggest: possibleNames },
    replacement: WORD,
    finds: 'possible names',
    example: 'Hi Ann, this is Bob Lee',
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

/** The origin of values of this kind that are known in advance, for reports. */
export function originOf(kind: Kind): string | undefined {
  const { detector } = RULES.find((rule) => rule.kind === kind && rule.detector.in === 'advance') ?? {};
  return detector?.in === 'advance' ? detector.source : undefined;
}

/** The kinds of replacements, in the order of the table. */
export const REPLACEMENTS: readonly Replacement[] = [...new Set(RULES.map(({ replacement }) => replacement))];
