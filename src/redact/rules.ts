import { type FieldCheck, isAuthorizationField, isPhoneField, isSecretField } from './detect/field-names.js';
import { possibleHosts, possibleNames, type Suggest } from './detect/possible.js';
import { SECRET_TEXTS } from './detect/secrets/secret-texts.js';
import { ADDRESS as ADDRESS_SHAPE, DISPLAY_NAME } from './detect/shapes/address.js';
import { IPV4, IPV6 } from './detect/shapes/ip.js';
import { DIGITS, INTERNATIONAL } from './detect/shapes/phone.js';
import type { Shape } from './detect/shapes/shape.js';
import { AUTHORIZATION, JSON_WEB_TOKEN } from './detect/shapes/token.js';
import { ADDRESS, HOST, IP, NAME, PHONE, type Replacement, SECRET, WORD } from './replace/replacements.js';

export type Detector =
  /** In every text, by shape. `part` is the part of the shape that is the value. */
  | { readonly in: 'text'; readonly shape: Shape; readonly part: string }
  /** By field name: the whole text, the text after a scheme, or a number. `names`: the policy key for more. */
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
  readonly finds: string;
  readonly example: unknown;
  /** More examples. */
  readonly examples?: readonly unknown[];
  /** Look-alikes, of which the rule replaces nothing. */
  readonly keeps?: readonly unknown[];
  /** The example in the documentation, if other scanners would report the example itself. */
  readonly shown?: string;
}

const part = <P extends string>(shape: Shape<P>, name: NoInfer<P>) => ({ in: 'text', shape, part: name }) as const;
const field = (matches: FieldCheck, value: 'whole' | 'credentials' | 'number') =>
  ({ in: 'field', matches, value }) as const;

const secret = { kind: 'secret', policy: 'secret', replacement: SECRET } as const;
const phone = { kind: 'phone', policy: 'phone', replacement: PHONE } as const;
const email = { kind: 'email', policy: 'email', replacement: ADDRESS } as const;
const sip = { kind: 'sip', policy: 'sip', replacement: ADDRESS } as const;
const ip = { kind: 'ip', policy: 'ip', replacement: IP } as const;
const name = { kind: 'name', policy: 'names', replacement: NAME } as const;
const word = { kind: 'word', policy: 'cut', replacement: WORD } as const;

const row = <const Of extends Pick<RuleRow, 'kind' | 'policy' | 'replacement'>, const D extends Detector>(
  of: Of,
  detector: D,
  finds: string,
  example: unknown,
  more: Pick<RuleRow, 'examples' | 'keeps' | 'shown'> = {},
) => ({ ...of, detector, finds, example, ...more });

/**
 * All redaction rules. A new rule is one row: the pipeline, the policy keys, the help, the documentation and the tests
 * read this table. Where two shapes match at the same place, the first one in the table applies.
 */
export const RULES = [
  row(secret, part(JSON_WEB_TOKEN, 'whole'), 'tokens with three parts', 'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abc-def'),
  row(secret, part(AUTHORIZATION, 'whole'), '`Bearer` and `Basic` credentials', 'Bearer abc123def456', {
    keeps: ['Basic authentication is required', 'the Bearer credentials are missing'],
  }),
  row(
    secret,
    part(ADDRESS_SHAPE, 'password'),
    'passwords in SIP addresses',
    'sip:+12065551234:opensesame@pbx.acme.org',
  ),
  row(phone, part(ADDRESS_SHAPE, 'number'), 'phone numbers in addresses', '12065551234@pbx.acme.org'),
  row(email, part(ADDRESS_SHAPE, 'email'), 'e-mail addresses', 'ann@acme.org'),
  row(
    { ...email, replacement: HOST },
    part(ADDRESS_SHAPE, 'email_host'),
    'hosts after a phone number',
    '+12065551234@pbx.acme.org',
  ),
  row(sip, part(ADDRESS_SHAPE, 'sip'), 'SIP addresses', 'sip:ann@acme.org'),
  row(
    { ...sip, replacement: HOST },
    part(ADDRESS_SHAPE, 'sip_host'),
    'hosts of SIP phone numbers',
    'sip:+12065551234@pbx.acme.org',
  ),
  row(ip, part(ADDRESS_SHAPE, 'ip'), 'IP addresses after a phone number', 'sip:+12065551234@93.1.2.3'),
  row(
    { ...name, policy: 'sip' },
    part(DISPLAY_NAME, 'whole'),
    'display names in SIP addresses',
    '"Ann Lee" <sip:ann@acme.org>',
  ),
  row(ip, part(IPV4, 'whole'), 'IPv4 addresses', '93.1.2.3'),
  row(ip, part(IPV6, 'whole'), 'IPv6 addresses', '2a00:1450::5'),
  row(phone, part(INTERNATIONAL, 'whole'), 'phone numbers with a plus sign', '+12065551234'),
  row(phone, part(DIGITS, 'whole'), 'phone numbers in North American grouping or after `tel:`', '(206) 555-1234'),
  row(
    secret,
    { ...field(isSecretField, 'whole'), names: 'secret_fields' },
    'values of `token`, `password`, `api_key` and similar fields',
    { token: 'abc123def456' },
  ),
  row(secret, field(isAuthorizationField, 'credentials'), 'values of `authorization` fields', {
    authorization: 'Digest abc123def456',
  }),
  row(phone, field(isPhoneField, 'number'), 'values of `to`, `from`, `number` and similar fields', {
    to: '12065551234',
  }),
  ...SECRET_TEXTS.map(({ shape, part: name, finds, example, ...more }) =>
    row(secret, part(shape, name), finds, example, more),
  ),
  row(secret, { in: 'url' }, 'users and passwords in URLs', 'https://user7:abc123def456@acme.org/'),
  row(secret, { in: 'code' }, 'secrets in typed code', { kind: 'input', code: "const token = 'abc123def456'" }),
  row(name, { in: 'path' }, 'names of people at the paths in `names`', { caller_name: 'Ann Lee' }),
  row(
    { ...secret, policy: undefined },
    { in: 'advance', source: 'a credential of the environment' },
    'known secrets',
    'abc123def456',
  ),
  row(word, { in: 'advance', source: '`cut` of the policy' }, 'the words in `cut`', 'Project Nightjar'),
  row({ ...word, kind: 'host' }, { in: 'dry run', suggest: possibleHosts }, 'possible hosts', 'https://pbx.acme.org/'),
  row(
    { ...word, kind: 'name' },
    { in: 'dry run', suggest: possibleNames },
    'possible names',
    'Hi Ann, this is Bob Lee',
  ),
] as const satisfies readonly RuleRow[];

type Row = (typeof RULES)[number];
export type Kind = Row['kind'];
export type PolicyKey = NonNullable<Row['policy']>;

export interface Rule extends RuleRow {
  readonly kind: Kind;
  readonly policy: PolicyKey | undefined;
}

export interface FieldRule extends Rule {
  readonly detector: Extract<Detector, { in: 'field' }>;
}

export const ruleIn = (place: Detector['in'], kind?: Kind): Rule =>
  RULES.find((rule) => rule.detector.in === place && (kind === undefined || rule.kind === kind)) as Rule;

/** The origin of values of this kind that are known in advance, for reports. */
export function originOf(kind: Kind): string | undefined {
  const { detector } = RULES.find((rule) => rule.kind === kind && rule.detector.in === 'advance') ?? {};
  return detector?.in === 'advance' ? detector.source : undefined;
}

export const REPLACEMENTS: readonly Replacement[] = [...new Set(RULES.map(({ replacement }) => replacement))];
