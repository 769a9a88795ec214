import {
  type FieldCheck,
  isAuthorizationField,
  isCodeField,
  isOpaqueParameter,
  isPersonParameter,
  isPhoneField,
  isRandomField,
  isSecretField,
  isSecretParameter,
} from './detect/field-names.js';
import { possibleAddresses, possibleHosts, possibleNames, possibleWords, type Suggest } from './detect/possible.js';
import { SECRET_TEXTS } from './detect/secrets/secret-texts.js';
import { ADDRESS as ADDRESS_SHAPE, DISPLAY_NAME } from './detect/shapes/address.js';
import { IPV4, IPV6 } from './detect/shapes/ip.js';
import { PERSONAL_NUMBER } from './detect/shapes/personal-number.js';
import { DIGITS, INTERNATIONAL } from './detect/shapes/phone.js';
import type { Shape } from './detect/shapes/shape.js';
import { AUTHORIZATION, JSON_WEB_TOKEN } from './detect/shapes/token.js';
import { ADDRESS, HOST, IP, NAME, PHONE, type Replacement, SECRET, WORD } from './replace/replacements.js';

export type Detector =
  /** In every text, by shape. `part` is the part of the shape that is the value. */
  | { readonly in: 'text'; readonly shape: Shape; readonly part: string }
  /**
   * By field name: the whole text, the text after a scheme, a number, or the whole text if it is random, a
   * one-time code or opaque.
   * `names`: the policy key for more. `isParameter`: only in the query of a URL.
   */
  | {
      readonly in: 'field';
      readonly matches: FieldCheck;
      readonly value: 'whole' | 'credentials' | 'number' | 'random' | 'code' | 'opaque';
      readonly names?: 'secret_fields';
      readonly isParameter?: true;
    }
  /** In the user and password of a URL, in typed code, or at the paths that the policy lists. */
  | { readonly in: 'url' | 'code' | 'path' }
  /** Everywhere, because the value is known in advance. `source` is its origin, for reports. */
  | { readonly in: 'advance'; readonly source: string }
  /** Only a person can decide whether it identifies someone. A review or an import replaces it, a dry run lists it. */
  | { readonly in: 'review'; readonly suggest: Suggest };

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
const field = <V extends Extract<Detector, { in: 'field' }>['value']>(matches: FieldCheck, value: V) =>
  ({ in: 'field', matches, value }) as const;
