import { conference_tokens, conferences } from './conferences.js';
import { room_recordings, room_sessions } from './room_sessions.js';
import { room_tokens } from './room_tokens.js';
import { rooms } from './rooms.js';
import { streams } from './streams.js';

export const video = { rooms, room_tokens, room_sessions, room_recordings, conferences, conference_tokens, streams };
