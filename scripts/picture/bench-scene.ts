import { openBench } from './bench-terminal.js';
import type { Picture } from './picture.js';
import { screenSvg } from './screen-svg.js';

const SIZE = { columns: 92, rows: 25 };

/** A table, a typo that is noticed, and completion. */
export async function benchScene(home: string): Promise<Picture[]> {
  const bench = await openBench(home, SIZE);
  try {
    await bench.enter('const { data: numbers } = await platform.phone_numbers.list()', /phone_numbers\.list/);
    await bench.enter('numbers', /_\[0\] shows/);
    await bench.enter("await platform.queues.create({ nmae: 'support' })", /nmae.*name|name.*nmae/);
    bench.write('await platform.phone_numbers.set_\t');
    await bench.until(() => bench.screen().some((row) => row.includes('Tab selects')), 'the list of completions');
    return [{ name: 'bench.svg', content: screenSvg(bench.terminal, SIZE), text: bench.screen() }];
  } finally {
    await bench.close();
  }
}
