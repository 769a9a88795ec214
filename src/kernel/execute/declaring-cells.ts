import { readNames } from '../../eval/index.js';
import { asText } from '../../util/index.js';

/** Finds the cell that declares an unknown name, when cells run out of order. */
export class DeclaringCells {
  readonly #savedCells: () => readonly string[];
  /** The sources of failed cells by their number. */
  readonly #failed = new Map<number, string>();
  #skipped: readonly string[] = [];

  /** `savedCells` reads the code cells of the notebook file. It returns none if the kernel does not know the file. */
  constructor(savedCells: () => readonly string[]) {
    this.#savedCells = savedCells;
  }

  addFailed(count: number, source: string): void {
    this.#failed.set(count, source);
  }

  /** The cells that did not run, because a cell before them failed. */
  setSkipped(sources: readonly string[]): void {
    this.#skipped = sources;
  }

  /** Returns advice if the code of the running cell uses the unknown name itself, and a known cell declares it. */
  async adviceOn(error: unknown, running: string): Promise<readonly string[]> {
    if (!(error instanceof ReferenceError)) return [];
    const name = /^(\S+) is not defined$/.exec(asText(error.message))?.[1];
    if (name === undefined || !(await readNames(running))?.used.has(name)) return [];
    const declares = async (source: string) =>
      source !== running && source.includes(name) && ((await readNames(source))?.declared.has(name) ?? false);
    for (const [count, source] of [...this.#failed].reverse())
      if (await declares(source)) return [`In[${count}] declares ${name}, but failed. Correct it and run it again`];
    for (const source of this.#skipped)
      if (await declares(source)) return [`${name} is not defined yet: run the cell that starts with ${start(source)}`];
    for (const source of this.#savedCells())
      if (await declares(source))
        return [
          `${name} is not defined yet: run the cell that defines it. In the saved notebook, it starts with ${start(source)}`,
        ];
    return [];
  }
}

const MAX_START = 60;

/** The first line of a cell, by which the user finds it. */
function start(source: string): string {
  const line = source.trim().split('\n', 1)[0] ?? '';
  return `\`${line.length > MAX_START ? `${line.slice(0, MAX_START - 1)}…` : line}\``;
}
