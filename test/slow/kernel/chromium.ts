import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { type Answer, evaluateWith, untilWith } from '../support/devtools-page.js';

/** One page of Debian's Chromium, driven through its debugging pipe. */
export interface Page {
  open(url: string): Promise<void>;
  /** The value of an expression in the page; promises are awaited. */
  evaluate<T>(expression: string): Promise<T>;
  /** Waits until an expression is true. The error names the expression. */
  until(expression: string, what: string): Promise<void>;
  type(text: string): Promise<void>;
  press(key: 'Tab' | 'Enter' | 'Escape', modifiers?: 'shift'): Promise<void>;
  screenshot(clip?: object): Promise<Buffer>;
  close(): Promise<void>;
}

const CODES = { Tab: 9, Enter: 13, Escape: 27 } as const;

export async function openChromium({ width, height }: { width: number; height: number }): Promise<Page> {
  const profile = mkdtempSync(join(tmpdir(), 'chromium-'));
  const flags = [
    ...['--headless=new', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--force-color-profile=srgb'],
    ...['--remote-debugging-pipe', '--disable-background-networking', '--no-first-run', '--disable-dev-shm-usage'],
  ];
  const browser = spawn('/usr/bin/chromium', [...flags, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const send = talk(browser.stdio[3] as Writable, browser.stdio[4] as Readable);
  const { targetInfos } = await send('Target.getTargets');
  const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page');
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
  const ask = (method: string, params = {}) => send(method, params, sessionId);
  await ask('Page.enable');
  await ask('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false });

  return {
    evaluate: (expression) => evaluateWith(ask, expression),
    until: (expression, what) => untilWith(ask, expression, what),
    async open(url) {
      await ask('Page.navigate', { url });
    },
    async type(text) {
      await ask('Input.insertText', { text });
    },
    async press(key, modifiers) {
      const event = { key, code: key, windowsVirtualKeyCode: CODES[key], modifiers: modifiers === 'shift' ? 8 : 0 };
      await ask('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
      await ask('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
    },
    async screenshot(clip) {
      const { data } = await ask('Page.captureScreenshot', { format: 'png', ...(clip && { clip }) });
      return Buffer.from(data, 'base64');
    },
    async close() {
      const ended = once(browser, 'exit');
      await send('Browser.close');
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The DevTools protocol over a pair of pipes: JSON, each message ended by a zero. */
function talk(to: Writable, from: Readable) {
  const waiting = new Map<number, { resolve: (value: Answer) => void; reject: (error: Error) => void }>();
  let count = 0;
  let rest = '';
  from.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message);
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
