import { alternatives } from '../../../util/index.js';
import type { Outcome } from '../run/outcome.js';
import type { StepContext } from '../run/step-context.js';

/** What a play URL sounds like. */
interface Sound {
  readonly seconds: number;
  /** Why the URL is invalid. */
  readonly problem?: string;
}

const RING_CODES = new Set(
  'at au bg br be ch cl cn cz de dk ee es fi fr gr hu il in it lt jp mx my nl no nz ph pl pt ru se sg th uk us us-old tw ve za'.split(
    ' ',
  ),
);
/** The beginnings of play URLs. */
export const SOUND_URLS = ['say:', 'silence:', 'ring:', 'http://', 'https://'] as const;
export const SECONDS_A_CHARACTER = 0.06;
/** The sandbox does not load audio. */
export const AUDIO_SECONDS = 10;
const RING_SECONDS = 6;
const MAX_SECONDS = 14_400;

/** Reads a play URL: `say:…`, `silence:…`, `ring:…` or an http or https URL. */
export function soundOf(url: string): Sound {
  const [, scheme = '', rest = ''] = /^\s*([a-z]+):\s*([\s\S]*)$/i.exec(url) ?? [];
  switch (scheme.toLowerCase()) {
    case 'say':
      if (rest.trim() === '') return { seconds: 0, problem: 'the text after say: is empty' };
      return { seconds: speechSeconds(rest.replace(/<[^>]*>/g, '')) };
    case 'silence': {
      const seconds = /^\d+(\.\d+)?$/.test(rest.trim()) ? Number(rest) : undefined;
      if (seconds === undefined) return { seconds: 0, problem: `${url} must be silence: and a number of seconds` };
      return { seconds: Math.min(seconds, MAX_SECONDS) };
    }
    case 'ring': {
      const [, seconds, code = ''] = /^(?:(\d+(?:\.\d+)?):)?\s*([a-z-]+)$/i.exec(rest.trim()) ?? [];
      if (!RING_CODES.has(code.toLowerCase()))
        return { seconds: 0, problem: `${url} must be ring: and a country, such as ring:us` };
      return { seconds: seconds === undefined ? RING_SECONDS : Math.min(Number(seconds), MAX_SECONDS) };
    }
    case 'http':
    case 'https':
      if (URL.canParse(url)) return { seconds: AUDIO_SECONDS };
  }
  return { seconds: 0, problem: `${url} must start with ${alternatives(SOUND_URLS)}` };
}

export const speechSeconds = (spoken: string): number => Math.max(1, spoken.trim().length * SECONDS_A_CHARACTER);

/** How long a key takes, when a person presses it and when the platform sends it. `w` waits as long, `W` twice. */
export const SECONDS_A_KEY = 0.5;

/** How long some tones take. Undefined if they are invalid: lower-case letters are only for pauses. */
export const tonesSeconds = (tones: string): number | undefined =>
  /^[\d*#A-DwW]+$/.test(tones)
    ? [...tones].reduce((sum, one) => sum + (one === 'W' ? 2 : 1) * SECONDS_A_KEY, 0)
    : undefined;

/** Plays sounds, and returns their length in seconds. An invalid sound is reported and skipped. */
export function playAll(context: StepContext, urls: readonly string[]): number {
  const sounds = urls.map((url) => ({ url, ...soundOf(url) }));
  for (const { problem } of sounds) if (problem) context.fails('relay_script_method_parameter_invalid_value', problem);
  const played = sounds.filter(({ problem }) => problem === undefined);
  if (played.length > 0) context.report(`plays ${played.map(({ url }) => url).join(', ')}`);
  return hearAll(context, played);
}

/** Notes sounds that are played one after the other. Returns their length in seconds. */
export function hearAll(context: StepContext, sounds: readonly { readonly url: string; readonly seconds: number }[]) {
  let begins = 0;
  for (const { url, seconds } of sounds) {
    const text = url.replace(/^\s*say:\s*/i, '');
    context.hear({ text, isSpoken: text !== url, begins });
    begins += seconds;
  }
  return begins;
}

/** Reports a sound, and waits as long as it takes. 0 times repeats it until the call ends. */
export function playTimes(context: StepContext, report: string, seconds: number, times: number): Outcome {
  context.report(`${report}${times === 1 ? '' : times === 0 ? ' until the call ends' : ` ${times} times`}`);
  return times === 0 ? { do: 'wait', for: 'time' } : { do: 'wait', for: 'time', seconds: seconds * times };
}
