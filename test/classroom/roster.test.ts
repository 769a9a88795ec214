import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRoster } from '../../src/classroom/assignment/roster.js';

const folder = mkdtempSync(join(tmpdir(), 'roster-'));
function read(text: string, name = 'roster.csv') {
  const file = join(folder, name);
  writeFileSync(file, text);
  return readRoster(file);
}
const BOTH = [
  { id: 'ada', name: 'Lovelace, "Ada"' },
  { id: 'g.hopper@example', name: 'g.hopper@example' },
];

it.each([
  ['roster.csv', '\ufeffid,name\r\nada,"Lovelace, ""Ada"""\r\n\r\ng.hopper@example\r\n'],
  ['semicolons.csv', 'Name;Id\n"Lovelace, ""Ada""";ada\n;g.hopper@example'],
  ['roster.yaml', '- id: ada\n  name: Lovelace, "Ada"\n- g.hopper@example\n'],
])('reads %s', (name, text) => expect(read(text, name)).toEqual(BOTH));

it.each([
  ['id\n../etc', 'learner 1: the id of {"id":"../etc"} must have'],
  ['id\na\nA', 'two learners have the id "A"'],
  ['name\na', 'one of them must be id'],
  ['id\n', 'it lists no learners'],
  ['id\na.', 'must not end with a dot'],
])('refuses %j', (text, message) => expect(() => read(text)).toThrow(message));
