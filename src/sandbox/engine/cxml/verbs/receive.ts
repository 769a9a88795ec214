import { allFaxes, isFaxCall, SECONDS_A_PAGE } from '../../../subjects/faxes/fax.js';
import { between } from '../../../time/clock.js';
import { receivedFax, storeFax } from '../../acts/fax.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, type ValuesOf } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { method, url } from '../attributes.js';
import { requestAction } from '../cxml-request.js';

const EXTENSIONS = { 'application/pdf': 'pdf', 'image/tiff': 'tiff' } as const;

const parameters = {
  action: url('Receives the result. Its answer is not used.'),
  method: method(),
  mediaType: choice(['application/pdf', 'image/tiff'], {
    default: 'application/pdf',
    doc: 'The format of the stored document.',
  }),
  pageSize: choice(['letter', 'legal', 'a4'], { default: 'letter', doc: 'The size of a page.', ignored: true }),
} as const;
type Params = ValuesOf<typeof parameters>;

export const receive = cxmlVerb({
  stage: 'fax',
  name: 'Receive',
  summary: 'Receive a fax, at a number whose `call_receive_mode` is `fax`.',
  parameters,
  effect: {
    kind: 'partly',
    lacks: 'the fax has one page, and its URL has no document; a fax of the project to itself counts as delivered',
  },
  callbacks: ['action'],
  start(context) {
    const { after = SECONDS_A_PAGE } = context.answerFor('Receive') ?? {};
    if (allFaxes(context.state).get(context.call.id)) {
      context.problem('the call has brought one fax, which an earlier verb received');
      return { do: 'next' };
    }
    context.report('receives a fax');
    return { do: 'wait', for: 'time', seconds: after, data: { started: context.at } };
  },
  resume(context, _event, params, data) {
    const { result = 'success' } = context.answerFor('Receive') ?? {};
    finish(context, params, data, result === 'success' ? undefined : 'the transmission failed');
    return { do: 'next' };
  },
  hungUp: (context, params, data) => finish(context, params, data, 'the call ended before the last page'),
});

/** Stores the fax and requests the action. The error codes of faxes are not public, so none is sent. */
function finish(
  context: StepContext,
  { action, method: by, mediaType }: Params,
  { started }: { readonly started: string },
  problem: string | undefined,
): void {
  const { id, from } = context.call;
  const duration = Math.round(between(started, context.at) / 1000);
  const media_url = problem === undefined ? receivedFax(id, EXTENSIONS[mediaType]) : null;
  const { status, pages } = storeFax(context, { id, direction: 'inbound', media_url, duration });
  context.report(problem ?? 'one page');
  const result = { NumPages: pages, RemoteStationId: from, ...(problem !== undefined && { ErrorMessage: problem }) };
  const media = media_url !== null && { MediaUrl: media_url };
  requestAction(context, { action, method: by }, { FaxStatus: status, ...media, ...result });
}

/** Why a verb cannot run in this call. A document for a fax has its own verbs. */
export function faxRefusal({ state, call }: Pick<StepContext, 'state' | 'call'>, name: string): string | undefined {
  const isFax = isFaxCall(state, call);
  if (isFax && name !== 'Receive' && name !== 'Reject') return `${name} is not allowed in a document for a fax (13750)`;
  return isFax || name !== 'Receive'
    ? undefined
    : 'Receive needs a number that receives faxes: set its call_receive_mode to fax (13750)';
}
