import { existsSync } from 'node:fs';
import type { SkillFlags, SkillSource } from '../../commands/index.js';
import { enforceEgress, guardedTransport, sendAndFollow, setEgress, type Transport } from '../../http/index.js';
import { KnownSecrets } from '../../redact/index.js';
import { type OfflineOptions, offlineServices } from '../../services/index.js';
import { Agent, createRegistry, type SkillRegistry } from '../../skills/index.js';
import { UsageError } from '../exit-codes.js';
import { writeErr } from '../output.js';
import type { ServiceRecording } from './record-services.js';

/** Returns the skills that the options of a command name. Without --live, recordings answer for services. */
export async function skillSource(flags: SkillFlags): Promise<SkillSource> {
  const { skills = [], project, live: isLive = false, replay, check = false, record } = flags;
  if (isLive && replay !== undefined) throw new UsageError('choose one of --replay and --live');
  if (check && replay === undefined) throw new UsageError('--check needs --replay');
  if (flags['no-redact'] && record === undefined) throw new UsageError('--no-redact needs --record FILE');
  if (project !== undefined && !existsSync(project)) throw new UsageError(`the folder ${project} does not exist`);
  const registry = registryOf(project, skills);
  // Listing skills also runs code of the user's skills.
  enforceEgress(isLive ? 'open' : 'loopback');
  const offline = async () => (isLive ? undefined : offlineServices(await recordingOf(replay, check)));
  const knownSecrets = new KnownSecrets(process.env);
  let recording: ServiceRecording | undefined;
  /** A server on this machine needs a transport that the recording is in front of. */
  const transportFor = async (services: Transport | undefined) => {
    if (record === undefined) return replay === undefined ? undefined : services;
    const { recordServices } = await import('./record-services.js');
    const redact = !flags['no-redact'];
    recording = await recordServices(services ?? guardedTransport(), { file: record, redact, isLive, knownSecrets });
    return recording.services;
  };
  return {
    registry,
    isLive,
    answerOffline: async () => setEgress(isLive ? 'open' : 'loopback', await offline()),
    async endRecording() {
      recording?.finish();
      await recording?.services.close?.();
    },
    async newAgent() {
      const services = await offline();
      setEgress(isLive ? 'open' : 'loopback', services);
      const transport = await transportFor(services);
      const agent = new Agent({
        registry,
        env: process.env,
        placeholders: () => !isLive,
        ...(transport && { transport, secrets: knownSecrets }),
      });
      agent.on('log', ({ level, message }) => level !== 'debug' && writeErr(`patchbay: ${message}\n`));
      return agent;
    },
  };
}

function registryOf(project: string | undefined, directories: readonly string[]): SkillRegistry {
  try {
    const registry = createRegistry({ env: process.env, ...(project !== undefined && { project }) });
    for (const directory of directories) registry.add_skill_directory(directory);
    return registry;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function recordingOf(replay: string | undefined, check: boolean): Promise<OfflineOptions> {
  if (replay === undefined) return {};
  const onMiss = (request: string) =>
    writeErr(
      `patchbay: ${request} is not in ${replay}. From now on, recordings of the package answer. With --check, this is an error.\n`,
    );
  return { recording: await opened(replay), strict: check, onMiss };
}

/** Loading the schemas of the file format takes time, so only a replay imports them. */
const opened = async (file: string) => (await import('../../cassette/index.js')).openCassette(file);

/** Sets the egress policy, which allows requests to other machines only with --live. Returns how to send requests. */
export function openTransport(live: boolean) {
  setEgress(live ? 'open' : 'loopback', live ? undefined : offlineServices());
  const transport = guardedTransport();
  return {
    send: (...[request, options]: SendArguments) => sendAndFollow(transport, request, options),
    close: async () => transport.close?.(),
  };
}

type SendArguments = Parameters<typeof sendAndFollow> extends [unknown, ...infer Rest] ? Rest : never;
