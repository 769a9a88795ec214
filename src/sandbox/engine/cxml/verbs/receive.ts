import { addFax, allFaxes, isFaxCall, SECONDS_A_PAGE } from '../../../subjects/faxes/fax.js';
import type { StepContext } from '../../run/step-context.js';
import { choice, type ValuesOf } from '../../verbs/parameters.js';
import { verb } from '../../verbs/verb.js';
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

export const receive = verb({
  language: 'cxml',
  stage: 'fax',
  name: 'Receive',
  summary: 'Receive a fax, at a number whose `call_receive_mode` is `fax`.',
  parameters,
  effect: {
    kind: 'partly',
    lacks: 'the fax has one page, and its URL has no document; a fax of the project to itself counts as delivered',
  },
  answers: true,
  sets: [],
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
  resume(context, _event, params) {
    const { result = 'success' } = context.answerFor('Receive') ?? {};
    if (result === 'success') finish(context, params);
    else finish(context, params, 'the transmission failed');
    return { do: 'next' };
  },
  hungUp: (context, params) => finish(context, params, 'the call ended before the last page'),
});

/** Stores the fax and requests the action. The error codes of faxes are not public, so none is sent. */
function finish(context: StepContext, { action, method: by, mediaType }: Params, problem?: string): void {
  const { state, call, at, data } = context;
  const { id, from, to } = call;
  const duration = Math.round((Date.parse(at) - Date.parse(String(data.started))) / 1000);
  const [status, pages] = problem === undefined ? (['received', 1] as const) : (['failed', 0] as const);
  const media_url = problem === undefined ? `https://files.sandbox.invalid/faxes/${id}.${EXTENSIONS[mediaType]}` : null;
  const document = media_url === null ? { document: null } : {};
  addFax(state, { id, from, to, direction: 'inbound', status, media_url, pages, duration, ...document });
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
