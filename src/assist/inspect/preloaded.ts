/** A member of a preloaded object. Help and completion use the table, and a test compares it with the objects. */
export interface Member {
  /** The code after the dot, such as `add_skill(name, { … })`. A plain name is a property. */
  readonly usage: string;
  readonly help: string;
}

export interface Preloaded {
  readonly help: string;
  readonly members: Readonly<Record<string, Member>>;
  readonly example: readonly string[];
}

const member = (usage: string, help: string): Member => ({ usage, help });

export const PRELOADED: Readonly<Record<string, Preloaded>> = {
  agent: {
    help: 'Holds skills and what they brought along: tools, hints, global data and prompt sections.',
    members: {
      add_skill: member(
        'add_skill(name, { … })',
        'Load a skill, wholly or not at all; answers the key of the instance.',
      ),
      remove_skill: member(
        'remove_skill(name)',
        'Take a skill out with everything it brought; false when it is not there.',
      ),
      has_skill: member('has_skill(name)', 'Whether a skill is loaded.'),
      list_skills: member('list_skills()', 'The keys of the loaded instances, oldest first.'),
      tools: member('tools', 'The tools, in the order they came.'),
      call_tool: member(
        'call_tool(name, { … })',
        'Call a tool as the platform would; wrong arguments are an error, and nothing runs.',
      ),
      explain: member(
        'explain(name, { … })',
        'What a call would do, hidden values cut. Nothing runs and nothing is sent.',
      ),
      document: member('document({ web_hook_url? })', 'The document that makes the platform run this agent.'),
      serve: member('serve(port?)', 'Serve the tools on loopback, with the platform’s protocol.'),
      on: member("on('call' | 'http' | 'log', listener)", 'Listen; the answer stops listening.'),
      define_tool: member('define_tool({ name, description, parameters, handler })', 'Add a tool of your own.'),
      define_data_map: member('define_data_map(map)', 'Add a tool that the platform runs by itself.'),
      hints: member('hints', 'Words that speech recognition should expect.'),
      add_hints: member('add_hints([…])', 'Add such words.'),
      global_data: member('global_data', 'What every tool and prompt can read.'),
      update_global_data: member('update_global_data({ … })', 'Add to it.'),
      prompt_sections: member('prompt_sections', 'The sections of the prompt that skills brought.'),
      prompt_add_section: member('prompt_add_section({ title, body })', 'Add a section.'),
      close: member('close()', 'Remove every skill and run each cleanup once.'),
      log: member('log(level, message)', 'Tell those who listen.'),
      now: member('now()', 'The time that skills go by.'),
      env: member('env', 'The environment that skills read.'),
      transport: member('transport', 'How skills reach services.'),
      secrets: member('secrets', 'Where hidden parameters are registered, so that nothing shows them.'),
    },
    example: ["await agent.add_skill('datetime')", "await agent.call_tool('get_current_time', { timezone: 'UTC' })"],
  },
  registry: {
    help: 'Knows skills by name and loads their classes on demand. `datetime?` tells of one of them.',
    members: {
      list_skills: member('list_skills()', 'Every skill that can be loaded.'),
      discover_skills: member('discover_skills()', 'The same list under the name of the specification.'),
      get_all_skills_schema: member('get_all_skills_schema()', 'Every skill with its parameters, by name.'),
      list_all_skill_sources: member(
        'list_all_skill_sources()',
        'Names by where they come from, without loading anything.',
      ),
      get_skill_class: member('get_skill_class(name)', 'The class, loaded when it is asked for.'),
      register_skill: member('register_skill(class)', 'Add a class of your own, made from SkillBase.'),
      add_skill_directory: member('add_skill_directory(path)', 'Add a directory whose folders each hold a skill.'),
      problems: member('problems()', 'What should be a skill and is not, by name.'),
    },
    example: ['await registry.list_skills()', '(await registry.get_all_skills_schema()).web_search'],
  },
  sandbox: {
    help: 'A local, stateful simulator of the platform. Nothing of it leaves this process.',
    members: {
      ring: member('ring(number, { from? })', 'Let somebody call one of its numbers, and follow what happens.'),
      clock: member('clock', 'Its own time, which you can move.'),
      inbox: member('inbox', 'What it sent to phones: codes, messages. The latest is the last.'),
      callbacks: member('callbacks', 'What it told servers. The latest is the last.'),
      settled: member('settled()', 'When all callbacks that are on their way have arrived.'),
      faults: member('faults', 'What goes wrong on purpose.'),
      journal: member('journal', 'The latest requests, the last one last.'),
      snapshot: member('snapshot()', 'Everything in it, to go back to.'),
      restore: member('restore(snapshot)', 'Go back to a snapshot.'),
      client: member('client()', 'A client that talks to it whatever the mode of the bench.'),
      listen: member('listen(port?)', 'Serve it on loopback.'),
      credentials: member('credentials', 'The account it knows: what a client must present.'),
      seed: member('seed', 'With the clock: what makes the same ids and times again.'),
      transport: member('transport', 'Answers requests in process.'),
    },
    example: [
      "await sandbox.ring('+12065550100')",
      'sandbox.clock.advance(60)',
      "sandbox.faults.add('queues.list', { status: 503 })",
    ],
  },
  'sandbox.clock': {
    help: 'The sandbox’s own time. It stands still but for one second a request.',
    members: {
      now: member('now()', 'What it shows.'),
      advance: member('advance(seconds)', 'Move it forward.'),
      set: member('set(time)', 'Move it to a later time.'),
      restore: member('restore(time)', 'Put it back where a snapshot had it.'),
    },
    example: ['sandbox.clock.advance(3600)'],
  },
  'sandbox.faults': {
    help: 'What the sandbox gets wrong on purpose.',
    members: {
      add: member(
        'add(operation, { status } | { kind, ms? }, { times? })',
        'Make an operation fail, or a namespace, or `*`. Kinds: timeout, reset, truncated, slow.',
      ),
      limit: member('limit({ requests, seconds } | null)', 'At most so many requests; those over it get 429.'),
      clear: member('clear(operation?)', 'Nothing goes wrong any more, with this operation or at all.'),
      list: member('list()', 'What goes wrong now.'),
    },
    example: ["sandbox.faults.add('queues.list', { status: 503 }, { times: 2 })"],
  },
};

/** Returns the description of a member, such as `agent.add_skill`. */
export function memberAt(path: readonly string[]): Member | undefined {
  const last = path.at(-1) ?? '';
  const holder = PRELOADED[path.slice(0, -1).join('.')];
  return holder && Object.hasOwn(holder.members, last) ? holder.members[last] : undefined;
}
