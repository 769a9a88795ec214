import type { Request } from '../wire/messages.js';
import type { Comms } from './comms.js';
import type { Kernel } from './kernel.js';

/** What the widgets of a notebook need of the kernel. */
export interface WidgetPort extends Pick<Comms, 'open' | 'accept'>, Pick<Kernel, 'runHandler' | 'setNextInput'> {
  readonly isNotebook: boolean;
  readonly source: Request | undefined;
}

export function widgetPort(kernel: Kernel): WidgetPort {
  const { comms, frontEnd } = kernel;
  return {
    get isNotebook() {
      return frontEnd.isNotebook;
    },
    get source() {
      return frontEnd.source;
    },
    open: (...args) => comms.open(...args),
    accept: (...args) => comms.accept(...args),
    runHandler: (...args) => kernel.runHandler(...args),
    setNextInput: (code) => kernel.setNextInput(code),
  };
}
