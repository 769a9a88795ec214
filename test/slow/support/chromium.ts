import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Answer, evaluateWith, untilWith } from './devtools-page.js';

/** One page of Debian's Chromium, driven through its debugging pipe. */
export interface Page {
  open(url: string): Promise<void>;
  /** The value of an expression in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true. The error names the expression. */
  until(expression: string, what: string): Promise<void>;
  /** Runs a script in each later document before its own scripts. */
  runFirst(script: string): Promise<void>;
  type(text: string): Promise<void>;
  /** Presses a key by its name, or a character. */
  press(key: string, modifiers?: 'shift'): Promise<void>;
  /** The size of the window, and whether the user prefers dark pages. */
  look(options: { width: number; height: number; isDark: boolean }): Promise<void>;
  /** Saves downloads in a folder. */
  downloadTo(folder: string): Promise<void>;
  /** The errors of the console and of scripts so far. */
  readonly problems: readonly string[];
  screenshot(clip?: object): Promise<Buffer>;
  /** The trace of Chromium while `work` runs. */
  trace(categories: readonly string[], work: () => Promise<void>): Promise<readonly TraceEvent[]>;
  close(): Promise<void>;
}

/** One event of a trace. The time is in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ts: number;
}

const CODES: Readonly<Record<string, number>> = { Tab: 9, Enter: 13, Escape: 27, ArrowUp: 38, ArrowDown: 40 };

export async function openChromium({ width, height }: { width: number; height: number }): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const flags = [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb'],
    ...['--remote-debugging-pipe', '--disable-background-networking', '--no-first-run', '--disable-dev-shm-usage'],
  ];
  const browser = spawn('/usr/bin/chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const problems: string[] = [];
  const traced: TraceEvent[] = [];
  let traceEnded = () => {};
  const send = talk(browser.stdio[3] as Writable, browser.stdio[4] as Readable, (method, params) => {
    const problem = problemIn(method, params);
    if (problem !== undefined) problems.push(problem);
    if (method === 'Tracing.dataCollected') traced.push(...params.value);
    if (method === 'Tracing.tracingComplete') traceEnded();
  });
  const { targetInfos } = await send('Target.getTargets');
  const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const ask = (method: string, params = {}) => send(method, params, sessionId);
  await ask('Page.enable');
  await ask('Runtime.enable');
  await ask('Log.enable');
  await ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });

  return {
    problems,
    async look({ isDark, ...size }) {
      await ask('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
      const features = [{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }];
      await ask('Emulation.setEmulatedMedia', { features });
    },
    evaluate: (expression) => evaluateWith(ask, expression),
    until: (expression, what) => untilWith(ask, expression, what),
    async open(url) {
      await ask('Page.navigate', { url });
    },
    async runFirst(source) {
      await ask('Page.addScriptToEvaluateOnNewDocument', { source });
    },
    async type(text) {
      await ask('Input.insertText', { text });
    },
    async press(key, modifiers) {
      const code = CODES[key];
      const event = { key, code: key, windowsVirtualKeyCode: code, modifiers: modifiers === 'shift' ? 8 : 0 };
      // Enter also has a character, without which it does not follow a link.
      const text = key === 'Enter' ? '\r' : code === undefined ? key : undefined;
      await ask('Input.dispatchKeyEvent', { type: text === undefined ? 'rawKeyDown' : 'keyDown', ...event, text });
      await ask('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    async downloadTo(folder) {
      await send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: folder });
    },
    async screenshot(clip) {
      const { data } = await ask('Page.captureScreenshot', { format: 'png', ...(clip && { clip }) });
      return Buffer.from(data, 'base64');
    },
    async trace(categories, work) {
      traced.length = 0;
      await send('Tracing.start', { traceConfig: { includedCategories: categories } });
      await work();
      const ended = new Promise<void>((resolve) => {
        traceEnded = resolve;
      });
      await send('Tracing.end');
      await ended;
      return [...traced];
    },
    async close() {
      const ended = once(browser, 'exit');
      await send('Browser.close');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The problem that an event of the protocol reports. */
function problemIn(method: string, params: Answer): string | undefined {
  if (method === 'Runtime.exceptionThrown') return params.exceptionDetails.exception?.description;
  if (method === 'Runtime.consoleAPICalled' && params.type === 'error')
    return params.args.map((one: Answer) => one.value ?? one.description).join(' ');
  // A refused policy and a resource that did not load are entries of the log.
  return method === 'Log.entryAdded' && params.entry.level === 'error'
    ? `${params.entry.text} ${params.entry.url ?? ''}`
    : undefined;
}

/** The DevTools protocol over a pair of pipes: JSON, each message ended by a zero. */
function talk(to: Writable, from: Readable, onEvent: (method: string, params: Answer) => void) {
  const waiting = new Map<number, { resolve: (value: Answer) => void; reject: (error: Error) => void }>();
  let count = 0;
  let rest = '';
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error, method, params } = JSON.parse(message);
      if (id === undefined) onEvent(method, params);
      if (error) waiting.get(id)?.reject(new Error(error.message));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  from.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Chromium has ended'));
  });
  to.on('error', () => {}); // it has ended; the waiting callers are rejected above
  return (method: string, params: object = {}, sessionId?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      waiting.set(++count, { resolve, reject });
      to.write(`${JSON.stringify({ id: count, method, params, ...(sessionId && { sessionId }) })}\0`);
    });
}
