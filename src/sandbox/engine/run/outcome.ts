import type { DocumentUrl, PendingRequest, WaitFor } from '../../runs/call-run.js';
import type { DocumentSource } from '../document/call-document.js';
import type { Exchange, Prompt } from './story.js';

/** What a verb wants the engine to do. `phase` is the phase in which `resume` continues the same step. */
export type Outcome<D = never> =
  /** Continues with the next step. */
  | { readonly do: 'next' }
  /** Waits; `resume` gets `time` after `seconds`, unless another event arrives first. Without `seconds`, no time limit. */
  | { readonly do: 'wait'; readonly for: WaitFor; readonly seconds?: number; readonly data?: D }
  /**
   * Waits for a place, as `wait` does, while the caller hears another document. `resume` also gets `returned` each time
   * the document ends. Without the document, the step only waits.
   */
  | {
      readonly do: 'hold';
      readonly url: DocumentUrl;
      readonly params: Data;
      readonly verbs: readonly string[];
      readonly seconds?: number;
      readonly data: D;
    }
  /** Sends a request; `resume` gets `response`. */
  | { readonly do: 'request'; readonly request: NewRequest; readonly data?: D }
  /** Asks the person for digits or speech; `resume` gets `input`. */
  | { readonly do: 'ask'; readonly prompt: Prompt; readonly data?: D }
  /** Runs a nested list of the same document, such as a `then`. */
  | { readonly do: 'branch'; readonly list: string; readonly phase?: string }
  /** Runs a section, or the main section of another document, and returns to this step. */
  | {
      readonly do: 'call';
      readonly target: Target;
      readonly params: Data;
      readonly phase?: string;
    }
  /** Continues in a section or another document and never returns. */
  | { readonly do: 'transfer'; readonly target: Target; readonly params: Data }
  | { readonly do: 'jump'; readonly label: string }
  | { readonly do: 'return'; readonly value: unknown }
  /** Ends the document. `refuses` is the status of a call that was not answered. */
  | { readonly do: 'hangup'; readonly reason: string; readonly refuses?: 'busy' | 'failed' | 'ended' | 'no-answer' }
  /** Ends the document, but not the call. */
  | { readonly do: 'leave'; readonly reason: string };

type Data = Readonly<Record<string, unknown>>;

export type Target =
  | { readonly section: string }
  | { readonly document: DocumentSource }
  /** A document that is requested first. Without one, the call ends. */
  | { readonly urls: readonly DocumentUrl[] };

export type NewRequest = Pick<PendingRequest, 'request' | 'document' | 'secret'> & { readonly timeout_ms?: number };

export type Input = { readonly digits: string } | { readonly speech: string } | null;

/** What a waiting step receives. */
export type RunEvent =
  /** The time of the wait is over. */
  | { readonly kind: 'time' }
  /** The response arrived; `source` is its document, if one was requested and could be read. */
  | {
      readonly kind: 'response';
      readonly response: Exchange;
      readonly source: DocumentSource | null;
      /** Why there is no document, as cXML numbers it. */
      readonly code?: number;
    }
  /** `isScripted`: the script has an entry for the prompt, also an empty one. */
  | { readonly kind: 'input'; readonly input: Input; readonly isScripted?: boolean }
  /** A branch or a called section ended. */
  | { readonly kind: 'returned'; readonly phase: string; readonly value: unknown }
  /** A called leg changed its state: `answered`, `ended` and so on. */
  | { readonly kind: 'leg'; readonly leg_id: string; readonly status: string; readonly reason: string }
  /** The call left its queue, conference or room. */
  | { readonly kind: 'left'; readonly reason: string }
  /** Another call takes this call from its queue. Before they talk, this call hears the document of `notice`. */
  | { readonly kind: 'taken'; readonly by: string; readonly notice: DocumentUrl | null }
  /** The conference in which the call waits begins. */
  | { readonly kind: 'started' }
  /** A command stopped the step, such as `calling.ai_stop`. */
  | { readonly kind: 'stopped' }
  /** The call ended while the step waited. The answers to what the step still sends are not executed. */
  | { readonly kind: 'hung up'; readonly token: number };
