import type { Content } from '../wire/messages.js';

/** The longest id of a comm, and the longest name of its target. */
const MAX_NAME = 200;

export const isCommName = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_NAME;

/** The comms that are open, from the messages that pass the sockets, so that a kernel with a busy cell can list them. */
export class OpenComms {
  readonly #targets = new Map<string, string>();

  note(type: string, { comm_id, target_name }: Content): void {
    if (!isCommName(comm_id)) return;
    if (type === 'comm_close') this.#targets.delete(comm_id);
    else if (type === 'comm_open' && isCommName(target_name) && !this.#targets.has(comm_id))
      this.#targets.set(comm_id, target_name);
  }

  /** The content of a `comm_info_reply`: all comms, or those of a target. */
  list(target: unknown): Content {
    const listed = [...this.#targets].filter(
      ([, name]) => typeof target !== 'string' || target === '' || name === target,
    );
    return { status: 'ok', comms: Object.fromEntries(listed.map(([id, target_name]) => [id, { target_name }])) };
  }
}
