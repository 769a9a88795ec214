import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll } from 'vitest';

// On Node.js 20, each promise of a process costs more after an asynchronous context was used, and much more after a front
// end of the kernel hid the contexts. The files that follow in the process start without both.
const used = new Set<AsyncLocalStorage<unknown>>();
const { prototype } = AsyncLocalStorage;
const { run, enterWith } = prototype;
prototype.run = function (this: AsyncLocalStorage<unknown>, ...given: Parameters<typeof run>) {
  used.add(this);
  return run.apply(this, given);
};
prototype.enterWith = function (this: AsyncLocalStorage<unknown>, store: unknown) {
  used.add(this);
  enterWith.call(this, store);
};

afterAll(() => {
  Object.assign(prototype, { run, enterWith });
  for (const storage of used) storage.disable();
  for (const key of Object.getOwnPropertySymbols(Promise.prototype))
    if (key !== Symbol.toStringTag) Reflect.deleteProperty(Promise.prototype, key);
});
