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
    help: 'An agent with its skills, tools, hints, global data and prompt sections.',
    members: {
      add_skill: member('add_skill(name, { … })', 'Load a skill and return its key. If it fails, nothing changes.'),
      remove_skill: member(
        'remove_skill(name)',
        'Remove a skill and everything it added. Returns whether it was loaded.',
      ),
      has_skill: member('has_skill(name)', 'Return whether a skill is loaded.'),
      list_skills: member('list_skills()', 'List the keys of the loaded skills, oldest first.'),
      tools: member('tools', 'The tools, in the order in which they were added.'),
      call_tool: member(
        'call_tool(name, { … })',
        'Call a tool like the platform does. Invalid arguments are an error.',
      ),
      explain: member('explain(name, { … })', 'Describe a call without running it. Secrets are redacted.'),
      document: member(
        'document({ web_hook_url? })',
        'Return the SWML document with which the platform runs this agent.',
      ),
      serve: member('serve(port?)', 'Serve the tools on this machine with the platform’s protocol.'),
      on: member("on('call' | 'http' | 'log', listener)", 'Add a listener and return the function that removes it.'),
      define_tool: member('define_tool({ name, description, parameters, handler })', 'Add a tool.'),
      define_data_map: member('define_data_map(map)', 'Add a tool that the platform runs without your code.'),
      hints: member('hints', 'The words that speech recognition should expect.'),
      add_hints: member('add_hints([…])', 'Add words that speech recognition should expect.'),
      global_data: member('global_data', 'The data that every tool and prompt can read.'),
      update_global_data: member('update_global_data({ … })', 'Add global data.'),
      prompt_sections: member('prompt_sections', 'The prompt sections that skills added.'),
      configure: member(
        'configure({ prompt?, params?, languages?, hints?, … })',
        'Set fields of the verb `ai`: prompt and contexts, parameters, languages …',
      ),
      settings: member('settings', 'The fields that configure() set.'),
      warnings: member('warnings', 'What is wrong with the document: no prompt, or an unknown name in a template.'),
      prompt_add_section: member('prompt_add_section({ title, body })', 'Add a prompt section.'),
      close: member('close()', 'Remove all skills and run their cleanup.'),
      log: member('log(level, message)', 'Send a message to the listeners of log.'),
      now: member('now()', 'The current time of the skills.'),
      env: member('env', 'The environment variables of the skills.'),
      transport: member('transport', 'The transport for requests of skills.'),
      secrets: member('secrets', 'The registry of secret parameters, which are redacted everywhere.'),
    },
    example: ["await agent.add_skill('datetime')", "await agent.call_tool('get_current_time', { timezone: 'UTC' })"],
  },
  registry: {
    help: 'The available skills by name. Type `datetime?` for help on a skill.',
    members: {
      list_skills: member('list_skills()', 'List all available skills.'),
      discover_skills: member('discover_skills()', 'List all available skills, like list_skills().'),
      get_all_skills_schema: member('get_all_skills_schema()', 'Return all skills with their parameters, by name.'),
      list_all_skill_sources: member('list_all_skill_sources()', 'List the skill names by source.'),
      get_skill_class: member('get_skill_class(name)', 'Load and return the class of a skill.'),
      register_skill: member('register_skill(class)', 'Add a skill class that extends SkillBase.'),
      add_skill_directory: member('add_skill_directory(path)', 'Add a directory with a folder for each skill.'),
      problems: member('problems()', 'List the skills that cannot be loaded, with the reasons.'),
    },
    example: ['await registry.list_skills()', '(await registry.get_all_skills_schema()).web_search'],
  },
  sandbox: {
    help: 'A local simulator of the platform. It sends nothing to the platform.',
    members: {
      ring: member(
        'ring(number, { from?, digits?, speech?, hangup_after?, answers? })',
        'Simulate an incoming call to a number, follow its document, and return what happened.',
      ),
      cast: member(
        'cast(cast, { files? })',
        'Ring several people on one clock, and compare what happens with what they expect.',
      ),
      calls: member('calls()', 'List the calls, latest last, however they began.'),
      story: member('story(id)', 'Return what happened in a call: steps, requests, callbacks, called parties.'),
      clock: member('clock', 'The simulated clock.'),
      inbox: member('inbox', 'The messages, codes and calls sent to phones, latest last.'),
      callbacks: member('callbacks', 'The callbacks sent to servers, latest last.'),
      signing_key: member('signing_key', 'The key that signs the requests to your servers.'),
      settled: member('settled()', 'Wait until all pending callbacks have arrived.'),
      nextEventAt: member('nextEventAt()', 'Return the time of the next scheduled event, such as an answer.'),
      run: member('run(seconds)', 'Advance the clock, and wait for the documents, callbacks and retries that are due.'),
      in_flight: member('in_flight', 'The requests that wait for your servers.'),
      verify: member('verify(expected)', 'Compare what happened with what you expect.'),
      reset: member('reset()', 'Return to the initial state.'),
      faults: member('faults', 'The faults for tests.'),
      journal: member('journal', 'The latest requests, latest last.'),
      notes: member('notes', 'What the recording given with --from could not fill.'),
      snapshot: member('snapshot()', 'Return the state, to restore it later.'),
      restore: member('restore(snapshot)', 'Restore a snapshot.'),
      client: member('client()', 'Create a client for the sandbox that ignores the mode.'),
      listen: member('listen(port?)', 'Serve the sandbox over HTTP on this machine.'),
      credentials: member('credentials', 'The credentials that a client must send.'),
      seed: member('seed', 'The seed. The same seed and clock give the same ids and times.'),
      isSample: member('isSample', 'Whether the sandbox started with the sample account.'),
      transport: member('transport', 'The transport of the sandbox.'),
      webhooks: member('webhooks', 'The requests to your servers. follow(listener) reports each of them.'),
      followCards: member('followCards(listener)', 'Report each card number and code that a payment receives.'),
      close: member('close()', 'Cancel the requests to your servers. The sandbox sends no more of them.'),
    },
    example: [
      "await sandbox.ring('+12065550100')",
      'sandbox.clock.advance(60)',
      "sandbox.faults.add('queues.list', { status: 503 })",
    ],
  },
  'sandbox.clock': {
    help: 'The simulated clock. It advances one second with each request.',
    members: {
      now: member('now()', 'Return the simulated time.'),
      start: member('start', 'The time at which the clock started.'),
      advance: member('advance(seconds)', 'Advance the clock.'),
      set: member('set(time)', 'Set the clock to a later time.'),
      restore: member('restore(time)', 'Set the clock back to the time of a snapshot.'),
    },
    example: ['sandbox.clock.advance(3600)'],
  },
  'sandbox.faults': {
    help: 'The faults that the sandbox simulates.',
    members: {
      add: member(
        'add(operation, { status } | { kind, ms? }, { times? })',
        'Make an operation, a namespace or `*` fail. Kinds: timeout, reset, truncated, slow.',
      ),
      limit: member('limit({ requests, seconds } | null)', 'Limit the number of requests. Others fail with 429.'),
      clear: member('clear(operation?)', 'Remove the faults of an operation, or all faults.'),
      list: member('list()', 'List the faults.'),
    },
    example: ["sandbox.faults.add('queues.list', { status: 503 }, { times: 2 })"],
  },
};

/** Returns the description of a member, such as `agent.add_skill`. */
export function memberAt(path: readonly string[]): Member | undefined {
  const last = path.at(-1) ?? '';
  const parent = PRELOADED[path.slice(0, -1).join('.')];
  return parent && Object.hasOwn(parent.members, last) ? parent.members[last] : undefined;
}

/** The variables of the prompt with the inputs and results by number. */
export const NUMBERED: Readonly<Record<string, string>> = {
  In: 'The inputs of this session by number, up to 1,000. .history lists the numbers.',
  Out: 'The results of this session by the number of the input: the latest 200, up to about 64 MB. The last one always stays.',
};
