import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exceptions } from '../../scripts/oracle/exceptions.js';
import { writeOracle } from '../../scripts/oracle/write.js';
import { oracleOperations, oracleShapes } from './read.js';

const operations = oracleOperations();
const shapes = oracleShapes();

describe('the oracle', () => {
  it('has every specified operation once, and puts the others under beyond', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
    expect(operations.filter(({ origin }) => origin === 'spec')).toHaveLength(330);
    expect(operations.every(({ id, origin }) => id.startsWith('beyond.') === (origin === 'extra'))).toBe(true);
  });

  it('has 37 calling commands, each with its own wire name', () => {
    const commands = operations.filter(({ id }) => id.startsWith('calling.')).map(({ command }) => command);
    expect(new Set(commands).size).toBe(37);
  });

  it('fills each path parameter from an argument or from the project', () => {
    for (const { id, path, args } of operations) {
      const words = [...path.matchAll(/\{(\w+)\}/g)].map(([, word]) => word).filter((word) => word !== 'AccountSid');
      expect(args.map(({ name }) => name).slice(0, words.length), id).toEqual(words);
    }
  });

  it('describes every shape that it refers to', () => {
    const mentioned = [...JSON.stringify(shapes).matchAll(/@([A-Z][\w.]*)/g)].map(([, name = '']) => name);
    expect(mentioned.filter((name) => !(name in shapes.shapes))).toEqual([]);
  });

  it('makes control_id optional where the sources disagree', () => {
    const play = operations.find(({ id }) => id === 'calling.play');
    expect(play).toMatchObject({
      required: ['play'],
      disputed: true,
      optional: expect.arrayContaining(['control_id']),
    });
  });

  it('has a reason for every exception, and one exception per operation', () => {
    expect(new Set(exceptions.map(({ of }) => of)).size).toBe(exceptions.length);
    expect(exceptions.filter(({ why }) => why.length < 5)).toEqual([]);
  });
});

describe('writing the oracle', () => {
  const GET = { id: 'things.get', args: ['id'], method: 'GET', path: '/things/{id}', source: 'spec', ok: 200 };
  const disputed = { ...GET, conflict: { stated: 'PUT' } };

  function write(operation: object, rules = [] as typeof exceptions): string {
    const folder = mkdtempSync(join(tmpdir(), 'oracle-'));
    writeFileSync(join(folder, 'operations.yaml'), JSON.stringify({ operations: [operation], shapes: {} }));
    writeFileSync(join(folder, 'extra-operations.yaml'), JSON.stringify({ operations: [], shapes: {} }));
    writeOracle(folder, folder, rules);
    return readFileSync(join(folder, 'operations.tsv'), 'utf8');
  }

  it('refuses a disagreement that was not reviewed', () => {
    expect(() => write(disputed)).toThrow('things.get: the sources disagree');
    expect(write(disputed, [{ of: 'things.get', why: 'stated' }])).toContain('things.get\tspec\tspec\tGET');
  });

  it('refuses an exception that no operation needs', () => {
    expect(() => write(GET, [{ of: 'things.get', why: 'once needed' }])).toThrow('the sources do not disagree');
  });

  it('refuses an exception for a field that no source has', () => {
    expect(() => write(disputed, [{ of: 'things.get', optional: ['nmae'], why: 'misspelt' }])).toThrow('names nmae');
  });

  it('applies an exception that opens, loosens or adds a field', () => {
    const body = { encoding: 'json', fields: { name: { type: 'string', required: true } } };
    const line = write({ ...disputed, body }, [
      { of: 'things.get', optional: ['name'], fields: { region: { type: 'string' } }, why: 'one source demands name' },
    ]);
    expect(line).toContain('json\t200\t\tname region\t');
  });
});
