/** One view of the page, and what must be on the screen before it is looked at. */
export interface View {
  readonly name: string;
  readonly hash: string;
  readonly ready: string;
  readonly act?: { readonly run: string; readonly ready: string; readonly undo?: string };
}

/** The ids of what the page shows. */
export interface FilledPage {
  readonly call: string;
  /** A call with problems in its document. */
  readonly failedCall: string;
  readonly outboundCall: string;
  readonly number: string;
}

/** Each panel, and its most important states. */
export const viewsOf = ({ call, failedCall, outboundCall, number }: FilledPage): readonly View[] => [
  { name: 'requests', hash: '#/requests', ready: '.row' },
  { name: 'no-match', hash: '#/requests?text=nothing', ready: '.empty' },
  { name: 'request', hash: '#/requests/1', ready: '.message' },
  {
    name: 'explanation',
    hash: '#/requests/5?status=4',
    ready: '.explanation button',
    act: { run: "document.querySelector('.explanation button').click()", ready: '.sheet' },
  },
  { name: 'compare', hash: '#/requests/compare/4/5', ready: '.compare' },
  { name: 'calls', hash: '#/calls', ready: '.row' },
  {
    name: 'call',
    hash: `#/calls/${call}`,
    ready: 'button.event',
    act: { run: "document.querySelectorAll('button.event')[4].click()", ready: '.event[aria-pressed=true]' },
  },
  { name: 'failed-call', hash: `#/calls/${failedCall}`, ready: '.line-problem' },
  { name: 'outbound-call', hash: `#/calls/${outboundCall}`, ready: '.document .marked' },
  {
    name: 'cast',
    hash: '#/calls',
    // The server sends the suggested cast.
    ready: '.cast form button:not(:disabled)',
    act: {
      run: "document.querySelector('.cast').open = true; document.querySelector('.cast form button').click()",
      ready: '.cast .party',
    },
  },
  { name: 'inbox', hash: '#/inbox', ready: '.delivery' },
  { name: 'clock', hash: '#/clock', ready: '.clock-time' },
  { name: 'faults', hash: '#/faults', ready: '.empty' },
  { name: 'snapshots', hash: '#/snapshots', ready: '.rule' },
  { name: 'snapshot-changes', hash: '#/snapshots/compare/1/now', ready: '.field-changes' },
  { name: 'resources', hash: '#/resources', ready: '.resource-row' },
  { name: 'no-resources', hash: '#/resources?namespace=fabric.swml_scripts', ready: '.empty' },
  {
    name: 'new-resource',
    hash: '#/resources/new?namespace=queues',
    ready: '.call-form textarea',
    act: { run: "document.querySelector('.call-form button[type=submit]').click()", ready: '.call-form .code' },
  },
  { name: 'resource', hash: `#/resources/phone_numbers/${number}`, ready: '.change' },
  { name: 'numbers', hash: '#/numbers', ready: '.path' },
  { name: 'found-in-body', hash: '#/requests?text=night', ready: '.row .found' },
  { name: 'injected', hash: '#/requests?status=fault', ready: '.row' },
  { name: 'projects', hash: '#/projects', ready: '.rule' },
  {
    name: 'active-fault',
    hash: '#/faults',
    ready: 'form',
    act: {
      run: "document.querySelector('form button[type=submit]').click()",
      ready: '.faults-on',
      undo: "document.querySelector('.rule button').click()",
    },
  },
  {
    name: 'clock-running',
    hash: '#/clock',
    ready: '.clock-time',
    act: {
      run: "[...document.querySelectorAll('.actions button')].find((one) => one.textContent.includes('real time')).click()",
      ready: '.clock-running',
      undo: "document.querySelector('.clock-running button').click()",
    },
  },
  // The proofs of the Case panel leave a case open.
  { name: 'case-found', hash: '#/case/import', ready: '.plain-table' },
  { name: 'case-review', hash: '#/case/review', ready: '.review-item' },
  { name: 'case-causes', hash: '#/case/causes', ready: '.level' },
  { name: 'case-minimal', hash: '#/case/minimal', ready: '.result' },
  { name: 'case-replay', hash: '#/case/replay', ready: '.replayed' },
  { name: 'case-export', hash: '#/case/export', ready: '.rule' },
  {
    name: 'keys',
    hash: '#/clock',
    ready: '.clock-time',
    act: {
      run: "document.querySelector('.side-end button').click()",
      ready: 'dialog[open]',
      undo: "document.querySelector('dialog').close()",
    },
  },
];
