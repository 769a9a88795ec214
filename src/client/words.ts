/**
 * Arguments that go by position, with the name an editor shows. The type system can split a path into words,
 * but only a written tuple carries a label. A row with a word missing here does not compile at its first call.
 */
export interface Words {
  agent_id: [agent_id: string];
  application_id: [application_id: string];
  call_id: [call_id: string];
  flow_id: [flow_id: string];
  member_id: [member_id: string];
  name: [name: string];
  queue_id: [queue_id: string];
  resource_id: [resource_id: string];
  topic: [topic: string];
  url: [url: string];
}
export type Word = keyof Words;
/** `{account}` is filled by the client: it is the project. */
type Labelled<W> = W extends 'account' ? [] : W extends Word ? Words[W] : [missing_word: never];
export type Lead<L> = L extends readonly [infer W, ...infer Rest] ? [...Labelled<W>, ...Lead<Rest>] : [];
export type PathWords<Path> = Path extends `${string}{${infer W}}${infer Rest}`
  ? [...Labelled<W>, ...PathWords<Rest>]
  : [];
