import type { Fields, Handlers, OperationRequest, RequestWith } from '../../respond/handler.js';
import { addItem, changeItem, crud, type Item } from '../../respond/resources.js';
import { found } from '../../respond/response.js';
import { clientToken } from '../../state/client-token.js';
import { collection, type State } from '../../state/state.js';
import { activeView, endIn } from './session.js';
import { checkSettings, isUpcoming, names } from './settings.js';
import { streams, streamsOf } from './streams.js';

interface Room extends Item {
  readonly name: string;
}

export const allRooms = collection<Room>('video_rooms');
export const roomNames = names('room');

export function addRoom(state: State, fields: Fields & { readonly name: string }): Room {
  checkSettings(fields);
  const { name } = fields;
  roomNames.check(state, name);
  const room = addItem<Room>(state, allRooms, fields);
  roomNames.take(state, name, room.id);
  return room;
}

const streamHandlers = streamsOf(roomOf);

export const rooms: Handlers = {
  ...crud('video.rooms', allRooms, {
    add: ({ state, input }) => addRoom(state, input),
    view,
    isListed: ({ input }) => isUpcoming(input),
  }),
  'video.rooms.get': (request) => view(roomOf(request), request),
  'video.rooms.update': (request) => {
    const { state, input } = request;
    const room = roomOf(request);
    checkSettings(input);
    // The row does not declare `name`, but the platform accepts it.
    const { name: given }: Fields = input;
    const name = typeof given === 'string' ? given : room.name;
    if (name !== room.name) {
      roomNames.check(state, name);
      roomNames.free(state, room.name);
      roomNames.take(state, name, room.id);
    }
    return view(changeItem(state, allRooms, room, input), request);
  },
  'video.rooms.delete': (request) => {
    const { id, name } = roomOf(request);
    endIn(request.state, id);
    streams.deleteAll(request.state, id);
    roomNames.free(request.state, name);
    allRooms(request.state).delete(id);
  },
  'video.rooms.list_streams': streamHandlers.list,
  'video.rooms.create_stream': streamHandlers.create,
  // The room does not have to exist: the platform creates it when the first participant joins, which is not simulated.
  'video.room_tokens.create': ({ state, input }) => {
    checkSettings(input);
    const { permissions = ['room.self.audio_mute', 'room.self.audio_unmute', 'room.self.screenshare'], ...settings } =
      input;
    return { token: clientToken(state, 'VRT', { ...settings, permissions }, LIFETIME_S) };
  },
};

const LIFETIME_S = 7200;

function roomOf({ state, params: { room_id } }: RequestWith<'room_id'>): Room {
  return found(allRooms(state).get(roomNames.find(state, room_id) ?? room_id));
}

function view(room: Room, request: OperationRequest): unknown {
  return {
    max_members: 20,
    fps: 20,
    tone_on_entry_and_exit: true,
    room_join_video_off: false,
    user_join_video_off: false,
    prioritize_handraise: false,
    ...room,
    ...activeView(room, request),
  };
}
