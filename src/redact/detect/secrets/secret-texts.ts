// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces belong to a shell
import { COMMAND, HTTP_COMMAND } from './command.js';
import { HEADER } from './header.js';
import { MARKUP } from './markup.js';
import { NAMED_NUMBERS } from './named-number.js';
import { LONG_OPTION, VARIABLE } from './named-value.js';
import { PHRASE } from './phrase.js';
import { AZURE_SECRET, BOT_TOKEN, MAILCHIMP_KEY, PRIVATE_KEY, TERRAFORM_TOKEN } from './private-key.js';
import { PROGRAMS } from './programs.js';
import { QUERY_PARAMETERS } from './query-parameter.js';
import { row, type SecretText } from './secret-text.js';
import { SETTINGS } from './settings.js';
import { exampleOf, nearMissOf, tokenShape } from './token-format.js';
import { TOKEN_FORMATS } from './token-formats.js';
import { WEBHOOK_URLS } from './webhook-url.js';

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
  row(MAILCHIMP_KEY, 'whole', 'Mailchimp keys', `${'9f3ac1d0b7e24856'.repeat(2)}-us14`, {
    shown: '…-us14',
    keeps: ['9f3ac1d0-us14', 'en-us1', 'the zone eu-us14'],
  }),
  row(TERRAFORM_TOKEN, 'whole', 'tokens of Terraform Cloud', `h7K2m9QxB4vh7K.atlasv1.${'h7K2m9QxB4'.repeat(6)}`, {
    shown: '….atlasv1.…',
    keeps: ['h7K2m9QxB4vh7K.atlasv1.', 'x.atlasv1.h7K2m9Qx'],
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
        'deploy --auth ann:opensesame',
        'deploy --secret "Tr0ub4dor7x"',
        'deploy --api-key Tr0ub4dor7x',
        'deploy --client-secret=Tr0ub4dor7x',
        'deploy --pat Tr0ub4dor7x',
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
        '`--token`, `curl -u …`, `mysql -p7…`',
        'sort --pattern a1b2c3d4',
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
      'headers={"Authorization": "Tr0ub4dor7x"}',
      "headers = {'Authorization': 'Token opensesame12'}",
      "{ 'Proxy-Authorization': 'opensesame' }",
      'Proxy-Authorization: Basic YW5uOm9wZW5zZXNhbWU=',
      'Set-Cookie: sid=opensesame; Path=/; HttpOnly',
      'set-cookie: JSESSIONID=0123456789ABCDEF; Path=/',
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
      'Set-Cookie: lang=english; Path=/; Max-Age=31536000; Expires=Wed, 21 Oct 2026 07:28:00 GMT; SameSite=Strict',
      'headers: { Authorization: "required" }',
      "{ 'Authorization': 'Bearer ' + token }",
      "{ 'Authorization': `Bearer ${token}` }",
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
      'pw: Tr0ub4dor7x',
      'PW: Op3nsesame!',
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
      'pw: required',
      'the row: a1b2c3d4',
    ],
  }),
  ...MARKUP,
  ...SETTINGS,
  ...NAMED_NUMBERS,
  ...WEBHOOK_URLS,
  ...QUERY_PARAMETERS,
];
