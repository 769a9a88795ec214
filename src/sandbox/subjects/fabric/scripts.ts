import { compatDate, compatItem } from '../../respond/compat.js';
import type { Handlers, OperationRequest, RequestOf } from '../../respond/handler.js';
import { crud } from '../../respond/resources.js';
import type { Own } from './families.js';
import { discard, family } from './family.js';
import { addResource, changesOf, documentUrl, type FabricResource, ofType, viewResource } from './store/store.js';

/** cXML documents that the platform serves. The compatible API calls them bins. */
const scripts = family('cxml_script', {
  // Unlike the lists of all resources, its own routes also return the name as `name`.
  view: (script, request) => ({ ...viewResource(script, request), name: script.display_name }),
});

const bins = crud('compat.laml_bins', ofType('cxml_script'), {
  add: ({ state, input }) => addResource(state, 'cxml_script', ownFields(input)),
  update: ({ input }, script) => changesOf(script, { ...script.own, ...ownFields(input) }),
  view,
  beforeDelete: discard,
});

export const cxml_scripts: Handlers = { ...scripts, ...bins };

type Save = RequestOf<'compat.laml_bins.create' | 'compat.laml_bins.update'>['input'];

const ownFields = ({ Name, Contents }: Save): Own => ({
  display_name: Name,
  ...(Contents !== undefined && { contents: Contents }),
});

function view(script: FabricResource, { state }: Pick<OperationRequest, 'state'>): unknown {
  const { display_name, contents, request_count, last_accessed_at } = script.own;
  return {
    ...compatItem(state, script, `LamlBins/${script.id}`),
    name: display_name,
    contents,
    request_url: documentUrl(script),
    num_requests: request_count,
    date_last_accessed: typeof last_accessed_at === 'string' ? compatDate(last_accessed_at) : null,
  };
}

/** Status callbacks report calls, so a script for messages has none. */
const shaped = ({ status_callback_url, status_callback_method: _, ...own }: Own): Own =>
  own.script_type === 'messaging' || typeof status_callback_url !== 'string'
    ? own
    : { ...own, status_callback_url, status_callback_method: 'POST' };

export const swml_scripts: Handlers = family('swml_script', {
  create: (_state, given) => shaped(given),
  update: (_state, given, { own }) => shaped({ ...own, ...given }),
});
