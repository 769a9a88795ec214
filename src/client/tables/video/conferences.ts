import { anything, bool, type Field, list, none, nullable, oneOf, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { paging } from '../shared-fields.js';
import { ActiveSession, arrival, include_active_session, joining, look, roomName, stamps, texts, upcoming } from './settings.js';
import { createStream, listStreams } from './streams.js';

const T = '/api/video/conference_tokens/{token_id}';
const ConferenceToken = shape('ConferenceToken', { id: str(), name: orNull(str()), token: str(), scopes: list(str()) });

export const conference_tokens = {
  get:   op(`GET ${T}`, 'Fetch one conference token.', { gives: ConferenceToken }),
  reset: op(`POST ${T}/reset`, 'Replace a conference token with a new one.', { spends: true, gives: ConferenceToken }),
};

const C = '/api/video/conferences';
const CONFERENCE = `${C}/{conference_id}` as const;

/** The colours of the page for guests. `of` receives the default of each colour. */
const colours = (of: (usual: string) => Field<string>) => ({
  dark_primary:  of('#044EF4'), dark_background:  of('#FFFFFF'), dark_foreground:  of('#1D2127'), dark_success:  of('#17BB58'), dark_negative:  of('#F42C50'),
  light_primary: of('#044EF4'), light_background: of('#FFFFFF'), light_foreground: of('#1D2127'), light_success: of('#17BB58'), light_negative: of('#F42C50'),
});
const colour = str('A colour as `#rrggbb`.');
const size = oneOf(['small', 'medium', 'large'], undefined, { default: 'medium' });
const settings = { description: texts.description, ...joining, ...look, size, record_on_start: bool(), enable_room_previews: bool() };

const VideoConference = shape('VideoConference',
  {
    id: str(), name: str(), ...nullable(texts), ...nullable(joining), ...look, size: orNull(size), record_on_start: bool(), ...arrival, enable_chat: bool(),
    enable_room_previews: orNull(bool()), ...nullable(colours(() => colour)), meta: orNull(anything()), ...stamps,
  },
  { active_session: ActiveSession },
);

export const conferences = {
  list:   op(`GET ${C}`, 'List conferences.', { takes: upcoming, gives: page(VideoConference) }),
  create: op(`POST ${C}`, 'Create a conference, which is a room with its own web page.', {
    needs: { display_name: texts.display_name },
    takes: { name: roomName, ...settings, enable_chat: bool(undefined, { default: true }), ...colours((usual) => str('A colour as `#rrggbb`.', { default: usual })) },
    gives: VideoConference,
  }),
  get:    op(`GET ${CONFERENCE}`, 'Fetch one conference.', { takes: { include_active_session }, gives: VideoConference }),
  update: op(`PUT ${CONFERENCE}`, 'Update a conference.', {
    takes: { display_name: texts.display_name, ...settings, ...arrival, enable_chat: bool(), ...colours(() => colour) }, demands: ['display_name'], gives: VideoConference,
  }),
  delete: op(`DELETE ${CONFERENCE}`, 'Delete a conference.', { spends: true, gives: none }),
  list_conference_tokens: op(`GET ${CONFERENCE}/conference_tokens`, 'List the tokens of a conference.', { takes: paging, gives: page(ConferenceToken) }),
  list_streams:  listStreams(CONFERENCE, 'conference'),
  create_stream: createStream(CONFERENCE, 'conference', 200),
};
