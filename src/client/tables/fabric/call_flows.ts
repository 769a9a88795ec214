import { anything, int, obj, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { AppAddress, addressesOf, family, resource } from './resource.js';

// The paths of addresses and versions use the singular.
const ONE = '/api/fabric/resources/call_flow/{resource_id:call flow}';

const flow = {
  flow_data: anything('The diagram of the flow. Use it with `relayml`.'),
  relayml: anything('The document that the flow runs. Use it with `flow_data`.'),
};
const CallFlow = shape('CallFlow', { id: str(), title: str() }, { document_version: int(), ...flow });
const CallFlowVersion = shape('CallFlowVersion', { id: str(), version: str(), created_at: str(), updated_at: str() }, flow);
const CallFlowDeployment = shape('CallFlowDeployment', { id: str(), document_version: int(), created_at: str(), updated_at: str() }, flow);
export const CallFlowResource = resource('CallFlowResource', 'call_flow', CallFlow);

const common = family('call_flows', 'call flow', { update: 'PUT', created: 201, needs: { title: str() }, takes: flow, gives: CallFlowResource, addresses: AppAddress });

export const call_flows = {
  ...common,
  update: op('PUT /api/fabric/resources/call_flows/{resource_id:call flow}', 'Update a call flow.', {
    takes: { title: str(), document_version: int('One more than the current version.'), ...flow },
    demands: ['document_version', 'flow_data', 'relayml'],
    gives: CallFlowResource,
  }),
  list_addresses: addressesOf('call_flow', AppAddress),
  list_versions:  op(`GET ${ONE}/versions`, 'List the versions of a call flow.', { takes: {}, gives: page(CallFlowVersion) }),
  deploy_version: op(`POST ${ONE}/versions`, 'Deploy one version of a call flow.', {
    variants: [obj({ document_version: int() }), obj({ call_flow_version_id: str() })], ok: 201, gives: CallFlowDeployment,
  }),
};
