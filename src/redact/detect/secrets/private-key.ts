import { nothing, whole } from '../shapes/shape.js';
import type { SecretShape } from './token-format.js';

const END = '-----END';

/** The base64 of a private key in PEM. Without an end, the rest of the text is the key. */
export const PRIVATE_KEY: SecretShape<'whole'> = {
  pattern: '-----BEGIN [A-Z ]{0,40}PRIVATE KEY(?: BLOCK)?-----',
  heads: ['---'],
  read({ text, end }) {
    const found = text.indexOf(END, end);
    const to = found < 0 ? text.length : found;
    const body = text.slice(end, to);
    const original = body.trim();
    // A text about keys has dots in place of a key.
    if (!/[A-Za-z0-9+/]{16}/.test(original)) return nothing(to);
    const start = end + body.indexOf(original);
    return { ...whole(start, start + original.length, original), next: to };
  },
};

/** A token after a number and a colon, as a bot of Telegram has. */
export const BOT_TOKEN: SecretShape<'whole'> = {
  pattern: '(?<=(?<![0-9A-Za-z])[0-9]{8,10}):AA[0-9A-Za-z_-]{33}(?![0-9A-Za-z_-])',
  heads: [':AA'],
  read: ({ text, start, end }) => whole(start + 1, end, text.slice(start + 1, end)),
};

/** A client secret of Azure, which has its mark after three characters. */
export const AZURE_SECRET: SecretShape<'whole'> = {
  pattern: '(?<=(?<![0-9A-Za-z_~.-])[0-9A-Za-z_~.]{3})[0-9]Q~[0-9A-Za-z_~.-]{31,34}(?![0-9A-Za-z_~.-])',
  heads: [...'0123456789'].map((digit) => `${digit}Q~`),
  read: ({ text, start, end }) => whole(start - 3, end, text.slice(start - 3, end)),
};

/** A key of Mailchimp, which ends with the name of a data centre. */
export const MAILCHIMP_KEY: SecretShape<'whole'> = {
  pattern: '(?<=(?<![0-9A-Za-z])[0-9a-f]{32})-us[0-9]{1,2}(?![\\w-])',
  heads: ['-us'],
  read: ({ text, start, end }) => whole(start - 32, end, text.slice(start - 32, end)),
};

/** A token of Terraform Cloud, which has its mark after 14 characters. */
export const TERRAFORM_TOKEN: SecretShape<'whole'> = {
  pattern: '(?<=(?<![0-9A-Za-z])[0-9A-Za-z]{14})\\.atlasv1\\.[0-9A-Za-z_-]{60,70}(?![0-9A-Za-z_-])',
  heads: ['.at'],
  read: ({ text, start, end }) => whole(start - 14, end, text.slice(start - 14, end)),
};
