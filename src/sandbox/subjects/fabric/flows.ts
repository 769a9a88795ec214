import type { State } from '../../state/state.js';
import type { Own } from './families.js';
import { flowVersions } from './store/dependents.js';
import { addResource, changeResource, type FabricResource } from './store/store.js';

const STARTER = {
  flow_data: { nodes: [{ id: 'start', type: 'start' }], edges: [] },
  relayml: { version: '1.0.0', sections: { main: [{ answer: {} }] } },
};

export const addFlow = (state: State, given: Own, id?: string): FabricResource =>
  storeVersion(state, addResource(state, 'call_flow', { ...STARTER, ...given, document_version: 1 }, id));

export const saveFlow = (state: State, flow: FabricResource, given: Own): FabricResource =>
  storeVersion(state, changeResource(state, flow, { ...flow.own, ...given, document_version: versionOf(flow) + 1 }));

/** Every call flow has a version: see `addFlow`. */
export const versionOf = ({ own }: FabricResource): number => Number(own.document_version);

function storeVersion(state: State, flow: FabricResource): FabricResource {
  const { flow_data, relayml } = flow.own;
  const at = flow.updated_at;
  const id = state.ids.uuid();
  const saved = { id, document_version: versionOf(flow), created_at: at, updated_at: at, flow_data, relayml };
  flowVersions.add(state, flow.id, saved);
  return flow;
}
