// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the braces belong to a shell
import { nothing } from '../shapes/shape.js';
import { canBeSecret } from './looks-secret.js';
import { endsWithValue, row, type SecretText } from './secret-text.js';
import type { SecretShape } from './token-format.js';

/** A line of `.netrc`: `machine h login u password S`, in one line or several. */
const NETRC = endsWithValue(
  ['ogi'],
  '(?<=\\bl)ogin\\s{1,8}[^\\s"\'`]{1,128}\\s{1,8}(?:account\\s{1,8}\\S{1,128}\\s{1,8})?password\\s{1,8}([^\\s"\'`,;]{4,512})',
);

/** A line of `.pgpass`: the host, the port, the database, the user and the password. */
const PGPASS = endsWithValue(
  [':*:', ':54'],
  '(?<=(?:^|[\\n"\'`])[\\w.*-]{1,128}):(?:54\\d\\d|\\*):[\\w*-]{1,64}:[\\w*.-]{1,64}:((?:[^\\s:"\'`\\\\]|\\\\[:\\\\]){4,512})(?=$|[\\s"\'`])',
);

/** Authentication of a registry in `.npmrc`. */
const NPMRC = endsWithValue(
  ['_au'],
  '(?<=^|[\\s"\'`/:])_auth[ \\t]{0,4}=[ \\t]{0,4}\\\\*["\']?([A-Za-z0-9+/_-]{8,512}={0,2})',
);

/** `Pwd=S` in a connection string. Alone, `PWD=` is the current folder of a shell. */
const CONNECTION = endsWithValue(
  ['wd=', 'WD='],
  '(?:(?<=;\\s?[Pp])|(?<=(?:^|["\'`])[Pp])(?=[^;\\s]{3,512};))[Ww][Dd]=([^;"\'`\\s\\\\]{3,512})',
);

/** The user and the password of Oracle before an address: `scott/S@db`. */
const ORACLE = endsWithValue(
  [':th', ':oc', 'sql'],
  '(?:(?<=jdbc:oracle):(?:thin|oci):|(?<![\\w.-])(?:sqlplus|sqlldr|sqlcl)(?:[ \\t]+-\\w{1,8}){0,8}[ \\t]+(?:userid=)?)\\\\*["\']?[\\w$#]{1,64}/\\\\*["\']?([^\\s"\'@/\\\\]{3,256})(?=\\\\*["\']?(?:@|[\\s"\'`]|$))',
  (value) => canBeSecret(value) && !/\.\w{2,4}$/.test(value),
);

const SECURE_STRING = endsWithValue(
  ['-Se', '-se'],
  '(?<=[Cc]onvert[Tt]o)-[Ss]ecure[Ss]tring(?:[ \\t]+-(?:[Ss]tring|[Aa]s[Pp]lain[Tt]ext|[Ff]orce)){0,4}[ \\t]+\\\\*["\']([^"\'\\r\\n\\\\]{3,512})',
);

/** The password is before the name of the user, or after it. */
const NET_USE = endsWithValue(
  ['t u'],
  '(?<=\\b[Nn]e)t use[ \\t]+(?:[A-Za-z*]:?[ \\t]+)?\\\\{2,8}[^\\s"\'`]{1,256}[ \\t]+(?:(?:/\\w+:\\S{1,128}[ \\t]+){1,4}([^\\s/"\'`*][^\\s"\'`]{2,256})|([^\\s/"\'`*][^\\s"\'`]{2,256})(?=[ \\t]+/[Uu]ser:))',
);

const HTPASSWD = endsWithValue(
  ['htp'],
  '(?<![\\w.-])htpasswd(?=(?:[ \\t]+-\\S{1,8}){0,8}[ \\t]+-[A-Za-z]{0,7}b)(?:[ \\t]+-[A-Za-z]{1,8}(?:[ \\t]+\\d+)?){1,8}[ \\t]+(?:[^\\s-]\\S{0,256}[ \\t]+)?[\\w.@-]{1,64}[ \\t]+\\\\*["\']?([^\\s"\'`;|&<>()\\\\]{3,256})',
);

const ASSIGNED_BY_AWS = endsWithValue(
  ['s_s'],
  '(?<=\\bset [\\w.-]{0,64}aw)s_se(?:cret_access_key|ssion_token)[ \\t]+\\\\*["\']?([A-Za-z0-9+/=_-]{8,1024})',
);

const NGROK = endsWithValue(['hto'], '(?<=\\bngrok (?:config add-)?aut)htoken[ \\t]+([A-Za-z0-9_]{20,128})');

