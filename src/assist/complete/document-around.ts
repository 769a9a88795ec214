import type { CallSite, ObjectSite } from './cursor.js';
import { documentField, type ExpectedField } from './document-fields.js';
import { fieldsAt } from './row-fields.js';

/** A place in a document. Its path is the language. */
type DocumentSite = ObjectSite & Pick<CallSite, 'path'>;

/** Returns the innermost document around an object, if the steps from its `sections` show that it is one. */
export function documentAround(
  object: ObjectSite,
): { readonly site: DocumentSite; readonly objects: readonly ExpectedField[] } | undefined {
  const { steps } = object;
  const at = sectionsAround({ steps });
  const isDocument = steps[at]?.tags.version !== undefined || steps[at + 1]?.name === 'main';
  if (at < 0 || !isDocument) return undefined;
  const site = { ...object, path: ['SWML'], steps: steps.slice(at) };
  const objects = fieldsAt([documentField('swml')], site.steps);
  return objects.length === 0 ? undefined : { site, objects };
}

/** Returns the step that leads to the sections of the innermost document around the cursor. */
export const sectionsAround = ({ steps }: Pick<ObjectSite, 'steps'>): number =>
  steps.findLastIndex(({ name }, i) => name === 'sections' && steps[i + 2]?.name === '[]');
