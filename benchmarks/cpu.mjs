import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const REPORT = fileURLToPath(new URL('cpu-report.cjs', import.meta.url));
const PIPE = 3;

/** Milliseconds of CPU time that a process of Node.js needs, threads included: other processes may keep the machine busy. */
export function cpuMs(args, env = process.env) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-r', REPORT, ...args], {
      env,
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stdio[PIPE].on('data', (bytes) => {
      text += bytes;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0 && text !== '') resolve(Number(text) / 1000);
      else reject(new Error(`node ${args.join(' ')} ended with ${code}`));
    });
  });
}
