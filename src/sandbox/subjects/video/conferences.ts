import type { Handlers, OperationRequest, RequestOf, RequestWith } from '../../respond/handler.js';
import { page } from '../../respond/pages.js';
import { addItem, crud, type Item } from '../../respond/resources.js';
import { found } from '../../respond/response.js';
import { clientToken } from '../../state/client-token.js';
import { owned } from '../../state/owned.js';
import { collection, type State } from '../../state/state.js';
import { activeView, endIn } from './session.js';
import { checkSettings, isUpcoming, names } from './settings.js';
import { streams, streamsOf } from './streams.js';

interface Conference extends Item {
  readonly name: string;
}
/** A token to join a conference. Each conference has one for moderators and one for attendees. */
interface ConferenceToken {
  readonly id: string;
  readonly conference_id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly token: string;
}

export const allConferences = collection<Conference>('video_conferences');
export const conferenceTokens = owned<ConferenceToken>('conference tokens');
export const conferenceNames = names('conference');

const SELF = ['room.self.audio_mute', 'room.self.audio_unmute', 'room.self.video_mute', 'room.self.video_unmute'];
const SCOPES = {
  attendee: SELF,
  moderator: [...SELF, 'room.member.audio_mute', 'room.member.remove', 'room.recording', 'room.set_layout'],
};
const COLORS = {
  primary: '#044EF4',
  background: '#FFFFFF',
  foreground: '#1D2127',
  success: '#17BB58',
  negative: '#F42C50',
};
const DEFAULT_COLORS = Object.fromEntries(
  ['dark', 'light'].flatMap((side) => Object.entries(COLORS).map(([part, color]) => [`${side}_${part}`, color])),
);

const newToken = (state: State, conference_id: string, scopes: readonly string[]) =>
  clientToken(state, 'VCT', { conference_id, scopes });

function addConference(state: State, fields: RequestOf<'video.conferences.create'>['input']): Conference {
  checkSettings(fields);
  const name = fields.name ?? nameFrom(state, fields.display_name);
  conferenceNames.check(state, name);
  const conference = addItem<Conference>(state, allConferences, { ...DEFAULT_COLORS, ...fields, name });
  const { id } = conference;
  conferenceNames.take(state, name, id);
  for (const [who, scopes] of Object.entries(SCOPES)) {
    const token = newToken(state, id, scopes);
    conferenceTokens.add(state, id, { id: state.ids.uuid(), conference_id: id, name: who, scopes, token });
  }
  return conference;
}

function nameFrom(state: State, displayName: string): string {
  const words = displayName.match(/[A-Za-z0-9]+/g) ?? ['conference'];
  return `${words.join('-').toLowerCase().slice(0, 80)}-${state.ids.pick(6, '0123456789')}`;
}

const streamHandlers = streamsOf(conferenceOf);

export const conferences: Handlers = {
  ...crud('video.conferences', allConferences, {
    add: ({ state, input }) => addConference(state, input),
    // The name of a conference cannot change, because it is part of the URL of its page.
    update: ({ input }, { name }) => {
      const changes = { ...input, name };
      checkSettings(changes);
      return changes;
    },
    view,
    isListed: ({ input }) => isUpcoming(input),
    beforeDelete: ({ id, name }, { state }) => {
      endIn(state, id);
      streams.deleteAll(state, id);
      conferenceTokens.deleteAll(state, id);
      conferenceNames.free(state, name);
    },
  }),
  'video.conferences.list_conference_tokens': (request) =>
    page(request, conferenceTokens.of(request.state, conferenceOf(request).id), (token) => token),
  'video.conferences.list_streams': streamHandlers.list,
  'video.conferences.create_stream': streamHandlers.create,
  'video.conference_tokens.get': (request) => tokenOf(request),
  'video.conference_tokens.reset': (request) => {
    const old = tokenOf(request);
    return conferenceTokens.replace(request.state, {
      ...old,
      token: newToken(request.state, old.conference_id, old.scopes),
    });
  },
};

function conferenceOf({ state, params }: RequestWith<'conference_id'>): Conference {
  return found(allConferences(state).get(params.conference_id));
}

const tokenOf = ({ state, params }: RequestWith<'token_id'>): ConferenceToken =>
  found(conferenceTokens.get(state, params.token_id));

function view(conference: Conference, request: OperationRequest): unknown {
  return {
    size: 'medium',
    record_on_start: false,
    tone_on_entry_and_exit: true,
    room_join_video_off: false,
    user_join_video_off: false,
    enable_chat: true,
    ...conference,
    ...activeView(conference, request),
  };
}
