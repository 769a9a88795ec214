import type { DocumentSource } from '../document/call-document.js';
import type { DocumentUrl, PendingRequest, WaitFor } from './call-run.js';
import type { Exchange, Prompt } from './story.js';

/** What a verb wants the engine to do. `phase` is the phase in which `resume` continues the same step. */
export type Outcome =
  /** Continues with the next step. */
  | { readonly do: 'next' }
  /** Waits; `resume` gets `time` after `seconds`, unless another event arrives first. Without `seconds`, no time limit. */
  | { readonly do: 'wait'; readonly for: WaitFor; readonly seconds?: number; readonly data?: Data }
  /** Sends a request; `resume` gets `response`. */
  | { readonly do: 'request'; readonly request: NewRequest; readonly data?: Data }
  /** Asks the person for digits or speech; `resume` gets `input`. */
  | { readonly do: 'ask'; readonly prompt: Prompt; readonly data?: Data }
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
  | { readonly do: 'hangup'; readonly says: string; readonly refuses?: 'busy' | 'failed' | 'ended' | 'no-answer' }
  /** Ends the document, but not the call. */
  | { readonly do: 'leave'; readonly says: string };

type Data = Readonly<Record<string, unknown>>;

export type Target =
  | { readonly section: string }
  | { readonly document: DocumentSource }
  /** A document that is requested first. Without one, the call ends. */
  | { readonly urls: readonly DocumentUrl[] };

export type NewRequest = Pick<PendingRequest, 'request' | 'document'> & { readonly timeout_ms?: number };

export type Input = { readonly digits: string } | { readonly speech: string } | null;

/** What a waiting step receives. */
export type RunEvent =
  /** The time of the wait is over. */
  | { readonly kind: 'time' }
  /** The response arrived; `source` is its document, if one was requested and could be read. */
  | { readonly kind: 'response'; readonly response: Exchange; readonly source: DocumentSource | null }
  | { readonly kind: 'input'; readonly input: Input }
  /** A branch or a called section ended. */
  | { readonly kind: 'returned'; readonly phase: string; readonly value: unknown }
  /** A called leg changed its state: `answered`, `ended` and so on. */
  | { readonly kind: 'leg'; readonly leg_id: string; readonly status: string; readonly reason: string }
  /** The call left its queue, conference or room. */
  | { readonly kind: 'left'; readonly reason: string }
  /** A command stopped the step, such as `calling.ai_stop`. */
  | { readonly kind: 'stopped' };
