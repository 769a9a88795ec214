import { isCredentialName } from '../credential-name.js';
import { isSecretField, plainName } from '../field-names.js';
import { nothing, type Reading } from '../shapes/shape.js';
import { canBeSecret } from './looks-secret.js';
import { row, type SecretText } from './secret-text.js';
import type { SecretShape } from './token-format.js';

const MAX_VALUE = 4096;
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** The text of an XML element whose name means a secret. It is found at its end, because `</` is rare. */
const ELEMENT: SecretShape<'value'> = {
  pattern: '</([\\w:.-]{2,64})>',
  heads: LETTERS.map((letter) => `</${letter}`),
  read({ text, start, end, groups: [, tag = ''] }) {
    const name = tag.slice(tag.indexOf(':') + 1);
    if (!isCredentialName(name) && !isSecretField(plainName(name))) return nothing(end);
    const from = text.lastIndexOf('>', start);
    if (from < 0 || start - from > MAX_VALUE) return nothing(end);
    // The text of a CDATA section ends with `]]>`.
    const isData = text.startsWith(']]', from - 2);
    const before = isData ? text.slice(Math.max(0, from - 2 - MAX_DATA), from - 2) : text.slice(from + 1, start);
    const inside = isData ? before.slice(before.lastIndexOf('[') + 1) : before;
    return valueIn(inside, isData ? from - 2 - inside.length : from + 1, end);
  },
};
const MAX_DATA = 256;

/** The value of an HTML field for a password. */
const INPUT: SecretShape<'value'> = {
  pattern: `(?<=ty)pe=\\\\*["']?password\\\\*["']?[^<>]{0,256}?\\svalue=\\\\*["']([^"'<>\\\\]{1,${MAX_VALUE}})`,
  heads: ['pe='],
  read: ({ end, groups: [, value = ''] }) => valueIn(value, end - value.length, end),
};

/** A part of a multipart body whose name means a secret. */
const PART: SecretShape<'value'> = {
  pattern: `(?<=for)m-data;[^\\r\\n]{0,256}?\\bname=\\\\*"([^"\\r\\n\\\\]{1,128})\\\\*"[^\\r\\n]{0,256}(?:\\r?\\n[^\\r\\n]{1,256}){0,8}\\r?\\n\\r?\\n([^\\r\\n]{1,${MAX_VALUE}})(?=\\r?\\n--)`,
  heads: ['m-d'],
  read({ end, groups: [, name = '', value = ''] }) {
    if (!isSecretField(plainName(name)) && !isCredentialName(name)) return nothing(end);
    return valueIn(value, end - value.length, end);
  },
};

function valueIn(inside: string, start: number, next: number): Reading<'value'> {
  const original = inside.trim();
  if (!canBeSecret(original)) return nothing(next);
  const from = start + inside.indexOf(original);
  return { parts: [{ part: 'value', original, start: from, end: from + original.length }], next };
}

const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--b--`;

/** Secrets in XML, HTML and multipart bodies. */
export const MARKUP: readonly SecretText[] = [
  row(ELEMENT, 'value', 'texts of XML elements such as `<password>`', '<password>opensesame</password>', {
    examples: [
      '<Password>opensesame</Password>',
      '<wsse:Password Type="text">opensesame</wsse:Password>',
      '<api_key>\n  opensesame\n</api_key>',
      '<password><![CDATA[opensesame]]></password>',
      '<pin>4711</pin>',
    ],
    keeps: [
      '<password></password>',
      '<password/>',
      '<password>$PASSWORD</password>',
      '<password>PASSWORD</password>',
      '<name>opensesame</name>',
      '<pageToken>opensesame</pageToken>',
      '<password-policy>opensesame</password-policy>',
      '<token><type>opensesame</type></token>',
    ],
  }),
  row(INPUT, 'value', 'values of password fields in HTML', '<input type="password" value="opensesame">', {
    examples: ["<input type='password' name='p' value='opensesame'>", '<input type=password id=p value="opensesame">'],
    keeps: [
      '<input type="password" placeholder="opensesame">',
      '<input type="text" value="opensesame">',
      '<input type="password"><input value="opensesame">',
    ],
  }),
  row(PART, 'value', 'parts of multipart bodies with the name of a secret', part('password', 'opensesame'), {
    examples: [
      part('pin', '4711'),
      part('api_key', 'opensesame').replaceAll('\r', ''),
      part('token"; filename="t.txt', 'opensesame').replace('\r\n\r\n', '\r\nContent-Type: text/plain\r\n\r\n'),
    ],
    keeps: [part('name', 'opensesame'), part('password', ''), part('page_token', 'opensesame')],
  }),
];
