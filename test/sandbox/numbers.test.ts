import { describe, expect, it } from 'vitest';
import { isTollFree } from '../../src/sandbox/subjects/numbers/north-america.js';
import { createSandbox } from '../../src/sandbox.js';
import { office } from './support/office.js';
import { missing, refused } from './walks/walk.js';

const fresh = () => createSandbox({ empty: true }).client();

describe('one number', () => {
  it('is the same in both APIs', async () => {
    const { phone_numbers, compat } = fresh();
    const url = 'https://example.com/v.xml';
    const bought = await compat.phone_numbers.purchase({
      PhoneNumber: '+12065550107',
      FriendlyName: 'Desk',
      VoiceUrl: url,
      VoiceMethod: 'GET',
    });
    const native = await phone_numbers.get(bought.sid);
    expect(native).toMatchObject({
      number: '+12065550107',
      name: 'Desk',
      call_handler: 'laml_webhooks',
      call_request_url: url,
      call_request_method: 'GET',
      calling_handler_resource_id: expect.any(String),
    });
    await phone_numbers.update(bought.sid, { name: 'Front', call_fallback_url: 'https://example.com/f.xml' });
    expect(await compat.phone_numbers.get(bought.sid)).toMatchObject({
      friendly_name: 'Front',
      voice_url: url,
      voice_fallback_url: 'https://example.com/f.xml',
    });
    expect((await compat.phone_numbers.list({ FriendlyName: 'Desk' })).incoming_phone_numbers).toEqual([]);
    await compat.phone_numbers.delete(bought.sid);
    await missing(phone_numbers.get(bought.sid));
  });

  it('prefers an application to a URL', async () => {
    const { phone_numbers, compat } = fresh();
    const { sid: VoiceApplicationSid } = await compat.applications.create({ FriendlyName: 'Menu' });
    const { sid } = await compat.phone_numbers.purchase({ PhoneNumber: '+12065550107', VoiceApplicationSid });
    await compat.phone_numbers.update(sid, { VoiceUrl: 'https://example.com/v.xml' });
    expect(await phone_numbers.get(sid)).toMatchObject({
      call_handler: 'laml_application',
      calling_handler_resource_id: VoiceApplicationSid,
    });
    await compat.phone_numbers.update(sid, { VoiceApplicationSid: '' });
    expect(await phone_numbers.get(sid)).toMatchObject({ call_handler: 'laml_webhooks' });
    await compat.phone_numbers.update(sid, { VoiceUrl: '' });
    expect(await phone_numbers.get(sid)).toMatchObject({ call_handler: null, calling_handler_resource_id: null });
  });

  it('with invalid settings is not purchased', async () => {
    const { phone_numbers, compat } = fresh();
    const call = compat.phone_numbers.purchase({ PhoneNumber: '+12065550107', VoiceApplicationSid: 'unknown' });
    expect((await refused(call, 422)).body).toMatchObject({ status: 422, message: expect.any(String) });
    expect((await phone_numbers.list()).data).toEqual([]);
  });

  it('is not offered, purchased or imported twice', async () => {
    const { phone_numbers, compat, imported_numbers } = fresh();
    await phone_numbers.purchase({ number: '+12065550107' });
    const offered = (await compat.phone_numbers.search_local('US', { Contains: '5550107' })).available_phone_numbers;
    expect(offered.map(({ phone_number }) => phone_number)).not.toContain('+12065550107');
    expect(offered.length).toBeGreaterThan(0);
    await refused(compat.phone_numbers.purchase({ PhoneNumber: '+12065550107' }), 422);
    await refused(imported_numbers.create({ number: '+12065550107', number_type: 'longcode' }), 422);
  });

  it('that is not offered or invalid is refused', async () => {
    const { phone_numbers } = fresh();
    for (const number of ['+12065551234', '+442079460123', '2065550107', 'help'])
      await refused(phone_numbers.purchase({ number }), 422);
  });

  it('is searched by one part only, and by a city only with its region', async () => {
    const { phone_numbers } = fresh().with({ check: false });
    await refused(phone_numbers.search({ starts_with: '206', ends_with: '107' }), 422);
    await refused(phone_numbers.search({ contains: '55' }), 422);
    await refused(phone_numbers.search({ city: 'Boston' }), 422);
    const { data } = await phone_numbers.search({ city: 'boston', region: 'MA', max_results: 3 });
    expect(data.map(({ number }) => number.slice(0, 5))).toEqual(['+1617', '+1617', '+1617']);
    const free = await phone_numbers.search({ number_type: 'toll-free', areacode: '888', max_results: 1 });
    expect(free.data).toMatchObject([{ number: '+18885550100', capabilities: { fax: false } }]);
  });
});

