import type { Handlers } from '../respond/handler.js';
import { collection, type State } from '../state/state.js';
import { ownNumber } from './own-number.js';
import { notInProject, wrongValue } from './refusals.js';

interface SipProfile {
  readonly id: 'profile';
  readonly domain_identifier: string;
  readonly default_codecs: readonly string[];
  readonly default_ciphers: readonly string[];
  readonly default_encryption: string;
  readonly default_send_as: string;
}

/** Each project has one profile. It is stored at the first change; until then, the defaults apply. */
const profiles = collection<SipProfile>('sip_profile');

const CIPHERS = [
  'AEAD_AES_256_GCM_8',
  'AES_256_CM_HMAC_SHA1_80',
  'AES_CM_128_HMAC_SHA1_80',
  'AES_256_CM_HMAC_SHA1_32',
  'AES_CM_128_HMAC_SHA1_32',
];
const CODECS = ['PCMU', 'PCMA'];
const access = { user: '*', ip_auth_enabled: false, ip_auth: [] };
/** The defaults of a domain application and of a SIP address. */
export const SIP_DEFAULTS = { ...access, codecs: CODECS, ciphers: CIPHERS, encryption: 'optional' };
/** The defaults of the SIP endpoints of the project and of its subscribers. */
export const ENDPOINT_DEFAULTS = {
  caller_id: '',
  send_as: '',
  ciphers: CIPHERS,
  codecs: CODECS,
  encryption: 'default',
};

const profileOf = (state: State): SipProfile =>
  profiles(state).get('profile') ?? {
    id: 'profile',
    domain_identifier: `project-${state.project.slice(0, 8)}`,
    default_codecs: CODECS,
    default_ciphers: CIPHERS,
    default_encryption: 'optional',
    default_send_as: '',
  };

export const sipDomain = (state: State) => `${profileOf(state).domain_identifier}.sip.sandbox.invalid`;

export const sip_profile: Handlers = {
  'sip_profile.get': ({ state }) => view(state),
  'sip_profile.update': ({ state, input }) => {
    const { domain_identifier, default_send_as } = input;
    if (domain_identifier !== undefined && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(domain_identifier))
      throw wrongValue('domain_identifier', 'must be lower-case letters, digits and single dashes');
    if (default_send_as && !ownNumber(state, default_send_as))
      throw notInProject('default_send_as', 'choose one of phone_numbers.list, or leave it empty to allow any of them');
    const changed: SipProfile = { ...profileOf(state), ...input, id: 'profile' };
    if (profiles(state).size === 0) profiles(state).add(changed);
    else profiles(state).replace(changed);
    return view(state);
  },
};

const view = (state: State) => ({ ...profileOf(state), domain: sipDomain(state) });
