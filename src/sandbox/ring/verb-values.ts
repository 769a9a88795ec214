import { bool, type Fields, int, list, num, oneOf, problemsOf, str } from '../../client/index.js';
import { nearest } from '../../util/index.js';

const headers = { from: str(), timeout: int(), max_duration: int(), codecs: str(), webrtc_media: bool() };
const target = str('A number, an address or a URL.');

const TAKES: Readonly<Record<string, Fields>> = {
  answer: { max_duration: int(), codecs: str() },
  connect: { to: target, ...headers, answer_on_bridge: bool() },
  enter_queue: { queue_name: str() },
  execute: { dest: target },
  hangup: { reason: oneOf(['hangup', 'busy', 'decline']) },
  play: {
    url: str(),
    urls: list(str()),
    volume: num(),
    say_voice: str(),
    say_language: str(),
    say_gender: str(),
    auto_answer: bool(),
  },
  send_digits: { digits: str() },
  sleep: { duration: int() },
  transfer: { dest: target },
};

export function valueProblems(verb: string, params: Readonly<Record<string, unknown>>): string[] {
  const takes = Object.hasOwn(TAKES, verb) ? TAKES[verb] : undefined;
  if (!takes) return [];
  // Values with variables are unknown until the call runs, so they are not validated.
  const known = Object.fromEntries(Object.entries(params).filter(([, value]) => !/[$%]\{/.test(String(value))));
  const typos = Object.keys(params).flatMap((name) => {
    const meant = Object.hasOwn(takes, name) ? undefined : nearest(name, Object.keys(takes));
    return meant && !(meant in params) ? [`${verb} has no ${name}. Did you mean ${meant}?`] : [];
  });
  return [...problemsOf({ needs: {}, takes }, known).map(({ at, says }) => `${verb}.${at} ${says}`), ...typos];
}
