import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CXML_VERBS } from '../../src/sandbox/engine/cxml/verbs/index.js';
import { SWML_VERBS } from '../../src/sandbox/engine/verbs/index.js';
import { MESSAGE_VERBS } from '../../src/sandbox/engine/verbs/messaging/message-verbs.js';
import type { Parameters } from '../../src/sandbox/engine/verbs/parameters.js';

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/call-verbs.md'), 'utf8');
const verbs = [...SWML_VERBS.values(), ...CXML_VERBS.values()];
const titleOf = ({ name, language }: (typeof verbs)[number]) =>
  language === 'cxml' ? `### cXML \`<${name}>\`\n` : `### SWML \`${name}\`\n`;
const sectionOf = (verb: (typeof verbs)[number]) => page.split(titleOf(verb))[1]?.split('\n### ')[0] ?? '';

describe('the page of call verbs', () => {
  it.each(verbs.map((verb) => [verb.language, verb.name, verb] as const))(
    'describes %s %s with its parameters, variables and callbacks',
    (_language, _name, verb) => {
      const section = sectionOf(verb);
      expect(section).toContain(verb.summary);
      if (verb.effect.kind !== 'simulated') expect(section).toContain(verb.effect.lacks);
      const names = [...Object.keys(verb.parameters), ...verb.sets, ...verb.callbacks];
      expect(names.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
    },
  );

  it.each([...MESSAGE_VERBS])('describes %s for a message with its parameters', (name, { summary, parameters }) => {
    const section = page.split(`### \`${name}\` for a message\n`)[1]?.split('\n### ')[0] ?? '';
    expect(section).toContain(summary);
    expect(Object.keys(parameters).filter((one) => !section.includes(`\`${one}\``))).toEqual([]);
  });

  it('describes each parameter of a verb in a phrase', () => {
    const undescribed = (fields: Parameters) => Object.keys(fields).filter((field) => !fields[field]?.doc);
    const silent = [...verbs, ...MESSAGE_VERBS.values()].flatMap(({ name, parameters }) =>
      undescribed(parameters).map((field) => `${name}.${field}`),
    );
    expect(silent).toEqual([]);
  });
});
