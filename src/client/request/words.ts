/**
 * The positional arguments, with the names that editors show. The type system can split a path into its parameters, but
 * only a literal tuple type can carry a label. A row with a parameter that is missing here does not compile at its
 * first call.
 */
export interface Words {
  address_id: [address_id: string];
  agent_id: [agent_id: string];
  application_id: [application_id: string];
  brand_id: [brand_id: string];
  call_id: [call_id: string];
  call_sid: [call_sid: string];
  caller_id: [caller_id: string];
  campaign_id: [campaign_id: string];
  chunk_id: [chunk_id: string];
  conference_id: [conference_id: string];
  conference_sid: [conference_sid: string];
  country: [country: string];
  document_id: [document_id: string];
  e164: [e164: string];
  endpoint_id: [endpoint_id: string];
  fax_sid: [fax_sid: string];
  flow_id: [flow_id: string];
  group_id: [group_id: string];
  id: [id: string];
  IsoCountry: [IsoCountry: string];
  log_id: [log_id: string];
  media_sid: [media_sid: string];
  member_id: [member_id: string];
  membership_id: [membership_id: string];
  message_id: [message_id: string];
  message_sid: [message_sid: string];
  name: [name: string];
  number_id: [number_id: string];
  order_id: [order_id: string];
  queue_id: [queue_id: string];
  queue_sid: [queue_sid: string];
  recording_id: [recording_id: string];
  recording_sid: [recording_sid: string];
  request_id: [request_id: string];
  resource_id: [resource_id: string];
  room_id: [room_id: string];
  session_id: [session_id: string];
  short_code_id: [short_code_id: string];
  sid: [sid: string];
  stream_id: [stream_id: string];
  stream_sid: [stream_sid: string];
  subscriber_id: [subscriber_id: string];
  token_id: [token_id: string];
  topic: [topic: string];
  url: [url: string];
}
export type Word = keyof Words;
/** The client fills in `{account}` with the project. */
type Labelled<W> = W extends 'account' ? [] : W extends Word ? Words[W] : [missing_word: never];
export type Lead<L> = L extends readonly [infer W, ...infer Rest] ? [...Labelled<W>, ...Lead<Rest>] : [];
export type PathWords<Path> = Path extends `${string}{${infer W}}${infer Rest}`
  ? [...Labelled<W>, ...PathWords<Rest>]
  : [];
