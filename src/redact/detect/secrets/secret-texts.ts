// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces belong to a shell
import { COMMAND, HTTP_COMMAND } from './command.js';
import { HEADER } from './header.js';
import { LONG_OPTION, VARIABLE } from './named-value.js';
import { PHRASE } from './phrase.js';
import { AZURE_SECRET, BOT_TOKEN, PRIVATE_KEY } from './private-key.js';
import { PROGRAMS } from './programs.js';
import { exampleOf, nearMissOf, type SecretShape, tokenShape } from './token-format.js';
import { TOKEN_FORMATS } from './token-formats.js';

/** A form of text by which a secret is recognized. The redaction rules have a row for each. */
export interface SecretText {
  readonly shape: SecretShape;
  readonly part: string;
  readonly finds: string;
  readonly example: string;
  readonly examples?: readonly string[];
  /** Look-alikes, of which nothing is replaced. */
  readonly keeps: readonly string[];
  /** The example in the documentation, if other scanners would report the example itself. */
  readonly shown?: string;
}

const row = <P extends string>(
  shape: SecretShape<P>,
  part: NoInfer<P>,
  finds: string,
  example: string,
  more: Pick<SecretText, 'examples' | 'keeps' | 'shown'>,
): SecretText => ({ shape, part, finds, example, ...more });

/** In pieces, because other scanners would report a whole one. */
const PEM_EXAMPLE = [
  '-----BEGIN PRIVATE',
  ' KEY-----\n',
  'MC4CAQAwBQYDK2Vw'.repeat(4),
  '\n-----END PRIVATE',
  ' KEY-----',
].join('');

export const SECRET_TEXTS: readonly SecretText[] = [
  ...TOKEN_FORMATS.map((format) => {
    const shown = `${format.prefixes[0]}…`;
    const keeps = [nearMissOf(format), shown];
    return row(tokenShape(format), 'whole', format.finds, exampleOf(format), { shown, keeps });
  }),
  row(PRIVATE_KEY, 'whole', 'private keys in PEM', PEM_EXAMPLE, {
    shown: '-----BEGIN PRIVATE KEY-----…',
    keeps: ['-----BEGIN PRIVATE KEY-----…-----END PRIVATE KEY-----', PEM_EXAMPLE.replaceAll('PRIVATE', 'PUBLIC')],
  }),
  row(BOT_TOKEN, 'whole', 'tokens of Telegram bots', `1234567890:AA${'h7K2m9Qx'.repeat(5).slice(0, 33)}`, {
    shown: '1234567890:AA…',
    keeps: ['12:34:AAh7K2m9Qx', '1234567890:AA'],
  }),
  row(AZURE_SECRET, 'whole', 'client secrets of Azure', `aB7${'8Q~'}${'h7K2m9Qx'.repeat(4).slice(0, 31)}`, {
    shown: 'aB78Q~…',
    keeps: ['aB78Q~h7K2m9Qx', '8Q~'],
  }),
  ...PROGRAMS.map(({ name, finds, examples: [example, ...examples], keeps }) =>
    row(name === 'http' ? HTTP_COMMAND : COMMAND, name, finds, example, { examples, keeps }),
  ),
  row(
    LONG_OPTION,
    'whole',
    'values of `--token`, `--password`, `--api-key` and similar options',
    'deploy --token Tr0ub4dor7x',
    {
      examples: [
        'deploy --token=opensesame',
        "deploy --password 'opensesame' --force",
        'deploy --passwd Tr0ub4dor7x',
        'deploy --auth Tr0ub4dor7x',
        'deploy --secret "Tr0ub4dor7x"',
        'deploy --api-key Tr0ub4dor7x',
        'deploy --client-secret=Tr0ub4dor7x',
        'fetch --user=ann:Tr0ub4dor7x',
        "[ 'deploy', '--token', 'opensesame' ]",
      ],
      keeps: [
        'use --token to log in',
        'add --token',
        '--token is missing',
        '--password is required',
        'deploy --token TOKEN --password=PASSWORD',
        'deploy --token "$TOKEN" --password ${PASSWORD}',
        'deploy --token <token> --secret …',
        'deploy --token-file token-a1b2c3.txt --password-stdin',
        'deploy --auth-type oauth2 --no-password-check a1b2c3d4',
        'deploy --max-tokens 4096000 --page-token PA1b2c3d4',
        'sort --key 2,2 names-a1b2.txt',
        'useradd --user ann7',
        '--token string   the API token',
        'if (--token === 1) stop()',
      ],
    },
  ),
  row(VARIABLE, 'value', 'variables before a command', 'PGPASSWORD=p!ss psql', {
    examples: ["MYSQL_PWD='open sesame' mysql", 'REDISCLI_AUTH=Tr0ub&x redis-cli', 'export X_API_KEY="a;b c"'],
    keeps: [
      'PGPASSWORD=$PASSWORD psql',
      'TOKEN_FILE=/run/token.txt run',
      'MAX_TOKENS=4096',
      'PGPASSWORD= psql',
      'PATH=/bin',
    ],
  }),
  row(HEADER, 'value', 'credentials in headers', "-H 'Authorization: Tr0ub4dor7x'", {
    examples: [
      '-H "authorization: bearer Tr0ub4dor7x"',
      '-H Authorization:\\ Bearer\\ Tr0ub4dor7x',
      "-H $'Authorization: Token Tr0ub4dor7x'",
      "-H 'X-Api-Key: Tr0ub4dor7x'",
      "-H 'Cookie: session=Tr0ub4dor7x; theme=dark'",
      'Authorization: Digest username="ann", response="6629fae49393a05397450978507c4ef1"',
    ],
    keeps: [
      'Authorization: required',
      'the Authorization: header is missing',
      'Authorization: Bearer $TOKEN',
      'Authorization: Basic',
      'Cookie: theme=dark',
      'Authorization: Digest username="ann"',
      'X-Api-Key: <key>',
    ],
  }),
  row(PHRASE, 'value', 'secrets in a sentence', 'my token is Tr0ub4dor7x', {
    examples: [
      'password: Tr0ub4dor7x',
      'The password is hunter2.',
      'Password: Tr0ub!dor',
      'password is "opensesame"',
      'my PIN is 471133',
      'secret = Tr0ub4dor7x',
      'API key: Tr0ub4dor7x',
      'your new password will be Tr0ub4dor7x',
    ],
    keeps: [
      'password is required',
      'token is missing',
      'the token is 12 characters long',
      'password: string',
      'token is "missing"',
      'the secret: in the header',
      'page token is PA1b2c3d4e5',
      'token count: 4096a1b2',
      'token_type: bearer12',
      'the password was changed on 2024-01-02',
      'token: $TOKEN1',
      'token is oauth2',
      'password: /etc/secret-a1b2',
      'the keyboard is qwertz123',
      'a pin is 12',
    ],
  }),
];
