import { parse } from '../../commands/index.js';
import { type CliCommand, unknownAction } from '../command.js';
import { UsageError } from '../exit-codes.js';

const CLASS = {
  type: 'string',
  takes: 'folder',
  help: 'the folder of the class; the default is the current folder',
} as const;
const ASSIGN = {
  class: CLASS,
  force: { type: 'boolean', help: 'overwrite copies that differ' },
} as const;
const COLLECT = { class: CLASS } as const;
const GRADE = {
  class: CLASS,
  jobs: { type: 'string', value: 'N', help: 'grade up to N submissions at the same time; the default is one per CPU' },
  json: { type: 'boolean', help: 'print the results as JSON' },
} as const;

export const classroom: CliCommand = {
  help: 'Hand out assignments, collect the work of learners, and grade it.',
  example: 'patchbay class new voice-101',
  actions: {
    new: {
      words: 'NAME',
      takes: 'folder',
      help: 'Create the folder of a class, with an example assignment.',
      example: 'patchbay class new voice-101',
    },
    assign: {
      words: 'ASSIGNMENT',
      help: 'Write a copy of an assignment for each learner, without solutions and hidden tests.',
      example: 'patchbay class assign first-queue',
      options: ASSIGN,
    },
    collect: {
      words: 'ASSIGNMENT FOLDER',
      takesNext: 'folder',
      help: 'Copy the notebooks of learners from a folder into the class.',
      example: 'patchbay class collect first-queue inbox',
      options: COLLECT,
    },
    grade: {
      words: 'ASSIGNMENT',
      help: 'Run the latest work of each learner in isolation, and count the points of the tests.',
      example: 'patchbay class grade first-queue --jobs 2',
      options: GRADE,
    },
  },
  async run([action, ...rest]) {
    if (action === undefined || !Object.hasOwn(runs, action)) throw unknownAction('class', action, classroom.actions);
    return (runs[action] as Run)(rest);
  },
};

type Run = (args: string[]) => Promise<number>;

const runs: Readonly<Record<string, Run>> = {
  async new(args) {
    const { positionals } = parse(args, {});
    const [folder] = words('new', positionals, ['NAME']);
    return (await import('../classroom/hand-out.js')).createClass(folder as string);
  },
  async assign(args) {
    const { values, positionals } = parse(args, ASSIGN);
    const [assignment = ''] = words('assign', positionals, ['ASSIGNMENT']);
    const { class: folder = '.', force = false } = values;
    return (await import('../classroom/hand-out.js')).handOut({ folder, assignment, force });
  },
  async collect(args) {
    const { values, positionals } = parse(args, COLLECT);
    const [assignment = '', from = ''] = words('collect', positionals, ['ASSIGNMENT', 'FOLDER']);
    return (await import('../classroom/hand-out.js')).collectWork({ folder: values.class ?? '.', assignment, from });
  },
  async grade(args) {
    const { values, positionals } = parse(args, GRADE);
    const [assignment = ''] = words('grade', positionals, ['ASSIGNMENT']);
    const { class: folder = '.', json = false } = values;
    const jobs = values.jobs === undefined ? undefined : Number(values.jobs);
    if (jobs !== undefined && !(Number.isInteger(jobs) && jobs > 0))
      throw new UsageError('--jobs must be a whole number of at least 1');
    return (await import('../classroom/grade.js')).grade({ folder, assignment, json, jobs });
  },
};

function words(action: string, given: readonly string[], names: readonly string[]): readonly string[] {
  if (given.length !== names.length) throw new UsageError(`use patchbay class ${action} ${names.join(' ')}`);
  return given;
}
