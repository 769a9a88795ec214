import { notFound } from '../respond/response.js';
import type { Subject } from '../respond/subject.js';
import type { Collection } from '../state/collection.js';
import { addThing, changeThing, find, type Thing } from '../state/resources.js';
import { kind, type State } from '../state/state.js';
import { after } from '../time/moments.js';
import { type Duties, later } from '../time/schedule.js';
import { refuse } from './refusals.js';

/** A WhatsApp business account. It has numbers and message templates. */
interface Business extends Thing {
  readonly business_name: string;
  readonly business_portfolio_id: string;
  readonly waba_id: string;
}
interface WhatsAppNumber extends Thing {
  readonly business: string;
  readonly phone_number: string;
  readonly business_phone_number_id: string;
}
interface Template extends Thing {
  readonly name: string;
  readonly language: string;
  readonly template_id: string;
  readonly template_status: string;
  readonly whatsapp_business_id: string;
}

const allBusinesses = kind<Business>('whatsapp_businesses');
const allNumbers = kind<WhatsAppNumber>('whatsapp_numbers');
const allTemplates = kind<Template>('whatsapp_templates');

/** How long the review of a template takes. */
const REVIEW_MS = 30_000;
const DIGITS = '0123456789';

export function furnishWhatsApp(state: State): void {
  const id = () => state.ids.pick(15, DIGITS);
  const business = addThing<Business>(state, allBusinesses, {
    business_name: 'Sandbox Company',
    business_portfolio_id: id(),
    waba_id: id(),
  });
  addThing<WhatsAppNumber>(state, allNumbers, {
    business: business.id,
    phone_number: '+12065550101',
    business_phone_number_id: id(),
  });
  addThing<Template>(state, allTemplates, {
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

/** Scheduled events of templates. */
export const templateDuties: Duties = {
  'template is reviewed': (state, { of, at: updated_at }) => {
    const template = allTemplates(state).get(of);
    if (template) allTemplates(state).replace({ ...template, template_status: 'approved', updated_at });
  },
};

const review = (state: State, { id: of, updated_at }: Template) =>
  later(state, { at: after(updated_at, REVIEW_MS), what: 'template is reviewed', of });

export const whatsapp: Subject = {
  'beyond.whatsapp.businesses.list': ({ state }) => ({
    data: newest(allBusinesses(state)).map((business) => ({ ...business, whatsapp_business_id: business.id })),
  }),
  'beyond.whatsapp.numbers.list': ({ state }) => ({
    data: newest(allNumbers(state)).map((number) => numberView(state, number)),
  }),
  'beyond.whatsapp.numbers.get': (ask) => numberView(ask.state, find(ask, allNumbers)),
  'beyond.whatsapp.templates.list': ({ state, query }) => {
    const wanted = (name: string, value: unknown) => !query.get(name) || query.get(name) === value;
    const fits = ({ whatsapp_business_id, template_status }: Template) =>
      wanted('whatsapp_business_id', whatsapp_business_id) && wanted('status', template_status);
    return { data: newest(allTemplates(state)).filter(fits) };
  },
  'beyond.whatsapp.templates.create': ({ state, fields }) => {
    if (!allBusinesses(state).get(String(fields.whatsapp_business_id)))
      throw refuse('whatsapp_business_id', 'whatsapp_business_id must be one of whatsapp.businesses.list');
    if (!/^[a-z0-9_]+$/.test(String(fields.name)))
      throw refuse('name', 'name may have small letters, digits and _ alone');
    const made = { ...fields, template_id: state.ids.pick(15, DIGITS), template_status: 'pending' };
    const template = addThing<Template>(state, allTemplates, made);
    review(state, template);
    return template;
  },
  'beyond.whatsapp.templates.get': (ask) => find(ask, allTemplates),
  'beyond.whatsapp.templates.update': (ask) => {
    const { category, components } = ask.fields;
    const changes = { ...(category !== undefined && { category }), ...(components !== undefined && { components }) };
    const template = find(ask, allTemplates);
    const changed = changeThing(ask.state, allTemplates, template, { ...changes, template_status: 'pending' });
    review(ask.state, changed);
    return changed;
  },
  'beyond.whatsapp.templates.delete': (ask) => {
    allTemplates(ask.state).delete(find(ask, allTemplates).id);
    return { success: true, errors: null };
  },
};

/** Throws unless `from` is a WhatsApp number of the project. */
export function mustBeOnWhatsApp(state: State, from: string): void {
  for (const { phone_number } of allNumbers(state)) if (phone_number === from) return;
  throw refuse(
    'from',
    'from must be a WhatsApp number of the project: see whatsapp.numbers.list',
    'must_belong_to_project',
  );
}

export function mustBeApproved(state: State, id: string): Template {
  const template = allTemplates(state).get(id);
  if (template?.template_status === 'approved') return template;
  throw refuse(
    'template_id',
    template ? `the template is ${template.template_status}, not approved` : 'no template has this id',
  );
}

const newest = <T extends Thing>(things: Collection<T>) => [...things.newest()].map(([, thing]) => thing);

function numberView(state: State, { business, ...number }: WhatsAppNumber): unknown {
  const owner = allBusinesses(state).get(business);
  if (!owner) throw notFound();
  return {
    ...number,
    business_name: owner.business_name,
    waba_id: owner.waba_id,
    whatsapp_business_id: business,
    voice_enabled: false,
    voice_capable: false,
  };
}
