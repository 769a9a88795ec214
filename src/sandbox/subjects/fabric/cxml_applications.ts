import { compatItem, snakeFields } from '../../respond/compat.js';
import type { Fields, Handlers, OperationRequest } from '../../respond/handler.js';
import { crud } from '../../respond/resources.js';
import { checkedUrls } from '../refusals.js';
import type { Own } from './families.js';
import { discard, family } from './family.js';
import { addResource, changesOf, type FabricResource, ofType } from './store/store.js';

/** Only the compatible API creates applications. Both APIs read and change them. */
const compat = crud('compat.applications', ofType('cxml_application'), {
  add: ({ state, input }) => addResource(state, 'cxml_application', ownFields(input)),
  update: ({ input }, application) => changesOf(application, { ...application.own, ...ownFields(input) }),
  view,
  beforeDelete: discard,
});

export const cxml_applications: Handlers = { ...family('cxml_application'), ...compat };

const ownFields = (input: Fields): Own => checkedUrls(snakeFields(input));

function view(application: FabricResource, { state }: Pick<OperationRequest, 'state'>): unknown {
  return { ...application.own, ...compatItem(state, application, `Applications/${application.id}`) };
}
