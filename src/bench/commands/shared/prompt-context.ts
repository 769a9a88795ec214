import { CREDENTIAL_VARIABLES } from '../../../client/index.js';
import type { CommandContext } from '../../../commands/index.js';
import type { Sandbox } from '../../../sandbox/index.js';
import type { SkillRegistry } from '../../../skills/index.js';
import type { Bench } from '../../bench.js';

/** What the prompt offers to the commands that it shares with the shell. Lines beside the result are added to `notes`. */
export function promptContext(bench: Bench, notes: string[]): CommandContext {
  const { globals, mode, startedFrom, inspect } = bench;
  const note = (line: string) => void notes.push(line);
  return {
    env: process.env,
    typed: (command) => `.${command}`,
    secrets: async () => [process.env[CREDENTIAL_VARIABLES.token], ...bench.knownSecrets.known],
    warn: note,
    log: note,
    print: async (shown) => note(String(shown)),
    progress: () => {},
    interruptible: (work) => work(bench.signal),
    profiles: () => bench.profiles(),
    skills: async () => ({
      registry: globals.registry as SkillRegistry,
      isLive: mode.kind === 'live',
      answerOffline: async () => {},
      newAgent: async () => bench.newAgent(),
    }),
    session: {
      get sandbox() {
        return globals.sandbox as Sandbox;
      },
      ...(mode.kind === 'live' && mode.source !== undefined && { liveSource: mode.source }),
      ...(startedFrom !== undefined && { startedFrom }),
      ...(inspect && {
        async inspect() {
          const page = await inspect();
          return { address: page.newAddress(), note: page.note };
        },
      }),
      async recording() {
        const { countsOf, sessionRecording } = await import('../../transcript/session-recording.js');
        const recording = await sessionRecording(bench);
        return { ...recording, counts: countsOf(recording.documents) };
      },
    },
  };
}
