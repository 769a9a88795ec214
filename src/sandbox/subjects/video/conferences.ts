import { page } from '../../respond/pages.js';
import { notFound } from '../../respond/response.js';
import type { Ask, Subject } from '../../respond/subject.js';
import { clientToken } from '../../state/client-token.js';
import { owned } from '../../state/owned.js';
import { addThing, changeThing, type Thing } from '../../state/resources.js';
import { kind, type State } from '../../state/state.js';
import { activeSession, endIn, sessionView } from './session.js';
import { checkSettings, isUpcoming, names } from './settings.js';
import { streams, streamsOf } from './streams.js';

interface Conference extends Thing {
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

const allConferences = kind<Conference>('video_conferences');
const tokens = owned<ConferenceToken>('conference tokens');
const conferenceNames = names('conference');

const SELF = ['room.self.audio_mute', 'room.self.audio_unmute', 'room.self.video_mute', 'room.self.video_unmute'];
const SCOPES = {
  attendee: SELF,
  moderator: [...SELF, 'room.member.audio_mute', 'room.member.remove', 'room.recording', 'room.set_layout'],
};
const COLOURS = {
  primary: '#044EF4',
  background: '#FFFFFF',
  foreground: '#1D2127',
  success: '#17BB58',
  negative: '#F42C50',
};
const USUAL_COLOURS = Object.fromEntries(
  ['dark', 'light'].flatMap((side) => Object.entries(COLOURS).map(([part, colour]) => [`${side}_${part}`, colour])),
);

const newToken = (state: State, conference_id: string, scopes: readonly string[]) =>
  clientToken(state, 'VCT', { conference_id, scopes });

function addConference(state: State, fields: Readonly<Record<string, unknown>>): Conference {
  checkSettings(fields);
  const words = String(fields.display_name).match(/[A-Za-z0-9]+/g) ?? ['conference'];
  const made = () => `${words.join('-').toLowerCase().slice(0, 80)}-${state.ids.pick(6, '0123456789')}`;
  const name = String(fields.name ?? made());
  conferenceNames.check(state, name);
  const conference = addThing<Conference>(state, allConferences, { ...USUAL_COLOURS, ...fields, name });
  const { id } = conference;
  conferenceNames.take(state, name, id);
  for (const [who, scopes] of Object.entries(SCOPES)) {
    const token = newToken(state, id, scopes);
    tokens.add(state, id, { id: state.ids.uuid(), conference_id: id, name: who, scopes, token });
  }
  return conference;
}

const inside = streamsOf(conferenceOf);

export const conferences: Subject = {
  'video.conferences.list': (ask) =>
    page(ask, allConferences(ask.state), (conference) => view(ask, conference), isUpcoming(ask)),
  'video.conferences.create': (ask) => view(ask, addConference(ask.state, ask.fields)),
  'video.conferences.get': (ask) => view(ask, conferenceOf(ask)),
  'video.conferences.update': (ask) => {
    // The name of a conference cannot change, because it is part of the URL of its page.
    const { name: _, ...changes } = ask.fields;
    checkSettings(changes);
    return view(ask, changeThing(ask.state, allConferences, conferenceOf(ask), changes));
  },
  'video.conferences.delete': (ask) => {
    const { id, name } = conferenceOf(ask);
    endIn(ask.state, id);
    streams.deleteAll(ask.state, id);
    tokens.deleteAll(ask.state, id);
    conferenceNames.free(ask.state, name);
    allConferences(ask.state).delete(id);
  },
  'video.conferences.list_conference_tokens': (ask) =>
    page(ask, tokens.of(ask.state, conferenceOf(ask).id), (token) => token),
  'video.conferences.list_streams': inside.list,
  'video.conferences.create_stream': inside.create,
  'video.conference_tokens.get': (ask) => tokenOf(ask),
  'video.conference_tokens.reset': (ask) => {
    const old = tokenOf(ask);
    return tokens.replace(ask.state, { ...old, token: newToken(ask.state, old.conference_id, old.scopes) });
  },
};

function conferenceOf({ state, words: { conference_id = '' } }: Ask): Conference {
  const conference = allConferences(state).get(conference_id);
  if (!conference) throw notFound();
  return conference;
}

function tokenOf({ state, words: { token_id = '' } }: Ask): ConferenceToken {
  const token = tokens.get(state, token_id);
  if (!token) throw notFound();
  return token;
}

function view({ state, query }: Ask, conference: Conference): unknown {
  const session = query.get('include_active_session') === 'true' ? activeSession(state, conference.id) : undefined;
  return {
    size: 'medium',
    record_on_start: false,
    tone_on_entry_and_exit: true,
    room_join_video_off: false,
    user_join_video_off: false,
    enable_chat: true,
    ...conference,
    ...(session && { active_session: sessionView(session) }),
  };
}
