import type { State } from '../state/state.js';
import { DUTIES } from '../subjects/index.js';
import { takeDue } from './schedule.js';

/** Runs all events that are due, in order, each at its own time. */
export function catchUp(state: State): void {
  const now = state.clock.now().toISOString();
  for (let due = takeDue(state, now); due !== undefined; due = takeDue(state, now)) DUTIES[due.what]?.(state, due);
}
