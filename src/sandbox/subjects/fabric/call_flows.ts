import type { Handlers, OperationRequest, RequestOf } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { find } from '../../respond/resources.js';
import { invalid } from '../../respond/response.js';
import { notInProject, wrongValue } from '../refusals.js';
import type { Own } from './families.js';
import { declaredFields, family } from './family.js';
import { addFlow, saveFlow, versionOf } from './flows.js';
import { type FlowVersion, flowVersions } from './store/dependents.js';
import { changeResource, type FabricResource, ofType, viewResource } from './store/store.js';

export const call_flows: Handlers = {
  ...family('call_flow'),
  'fabric.call_flows.create': (request) => viewResource(addFlow(request.state, flowFields(request)), request),
  'fabric.call_flows.update': (request) => {
    const flow = findFlow(request);
    const { document_version, ...changes } = flowFields(request);
    // The client sends the number of the new version, so that concurrent changes do not overwrite each other.
    if (document_version !== versionOf(flow) + 1)
      throw wrongValue('document_version', `must be ${versionOf(flow) + 1}: the current version is ${versionOf(flow)}`);
    return viewResource(saveFlow(request.state, flow, changes), request);
  },

  'fabric.call_flows.list_versions': (request) =>
    page(request, flowVersions.of(request.state, findFlow(request).id), (one) => ({
      ...one,
      version: `${one.document_version}`,
    })),
  'fabric.call_flows.deploy_version': (request) => {
    const { state } = request;
    const flow = findFlow(request);
    const version = requestedVersion(request, flow);
    const deployed = flowVersions.replace(state, { ...version, updated_at: state.clock.now().toISOString() });
    changeResource(state, flow, { ...flow.own, deployed_version_id: version.id });
    return deployed;
  },
};

const findFlow = (request: OperationRequest) => find(request, ofType('call_flow'));

/** `flow_data` and `relayml` describe the same flow, so they change together. */
function flowFields(request: OperationRequest): Own {
  const fields = declaredFields(request, 'call_flow');
  const [missing, other] = ['flow_data', 'relayml'].filter((name) => fields[name] === undefined);
  if (missing !== undefined && other === undefined)
    throw invalid({
      message: 'flow_data and relayml belong together: send both or neither',
      attribute: missing,
      code: 'missing_required_parameter',
    });
  return fields;
}

type Deploy = RequestOf<'fabric.call_flows.deploy_version'>;

function requestedVersion({ state, input }: Deploy, flow: FabricResource): FlowVersion {
  const versions = flowVersions.of(state, flow.id);
  if ('call_flow_version_id' in input) {
    const version = versions.get(input.call_flow_version_id);
    if (!version) throw notInProject('call_flow_version_id', 'list them with fabric.call_flows.list_versions');
    return version;
  }
  // Start with the newest version, which is the most common choice.
  for (const [, version] of versions.newest()) if (version.document_version === input.document_version) return version;
  throw wrongValue('document_version', `must be a version of this flow, 1 to ${versionOf(flow)}`);
}
