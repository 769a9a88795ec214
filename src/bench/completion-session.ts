import type { SeenIds, Session, SkillOffer, Suggestion } from '../assist/index.js';
import { type Agent, previewSkill, type SkillRegistry } from '../skills/index.js';
import type { TypeService } from '../types/index.js';
import { filesFor, mappedNames } from './assist/file-suggestions.js';
import type { IdLookups } from './assist/id-lookups.js';
import { entryPoints, exportsOf } from './assist/module-exports.js';
import type { Bench } from './bench.js';
import { commands, completeCommand, ownNumbers } from './commands/index.js';

interface Ports {
  readonly bench: Bench;
  readonly globals: { readonly registry: SkillRegistry; readonly agent: Agent };
  readonly seen: SeenIds;
  readonly lookups: Pick<IdLookups, 'of'>;
  readonly types: Pick<TypeService, 'complete' | 'signature' | 'status' | 'typeOf'> | undefined;
}

export function completionSession({ bench, globals, seen, lookups, types }: Ports): Session {
  const toolsOf = new Map<string, readonly string[]>();
  const runningTypes = () => (types && /^(?:loading|ready)$/.test(types.status().state) ? types : undefined);
  return {
    names: bench.scope.names,
    isDeclared: (name) => !bench.scope.isProvided(name),
    peek: bench.scope.peek,
    seen,
    lookUp: (collection) => lookups.of(collection),
    get types() {
      const running = runningTypes();
      return running?.complete.bind(running);
    },
    typeSignature: async (source, cursor) => runningTypes()?.signature(source, cursor),
    typeOf: async (source) => (types?.status().state === 'ready' ? types.typeOf(source) : undefined),
    skills: async () => {
      const schemas = Object.values(await globals.registry.get_all_skills_schema());
      return Promise.all(
        schemas.map(async ({ name, description, parameters }): Promise<SkillOffer> => {
          if (!toolsOf.has(name)) {
            const preview = await previewSkill(globals.registry, name, process.env);
            toolsOf.set(name, preview?.tools.map((tool) => tool.name) ?? []);
          }
          return { name, description, parameters, tools: toolsOf.get(name) ?? [] };
        }),
      );
    },
    skill: (name) => previewSkill(globals.registry, name, process.env),
    loaded: () => globals.agent.list_skills(),
    tools: () => globals.agent.tools,
    files: filesFor,
    mapped: (typed) => mappedNames(typed),
    exportsOf: (specifier) => exportsOf(specifier),
    get ownModules() {
      return entryPoints();
    },
    command: (name, words) => completeCommand(name, words, { bench, seen }),
    ownNumbers: (name, words) => ownNumbers(name, words, { bench, seen }),
    get commands() {
      return commands.map(
        ({ name, takes, help }): Suggestion => ({
          text: name,
          kind: 'command',
          ...(takes && { detail: takes }),
          doc: help,
        }),
      );
    },
  };
}
