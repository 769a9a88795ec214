import { owned } from '../../../state/owned.js';

export interface FlowVersion {
  readonly id: string;
  readonly document_version: number;
  readonly created_at: string;
  readonly updated_at: string;
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
export const subscriberEndpoints = owned<SubscriberEndpoint>('subscriber SIP endpoints');

export const DEPENDENTS = [flowVersions, subscriberEndpoints];