it('a project has at most 1000 numbers', async () => {
  const sandbox = createSandbox();
  const snapshot = structuredClone(sandbox.snapshot());
  const numbers = snapshot.collections.numbers as { next: number; items: [number, { id: string; number: string }][] };
  const model = numbers.items[0]?.[1] as { id: string; number: string };
  numbers.items = Array.from({ length: 1000 }, (_, i) => [i, { ...model, id: `n${i}`, number: `+1206${1000000 + i}` }]);
  sandbox.restore({ ...snapshot, collections: { ...snapshot.collections, numbers: { ...numbers, next: 1000 } } });
  const { phone_numbers } = sandbox.client();
  const { message } = await refused(phone_numbers.purchase({ number: '+12065550107' }), 422);
  expect(message).toContain('at most 1000');
  await phone_numbers.release('n7');
  await phone_numbers.purchase({ number: '+12065550107' });
});

describe('imported numbers', () => {
  it('have the given type and capabilities', async () => {
    const { imported_numbers, phone_numbers, compat } = fresh();
    const made = await imported_numbers.create({
      number: '+442079460123',
      number_type: 'longcode',
      capabilities: ['sms'],
    });
    expect(made).toMatchObject({ capabilities: ['sms'], number_type: 'longcode', next_billed_at: null });
    expect(await phone_numbers.get(made.id)).toEqual(made);
    expect(await compat.phone_numbers.get(made.id)).toMatchObject({
      origin: 'hosted',
      capabilities: { voice: false, sms: true },
    });
    await refused(imported_numbers.create({ number: '+1888555x', number_type: 'tollfree' }), 422);
  });
});

describe('number groups', () => {
  it('count their numbers and lose released numbers', async () => {
    const { number_groups, phone_numbers } = fresh();
    const { id } = await number_groups.create({ name: 'Campaign' });
    const one = await phone_numbers.purchase({ number: '+12065550107' });
    const two = await phone_numbers.purchase({ number: '+12065550108' });
    const first = await number_groups.add_membership(id, { phone_number_id: one.id });
    const second = await number_groups.add_membership(id, { phone_number_id: two.id });
    expect((await number_groups.list_memberships(id)).data).toEqual([second, first]);
    expect(await number_groups.get(id)).toMatchObject({ sticky_sender: false, phone_number_count: 2 });
    await phone_numbers.release(one.id);
    expect((await number_groups.list_memberships(id)).data).toEqual([second]);
    await missing(number_groups.get_membership(first.id));
    await refused(number_groups.add_membership(id, { phone_number_id: one.id }), 422);
    await number_groups.delete(id);
    await missing(number_groups.get_membership(second.id));
    await phone_numbers.get(two.id);
  });
});

describe('an emergency address', () => {
  it('is registered after a delay and can be removed only then', async () => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers, addresses, beyond } = sandbox.client();
    const { id } = await phone_numbers.purchase({ number: '+12065550107' });
    const { id: e911_address_id } = await addresses.create({ ...office, emergency_enabled: true });
    const assigned = await beyond.phone_numbers.assign_e911_address(id, { e911_address_id });
    expect(assigned).toMatchObject({ e911_address_id, e911_status: 'pending' });
    await refused(beyond.phone_numbers.remove_e911_address(id), 422);
    sandbox.clock.advance(60);
    expect(await phone_numbers.get(id)).toMatchObject({ e911_address_id, e911_status: 'active' });
    expect(await beyond.phone_numbers.remove_e911_address(id)).toMatchObject({ e911_status: 'pending_removal' });
    sandbox.clock.advance(60);
    expect(await phone_numbers.get(id)).toMatchObject({ e911_address_id: null, e911_status: 'unregistered' });
  });

  it('that was not validated fails, and an unknown one is refused', async () => {
    const sandbox = createSandbox({ empty: true });
    const { phone_numbers, addresses, compat, beyond } = sandbox.client();
    const { id } = await phone_numbers.purchase({ number: '+12065550107' });
    const { id: EmergencyAddressSid } = await addresses.create(office);
    await compat.phone_numbers.update(id, { EmergencyAddressSid });
    sandbox.clock.advance(60);
    expect(await compat.phone_numbers.get(id)).toMatchObject({
      emergency_address_sid: EmergencyAddressSid,
      emergency_status: 'failed',
    });
    await refused(beyond.phone_numbers.assign_e911_address(id, { e911_address_id: id }), 422);
  });

  it('is replaced as a whole', async () => {
    const { addresses, beyond } = fresh();
    const { id } = await addresses.create({ ...office, address_type: 'Floor', address_number: '3' });
    const moved = await beyond.addresses.update(id, { ...office, city: 'Tacoma' });
    expect(moved).toMatchObject({ id, city: 'Tacoma', zip_code: '98101' });
    expect(await addresses.get(id)).toEqual(moved);
  });
});

