import { page } from '../../respond/pages.js';
import { invalid } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { find } from '../../state/resources.js';
import { notYours, wrongValue } from '../refusals.js';
import type { Own } from './families.js';
import { family, givenTo } from './family.js';
import { addFlow, saveFlow, versionOf } from './flows.js';
import { type FlowVersion, flowVersions } from './store/dependents.js';
import { changeResource, type FabricResource, ofType, viewResource } from './store/store.js';

export const call_flows: Subject = {
  ...family('call_flow'),
  'fabric.call_flows.create': (ask) => viewResource(ask.state, addFlow(ask.state, given(ask))),
  'fabric.call_flows.update': (ask) => {
    const flow = findFlow(ask);
    const { document_version, ...changes } = given(ask);
    // The client sends the number of the new version, so that concurrent changes do not overwrite each other.
    if (document_version !== undefined && document_version !== versionOf(flow) + 1)
      throw wrongValue('document_version', `must be ${versionOf(flow) + 1}: the current one is ${versionOf(flow)}`);
    return viewResource(ask.state, saveFlow(ask.state, flow, changes));
  },

  'fabric.call_flows.list_versions': (ask) =>
    page(ask, flowVersions.of(ask.state, findFlow(ask).id), (one) => ({ ...one, version: `${one.document_version}` })),
  'fabric.call_flows.deploy_version': (ask) => {
    const flow = findFlow(ask);
    const version = wanted(ask, flow);
    const deployed = flowVersions.replace(ask.state, { ...version, updated_at: ask.state.clock.now().toISOString() });
    changeResource(ask.state, flow, { ...flow.own, deployed_version_id: version.id });
    return deployed;
  },
};

const findFlow = (ask: Ask) => find(ask, ofType('call_flow'));

/** `flow_data` and `relayml` describe the same flow, so they change together. */
function given(ask: Ask): Own {
  const fields = givenTo(ask, 'call_flow');
  const missing = ['flow_data', 'relayml'].filter((name) => fields[name] === undefined);
  if (missing.length === 1)
    throw invalid({
      message: 'flow_data and relayml go together: send both, or neither',
      attribute: missing[0] as string,
      code: 'missing_required_parameter',
    });
  return fields;
}

function wanted({ state, fields }: Ask, flow: FabricResource): FlowVersion {
  const { call_flow_version_id: id, document_version } = fields;
  const its = flowVersions.of(state, flow.id);
  if (id !== undefined) {
    const version = its.get(String(id));
    if (!version) throw notYours('call_flow_version_id', 'see fabric.call_flows.list_versions');
    return version;
  }
  // Start with the newest version, which is the most common choice.
  for (const [, version] of its.newest()) if (version.document_version === document_version) return version;
  throw wrongValue('document_version', `must be one of this flow's versions, 1 to ${versionOf(flow)}`);
}
