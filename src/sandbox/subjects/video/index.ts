import type { Handlers } from '../../respond/handler.js';
import type { State } from '../../state/state.js';
import { conferences } from './conferences.js';
import { addRoom, rooms } from './rooms.js';
import { endSession, join, startRecording, startSession } from './session.js';
import { sessions } from './sessions.js';
import { videoStreams } from './streams.js';

export const video: Handlers = { ...rooms, ...conferences, ...sessions, ...videoStreams };

export function seedVideo(state: State): void {
  const room = addRoom(state, { name: 'team', display_name: 'Team meeting', record_on_start: false });
  const past = startSession(state, 'room', room);
  join(state, past, 'Ada');
  state.clock.advance(60);
  join(state, past, 'Charles');
  startRecording(state, past);
  state.clock.advance(900);
  endSession(state, past);
  state.clock.advance(3600);
  const lobby = addRoom(state, { name: 'lobby', display_name: 'Lobby', record_on_start: true });
  join(state, startSession(state, 'room', lobby), 'Grace');
  state.clock.advance(120);
}
