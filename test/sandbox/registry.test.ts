import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../src/sandbox.js';
import { campaignContent } from './support/campaign-content.js';
import { refused } from './walks/walk.js';

const URL = 'https://example.com/registry';
const company = {
  name: 'Practice',
  company_name: 'Practice Ltd',
  contact_email: 'a@example.com',
  contact_phone: '+12065550100',
  ein_issuing_country: 'US',
  legal_entity_type: 'PRIVATE_PROFIT' as const,
  ein: '98-7654321',
  company_address: '1 Main St',
  company_website: 'https://example.com',
};
const SPARE = '+12125550142';
const ELSEWHERE = '+12065550100';

describe('the assignment of a number to a campaign', () => {
  it('follows the clock and sends a callback for every step', async () => {
    const sandbox = createSandbox();
    const { brands, campaigns, orders } = sandbox.client().registry;
    const brand = await brands.create({ ...company, status_callback_url: URL });
    expect(brand.state).toBe('pending');
    sandbox.clock.advance(60);
    const campaign = await brands.create_campaign(brand.id, { ...campaignContent, status_callback_url: URL });
    sandbox.clock.advance(60);
    const order = await campaigns.create_order(campaign.id, {
      phone_numbers: [SPARE, ELSEWHERE],
      status_callback_url: URL,
    });
    sandbox.clock.advance(12);
    const states = async () =>
      (await campaigns.list_numbers(campaign.id)).data.map(({ phone_number, state }) => [phone_number?.number, state]);
    expect(await states()).toEqual([
      [ELSEWHERE, 'failed'],
      [SPARE, 'pending'],
    ]);
    sandbox.clock.advance(12);
    expect(await states()).toContainEqual([SPARE, 'active']);
    expect(await orders.get(order.id)).toMatchObject({ state: 'processed', processed_at: expect.any(String) });
    expect(sandbox.callbacks.map(({ payload }) => [payload.event_category, payload.event_type, payload.state])).toEqual(
      [
        ['brand', 'brand_activated', 'active'],
        ['campaign', 'campaign_activated', 'active'],
        ['number_assignment_order', 'number_assignment_order_processed', 'processed'],
        ['number_assignment', 'number_assignment_pending', 'pending'],
        ['number_assignment', 'number_assignment_failed', 'failed'],
        ['number_assignment', 'number_assignment_activated', 'active'],
      ],
    );
    expect(sandbox.callbacks.at(-1)?.payload).toMatchObject({
      project_id: sandbox.credentials.project,
      brand_id: brand.id,
      campaign_id: campaign.id,
      number_assignment_order_id: order.id,
      phone_number: SPARE,
    });
  });

  it('can be repeated after the number is removed', async () => {
    const sandbox = createSandbox();
    const { brands, campaigns, numbers } = sandbox.client().registry;
    const [brand] = (await brands.list()).data;
    const [campaign] = (await brands.list_campaigns(brand?.id as string)).data;
    const id = campaign?.id as string;
    const put = async () => {
      await campaigns.create_order(id, { phone_numbers: [ELSEWHERE] });
      sandbox.clock.advance(60);
      return (await campaigns.list_numbers(id)).data[0];
    };
    const all = (await campaigns.list_numbers(id)).data;
    expect(all.map(({ state }) => state)).toEqual(['active', 'active']);
    expect((await put())?.state).toBe('failed');
    for (const one of all) await numbers.delete(one.id);
    expect((await put())?.state).toBe('active');
  });
});

describe('a brand', () => {
  it('without a valid tax number is not accepted', async () => {
    const sandbox = createSandbox();
    const { brands } = sandbox.client().registry;
    const { id } = await brands.create({ ...company, ein: 'none' });
    sandbox.clock.advance(60);
    expect(await brands.get(id)).toMatchObject({ state: 'unverified' });
    await refused(brands.create_campaign(id, campaignContent), 422);
  });

  it('has a unique name', async () => {
    const { brands } = createSandbox().client().registry;
    await brands.create(company);
    expect((await refused(brands.create(company), 422)).errors).toMatchObject([{ code: '422' }]);
  });
});

describe('a campaign', () => {
  it.each([
    ['sub use cases for a use case without any', { sub_use_cases: ['2FA'] }],
    ['sub use cases of an unknown use case', { sms_use_case: 'constructor', sub_use_cases: ['2FA'] }],
    ['too few sub use cases', { sms_use_case: 'MIXED', sub_use_cases: ['2FA'] }],
    ['a political one without its token', { sms_use_case: 'POLITICAL_SECTION_527' }],
    ['pooling that is not explained', { number_pooling_required: true }],
    ['terms that were not accepted', { terms_and_conditions: false }],
    ['keywords with spaces', { opt_out_keywords: 'STOP, END' }],
    ['another brand in the body', { brand_id: 'unknown' }],
    ['a sample that is too short', { sample1: 'Hi' }],
  ])('is refused with %s', async (_, wrong) => {
    const { brands } = createSandbox().client().with({ check: false }).registry;
    const [brand] = (await brands.list()).data;
    await refused(brands.create_campaign(brand?.id as string, { ...campaignContent, ...wrong }), 422);
  });
});
