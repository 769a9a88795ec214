import { STATUS_MEANINGS } from '../../src/assist/index.js';
import { traps } from '../../src/cases/index.js';
import { GENERATED } from './reference-page.js';

/** The reference page of the causes that `explain` and `.why` know. */
export function causesPage(): string {
  const known = traps.map(({ name, summary }) => `| \`${name}\` | ${summary} |`);
  const statuses = STATUS_MEANINGS.map(({ statuses, meaning, isBare, isWithoutFields }) => {
    const range = typeof statuses === 'number' ? `${statuses || 'none'}` : `${statuses[0]} to ${statuses[1]}`;
    return `| ${range}${isBare ? ', without an error of the platform' : ''}${isWithoutFields ? ', to a request without fields' : ''} | ${meaning} |`;
  });
  const about =
    'This page is a reference of the causes that [`patchbay explain`](../explain.md) and `.why` know. If several traps fit, the first one in the table is the cause, and the others follow it.';
  return `${GENERATED}# Causes of failures

${about}

## Known traps

${['| trap | cause |', '|---|---|', ...known].join('\n')}

## Statuses

The first row that fits is shown.

${['| status | meaning |', '|---|---|', ...statuses].join('\n')}
`;
}
