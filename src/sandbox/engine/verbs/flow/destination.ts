import { nearest } from '../../../../util/index.js';
import { readJson } from '../../../request/read-json.js';
import { inlineDocument } from '../../../runs/start-run.js';
import type { Target } from '../../run/outcome.js';
import type { StepContext } from '../../run/step-context.js';

/** Finds what `dest` names: a section of this document, an inline document or a URL. A failure is reported. */
export function destination(context: StepContext, dest: unknown): Target | undefined {
  if (typeof dest !== 'string') return { document: inlineDocument(dest) };
  if (/^\s*\{/.test(dest)) {
    const read = readJson(dest);
    if ('value' in read) return { document: inlineDocument(read.value) };
    return failed(context, 'relay_script_parse_error', `cannot parse the inline document: ${read.problem}`);
  }
  const to = String(context.substitute(dest)).trim();
  const { sections } = context;
  const { document } = context.frame;
  if (sections.has(to)) return { section: to };
  if (/^relay:/.test(to))
    return failed(
      context,
      'relay_script_method_execute_failed',
      `${to}: transfers to an application are not available`,
    );
  if (/^[\w-]*$/.test(to)) {
    const meant = nearest(to, sections);
    const advice = meant ? `. Did you mean ${meant}?` : '';
    return failed(context, 'relay_script_section_parameter_undefined', `there is no section ${to || '""'}${advice}`);
  }
  const url = URL.canParse(to, document.url ?? undefined) ? new URL(to, document.url ?? undefined) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return { urls: [{ url: url.href, method: 'POST', language: 'swml' }] };
  return failed(context, 'relay_script_parse_error', `${to} is not a section, a URL or an inline document`);
}

function failed(context: StepContext, code: string, problem: string): undefined {
  context.fails(code, problem);
  context.report('fails');
  return undefined;
}

/** The destination in a few words. */
export const describeTarget = (target: Target): string =>
  'section' in target
    ? `section ${target.section}`
    : 'document' in target
      ? 'an inline document'
      : (target.urls[0]?.url ?? 'no URL');
