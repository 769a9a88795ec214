import { startRawKernel } from '../../support/raw-kernel.js';

const AT_ONCE = 6;

/** Starts and shuts down many kernels, several at a time. Returns how those ended that did not exit with 0. */
export async function checkStarts(count: number, main?: string): Promise<string> {
  const bad: string[] = [];
  let started = 0;
  async function work(): Promise<void> {
    while (started < count) {
      started += 1;
      const kernel = await startRawKernel(main === undefined ? {} : { main });
      // Pending output, and an open request, when the kernel ends.
      await kernel.run("for (let i = 0; i < 200; i++) console.log('line ' + i)");
      kernel.run('await new Promise(() => {})').catch(() => {});
      const code = await kernel.shutDown();
      if (code !== 0) bad.push(`${code} ${kernel.stderr}`);
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return bad.length === 0 ? '' : `${bad.length} of ${count} kernels ended badly: ${bad.slice(0, 3).join('; ')}`;
}
