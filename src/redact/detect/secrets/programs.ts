/**
 * How an option writes its secret. `login`: the secret follows the last colon, `percent`: the percent sign. `pairs`:
 * `name=value`, as in a cookie.
 */
export type Secret = 'whole' | 'login' | 'percent' | 'pairs';

/** The options of programs that contain a secret, and that another program uses for something else. */
export interface ProgramRow {
  /** The name of the part of the shape. Each part has its own rule. */
  readonly name: string;
  /** The names of the programs, with `|` between them. */
  readonly programs: string;
  readonly finds: string;
  readonly examples: readonly string[];
  /** Commands of which nothing is replaced. */
  readonly keeps: readonly string[];
  /** The word that must be in the command before the option, such as `login`. */
  readonly subcommand?: string;
  /** Options of one letter. */
  readonly short?: Readonly<Record<string, Secret>>;
  /** Other options, with their hyphens. */
  readonly long?: Readonly<Record<string, Secret>>;
  /** `attached`: the value follows the letter without a blank, because the next word is something else. */
  readonly value?: 'attached';
  /** The options of one letter that have a value, for programs that accept several letters together. */
  readonly withValue?: string;
}

const S = 'Tr0ub4dor&3';

/** A new program is one row. */
export const PROGRAMS = [
  {
    name: 'curl',
    programs: 'curl|curlie',
    finds: 'passwords in `curl -u`, `--user` and `--proxy-user`, and cookies in `-b`',
    examples: [
      `curl -u ann:${S} https://acme.org/`,
      `curl -uann:${S} https://acme.org/`,
      `curl https://acme.org/x -u ann:${S}`,
      `curl -X GET https://acme.org \\\n  -u "ann:${S}"`,
      `curl https://acme.org/ -b 'session=${S}'`,
      `curl -sSuann:${S} https://acme.org/`,
      `curl --user 'ann:${S}' https://acme.org/`,
      `curl --user=ann:${S} https://acme.org/`,
      `curl --proxy-user "ann:${S}" https://acme.org/`,
      `curl -U 'ann:${S}' https://acme.org/`,
      `curl -s \\\n  -u "ann:${S}" https://acme.org/`,
      `curl --cert client.pem:${S} https://acme.org/`,
      `curl -b 'session=${S}' https://acme.org/`,
      `execSync("curl -u \\"ann:${S}\\" https://acme.org/")`,
    ],
    keeps: [
      'curl -u ann https://acme.org/',
      'curl -u "$USER:$PASSWORD" https://acme.org/',
      'curl -u ann: https://acme.org/',
      'curl -u <user>:<password> https://acme.org/',
      'curl -b cookies.txt https://acme.org/',
      'sort -u names:12345678',
      'git push -u origin main',
      'date -u +%H:%M:%S',
      'curl --url-query a:b https://acme.org/',
    ],
    short: { u: 'login', U: 'login', E: 'login', b: 'pairs' },
    long: {
      ...{ '--user': 'login', '--proxy-user': 'login', '--cert': 'login', '--proxy-cert': 'login' },
      ...{ '--cookie': 'pairs', '--pass': 'whole', '--proxy-pass': 'whole', '--oauth2-bearer': 'whole' },
    },
    withValue: 'AbcCdDeEFhHKmoPQrtTuUwxXyYz',
  },
  {
    name: 'http',
    programs: 'http',
    finds: 'passwords in `http -a` and `--auth`',
    examples: [`http -a ann:${S} acme.org`, `http --auth=ann:${S} acme.org`],
    keeps: ['http -a ann acme.org', 'http acme.org name:=a1b2c3d4', 'ls -a ann:Tr0ub4dor'],
    short: { a: 'login' },
    long: { '--auth': 'login' },
  },
  {
    name: 'mysql',
    programs: 'mysql|mysqldump|mysqladmin|mysqlimport|mysqlshow|mysqlcheck|mysqlsh|mycli|mariadb|mariadb-dump|7z|7za',
    finds: 'passwords in `mysql -p…`',
    examples: [`mysql -uroot -p${S} shop`, `mysqldump -u root -p'${S}' shop`, `mariadb -p"${S}"`],
    keeps: ['mysql -u root -p shop', 'mkdir -project dir', 'tar -p -xf shop.tar', 'mysql -P3306 -h db shop'],
    short: { p: 'whole' },
    value: 'attached',
  },
  {
    name: 'login',
    programs: 'docker|podman|nerdctl|buildah|skopeo|helm|az|oc|cf|ibmcloud',
    finds: 'passwords in `docker login -p` and similar commands',
    examples: [`docker login -u ann -p ${S} registry.acme.org`, `az login -u ann@acme.org -p '${S}'`],
    keeps: ['docker run -p 8080:80 nginx', 'docker login -u ann --password-stdin', 'docker ps -p login12345'],
    subcommand: 'login',
    short: { p: 'whole' },
  },
  {
    name: 'password',
    programs:
      'sshpass|mongo|mongosh|mongodump|mongorestore|mongoexport|mongoimport|cqlsh|mosquitto_pub|mosquitto_sub|ipmitool|sqlcmd|bcp|tsql|zip|unzip|htpasswd',
    finds: 'passwords in `sshpass -p`, `mongo -p`, `sqlcmd -P` and similar commands',
    examples: [
      `sshpass -p ${S} ssh ann@acme.org`,
      `sshpass -p'${S}' scp a b`,
      `mongosh -u ann -p ${S} shop`,
      `sqlcmd -S db -U ann -P ${S}`,
    ],
    keeps: [
      'sshpass -e ssh cache',
      'cp -p Tr0ub4dor backup',
      'mongo -p',
      'ssh -p 2222 acme.org',
      'mkdir -p dir/a1b2c3',
    ],
    short: { p: 'whole', P: 'whole' },
  },
  {
    name: 'auth',
    programs:
      'redis-cli|redis-benchmark|valkey-cli|ldapsearch|ldapmodify|ldapadd|ldapdelete|ldapwhoami|snmpget|snmpwalk',
    finds: 'passwords in `redis-cli -a`, `ldapsearch -w` and similar commands',
    examples: [`redis-cli -h cache -a ${S} ping`, `ldapsearch -D cn=ann -w '${S}'`, `redis-cli --pass ${S}`],
    keeps: ['redis-cli -h cache ping', 'redis-cli -a', 'ls -a Tr0ub4dor', 'grep -w Tr0ub4dor notes.txt'],
    short: { a: 'whole', w: 'whole', A: 'whole', X: 'whole' },
    long: { '--pass': 'whole' },
  },
  {
    name: 'passphrase',
    programs: 'openssl|gpg|gpg2|keytool|ssh-keygen|jarsigner',
    finds: 'passphrases in `openssl -passin`, `gpg --passphrase` and `keytool -storepass`',
    examples: [
      `openssl rsa -in key.pem -passin pass:${S}`,
      `keytool -list -storepass ${S}`,
      `ssh-keygen -t ed25519 -N '${S}' -f key`,
    ],
    keeps: ['openssl rsa -in key.pem -passin env:PASS', 'ssh-keygen -t ed25519 -N "" -f key', 'openssl passwd -6'],
    short: { N: 'whole' },
    long: {
      ...{ '-passin': 'login', '-passout': 'login', '-storepass': 'whole', '-keypass': 'whole' },
      ...{ '-srcstorepass': 'whole', '-deststorepass': 'whole', '--passphrase': 'whole' },
    },
  },
  {
    name: 'samba',
    programs: 'smbclient|rpcclient|smbget|smbmap',
    finds: 'passwords in `smbclient -U user%…`',
    examples: [
      `smbclient //host/share -U ann%${S}`,
      `smbclient -U 'ACME\\ann%${S}' //host/share`,
      `rpcclient --user=ann%${S} host`,
    ],
    keeps: ['smbclient -U ann //host/share', 'smbclient -U % //host/share', 'smbclient -U ann%$PASSWORD //host/share'],
    short: { U: 'percent' },
    long: { '--user': 'percent' },
  },
  {
    name: 'token',
    programs: 'kubectl|vault|consul|gh|glab|flyctl|vercel|netlify|wrangler|argocd|sentry-cli|doctl',
    finds: 'tokens in `kubectl --token`, `vercel --token` and similar commands',
    examples: [
      'kubectl get pods --token opensesame',
      'kubectl --token=opensesame get pods',
      'vercel deploy --token opensesame',
    ],
    keeps: [
      'kubectl --token $TOKEN get pods',
      'kubectl create token ann',
      'use kubectl --token to log in',
      'add the kubectl --token option',
      'kubectl --token-file a1b2c3d4',
      'kubectl -n shop get pods',
    ],
    long: { '--token': 'whole', '--password': 'whole', '--auth-token': 'whole', '--access-token': 'whole' },
  },
] as const satisfies readonly ProgramRow[];

export type ProgramName = (typeof PROGRAMS)[number]['name'];
