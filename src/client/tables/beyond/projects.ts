import { bool, none, orNull, page, shape, str } from '../../field.js';
import { op } from '../../row.js';
import { paging } from '../shared-fields.js';

const P = '/api/projects';
const name = str(undefined, { max: 250 });
const rules = { protect_recordings: bool(), protect_message_media: bool(), protect_fax_media: bool(), force_https_requests: bool() };
const facts = { id: str(), name: str(), parent_project_id: orNull(str()), subproject: bool(), region_preference: str(), ...rules, created_at: str(), updated_at: str() };
const Project = shape('Project', facts);
const ProjectWithKey = shape('ProjectWithSigningKey', { ...facts, signing_key: str('It is shown only once.') });

export const projects = {
  list:   op(`GET ${P}`, 'List the project and its subprojects.', { takes: { name: str(), ...paging }, gives: page(Project) }),
  create: op(`POST ${P}`, 'Create a subproject. Subprojects cannot have subprojects.', { needs: { name }, takes: rules, ok: 201, gives: ProjectWithKey }),
  get:    op(`GET ${P}/{id:project}`, 'Fetch one project.', { gives: Project }),
  update: op(`PATCH ${P}/{id:project}`, 'Update a project.', { takes: { name, ...rules }, gives: Project }),
  delete: op(`DELETE ${P}/{id:project}`, 'Delete a subproject that has no phone numbers.', { spends: true, gives: none }),
  rotate_signing_key: op(`POST ${P}/{id:project}/signing-key/rotate`, 'Replace the key that signs requests from the platform.', { spends: true, gives: ProjectWithKey }),
};
