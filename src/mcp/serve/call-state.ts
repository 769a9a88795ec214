import type { AgentTool, FunctionResult, RawData } from '../../skills/index.js';

type Data = Readonly<Record<string, unknown>>;

/** The state of a call that the platform keeps and an MCP client does not. One MCP session is one call. */
export class CallState {
  readonly #id: string;
  #global: Data;
  #meta: Data = {};
  readonly #off = new Set<string>();

  constructor(id: string, global_data: Data) {
    this.#id = id;
    this.#global = global_data;
  }

  get raw_data(): RawData {
    return { call_id: this.#id, global_data: structuredClone(this.#global), meta_data: structuredClone(this.#meta) };
  }

  isOn({ name }: Pick<AgentTool, 'name'>): boolean {
    return !this.#off.has(name);
  }

  /** Applies the data and tool actions of a result, as the platform would, and returns the remaining actions. */
  apply({ action }: FunctionResult): { left: Record<string, unknown>[]; toolsChanged: boolean } {
    let toolsChanged = false;
    const left = action.flatMap((one) => {
      const { set_global_data, unset_global_data, set_meta_data, unset_meta_data, toggle_functions, ...rest } = one;
      this.#global = changed(this.#global, set_global_data, unset_global_data);
      this.#meta = changed(this.#meta, set_meta_data, unset_meta_data);
      if (this.#toggle(toggle_functions)) toolsChanged = true;
      return Object.keys(rest).length > 0 ? [rest] : [];
    });
    return { left, toolsChanged };
  }

  #toggle(toggles: unknown): boolean {
    const before = this.#off.size;
    for (const { function: name, active } of Array.isArray(toggles) ? toggles : []) {
      if (active === false) this.#off.add(String(name));
      else this.#off.delete(String(name));
    }
    return this.#off.size !== before || (Array.isArray(toggles) && toggles.length > 1);
  }
}

function changed(data: Data, set: unknown, unset: unknown): Data {
  const gone = [unset ?? []].flat().map(String);
  const kept = Object.entries(data).filter(([key]) => !gone.includes(key));
  return { ...Object.fromEntries(kept), ...(typeof set === 'object' && set !== null ? structuredClone(set) : {}) };
}