const parameter = <V extends 'whole' | 'opaque'>(matches: FieldCheck, value: V) =>
  ({ in: 'field', matches, value, isParameter: true }) as const;

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
  row(
    secret,
    part(JSON_WEB_TOKEN, 'whole'),
    'tokens with three or five parts',
    'eyJhbGciOiJIUzI1NiJ9.eyJhIjoxfQ.abc-def',
    {
      examples: [
        'eyJhbGciOiJkaXIifQ..h7K2m9Qx.B4vh7K2m9Qx.B4vh7K2m',
        'eyJhbGciOiJSU0EifQ.h7K2m9Qx.B4vh7K2m.9QxB4vh7K.2m9QxB4v',
      ],
      keeps: ['eyJhbGciOiJIUzI1NiJ9', 'eyJhbGciOiJIUzI1NiJ9. eyJhIjoxfQ'],
    },
  ),
  row(secret, part(AUTHORIZATION, 'whole'), '`Bearer` and `Basic` credentials', 'Bearer abc123def456', {
    keeps: ['Basic authentication is required', 'Basic rate-limiting for all', 'the Bearer credentials are missing'],
  }),
  row(
    secret,
    part(ADDRESS_SHAPE, 'password'),
    'passwords in SIP addresses',
    'sip:+12065551234:opensesame@pbx.acme.org',
  ),
  row(phone, part(ADDRESS_SHAPE, 'number'), 'phone numbers in addresses', '12065551234@pbx.acme.org'),
  row(email, part(ADDRESS_SHAPE, 'email'), 'e-mail addresses', 'ann@acme.org', {
    keeps: ['logo@2x.png', 'openssl@1.0.2-beta', 'left-pad@1.3.0'],
  }),
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
  row(secret, part(PERSONAL_NUMBER, 'card'), 'numbers of payment cards', '4111 1111 1111 1111', {
    examples: [
      '4012888888881881',
      '5555-5555-5555-4444',
      '378282246310005',
      '3782 822463 10005',
      'card 6011111111111117.',
    ],
    keeps: [
      '4111 1111 1111 1112',
      '4111111111111',
      'a4012888888881881',
      '4012888888881881.5',
      'id-4012888888881881',
      '1700000000000000',
      '00004012-8888-4888-8188-000000000001',
      '9012888888881886',
    ],
  }),
  row(secret, part(PERSONAL_NUMBER, 'iban'), 'IBANs', 'DE89 3704 0044 0532 0130 00', {
    examples: ['pay to GB82WEST12345698765432 today', 'NL91 ABNA 0417 1643 00 BIC ABNANL2A', 'NO9386011117947'],
    keeps: ['DE89 3704 0044 0532 0130 01', 'DE89 3704 0044', 'XX89 3704 0044 0532 0130 00', 'GB82WEST123456987654321'],
  }),
  row(secret, part(PERSONAL_NUMBER, 'national'), 'national ids with check digits', '529.982.247-25', {
    examples: ['11.222.333/0001-81', '756.9217.0769.85', 'RSSMRA85T10A562S'],
    keeps: ['529.982.247-26', '11.222.333/0001-82', '756.9217.0769.84', 'RSSMRA85T10A562T', '111.111.111-11'],
  }),
  row(phone, part(INTERNATIONAL, 'whole'), 'phone numbers with a plus sign', '+12065551234'),
  row(
    phone,
    part(DIGITS, 'whole'),
    'phone numbers in North American grouping, after `tel:` or after their name',
    '(206) 555-1234',
    {
      examples: [
        "The 'To' number 0176 48201234 is not valid",
        'phone number 030 4820 1234',
        'Telefon: 0176 48201234',
        'call my mobile 07700 912345',
      ],
      keeps: [
        'serial number 0176 48201234',
        'phone number 404',
        'the headphone 1234567890 model',
        'order number 4820123456',
        "The 'To' number is not valid: 21211",
      ],
    },
  ),
  row(
    secret,
    { ...field(isSecretField, 'whole'), names: 'secret_fields' },
    'values of `token`, `password`, `api_key` and similar fields',
    { token: 'abc123def456' },
  ),
  row(
    secret,
    parameter(isSecretParameter, 'whole'),
    'parameters `sig`, `signature`, `tok…`, `X-Amz-Signature` and similar',
    'https://acme.org/file?sig=opensesame',
  ),
  row(
    secret,
    parameter(isOpaqueParameter, 'opaque'),
    'values of the parameters `key`, `code` and `session` that are not ordinary words or short numbers',
    'https://acme.org/back?code=opensesame&lang=en',
  ),
  row(secret, field(isRandomField, 'random'), 'long random values of `state`, `nonce`, `auth` and similar fields', {
    state: '4/0AX4XfWh7K2m9QxB4v',
  }),
  row(
    secret,
    field(isCodeField, 'code'),
    'long random values and numbers of 6 to 8 digits in `code` fields',
    {
      code: '881204',
    },
    {
      examples: [{ code: '4/0AX4XfWh7K2m9QxB4v' }],
      keeps: [{ code: '21211' }, { code: '422' }, { code: 'value_not_unique' }, { code: 'ENOTFOUND' }],
    },
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
  row(secret, { in: 'url' }, 'users and passwords in URLs', 'https://user7:abc123def456@acme.org/', {
    keeps: ['postgresql://user:password@acme.org/shop', 'https://user:…@acme.org/'],
  }),
  row(secret, { in: 'code' }, 'secrets in typed code', { kind: 'input', code: "const token = 'abc123def456'" }),
  row(
    name,
    parameter(isPersonParameter, 'whole'),
    'parameters with the name of a person, such as `patient` and `customer_name`',
    'https://acme.org/visit?patient=Ann+Lee&lang=en',
  ),
  row(name, { in: 'path' }, 'names of people at the paths in `names`', { caller_name: 'Ann Lee' }),
  row(
    { ...secret, policy: undefined },
    { in: 'advance', source: 'a credential of the environment' },
    'known secrets',
    'abc123def456',
  ),
  row(word, { in: 'advance', source: '`cut` of the policy' }, 'the words in `cut`', 'Project Nightjar'),
  row(
    { ...word, kind: 'name', replacement: NAME },
    { in: 'review', suggest: possibleNames },
    'possible names',
    'Hi Ann, this is Bob Lee',
  ),
  row(
    { ...word, kind: 'address' },
    { in: 'review', suggest: possibleAddresses },
    'possible addresses',
    'at 12 Osage Street',
  ),
  row(
    { ...word, kind: 'host', replacement: HOST },
    { in: 'review', suggest: possibleHosts },
    'possible hosts',
    'https://pbx.acme.org/',
  ),
  row(
    word,
    { in: 'review', suggest: possibleWords },
    'possible passwords and national ids',
    'the password is swordfish',
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
