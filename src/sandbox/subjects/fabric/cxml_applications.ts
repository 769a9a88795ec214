import { compatItem, snakeFields } from '../../respond/compat.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { crud } from '../../state/resources.js';
import { checkedUrls } from '../refusals.js';
import type { Own } from './families.js';
import { discard, family } from './family.js';
import { addResource, changesOf, type FabricResource, ofType } from './store/store.js';

/** Only the compatible API creates applications. Both APIs read and change them. */
const allApplications = ofType('cxml_application');

const compat = crud('compat.applications', allApplications, {
  changed: (ask, was) => changesOf(was, { ...was.own, ...given(ask) }),
  view,
  gone: discard,
});

export const cxml_applications: Subject = {
  ...family('cxml_application'),
  ...compat,
  'compat.applications.create': (ask) => view(addResource(ask.state, 'cxml_application', given(ask)), ask),
};

const given = ({ fields }: Ask): Own => checkedUrls(snakeFields(fields));

function view(application: FabricResource, { state }: Ask): unknown {
  return { ...application.own, ...compatItem(state, application, `Applications/${application.id}`) };
}
