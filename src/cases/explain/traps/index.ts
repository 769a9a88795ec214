import { assignPhoneRoute, missingCompanion, orphanWebhook, wrongHandler } from './call-handlers.js';
import { failedCallback, unreachableCallback } from './callbacks.js';
import { endedCall, staleId } from './ids.js';
import { expiredToken, pagePastEnd, rateLimit } from './limits.js';
import { redirectedRequest } from './redirects.js';
import { lostUpdate, retriedPost } from './repeated-writes.js';
import { bodyEncoding, fieldCase, misspeltField, wrongAddress } from './request-form.js';
import { badSkillKey } from './skill-keys.js';
import type { Trap } from './trap.js';

/** All known traps. If several explain one failure, the first in this list comes first. */
export const traps: readonly Trap[] = [
  expiredToken,
  rateLimit,
  redirectedRequest,
  wrongAddress,
  endedCall,
  staleId,
  assignPhoneRoute,
  missingCompanion,
  bodyEncoding,
  fieldCase,
  pagePastEnd,
  retriedPost,
  lostUpdate,
  wrongHandler,
  orphanWebhook,
  misspeltField,
  failedCallback,
  unreachableCallback,
  badSkillKey,
];
