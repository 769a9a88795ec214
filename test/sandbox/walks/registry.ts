import { campaignContent } from '../support/campaign-content.js';
import { missing, refused, type Walk } from './walk.js';

export const registry: Walk = async ({ registry: { brands, campaigns, orders, numbers } }, { clock }) => {
  const brand = await brands.create({ name: 'Practice', csp_self_registered: true, csp_brand_reference: 'BQ7' });
  await refused(brands.create_campaign(brand.id, campaignContent), 422);
  clock.advance(60);
  await brands.get(brand.id);
  await missing(brands.get('unknown'));
  await brands.list({ filter_name: 'Pract', filter_state: 'active' });
  const campaign = await brands.create_campaign(brand.id, campaignContent);
  await refused(campaigns.create_order(campaign.id, { phone_numbers: ['+12125550142'] }), 422);
  clock.advance(60);
  await campaigns.get(campaign.id);
  await missing(campaigns.get('unknown'));
  await campaigns.update(campaign.id, { name: 'Appointments' });
  await brands.list_campaigns(brand.id, { filter_name: 'Appoint' });
  const order = await campaigns.create_order(campaign.id, { phone_numbers: ['+12125550142', '+12065550100'] });
  await refused(campaigns.create_order(campaign.id, { phone_numbers: ['+19995550100'] }), 422);
  clock.advance(60);
  await orders.get(order.id);
  await missing(orders.get('unknown'));
  await campaigns.list_orders(campaign.id);
  const [one] = (await campaigns.list_numbers(campaign.id, { filter_state: 'active' })).data;
  await numbers.delete(one?.id as string);
  await missing(numbers.delete(one?.id as string));
};
