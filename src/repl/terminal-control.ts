import { setImmediate as nextTurn } from 'node:timers/promises';
import { editedText, editorCommand } from './external-editor.js';

interface TerminalUsers {
  readonly keyboard: { release(): void; take(): void };
  readonly screen: { hold(): void; release(): void };
}

/** Gives the terminal to the shell while the process is stopped, and to the user's editor and pager. */
export class TerminalControl {
  readonly #users: TerminalUsers;
  #isElsewhere = false;

  constructor(users: TerminalUsers) {
    this.#users = users;
  }

  /** Whether another program uses the terminal. Its signals, such as that of Ctrl-C, are not for the bench. */
  get isElsewhere(): boolean {
    return this.#isElsewhere;
  }

  /** Stops the process group, as the terminal does at Ctrl-Z outside raw mode. Returns when the shell continues it. */
  suspend(): void {
    // Windows has no job control.
    if (this.#isElsewhere || process.platform === 'win32') return;
    this.#release();
    process.kill(0, 'SIGTSTP');
    this.#take();
    void this.#end();
  }

  async edit(text: string, env: NodeJS.ProcessEnv): Promise<string> {
    const command = editorCommand(env);
    return this.lend(() => editedText(text, command));
  }

  /** Gives the terminal to another program while a function runs. */
  async lend<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#release();
    try {
      return await run();
    } finally {
      this.#take();
      void this.#end();
    }
  }

  /** Takes the terminal back after another process stopped this one. Call the returned function to stop. */
  watch(): () => void {
    const onContinue = () => {
      if (!this.#isElsewhere) this.#take();
    };
    process.on('SIGCONT', onContinue);
    return () => process.off('SIGCONT', onContinue);
  }

  #release(): void {
    this.#isElsewhere = true;
    this.#users.screen.hold();
    this.#users.keyboard.release();
  }

  #take(): void {
    this.#users.keyboard.take();
    this.#users.screen.release();
  }

  /** The signal of the own continuation arrives in the next turn of the event loop. */
  async #end(): Promise<void> {
    await nextTurn();
    await nextTurn();
    this.#isElsewhere = false;
  }
}