const BEFORE_PIPE =
  /(?:echo|printf)\s+(?:-\w{1,4}\s+|["']%s(?:\\n)?["']\s+)?(?:(?<quote>\\*["'])(?<quoted>[^"'\r\n]{3,256})\k<quote>|(?<bare>[^\s"'|$]{3,256}))\s*\|[^|\r\n]*$/;
const MAX_COMMAND = 512;

/** A password that a pipe passes to `--password-stdin`. */
const PASSWORD_STDIN: SecretShape<'value'> = {
  pattern: '--(?:password|token|pass)-stdin(?![\\w-])',
  heads: ['--p', '--t'],
  read({ text, start, end }) {
    const match = BEFORE_PIPE.exec(text.slice(Math.max(0, start - MAX_COMMAND), start));
    const { quoted, bare = '' } = match?.groups ?? {};
    const original = quoted ?? bare;
    if (!match || !canBeSecret(original)) return nothing(end);
    const at = text.lastIndexOf(original, text.lastIndexOf('|', start));
    return { parts: [{ part: 'value', original, start: at, end: at + original.length }], next: end };
  },
};

/** Secrets in files of settings, and in arguments without an option. */
export const SETTINGS: readonly SecretText[] = [
  row(NETRC, 'value', 'passwords in `.netrc`', 'machine acme.org login ann password opensesame', {
    examples: ['machine acme.org\n  login ann\n  password opensesame\n', 'default login ann password opensesame'],
    keeps: ['login name and password are required', 'login ann password $PASSWORD', 'the login and the password'],
  }),
  row(PGPASS, 'value', 'passwords in `.pgpass`', 'db.acme.org:5432:shop:ann:opensesame', {
    examples: ['*:*:*:ann:opensesame', 'localhost:5432:*:postgres:opensesame\n'],
    keeps: ['db.acme.org:5432:shop:ann', '12:54:33:120:456', 'host:port:db:user:opensesame', 'a:*:b'],
  }),
  row(NPMRC, 'value', '`_auth` in `.npmrc`', '_auth=YW5uOm9wZW5zZXNhbWU=', {
    examples: ['//acme.org/:_auth = "YW5uOm9wZW5zZXNhbWU="'],
    keeps: ['_auth=', 'basic_auth=required', '_auth=${NPM_AUTH}', 'always_auth=true'],
  }),
  row(CONNECTION, 'value', '`Pwd` in connection strings', 'Server=db;Uid=sa;Pwd=opensesame;', {
    examples: ['Pwd=opensesame;Server=db', 'Server=db; PWD=opensesame'],
    keeps: ['PWD=/home/ann', 'cd $PWD; echo PWD=here', 'Server=db;Pwd=$PASSWORD;', 'Server=db;Pwd=;'],
  }),
  row(ORACLE, 'value', 'passwords in `sqlplus user/…@db` and in JDBC addresses', 'sqlplus scott/opensesame@db', {
    examples: [
      'sqlplus -s scott/opensesame@//db:1521/x',
      'jdbc:oracle:thin:scott/opensesame@db:1521/x',
      'sqlplus scott/opensesame',
    ],
    keeps: ['sqlplus /nolog', 'sqlplus scott@db', 'sqlplus reports/monthly.sql', 'jdbc:oracle:thin:@db:1521/x'],
  }),
  row(
    SECURE_STRING,
    'value',
    'texts in `ConvertTo-SecureString`',
    'ConvertTo-SecureString "opensesame" -AsPlainText -Force',
    {
      examples: [
        "ConvertTo-SecureString -String 'opensesame' -AsPlainText",
        "ConvertTo-SecureString -AsPlainText 'opensesame'",
      ],
      keeps: [
        'ConvertTo-SecureString $text -AsPlainText',
        'ConvertTo-SecureString "$PASSWORD"',
        'Read-Host -AsSecureString "Password"',
      ],
    },
  ),
  row(NET_USE, 'value', 'passwords in `net use`', 'net use \\\\host\\share opensesame /user:ann', {
    examples: [
      'net use Z: \\\\host\\share /user:ACME\\ann opensesame',
      'net use Z: \\\\host\\share /user:ann opensesame /persistent:yes',
    ],
    keeps: [
      'net use Z: \\\\host\\share',
      'net use \\\\host\\share /user:ann',
      'net use \\\\host\\share * /user:ann',
      'do not use it',
    ],
  }),
  row(HTPASSWD, 'value', 'passwords in `htpasswd -b`', 'htpasswd -b users.txt ann opensesame', {
    examples: [
      'htpasswd -bc users.txt ann opensesame',
      'htpasswd -nb ann opensesame',
      'htpasswd -bB -C 10 users.txt ann opensesame',
    ],
    keeps: ['htpasswd users.txt ann', 'htpasswd -c users.txt ann', 'htpasswd -b users.txt ann $PASSWORD'],
  }),
  row(ASSIGNED_BY_AWS, 'value', 'keys in `aws configure set`', 'aws configure set aws_secret_access_key opensesame/x', {
    examples: ['aws configure set profile.ann.aws_session_token opensesame'],
    keeps: [
      'aws configure set region eu-central-1',
      'aws configure set aws_secret_access_key $KEY',
      'the aws_secret_access_key setting',
    ],
  }),
  row(NGROK, 'value', 'tokens in `ngrok authtoken`', `ngrok config add-authtoken ${'2h7K2m9Qx'.repeat(5)}`, {
    shown: 'ngrok config add-authtoken …',
    examples: [`ngrok authtoken ${'2h7K2m9Qx'.repeat(5)}`],
    keeps: ['ngrok config add-authtoken $TOKEN', 'ngrok authtoken TOKEN', 'ngrok config check'],
  }),
  row(
    PASSWORD_STDIN,
    'value',
    'passwords in a pipe to `--password-stdin`',
    'echo opensesame | docker login --password-stdin',
    {
      examples: [
        'echo "opensesame" | docker login -u ann --password-stdin acme.org',
        "printf '%s' 'opensesame' | podman login --password-stdin",
      ],
      keeps: [
        'echo $PASSWORD | docker login --password-stdin',
        'cat password.txt | docker login --password-stdin',
        'echo done\ndocker login --password-stdin',
      ],
    },
  ),
];
