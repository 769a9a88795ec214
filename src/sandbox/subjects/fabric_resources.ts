import { kind, type State } from '../state.js';

/** Something that can answer a call. The platform makes one when a number is bound. */
export interface FabricResource {
  readonly id: string;
  readonly type: ResourceType;
  readonly display_name: string;
  /** What tells it from others of its type: the URL, the name or the id that the binding gave. */
  readonly key: string;
  readonly created_at: string;
  readonly updated_at: string;
}

const allResources = kind<FabricResource>('resources');

export type ResourceType = 'swml_webhook' | 'cxml_webhook' | 'ai_agent' | 'call_flow' | 'relay_application';

/** The resource of a binding: the one with that URL, name or id, or a new one. */
export function resourceFor(state: State, type: ResourceType, key: string): FabricResource {
  for (const resource of allResources(state)) {
    if (resource.type === type && (resource.key === key || resource.id === key)) return resource;
  }
  const at = state.clock.now().toISOString();
  const takesId = type === 'ai_agent' || type === 'call_flow';
  return allResources(state).add({
    id: takesId ? key : state.ids.uuid(),
    type,
    display_name: key,
    key,
    created_at: at,
    updated_at: at,
  });
}
