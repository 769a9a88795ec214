import { isRow, usageOf } from '../../client/index.js';
import { nearest } from '../../util/index.js';
import type { Session } from '../complete.js';
import { find } from '../from-rows.js';
import { scopeMembers } from '../from-scope.js';
import { operationHelp } from './operation.js';
import type { HelpPart } from './part.js';

/** Help on a dotted name: an operation, a namespace, or anything else in scope. Runs nothing of the user's. */
export function topicHelp(topic: string, session: Pick<Session, 'names' | 'peek'>): HelpPart[] {
  const [first = '', ...rest] = topic.split('.');
  if (first === 'platform') return platformHelp(rest[0] === 'dry' ? rest.slice(1) : rest);
  // `queues.list` is meant as `platform.queues.list` when nothing else has that name.
  if (!session.names().includes(first) && find([first])) return platformHelp([first, ...rest]);
  return scopeHelp(topic, session);
}

function platformHelp(path: readonly string[]): HelpPart[] {
  const node = find(path);
  if (!node) throw new TypeError(unknown(path));
  const name = path.join('.');
  if (isRow(node)) return operationHelp(name, node);
  const members = Object.entries(node);
  return [
    { title: ['platform', ...path].join('.') },
    {
      pairs: members.map(([member, own]) =>
        isRow(own)
          ? [usageOf(member, own), own.help]
          : [`${member}.`, Object.keys(own).slice(0, 6).join(', ') + (Object.keys(own).length > 6 ? ', …' : '')],
      ),
    },
    `More on one of them: platform.${[...path, members[0]?.[0] ?? ''].join('.')}?`,
  ];
}

function unknown(path: readonly string[]): string {
  const parent = find(path.slice(0, -1));
  const meant = parent && !isRow(parent) ? nearest(path.at(-1) ?? '', Object.keys(parent)) : undefined;
  const name = ['platform', ...path].join('.');
  return `there is no ${name}${meant ? `; did you mean ${['platform', ...path.slice(0, -1), meant].join('.')}?` : ''}`;
}

function scopeHelp(topic: string, session: Pick<Session, 'names' | 'peek'>): HelpPart[] {
  const [first = ''] = topic.split('.');
  if (!session.names().includes(first) && !(first in globalThis)) {
    const meant = nearest(first, session.names());
    throw new TypeError(`nothing here is called ${first}${meant ? `; did you mean ${meant}?` : ''}`);
  }
  const members = scopeMembers(topic.split('.'), session as Session);
  const named = (kind: string) => members.filter((member) => member.kind === kind).map(({ text }) => text);
  const [methods, properties] = [named('method'), named('property')];
  return [
    { title: topic },
    ...(methods.length > 0 ? [{ title: 'Methods' }, methods.map((name) => `${name}()`).join(', ')] : []),
    ...(properties.length > 0 ? [{ title: 'Properties' }, properties.join(', ')] : []),
    ...(members.length === 0 ? ['It has no members of its own.'] : []),
  ];
}
