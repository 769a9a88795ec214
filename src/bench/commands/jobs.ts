import { Sheet } from '../../show/index.js';
import { Mistake } from '../../util/index.js';
import { type Command, choices } from './arguments/command.js';

export const jobs: Command = {
  name: '.jobs',
  takes: '[stop N]',
  help: 'List what runs in the background, or stop one. `&` at the end of an input sends it there.',
  complete([what, ...more], { bench }) {
    if (more.length === 0) return choices([['stop', 'stop one']]);
    const running = bench.jobs.list.filter(({ state }) => state === 'running');
    return what === 'stop' && more.length === 1 ? choices(running.map(({ id, source }) => [String(id), source])) : [];
  },
  run({ words: [what, number] }, { jobs: all }) {
    if (what === 'stop') {
      const job = all.list.find(({ id }) => String(id) === number);
      if (!job) throw new Mistake(`there is no job ${number ?? ''}; .jobs lists them`);
      if (job.state !== 'running') return `[${job.id}] has ended already: ${job.state}`;
      all.stop(job.id);
      return undefined;
    }
    if (what !== undefined) throw new Mistake('.jobs takes nothing, or `stop N`');
    if (all.list.length === 0) return 'Nothing runs in the background. `await something() &` sends it there.';
    return new Sheet([{ pairs: all.list.map(({ id, state, source }) => [`[${id}] ${state}`, source]) }]);
  },
};
