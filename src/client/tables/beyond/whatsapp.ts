import { anything, bool, either, list, nil, oneOf, openObj, orNull, shape, str, wholeList } from '../../field.js';
import { op } from '../../row.js';

const W = '/api/messaging/whatsapp';
const T = `${W}/templates` as const;
const stamps = { created_at: str(), updated_at: str() };

const Business = shape('WhatsAppBusiness', { whatsapp_business_id: str(), business_name: orNull(str()), business_portfolio_id: orNull(str()), waba_id: str(), ...stamps });
const WhatsAppNumber = shape('WhatsAppNumber', {
  id: str(), business_phone_number_id: str(), phone_number: str(), calling_handler_resource_id: orNull(str()), messaging_handler_resource_id: orNull(str()),
  business_name: orNull(str()), waba_id: str(), whatsapp_business_id: str(), voice_enabled: bool(), voice_capable: bool(), ...stamps,
});

const Status = oneOf(['approved', 'archived', 'deleted', 'disabled', 'flagged', 'in_appeal', 'limit_exceeded', 'locked', 'paused', 'pending', 'reinstated', 'pending_deletion', 'rejected']);
const category = oneOf(['utility', 'marketing', 'authentication']);
const components = list(openObj({ type: str() }), 'Header, body, footer and buttons. The type of a component determines its fields.');
const template = { name: str('Lower-case letters, digits and `_`.', { max: 512 }), language: str(), category, parameter_format: oneOf(['named', 'positional']), components };
const Template = shape('WhatsAppTemplate', { id: str(), ...template, template_id: str(), template_status: Status, whatsapp_business_id: str(), ...stamps }, { discarded_at: str() });

export const whatsapp = {
  businesses: { list: op(`GET ${W}/businesses`, 'List WhatsApp businesses.', { gives: wholeList(Business) }) },
  numbers: {
    list: op(`GET ${W}/numbers`, 'List WhatsApp numbers.', { gives: wholeList(WhatsAppNumber) }),
    get:  op(`GET ${W}/numbers/{id:WhatsApp number}`, 'Fetch one WhatsApp number.', { gives: WhatsAppNumber }),
  },
  templates: {
    list:   op(`GET ${T}`, 'List message templates.', { takes: { whatsapp_business_id: str(), status: Status }, gives: wholeList(Template) }),
    create: op(`POST ${T}`, 'Create a message template and submit it for review.', { needs: { whatsapp_business_id: str(), ...template }, ok: 201, gives: Template }),
    get:    op(`GET ${T}/{id:message template}`, 'Fetch one message template.', { gives: Template }),
    update: op(`PATCH ${T}/{id:message template}`, 'Update a message template.', { takes: { category, components }, gives: Template }),
    delete: op(`DELETE ${T}/{id:message template}`, 'Delete a message template.', {
      ok: 200, spends: true,
      gives: shape('WhatsAppTemplateDeletion', { success: bool(), errors: either([anything(), list(anything()), str(), nil], 'No source describes the format.') }),
    }),
  },
};
