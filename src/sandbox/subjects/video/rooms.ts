import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { clientToken } from '../../state/client-token.js';
import { addThing, changeThing, type Thing } from '../../state/resources.js';
import { kind, type State } from '../../state/state.js';
import { activeSession, endIn, sessionView } from './session.js';
import { checkSettings, isUpcoming, names } from './settings.js';
import { streams, streamsOf } from './streams.js';

interface Room extends Thing {
  readonly name: string;
}

const allRooms = kind<Room>('video_rooms');
const roomNames = names('room');

export function addRoom(state: State, fields: Readonly<Record<string, unknown>>): Room {
  checkSettings(fields);
  const name = String(fields.name);
  roomNames.check(state, name);
  const room = addThing<Room>(state, allRooms, fields);
  roomNames.take(state, name, room.id);
  return room;
}

const inside = streamsOf(roomOf);

export const rooms: Subject = {
  'video.rooms.list': (ask) => page(ask, allRooms(ask.state), (room) => view(ask, room), isUpcoming(ask)),
  'video.rooms.create': (ask) => view(ask, addRoom(ask.state, ask.fields)),
  'video.rooms.get': (ask) => view(ask, roomOf(ask)),
  'video.rooms.update': (ask) => {
    const { state, fields } = ask;
    const room = roomOf(ask);
    checkSettings(fields);
    const name = String(fields.name ?? room.name);
    if (name !== room.name) {
      roomNames.check(state, name);
      roomNames.free(state, room.name);
      roomNames.take(state, name, room.id);
    }
    return view(ask, changeThing(state, allRooms, room, fields));
  },
  'video.rooms.delete': (ask) => {
    const { id, name } = roomOf(ask);
    endIn(ask.state, id);
    streams.deleteAll(ask.state, id);
    roomNames.free(ask.state, name);
    allRooms(ask.state).delete(id);
  },
  'video.rooms.list_streams': inside.list,
  'video.rooms.create_stream': inside.create,
  // The room need not exist: the platform creates it when the first participant joins, which is not simulated.
  'video.room_tokens.create': ({ state, fields }) => {
    checkSettings(fields);
    const { permissions = ['room.self.audio_mute', 'room.self.audio_unmute', 'room.self.screenshare'], ...wishes } =
      fields;
    return { token: clientToken(state, 'VRT', { ...wishes, permissions }, LIFE_S) };
  },
};

const LIFE_S = 7200;

/** Finds a room by its id or its name. */
function roomOf({ state, words: { room_id: word = '' } }: Ask): Room {
  const room = allRooms(state).get(roomNames.find(state, word) ?? word);
  if (!room) throw notFound();
  return room;
}

function view({ state, query }: Ask, room: Room): unknown {
  const session = query.get('include_active_session') === 'true' ? activeSession(state, room.id) : undefined;
  return {
    max_members: 20,
    fps: 20,
    tone_on_entry_and_exit: true,
    room_join_video_off: false,
    user_join_video_off: false,
    prioritize_handraise: false,
    ...room,
    ...(session && { active_session: sessionView(session) }),
  };
}
