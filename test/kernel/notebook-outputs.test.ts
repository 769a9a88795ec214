import { describe, expect, it } from 'vitest';
import { CellOutputs, outputText } from '../../src/kernel/run/notebook-outputs.js';
import { textDiff } from '../../src/util/index.js';

const collected = (...messages: [string, Record<string, unknown>][]) => {
  const outputs = new CellOutputs();
  for (const [type, content] of messages) outputs.add(type, content);
  return outputs.list;
};

describe('the outputs of a cell', () => {
  it('joins consecutive output of one stream into a list of lines', () => {
    const stream = (name: string, text: string): [string, Record<string, unknown>] => ['stream', { name, text }];
    expect(collected(stream('stdout', 'a\nb'), stream('stdout', 'c\n'), stream('stderr', 'd'))).toEqual([
      { name: 'stdout', output_type: 'stream', text: ['a\n', 'bc\n'] },
      { name: 'stderr', output_type: 'stream', text: ['d'] },
    ]);
  });

  it('splits text into lines and keeps structures whole', () => {
    const data = { 'text/plain': 'a\nb', 'application/json': { a: 1 } };
    expect(collected(['execute_result', { data, execution_count: 3, metadata: {} }])).toEqual([
      {
        data: { 'text/plain': ['a\n', 'b'], 'application/json': { a: 1 } },
        execution_count: 3,
        metadata: {},
        output_type: 'execute_result',
      },
    ]);
  });

  it('updates a display in place, also the display of an earlier cell', () => {
    const displays = new Map();
    const [first, second] = [new CellOutputs(displays), new CellOutputs(displays)];
    const bar = (text: string) => ({ data: { 'text/plain': text }, metadata: {}, transient: { display_id: 'bar' } });
    first.add('display_data', bar('1 of 2'));
    second.add('update_display_data', bar('2 of 2'));
    expect(first.list).toEqual([{ data: { 'text/plain': ['2 of 2'] }, metadata: {}, output_type: 'display_data' }]);
    expect(second.list).toEqual([]);
  });

  it('clears the outputs at once or with the next output', () => {
    const text = (text: string): [string, Record<string, unknown>] => ['stream', { name: 'stdout', text }];
    const left = (wait: boolean, ...more: ReturnType<typeof text>[]) =>
      collected(text('old'), ['clear_output', { wait }], ...more).map((output) => output.text);
    expect(left(false)).toEqual([]);
    expect(left(true)).toEqual([['old']]);
    expect(left(true, text('new'))).toEqual([['new']]);
  });

  it('formats a string and a list of lines in the same way', () => {
    const text = (data: unknown) => outputText({ output_type: 'display_data', data });
    expect(text({ 'text/plain': ['a\n', 'b'] })).toBe(text({ 'text/plain': 'a\nb' }));
  });

  it('formats an output independent of the order of its MIME types', () => {
    const text = (data: unknown) => outputText({ output_type: 'display_data', data });
    const [plain, html] = [{ 'text/plain': 'a' }, { 'text/html': '<b>a</b>' }];
    expect(text({ ...plain, ...html })).toBe(text({ ...html, ...plain }));
  });

  it('ignores counters and stack frames', () => {
    const error = (traceback: string[]) => outputText({ output_type: 'error', ename: 'E', evalue: 'no', traceback });
    expect(error(['at a'])).toBe(error(['at b']));
    const result = (execution_count: number) =>
      outputText({ output_type: 'execute_result', data: {}, execution_count });
    expect(result(1)).toBe(result(2));
  });
});

describe('the difference of two outputs', () => {
  it('is undefined for equal texts', () => {
    expect(textDiff('a', 'a')).toBeUndefined();
  });

  it('shows the lines that differ with one line of context', () => {
    expect(textDiff('1\n2\n3\n4\n5', '1\n2\nx\n4\n5')).toBe('  2\n- 3\n+ x\n  4');
  });

  it('separates two changes by the unchanged lines between them', () => {
    expect(textDiff('a\n1\n2\n3\n4\nb', 'x\n1\n2\n3\n4\ny')).toBe('- a\n+ x\n  1\n  4\n- b\n+ y');
  });

  it('compares long texts without common lines quickly', () => {
    const lines = (mark: string) => Array.from({ length: 20_000 }, (_, n) => `${mark}${n}`).join('\n');
    expect(textDiff(lines('a'), lines('b'))?.split('\n')).toHaveLength(40_000);
  });

  it('shows added and missing lines at the end', () => {
    expect(textDiff('1', '1\n2')).toBe('  1\n+ 2');
    expect(textDiff('1\n2', '2')).toBe('- 1\n  2');
  });
});
