import { PlatformRestError } from '../client/index.js';
import type { CallStory, CastResult, Ring } from '../sandbox/index.js';
import type { SkillDescription } from '../skills/index.js';
import type { Moment, SheetPart } from '../util/index.js';
import { explainError } from './advice/why.js';
import { skillHelp } from './help/skill.js';
import { castParts, ringMoments, storyMoments } from './inspect/call-moments.js';
import { ownValue } from './inspect/own-value.js';
import { routePath } from './inspect/route.js';

export interface Picture {
  readonly parts: readonly SheetPart[];
  /** The parts replace the value. Otherwise they are shown next to it. */
  readonly isWhole: boolean;
  /** The parts contain nearly everything in the value. */
  readonly isComplete: boolean;
  readonly isFailure: boolean;
}

/** Pictures a failed request, a skill, a number, a call or a cast in the sandbox, or call events. Sends no requests. `advice` is that of an error. */
export function pictureOf(value: unknown, advice: readonly string[] = []): Picture | undefined {
  if (value instanceof PlatformRestError)
    return picture(explainError(value, { advice }), { isWhole: true, isFailure: true });
  if (typeof value !== 'object' || value === null) return undefined;
  if (isSkill(value)) return picture(skillHelp({ ...NO_TOOLS, ...value }), { isWhole: true });
  if (isNumber(value)) return picture([{ path: routePath(value) }]);
  if (isRing(value)) return picture([{ moments: ringMoments(value) }], { isComplete: true });
  if (isStory(value)) return picture([{ moments: storyMoments(value) }], { isComplete: true });
  if (isCast(value)) return picture(castParts(value), { isComplete: true });
  const events = eventsIn(value);
  return events && picture([{ moments: events.map(eventMoment) }], { isComplete: true });
}

/** Defaults for the fields that a description does not contain. */
const NO_TOOLS = { missing_packages: [], tools: [], hints: [], prompt_sections: [] };

const picture = (parts: readonly SheetPart[], more: Partial<Picture> = {}): Picture => ({
  parts,
  isWhole: false,
  isComplete: false,
  isFailure: false,
  ...more,
});

function isSkill(value: object): value is SkillDescription {
  const texts = ['name', 'version', 'description', 'source'];
  const parameters = ownValue(value, 'parameters');
  return (
    texts.every((name) => typeof ownValue(value, name) === 'string') &&
    Array.isArray(ownValue(value, 'required_packages')) &&
    typeof parameters === 'object' &&
    parameters !== null
  );
}

const isNumber = (value: object): value is Record<string, unknown> =>
  typeof ownValue(value, 'number') === 'string' && 'call_handler' in value && 'calling_handler_resource_id' in value;

export const isRing = (value: object): value is Ring =>
  typeof ownValue(value, 'call_id') === 'string' &&
  typeof ownValue(value, 'route') === 'string' &&
  typeof ownValue(value, 'ended') === 'string' &&
  ['requests', 'steps', 'problems', 'unused'].every((name) => Array.isArray(ownValue(value, name)));

export const isStory = (value: object): value is CallStory =>
  ['id', 'from', 'to', 'started', 'ended'].every((name) => typeof ownValue(value, name) === 'string') &&
  ['steps', 'requests', 'problems', 'called', 'webhooks'].every((name) => Array.isArray(ownValue(value, name)));

const isCast = (value: object): value is CastResult =>
  ['parties', 'failures', 'unused'].every((name) => Array.isArray(ownValue(value, name)));

interface CallEvent {
  readonly event_at: string;
  readonly name: string;
  readonly level?: string;
  readonly details?: unknown;
}

function eventsIn(value: object): readonly CallEvent[] | undefined {
  const list: unknown = Array.isArray(value) ? value : ownValue(value, 'data');
  if (!Array.isArray(list) || list.length === 0) return undefined;
  const isEvent = (item: unknown) => ['event_at', 'name'].every((key) => typeof ownValue(item, key) === 'string');
  // `every` would walk over the holes of a sparse list.
  return list.findIndex((item) => !isEvent(item)) < 0 ? (list as CallEvent[]) : undefined;
}

function eventMoment({ event_at, name, level, details }: CallEvent): Moment {
  const facts = typeof details === 'object' && details !== null ? Object.entries(details) : [];
  const tone = level === 'error' ? 'bad' : level === 'warn' ? 'warn' : undefined;
  const text = facts
    .map(([key, fact]) => `${key} ${typeof fact === 'string' ? fact : JSON.stringify(fact)}`)
    .join(' · ');
  return { title: name, at: event_at, text, ...(tone && { tone }) };
}
