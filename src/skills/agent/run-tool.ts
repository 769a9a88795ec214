import { isPlain, withDeadline } from '../../util/index.js';
import { currentCall } from '../contract/current-call.js';
import { copyOf } from '../contract/params.js';
import type { DefinedTool, Progress, RawData, ToolArguments } from '../contract/tool.js';
import { FunctionResult } from '../function-result/index.js';
import { checkedArguments } from './tool-arguments.js';

/** A finished call, for listeners. */
export interface ToolCall {
  /** A running number. The HTTP exchanges of the call have the same one. */
  readonly id: number;
  readonly tool: string;
  /** The key of the skill that defines the tool. */
  readonly skill?: string;
  readonly args: ToolArguments;
  readonly result?: FunctionResult;
  readonly error?: Error;
  readonly duration_ms: number;
}

interface RunOptions {
  readonly id: number;
  readonly skill: string | undefined;
  readonly signals: readonly (AbortSignal | undefined)[];
  readonly timeoutMs: number;
  readonly progress: ((step: Progress) => void) | undefined;
  redact<T>(value: T): T;
  done(call: ToolCall): void;
}

/** Checks the arguments, runs the handler with a deadline, and converts its return value to a result. */
export async function runTool(
  tool: DefinedTool,
  args: unknown,
  raw_data: RawData,
  { id, skill, signals, timeoutMs, progress, redact, done }: RunOptions,
): Promise<FunctionResult> {
  const checked = checkedArguments(tool, args);
  const started = performance.now();
  const finish = (outcome: Pick<ToolCall, 'result' | 'error'>) =>
    done({
      id,
      tool: tool.name,
      ...(skill && { skill }),
      args: redact(checked),
      ...outcome,
      duration_ms: performance.now() - started,
    });
  const call = { id, tool: tool.name, redact: (text: string) => redact(text), failed: false };
  const report = (step: Progress) => progress?.(redact(checkedStep(step)));
  try {
    const value = await currentCall.run(call, () =>
      withDeadline((signal) => tool.handler(checked, raw_data, { signal, progress: report }), { signals, timeoutMs }),
    );
    const result = FunctionResult.from(value);
    if (call.failed) result.set_failed();
    finish({ result: redactedCopy(result, redact) });
    return result;
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    // A printed error includes its causes, so the cause is kept only if it contains no secret.
    const isClean = redact(fullText(cause)) === fullText(cause);
    const error = new Error(`${tool.name} failed: ${redact(text)}`, isClean ? { cause } : undefined);
    finish({ error });
    throw error;
  }
}

/** Checks the type, because skills can be written in JavaScript. */
function checkedStep(step: Progress): Progress {
  const { message, done, total } = isPlain(step) ? step : {};
  const isNumber = (value: unknown) => value === undefined || Number.isFinite(value);
  if (typeof message === 'string' && isNumber(done) && isNumber(total)) return step;
  throw new TypeError("progress requires an object: progress({ message: 'half done', done: 1, total: 2 })");
}

/** Listeners get a copy without hidden values, and cannot change the result. */
const redactedCopy = ({ response, action, post_process, failed }: FunctionResult, redact: RunOptions['redact']) =>
  new FunctionResult(copyOf(redact(response)), post_process).add_actions(copyOf(redact(action))).set_failed(failed);

const fullText = (error: unknown) => (error instanceof Error ? `${error.message}\n${error.stack}` : String(error));
