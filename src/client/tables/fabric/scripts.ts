import { cxml, documentUrl, either, int, obj, oneOf, orNull, shape, str, swml } from '../../field.js';
import { op } from '../../row.js';
import { AppAddress, family, head, resource } from './resource.js';

const document = swml('A SWML document.');
const messaging = swml('A document for messages.', 'swml for messages');
const status_callback_url = str('Only for calls.');

const SwmlScript = either([
  shape('CallingSwmlScript', { id: str(), display_name: str(), script_type: oneOf(['calling']), request_url: documentUrl('swml'), contents: document }, { status_callback_url: str(), status_callback_method: oneOf(['POST']) }),
  shape('MessagingSwmlScript', { id: str(), display_name: str(), script_type: oneOf(['messaging']), request_url: documentUrl('swml for messages'), contents: messaging }),
]);
export const SwmlScriptResource = resource('SwmlScriptResource', 'swml_script', SwmlScript);

const common = family('swml_scripts', 'SWML script', { update: 'PUT', needs: {}, takes: {}, gives: SwmlScriptResource, addresses: AppAddress });

export const swml_scripts = {
  ...common,
  create: op('POST /api/fabric/resources/swml_scripts', 'Create a SWML script.', {
    needs: { name: str('Called `display_name` in updates and responses.') },
    takes: { status_callback_url },
    variants: [
      obj({ contents: document }, { script_type: oneOf(['calling'], undefined, { default: 'calling' }) }),
      obj({ contents: messaging }, { script_type: oneOf(['messaging']) }),
    ],
    gives: SwmlScriptResource,
  }),
  update: op('PUT /api/fabric/resources/swml_scripts/{resource_id:SWML script}', 'Update a SWML script.', {
    takes: { display_name: str(), script_type: oneOf(['calling', 'messaging'], undefined, { default: 'calling' }), contents: document, status_callback_url },
    gives: SwmlScriptResource,
  }),
};

const status_callback_method = oneOf(['GET', 'POST']);

const CxmlScript = shape('CxmlScript',
  { id: str(), display_name: str(), contents: str(), script_type: oneOf(['calling', 'messaging']), request_url: documentUrl('cxml'), request_count: int(), last_accessed_at: orNull(str()) },
  { status_callback_url: orNull(str()), status_callback_method },
);
const { display_name, ...rest } = head;
/** The routes of scripts use `name`, where lists of all resources use `display_name`. */
const CxmlScriptResource = shape('CxmlScriptResource', { ...rest, name: display_name, type: oneOf(['cxml_script']), cxml_script: CxmlScript });
export const ListedCxmlScript = resource('ListedCxmlScript', 'cxml_script', CxmlScript);

export const cxml_scripts = family('cxml_scripts', 'cXML script', {
  update: 'PUT',
  needs: { display_name: str(), contents: cxml('The XML document.') },
  takes: { status_callback_url: str(), status_callback_method },
  gives: CxmlScriptResource,
  addresses: AppAddress,
});
