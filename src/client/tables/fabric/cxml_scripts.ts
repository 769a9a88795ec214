import { int, oneOf, orNull, shape, str } from '../../field.js';
import { AppAddress } from './addresses.js';
import { family, head, resource } from './resource.js';

const status_callback_method = oneOf(['GET', 'POST']);

const CxmlScript = shape('CxmlScript',
  { id: str(), display_name: str(), contents: str(), script_type: oneOf(['calling', 'messaging']), request_url: str(), request_count: int(), last_accessed_at: orNull(str()) },
  { status_callback_url: orNull(str()), status_callback_method },
);
const { display_name, ...rest } = head;
/** The routes of scripts use `name`, where lists of all resources use `display_name`. */
const CxmlScriptResource = shape('CxmlScriptResource', { ...rest, name: display_name, type: oneOf(['cxml_script']), cxml_script: CxmlScript });
export const ListedCxmlScript = resource('ListedCxmlScript', 'cxml_script', CxmlScript);

export const cxml_scripts = family('cxml_scripts', 'cXML script', {
  update: 'PUT',
  needs: { display_name: str(), contents: str('The XML document.') },
  takes: { status_callback_url: str(), status_callback_method },
  gives: CxmlScriptResource,
  addresses: AppAddress,
});
