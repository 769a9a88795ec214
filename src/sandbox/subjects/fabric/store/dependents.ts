import type { Stored } from '../../../respond/resources.js';
import { owned } from '../../../state/owned.js';

export interface FlowVersion extends Stored {
  readonly document_version: number;
  readonly flow_data: unknown;
  readonly relayml: unknown;
}
export const flowVersions = owned<FlowVersion>('call flow versions');

export interface SubscriberEndpoint {
  readonly id: string;
  readonly subscriber_id: string;
  readonly username: string;
  readonly [setting: string]: unknown;
}
export const subscriberEndpoints = owned<SubscriberEndpoint>('subscriber SIP endpoints', ({ username }) => username);

export const DEPENDENTS = [flowVersions, subscriberEndpoints];
