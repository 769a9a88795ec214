import { AUDIO_SECONDS, playTimes, speechSeconds, tonesSeconds } from '../../acts/sounds.js';
import { choice, text, whole } from '../../verbs/parameters.js';
import { cxmlVerb } from '../../verbs/verb.js';
import { content, loop } from '../attributes.js';

const MAX_SPEECH = 4096;

export const say = cxmlVerb({
  stage: 'media',
  name: 'Say',
  summary: 'Read a text aloud.',
  parameters: {
    text: content('The text, with elements of speech such as <break>.'),
    voice: text({ default: 'woman', doc: 'man, woman, Polly.… or gcloud.….', ignored: true }),
    language: text({ doc: 'The language of the voice.', ignored: true }),
    loop,
  },
  effect: { kind: 'partly', lacks: 'speech is not synthesised: a character takes 60 ms' },
  start(context, { text: spoken, voice, loop: times }) {
    if (spoken.length > MAX_SPEECH) context.problem(`the text has ${spoken.length} characters; the limit is 4,096`);
    if (!/^(?:man|woman|alice|Polly\.\w+(?:-Neural)?|gcloud\.[\w-]+)$/.test(voice))
      context.problem(`voice ${voice} is unknown: use man, woman, Polly.<name> or gcloud.<name>`);
    context.hear({ text: spoken, isSpoken: true });
    return playTimes(context, `says ${JSON.stringify(spoken)}`, speechSeconds(spoken), times);
  },
});

export const play = cxmlVerb({
  stage: 'media',
  name: 'Play',
  summary: 'Play an audio file or tones.',
  parameters: {
    text: text({ doc: 'The URL of an audio file.' }),
    digits: text({ doc: 'Tones in place of a file; w waits half a second.' }),
    loop,
  },
  oneOf: [['text', 'digits']],
  effect: { kind: 'partly', lacks: 'audio files are not loaded: each takes 10 seconds' },
  start(context, { text: file, digits, loop: times }) {
    if (digits !== undefined) {
      const seconds = digits.includes('W') ? undefined : tonesSeconds(digits);
      if (seconds !== undefined) return playTimes(context, `sends the digits ${digits}`, seconds, times);
      context.problem(`digits must be 0–9, *, #, A–D or w, but it is ${JSON.stringify(digits)}`);
      return { do: 'next' };
    }
    const address = String(file);
    if (/^(?:https?|rtmp):\/\//i.test(address) || context.frame.document.url !== null) {
      context.hear({ text: address, isSpoken: false });
      return playTimes(context, `plays ${address}`, AUDIO_SECONDS, times);
    }
    context.problem(`${address} is not a URL that starts with http or rtmp, so it is not played (21455)`);
    return { do: 'next' };
  },
});

export const pause = cxmlVerb({
  stage: 'media',
  name: 'Pause',
  summary: 'Wait.',
  parameters: { length: whole({ default: 1, min: 0, max: 14_400, doc: 'Seconds.' }) },
  effect: { kind: 'simulated' },
  // At the start of a document, it delays the answer.
  answers: false,
  start(context, { length }) {
    context.report(`waits ${length} seconds`);
    return { do: 'wait', for: 'time', seconds: length };
  },
});

export const echo = cxmlVerb({
  stage: 'media',
  name: 'Echo',
  summary: 'Play the audio of the caller back.',
  parameters: { timeout: whole({ default: 60, min: 5, max: 120, doc: 'Seconds.' }) },
  effect: { kind: 'partly', lacks: 'the sandbox has no audio' },
  start(context, { timeout }) {
    context.report(`echoes for ${timeout} seconds`);
    return { do: 'wait', for: 'time', seconds: timeout };
  },
});

export const denoise = cxmlVerb({
  stage: 'media',
  name: 'Denoise',
  summary: 'Start or stop noise reduction.',
  parameters: { text: choice(['on', 'off'], { required: true, doc: 'on or off.' }) },
  effect: { kind: 'not simulated', lacks: 'the sandbox has no audio' },
  start(context, { text: value }) {
    context.report(`noise reduction ${value}`);
    return { do: 'next' };
  },
});
