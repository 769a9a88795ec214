import { Sheet } from '../../../show/index.js';
import { Mistake } from '../../../util/index.js';
import { type Command, choices } from '../arguments/command.js';

export const jobs: Command = {
  name: '.jobs',
  group: 'session',
  maxWords: 2,
  takes: '[stop N]',
  help: 'List the background jobs, or stop one',
  complete([what, ...more], { bench }) {
    if (more.length === 0) return choices([['stop', 'stop a job']]);
    const running = bench.jobs.list.filter(({ state }) => state === 'running');
    return what === 'stop' && more.length === 1 ? choices(running.map(({ id, source }) => [String(id), source])) : [];
  },
  run({ words: [what, number] }, { jobs: all }) {
    if (what === 'stop') {
      const job = all.list.find(({ id }) => String(id) === number);
      if (!job)
        throw new Mistake(
          number === undefined
            ? '.jobs stop requires a number'
            : `there is no job ${number}. Type .jobs to list the jobs`,
        );
      if (job.state !== 'running') return `[${job.id}] has already ended: ${job.state}`;
      all.stop(job.id);
      return undefined;
    }
    if (what !== undefined) throw new Mistake('.jobs accepts only `stop N`');
    if (all.list.length === 0) return 'There are no jobs. End an input with `&` to run it in the background.';
    return new Sheet([{ pairs: all.list.map(({ id, state, source }) => [`[${id}] ${state}`, source]) }]);
  },
};
