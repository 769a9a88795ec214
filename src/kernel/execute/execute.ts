import { type Bench, type Outcome, present, questionIn } from '../../bench/index.js';
import { mimeBundle } from '../../show/index.js';
import { inNotebook } from '../types/notebook-help.js';
import { typeWarning } from '../types/type-warning.js';
import type { Types } from '../types/types.js';
import type { Content, Request } from '../wire/messages.js';
import { type CellError, cellError } from './cell-error.js';
import type { History } from './history.js';

/**
 * How type errors affect a cell: not checked, shown as warnings with its output, or an error that prevents execution.
 */
export type TypeChecking = 'off' | 'warn' | 'stop';

export interface ExecuteParts {
  readonly bench: Bench;
  readonly types: Types;
  readonly history: History;
  readonly typeChecking: TypeChecking;
  /** Draws the displays that the cell deferred. */
  settle(): void;
  publish(request: Request, type: string, content: Content): void;
  print(request: Request, name: 'stdout' | 'stderr', text: string): void;
}

export type ExecuteReply = Content & { readonly status: 'ok' | 'error' };

/** Creates the function that runs one cell and returns the content of its `execute_reply`. */
export function createExecutor({ bench, types, history, typeChecking, settle, publish, print }: ExecuteParts) {
  const sources = new Map<string, string>();
  let count = 0;

  async function execute(request: Request): Promise<ExecuteReply> {
    const { code, silent, store_history } = request.content;
    const source = String(code ?? '');
    const check = checkTypes(request, source); // start first: the check is slow and runs in another thread
    if (!silent && store_history !== false) history.add(++count, bench.knownSecrets.input(source));
    if (!silent) publish(request, 'execute_input', { code: source, execution_count: count });

    // A silent request leaves no trace: no number, no history entry, no file name in later stacks.
    const filename = silent ? undefined : `cell-${count}.ts`;
    if (filename) sources.set(filename, source);
    const refused = typeChecking === 'stop' ? await check.verdict : '';
    const outcome = refused
      ? failed(new TypeErrors(refused))
      : inNotebook(source, await bench.run(source, { ...(filename && { filename }) }), bench.scope.peek);
    settle();
    // Formatting a value can throw, for example in a getter. Such an error fails the cell.
    const reply = await conclude(request, outcome).catch((error) => conclude(request, failed(error)));
    await check.shown();
    return reply;
  }

  async function conclude(request: Request, outcome: Outcome): Promise<ExecuteReply> {
    const { silent, user_expressions, code, allow_stdin } = request.content;
    if (!outcome.ok) {
      const error = failure(outcome.error);
      const known = present(outcome.error);
      if (!silent && known !== outcome.error) publish(request, 'display_data', await shown(known));
      if (!silent) publish(request, 'error', error);
      return { status: 'error', execution_count: count, ...error };
    }
    const payload: Content[] = [];
    if (outcome.value !== undefined && !silent) {
      const result = await shown(present(outcome.value));
      // In a front end, a help question opens the pager and leaves the notebook unchanged. A program gets a result.
      if (questionIn(String(code)) !== undefined && allow_stdin) payload.push({ source: 'page', start: 0, ...result });
      else publish(request, 'execute_result', { execution_count: count, ...result });
    }
    const expressions = await evaluateAll((user_expressions ?? {}) as Record<string, string>);
    return { status: 'ok', execution_count: count, payload, user_expressions: expressions };
  }

  /**
   * Checks the types of the cell while the cell runs. Warnings are for people. A program that runs cells (`allow_stdin`
   * is false) gets none, so that its outputs do not depend on how long the compiler takes to load. A cell does not wait
   * for a compiler that is still loading: its warning arrives later.
   */
  function checkTypes(request: Request, source: string) {
    const { silent, allow_stdin } = request.content;
    const skipped = silent || isCommand(source) || (typeChecking === 'warn' && allow_stdin === false);
    const verdict = skipped
      ? Promise.resolve('')
      : types.ask({ method: 'check', source }).then((problems) => typeWarning(source, problems ?? []));
    const warned = verdict.then((text) => {
      if (text && typeChecking === 'warn') print(request, 'stderr', text);
    });
    return { verdict, shown: async () => (types.isLoaded() ? warned : undefined) };
  }

  async function evaluateAll(expressions: Record<string, string>): Promise<Content> {
    const answers: Record<string, Content> = {};
    for (const [name, source] of Object.entries(expressions)) {
      answers[name] = await bench.evaluate(source).then(
        async (value) => ({ status: 'ok', ...(await shown(value)) }),
        (error) => ({ status: 'error', ...failure(error) }),
      );
    }
    return answers;
  }

  function failure(error: unknown): CellError {
    return cellError(error, bench.framesOf(error), (filename) => sources.get(filename), bench.adviceOn(error));
  }

  return { execute, count: () => count };
}

async function shown(value: unknown) {
  return { data: await mimeBundle(value), metadata: {} };
}

function failed(error: unknown): Outcome {
  return { ok: false, error };
}

/** Dot commands go to the bench, not to TypeScript. */
function isCommand(source: string): boolean {
  return /^\s*\.[a-z]/.test(source);
}

class TypeErrors extends Error {
  override readonly name = 'TypeScriptError';
}
