import { missing, refused, type Walk } from './walk.js';

export const whatsapp: Walk = async ({ beyond: { whatsapp: wa, messages } }, { clock }) => {
  const [business] = (await wa.businesses.list()).data;
  const [number] = (await wa.numbers.list()).data;
  await wa.numbers.get(number?.id as string);
  await missing(wa.numbers.get('unknown'));
  const template = await wa.templates.create({
    whatsapp_business_id: business?.whatsapp_business_id as string,
    name: 'hello',
    language: 'en_US',
    category: 'utility',
    parameter_format: 'named',
    components: [{ type: 'BODY', text: 'Hello' }],
  });
  const from = number?.phone_number as string;
  await refused(messages.create({ from, to: '+13035550111', template_id: template.id }), 422);
  clock.advance(60);
  await wa.templates.list({ status: 'approved' });
  await messages.create({ from, to: '+13035550111', template_id: template.id });
  await wa.templates.get(template.id);
  await wa.templates.update(template.id, { category: 'marketing' });
  await wa.templates.delete(template.id);
  await missing(wa.templates.get(template.id));
};
