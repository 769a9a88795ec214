import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Agent, DataMap, FunctionResult } from '../../src/skills/index.js';
import { describePrograms } from '../support/page-programs.js';

const PAGES = { agent: Agent, 'data-map': DataMap, 'function-result': FunctionResult };
const HEAD = "import { Agent, DataMap, FunctionResult } from 'patchbay/skills';";

/** The public members of a class and of those that it extends. */
function membersOf(prototype: object): string[] {
  const above = Object.getPrototypeOf(prototype);
  const own = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
  return above === Object.prototype ? own : [...membersOf(above), ...own];
}

const staticOf = (one: object) =>
  Object.getOwnPropertyNames(one).filter((name) => !['length', 'name', 'prototype'].includes(name));

describe.each(Object.entries(PAGES))('docs/reference/%s.md', (page, described) => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/reference', `${page}.md`), 'utf8');
  const sections = text.split(/^## /m).slice(1);

  it('has a section with an example for each public member', () => {
    expect(text).toContain(HEAD);
    const names = sections.map((section) => /^`([^`]+)`/.exec(section)?.[1]);
    const members = [...membersOf(described.prototype), ...staticOf(described)];
    expect(names).toEqual(expect.arrayContaining([`new ${described.name}`, ...members]));
    for (const section of sections) expect(section).toMatch(/```ts\n[\s\S]+```output\n[\s\S]+```/);
  });
});

for (const page of Object.keys(PAGES)) describePrograms(`docs/reference/${page}.md`, { head: HEAD });
