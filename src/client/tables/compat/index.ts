import { accounts } from './accounts.js';
import { applications } from './applications.js';
import { calls } from './calls.js';
import { conferences } from './conferences.js';
import { faxes } from './faxes.js';
import { laml_bins } from './laml_bins.js';
import { messages } from './messages.js';
import { phone_numbers } from './phone_numbers.js';
import { queues } from './queues.js';
import { recordings } from './recordings.js';
import { tokens } from './tokens.js';
import { transcriptions } from './transcriptions.js';

export const compat = {
  accounts, calls, messages, faxes, conferences, phone_numbers, applications, laml_bins, queues, recordings, transcriptions, tokens,
};
