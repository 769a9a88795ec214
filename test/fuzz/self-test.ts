import type { OutsideParser } from '../support/parsers/index.js';

/** A parser with every fault that the fuzzer has to notice. It is in no list of targets. */
export const SELF_TEST: OutsideParser = {
  name: 'self-test',
  files: [],
  ordinary: () => 'read',
  parse(input) {
    switch (input.toString()) {
      case 'hang':
        for (;;) input.reverse();
      case 'crash':
        return crash();
      case 'exit':
        return process.exit(7);
      case 'refuse':
        throw new Error('refused');
      default:
        return 'read';
    }
  },
};

const crash = (): number => 1 + crash();
