import { bodyEncoding, plusInForm } from './bodies.js';
import { assignPhoneRoute, missingCompanion, orphanWebhook, wrongHandler } from './call-handlers.js';
import { failedCallback, unreachableCallback } from './callbacks.js';
import { refusedCredentials } from './credentials.js';
import { gatewayError } from './gateways.js';
import { hiddenCharacter } from './hidden-characters.js';
import { endedCall, staleId } from './ids.js';
import { pagePastEnd, rateLimit } from './limits.js';
import { localTimeFilter, repeatedPage } from './lists.js';
import { misplacedField } from './misplaced-fields.js';
import { createdLater, takenName } from './names.js';
import { noResponse } from './network.js';
import { numberWithoutPlus } from './phone-numbers.js';
import { redirectedRequest } from './redirects.js';
import { lostUpdate, retriedPost } from './repeated-writes.js';
import { fieldCase, misspeltField, wrongAddress } from './request-form.js';
import { badSkillKey } from './skill-keys.js';
import { deletedHandler, deliveryError, fullQueue, staleVersion, usedUpAttempts } from './state.js';
import type { Trap } from './trap.js';

/** All known traps. If several explain one failure, the first in this list comes first. */
export const traps: readonly Trap[] = [
  noResponse,
  hiddenCharacter,
  wrongAddress,
  refusedCredentials,
  rateLimit,
  gatewayError,
  redirectedRequest,
  endedCall,
  usedUpAttempts,
  staleId,
  createdLater,
  takenName,
  assignPhoneRoute,
  missingCompanion,
  bodyEncoding,
  plusInForm,
  numberWithoutPlus,
  misplacedField,
  fieldCase,
  pagePastEnd,
  staleVersion,
  retriedPost,
  lostUpdate,
  wrongHandler,
  orphanWebhook,
  misspeltField,
  failedCallback,
  unreachableCallback,
  deliveryError,
  fullQueue,
  deletedHandler,
  repeatedPage,
  localTimeFilter,
  badSkillKey,
];
