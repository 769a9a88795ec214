import { playAll, SOUND_URLS } from '../../acts/sounds.js';
import { bool, list, number, text } from '../parameters.js';
import { swmlVerb } from '../verb.js';

/** A play URL. */
export const sound = <const O extends { readonly doc?: string }>(options?: O) =>
  text({ begins: SOUND_URLS, ...options });

export const voice = {
  volume: number({ default: 0, min: -40, max: 40, variable: true, doc: 'The volume in dB.', ignored: true }),
  say_voice: text({ doc: 'The voice of `say:`; default Polly.Salli.', ignored: true }),
  say_language: text({ doc: 'The language of `say:`; default en-US.', ignored: true }),
  say_gender: text({ doc: 'The gender of the voice; default female.', ignored: true }),
} as const;

export const play = swmlVerb({
  stage: 'media',
  name: 'play',
  summary: 'Play audio, speech, ringing or silence.',
  alsoCalled: ['say', 'speak', 'tts', 'playback', 'audio'],
  parameters: {
    url: sound({ doc: 'say:…, silence:…, ring:… or the URL of an audio file.' }),
    urls: list(sound(), { min: 1, doc: 'Several sounds.' }),
    ...voice,
    auto_answer: bool({ default: true, variable: true, doc: 'false plays before the call is answered.' }),
    status_url: text({ relative: true, doc: 'Receives calling.call.play.' }),
  },
  shorthand: 'url',
  oneOf: [['url', 'urls']],
  effect: { kind: 'partly', lacks: 'audio files are not loaded: each takes 10 seconds' },
  answers: 'optional',
  callbacks: ['calling.call.play'],
  start(context, { url, urls = [], auto_answer, status_url }) {
    if (auto_answer) context.answer();
    const seconds = playAll(context, url === undefined ? urls : [url]);
    const control_id = context.newId();
    context.callback(status_url, 'calling.call.play', { control_id, state: seconds > 0 ? 'playing' : 'error' });
    return seconds > 0 ? { do: 'wait', for: 'time', seconds, data: { control_id } } : { do: 'next' };
  },
  resume(context, _event, { status_url }, { control_id }) {
    context.callback(status_url, 'calling.call.play', { control_id, state: 'finished' });
    return { do: 'next' };
  },
  hungUp: (context, { status_url }, { control_id }) =>
    context.callback(status_url, 'calling.call.play', { control_id, state: 'finished' }),
});
