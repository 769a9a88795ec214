import { accounts, tokens } from './account.js';
import { calls } from './calls.js';
import { conferences } from './conferences.js';
import { applications, laml_bins } from './documents.js';
import { faxes } from './faxes.js';
import { messages } from './messages.js';
import { phone_numbers } from './phone_numbers.js';
import { queues } from './queues.js';
import { recordings, transcriptions } from './recordings.js';

export const compat = {
  accounts, calls, messages, faxes, conferences, phone_numbers, applications, laml_bins, queues, recordings, transcriptions, tokens,
};
