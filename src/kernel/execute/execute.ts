import { type Bench, type Outcome, present, questionIn } from '../../bench/index.js';
import { mimeBundle } from '../../show/index.js';
import { inNotebook } from '../types/notebook-help.js';
import { typeWarning } from '../types/type-warning.js';
import type { Types } from '../types/types.js';
import type { Content, Request } from '../wire/messages.js';
import { type CellError, cellError } from './cell-error.js';
import type { History } from './history.js';

/** What type errors do to a cell: nothing is checked, they are shown beside its output, or they stop it. */
export type TypeChecking = 'off' | 'warn' | 'stop';

export interface ExecuteParts {
  readonly bench: Bench;
  readonly types: Types;
  readonly history: History;
  readonly typeChecking: TypeChecking;
  /** Draws what the cell left to be drawn later. */
  settle(): void;
  publish(request: Request, type: string, content: Content): void;
  print(request: Request, name: 'stdout' | 'stderr', text: string): void;
}

export type ExecuteReply = Content & { readonly status: 'ok' | 'error' };

/** Runs cells one after the other and says what came of them. */
export function createExecutor({ bench, types, history, typeChecking, settle, publish, print }: ExecuteParts) {
  const sources = new Map<string, string>();
  let count = 0;

  async function execute(request: Request): Promise<ExecuteReply> {
    const { code, silent, store_history } = request.content;
    const source = String(code ?? '');
    const check = checkTypes(request, source); // first of all: it takes longest, and in another thread
    if (!silent && store_history !== false) history.add(++count, bench.discretion.input(source));
    if (!silent) publish(request, 'execute_input', { code: source, execution_count: count });

    // A silent input leaves no trace: no number, no history, no name in later stacks.
    const filename = silent ? undefined : `cell-${count}.ts`;
    if (filename) sources.set(filename, source);
    const refused = typeChecking === 'stop' ? await check.verdict : '';
    const outcome = refused
      ? failed(new TypeErrors(refused))
      : inNotebook(source, await bench.run(source, { ...(filename && { filename }) }), bench.scope.peek);
    settle();
    // A value may fail while it is shown.
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
      // A person who asks reads the answer in the pager, and the notebook stays as it was; a program gets a result.
      if (questionIn(String(code)) !== undefined && allow_stdin) payload.push({ source: 'page', start: 0, ...result });
      else publish(request, 'execute_result', { execution_count: count, ...result });
    }
    const expressions = await evaluateAll((user_expressions ?? {}) as Record<string, string>);
    return { status: 'ok', execution_count: count, payload, user_expressions: expressions };
  }

  /**
   * The compiler looks at the cell while it runs. Warnings are for a person: a program that runs cells (it allows no
   * input) gets none, so that its outputs do not depend on how long the compiler takes to load. A compiler that is
   * still loading holds up nobody: its warning comes late.
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

/** A dot command is for the bench, not for TypeScript. */
function isCommand(source: string): boolean {
  return /^\s*\.[a-z]/.test(source);
}

class TypeErrors extends Error {
  override readonly name = 'TypeScriptError';
}
