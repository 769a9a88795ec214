import { offeredNames } from '../../bench/index.js';
import type { MemberKind, Offer } from '../../eval/index.js';

/** What graded code can use besides the names of recorded code. */
const ADDED: Readonly<Record<string, MemberKind>> = {
  display: 'now',
  'display.table': 'now',
  'display.html': 'now',
  'display.svg': 'now',
  'display.markdown': 'now',
  use: 'promise',
};

/** Members that change the state of the sandbox without a request, or hide one. */
const REFUSED = /^sandbox\.(?:credentials|restore|snapshot|faults\.\w+|clock\.set)$/;

/** The names that the code of a learner has in a graded run. */
export function gradedNames(): Offer {
  const offer = offeredNames();
  return {
    ...offer,
    subject: 'graded code',
    members: [...offer.members.filter(([path]) => !REFUSED.test(path)), ...Object.entries(ADDED)],
    modules: {
      ...offer.modules,
      'patchbay/notebook': ['platform', 'registry', 'agent', 'sandbox', 'display', 'use', 'check', 'value'],
    },
  };
}
