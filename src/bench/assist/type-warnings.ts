import { ownValue, type Session } from '../../assist/index.js';
import type { TypeService } from '../../types/index.js';
import type { SessionMonitor } from '../session/session-monitor.js';

/**
 * Passes an input that ran to the compiler. Logs a notice when the compiler finds a misspelt member or a value of
 * another type. The caller does not wait for it.
 */
export function learnTypes(
  code: string,
  types: Pick<TypeService, 'add' | 'check'> | undefined,
  monitor: Pick<SessionMonitor, 'input' | 'log' | 'notify'>,
  scope: Pick<Session, 'peek'>,
): void {
  if (!types) return;
  const { input } = monitor;
  void types.check(code).then((found = []) => {
    const isNews = (name: string) =>
      !monitor.log.events.some(
        (event) => event.kind === 'notice' && event.input === input && event.text.includes(name),
      );
    for (const one of found)
      if ('variable' in one) {
        const { variable, declared, given } = one;
        monitor.notify(`the type of ${variable} is ${declared}, but its value is a ${given}`, { input });
      } else if (isNews(one.name) && !existsAtRunTime(one.object, one.name, scope))
        monitor.notify(`${subjectOf(one.object)} has no ${one.name}. Did you mean ${one.meant}?`, { input });
  });
  types.add(code);
}

const MAX_OBJECT = 40;
const subjectOf = (object: string) =>
  object.length <= MAX_OBJECT && !/[\n`]/.test(object) ? object : 'The value before the dot';

/** The library of the compiler does not know each method of Node.js, and code can add a property to any object. */
function existsAtRunTime(object: string, name: string, { peek }: Pick<Session, 'peek'>): boolean {
  if (BUILT_IN.some((prototype) => name in prototype)) return true;
  const [variable = '', ...steps] = object.split('.');
  if (!/^[\p{ID_Start}$_]/u.test(variable)) return false;
  const value = steps.reduce<unknown>((at, step) => ownValue(at, step), peek(variable)?.value);
  return ownValue(value, name) !== undefined;
}

const BUILT_IN: readonly object[] = [Array, String, Number, Promise, Map, Set, Date, RegExp, Uint8Array, Function].map(
  (one) => one.prototype as object,
);