describe('the resources that every project has', () => {
  it('include a short code, whose handler is bound like that of a number', async () => {
    const { short_codes, fabric } = createSandbox().client();
    const [code] = (await short_codes.list()).data;
    expect(code).toMatchObject({ number: '55501', number_type: 'shortcode', message_handler: 'laml_webhooks' });
    const id = code?.id as string;
    const url = 'https://example.com/codes.xml';
    const settings = { name: 'Codes', message_handler: 'laml_webhooks' as const, message_request_url: url };
    const changed = await short_codes.update(id, settings);
    expect(changed).toMatchObject({ number: '55501', name: 'Codes', message_request_url: url });
    const { data } = await fabric.cxml_webhooks.list();
    expect(data[0]).toMatchObject({ cxml_webhook: { primary_request_url: url, used_for: 'messaging' } });
    const application = { message_handler: 'laml_application' as const, message_laml_application_id: 'unknown' };
    await refused(short_codes.update(id, { name: 'Codes', ...application }), 422);
    expect(await short_codes.get(id)).toEqual(changed);
  });

  it('include a SIP profile with the domain', async () => {
    const { sip_profile, phone_numbers } = fresh();
    const before = await sip_profile.get();
    await refused(sip_profile.update({ domain_identifier: 'not so' }), 422);
    await refused(sip_profile.update({ default_send_as: '+12065550107' }), 422);
    await phone_numbers.purchase({ number: '+12065550107' });
    const changed = await sip_profile.update({ domain_identifier: 'acme', default_send_as: '+12065550107' });
    expect(changed).toEqual({
      ...before,
      domain_identifier: 'acme',
      domain: 'acme.sip.sandbox.invalid',
      default_send_as: '+12065550107',
    });
    expect(await sip_profile.get()).toEqual(changed);
  });
});

describe('lookup', () => {
  it('returns the basic data, and more if requested', async () => {
    const { lookup } = createSandbox().client();
    const plain = await lookup.phone_number('+12065550100');
    expect(plain).toMatchObject({
      e164: '+12065550100',
      country_code: 'US',
      country_code_number: 1,
      national_number: '2065550100',
      national_number_formatted: '(206) 555-0100',
      international_number_formatted: '+1 206-555-0100',
      valid_number: true,
      location: 'Seattle, WA',
      timezones: ['America/Los_Angeles'],
    });
    expect(plain).not.toHaveProperty('carrier');
    expect(await lookup.phone_number('+12065550100', { include: 'cnam,carrier' })).toMatchObject({
      cnam: { caller_id: 'FRONT DESK' },
      carrier: { city: 'SEATTLE', state: 'WA' },
    });
    expect(await lookup.phone_number('+18005550199')).toMatchObject({ number_type: 'toll-free' });
    expect(await lookup.phone_number('+10065550100')).toMatchObject({ valid_number: false });
    expect(await lookup.phone_number('+442079460123')).toMatchObject({ country_code: 'GB', country_code_number: 44 });
    expect(await lookup.phone_number('+16045550123')).toMatchObject({ country_code: 'CA', country_code_number: 1 });
    await missing(lookup.phone_number('12065550100'));
  });
});

it.each([
  ['+18005550100', true],
  ['+18885550100', true],
  ['+12065550100', false],
  ['+448005550100', false],
])('%s is toll-free: %s', (number, isFree) => expect(isTollFree(number)).toBe(isFree));
