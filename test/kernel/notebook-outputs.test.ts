import { describe, expect, it } from 'vitest';
import type { Output } from '../../src/kernel/notebook-file.js';
import { collectOutput, outputText } from '../../src/kernel/notebook-outputs.js';
import { textDiff } from '../../src/kernel/text-diff.js';

const collected = (...messages: [string, Record<string, unknown>][]) => {
  const outputs: Output[] = [];
  for (const [type, content] of messages) collectOutput(outputs, type, content);
  return outputs;
};

describe('outputs of a cell', () => {
  it('joins neighbouring pieces of one stream, as Jupyter writes them: a list of lines', () => {
    const stream = (name: string, text: string): [string, Record<string, unknown>] => ['stream', { name, text }];
    expect(collected(stream('stdout', 'a\nb'), stream('stdout', 'c\n'), stream('stderr', 'd'))).toEqual([
      { name: 'stdout', output_type: 'stream', text: ['a\n', 'bc\n'] },
      { name: 'stderr', output_type: 'stream', text: ['d'] },
    ]);
  });

  it('splits texts and leaves structures whole', () => {
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

  it('reads the same whether a text is one string or a list of lines', () => {
    const text = (data: unknown) => outputText({ output_type: 'display_data', data });
    expect(text({ 'text/plain': ['a\n', 'b'] })).toBe(text({ 'text/plain': 'a\nb' }));
  });

  it('ignores what differs from run to run: counters and stack frames', () => {
    const error = (traceback: string[]) => outputText({ output_type: 'error', ename: 'E', evalue: 'no', traceback });
    expect(error(['at a'])).toBe(error(['at b']));
    const result = (execution_count: number) =>
      outputText({ output_type: 'execute_result', data: {}, execution_count });
    expect(result(1)).toBe(result(2));
  });
});

describe('the difference of two outputs', () => {
  it('is nothing for equal texts', () => {
    expect(textDiff('a', 'a')).toBeUndefined();
  });

  it('shows the lines that differ and one around them', () => {
    expect(textDiff('1\n2\n3\n4\n5', '1\n2\nx\n4\n5')).toBe('  2\n- 3\n+ x\n  4');
  });

  it('shows added and missing ends', () => {
    expect(textDiff('1', '1\n2')).toBe('  1\n+ 2');
    expect(textDiff('1\n2', '2')).toBe('- 1\n  2');
  });
});
