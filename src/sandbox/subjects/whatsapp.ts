import type { Handlers } from '../respond/handler.js';
import { addItem, changeItem, find, type Item } from '../respond/resources.js';
import { found } from '../respond/response.js';
import type { Collection } from '../state/collection.js';
import { collection, type State } from '../state/state.js';
import { after } from '../time/clock.js';
import type { EventHandlers } from '../time/schedule.js';
import { refuse } from './refusals.js';

interface Business extends Item {
  readonly business_name: string;
  readonly business_portfolio_id: string;
  readonly waba_id: string;
}
interface WhatsAppNumber extends Item {
  readonly business: string;
  readonly phone_number: string;
  readonly business_phone_number_id: string;
}
interface Template extends Item {
  readonly name: string;
  readonly language: string;
  readonly template_id: string;
  readonly template_status: string;
  readonly whatsapp_business_id: string;
}

export const allBusinesses = collection<Business>('whatsapp_businesses');
export const allWhatsAppNumbers = collection<WhatsAppNumber>('whatsapp_numbers');
export const allTemplates = collection<Template>('whatsapp_templates');

/** How long the review of a template takes. */
const REVIEW_MS = 30_000;
const DIGITS = '0123456789';

export function seedWhatsApp(state: State): void {
  const id = () => state.ids.pick(15, DIGITS);
  const business = addItem<Business>(state, allBusinesses, {
    business_name: 'Sandbox Company',
    business_portfolio_id: id(),
    waba_id: id(),
  });
  addItem<WhatsAppNumber>(state, allWhatsAppNumbers, {
    business: business.id,
    phone_number: '+12065550101',
    business_phone_number_id: id(),
  });
  addItem<Template>(state, allTemplates, {
    whatsapp_business_id: business.id,
    name: 'order_shipped',
    language: 'en_US',
    category: 'utility',
    parameter_format: 'positional',
    components: [{ type: 'BODY', text: 'Your order {{1}} is on its way.' }],
    template_id: id(),
    template_status: 'approved',
  });
}

export const templateEvents: EventHandlers<'template is reviewed'> = {
  'template is reviewed': (state, { of, at: updated_at }) => {
    const template = allTemplates(state).get(of);
    if (template) allTemplates(state).replace({ ...template, template_status: 'approved', updated_at });
  },
};

const review = (state: State, { id: of, updated_at }: Template) =>
  state.schedule.add({ at: after(updated_at, REVIEW_MS), what: 'template is reviewed', of });

export const whatsapp: Handlers = {
  'beyond.whatsapp.businesses.list': ({ state }) => ({
    data: newest(allBusinesses(state)).map((business) => ({ ...business, whatsapp_business_id: business.id })),
  }),
  'beyond.whatsapp.numbers.list': ({ state }) => ({
    data: newest(allWhatsAppNumbers(state)).map((number) => numberView(state, number)),
  }),
  'beyond.whatsapp.numbers.get': (request) => numberView(request.state, find(request, allWhatsAppNumbers)),
  'beyond.whatsapp.templates.list': ({ state, input }) => {
    const { whatsapp_business_id: business, status } = input;
    const data = newest(allTemplates(state)).filter(
      ({ whatsapp_business_id, template_status }) =>
        (!business || whatsapp_business_id === business) && (!status || template_status === status),
    );
    return { data };
  },
  'beyond.whatsapp.templates.create': ({ state, input }) => {
    if (!allBusinesses(state).get(input.whatsapp_business_id))
      throw refuse('whatsapp_business_id', 'whatsapp_business_id must be one of whatsapp.businesses.list');
    if (!/^[a-z0-9_]+$/.test(input.name))
      throw refuse('name', 'name must contain only lower-case letters, digits and _');
    const fields = { ...input, template_id: state.ids.pick(15, DIGITS), template_status: 'pending' };
    const template = addItem<Template>(state, allTemplates, fields);
    review(state, template);
    return template;
  },
  'beyond.whatsapp.templates.get': (request) => find(request, allTemplates),
  'beyond.whatsapp.templates.update': (request) => {
    const { category, components } = request.input;
    const changes = { ...(category !== undefined && { category }), ...(components !== undefined && { components }) };
    const template = find(request, allTemplates);
    const changed = changeItem(request.state, allTemplates, template, { ...changes, template_status: 'pending' });
    review(request.state, changed);
    return changed;
  },
  'beyond.whatsapp.templates.delete': (request) => {
    allTemplates(request.state).delete(find(request, allTemplates).id);
    return { success: true, errors: null };
  },
};

const byNumber = ({ phone_number }: WhatsAppNumber) => phone_number;

export function mustBeWhatsAppNumber(state: State, from: string): void {
  if (allWhatsAppNumbers(state).withKey(byNumber, from).length > 0) return;
  const message = 'from must be a WhatsApp number of the project: choose one of whatsapp.numbers.list';
  throw refuse('from', message, 'must_belong_to_project');
}

export function approvedTemplate(state: State, id: string): Template {
  const template = allTemplates(state).get(id);
  if (template?.template_status === 'approved') return template;
  const problem = template ? `the template is ${template.template_status}, not approved` : 'no template has this id';
  throw refuse('template_id', problem);
}

const newest = <T extends Item>(things: Collection<T>) => [...things.newest()].map(([, thing]) => thing);

function numberView(state: State, { business, ...number }: WhatsAppNumber): unknown {
  const owner = found(allBusinesses(state).get(business));
  return {
    ...number,
    business_name: owner.business_name,
    waba_id: owner.waba_id,
    whatsapp_business_id: business,
    voice_enabled: false,
    voice_capable: false,
  };
}
