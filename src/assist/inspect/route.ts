import { operations, PlatformRestError, type RestClient } from '../../client/index.js';
import type { PathStep, SheetPart } from '../../util/index.js';

const COMPANIONS = operations.phone_numbers.update.companions?.call_handler ?? {};
const HANDLERS: Readonly<Record<string, string>> = {
  relay_script: 'the platform fetches and runs a SWML document',
  laml_webhooks: 'the platform fetches and runs an XML document',
  laml_application: 'an XML application answers',
  ai_agent: 'an AI agent answers',
  call_flow: 'a call flow answers',
  relay_application: 'a program that listens to this name answers',
  relay_topic: 'a program that listens to this topic answers',
  relay_context: 'a program that listens to this context answers (deprecated: use relay_topic)',
  relay_connector: 'a connector answers',
  video_room: 'the caller joins a video room',
  dialogflow: 'a Dialogflow agent answers',
  relay_sip_endpoint: 'a SIP endpoint rings',
  relay_verto_endpoint: 'a browser endpoint rings',
};

/** Explains what happens when a number rings, the most common support question. Only reads from the platform. */
export async function explainRoute(platform: RestClient, digits: string): Promise<SheetPart[]> {
  const e164 = digits.startsWith('+') ? digits : `+${digits}`;
  const { data } = await platform.phone_numbers.list({ filter_number: e164.replace('+', '') });
  const number = data.find((one) => one.number === e164);
  if (!number) {
    const similar = data.slice(0, 5).map((one) => one.number);
    return [
      `${e164} is not a number of this project.`,
      ...(similar.length > 0 ? [`Similar numbers: ${similar.join(', ')}`] : []),
    ];
  }
  const settings = number as unknown as Record<string, unknown>;
  const handler = number.call_handler;
  const title = { title: `${number.number}${number.name ? ` (${number.name})` : ''}` };
  if (handler === null) {
    const unused = unusedSettings(settings, undefined);
    return [
      title,
      { path: routePath(settings) },
      'No call handler is set. Callers hear that the number is out of service.',
      ...unused,
      `To set a handler, run await platform.phone_numbers.set_swml_webhook('${number.id}', 'https://…')`,
    ];
  }
  const companion = COMPANIONS[handler];
  const target = companion === undefined ? undefined : settings[companion];
  const missing = companion !== undefined && isEmpty(target);
  const resource = await resourceOf(platform, number.calling_handler_resource_id);
  return [
    title,
    { path: routePath(settings, resource?.type) },
    {
      pairs: [
        [handler, HANDLERS[handler] ?? 'set by another resource, not by the number'],
        ...(companion === undefined
          ? []
          : [[companion, missing ? 'not set: the call fails' : String(target)] as const]),
        ...extras(handler, settings),
        ...(resource ? [['resource', resource.text] as const] : []),
      ],
    },
    ...warningsAbout(handler, target),
    ...unusedSettings(settings, handler),
  ];
}

/** Returns the steps from a number to the resource or document that answers it. */
export function routePath(settings: Readonly<Record<string, unknown>>, type = 'resource'): PathStep[] {
  const start = { title: String(settings.number), ...(settings.name ? { text: String(settings.name) } : {}) };
  const handler = settings.call_handler;
  if (typeof handler !== 'string') return [start, { title: 'no answer', text: 'no call handler', broken: true }];
  const companion = COMPANIONS[handler];
  const target = companion === undefined ? undefined : settings[companion];
  const id = settings.calling_handler_resource_id;
  const text = typeof id === 'string' ? `${type} ${id}` : undefined;
  return [
    start,
    { title: handler, ...(HANDLERS[handler] && { text: HANDLERS[handler] }) },
    ...(companion === undefined
      ? []
      : [
          isEmpty(target)
            ? { title: 'not set', text: 'the call fails', by: companion, broken: true }
            : { title: String(target), by: companion, ...(text && { text: text }) },
        ]),
  ];
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === '';

function extras(handler: string, settings: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  const named = {
    laml_webhooks: ['call_request_method', 'call_fallback_url', 'call_status_callback_url'],
    relay_topic: ['call_relay_topic_status_callback_url'],
    call_flow: ['call_flow_version'],
  } as Readonly<Record<string, readonly string[]>>;
  return (named[handler] ?? []).flatMap((name) => (settings[name] ? [[name, String(settings[name])] as const] : []));
}

/** Describes the resource behind the handler. `type` is set only if the resource could be fetched. */
async function resourceOf(
  platform: RestClient,
  id: string | null,
): Promise<{ readonly text: string; readonly type?: string } | undefined> {
  if (id === null) return undefined;
  try {
    const { type, display_name } = (await platform.fabric.resources.get(id)) as { type: string; display_name?: string };
    return { text: `${type} ${display_name ?? ''} (${id})`.replace('  ', ' '), type };
  } catch (error) {
    if (!(error instanceof PlatformRestError)) throw error;
    const text = error.status === 404 ? 'deleted: the call fails' : `cannot be fetched: ${error.message}`;
    return { text: `${id}; ${text}` };
  }
}

function warningsAbout(handler: string, target: unknown): SheetPart[] {
  if (typeof target !== 'string') return [];
  const warnings: string[] = [];
  if (/^http:/.test(target)) warnings.push('The URL is not encrypted. Use https.');
  if (handler === 'relay_script' && /\.xml(\?|$)/.test(target))
    warnings.push('The URL looks like XML, but this handler expects SWML. Use phone_numbers.set_cxml_webhook.');
  if (handler === 'laml_webhooks' && /\.(json|ya?ml|swml)(\?|$)/.test(target))
    warnings.push('The URL looks like SWML, but this handler expects XML. Use phone_numbers.set_swml_webhook.');
  return warnings.length > 0 ? [{ title: 'Warnings' }, { lines: warnings, of: 'words' }] : [];
}

/** Lists settings that belong to other handlers and have no effect. */
function unusedSettings(settings: Readonly<Record<string, unknown>>, handler: string | undefined): SheetPart[] {
  const unused = Object.entries(COMPANIONS).flatMap(([other, name]) =>
    other !== handler && settings[name] ? [[name, `${String(settings[name])} (used only by ${other})`] as const] : [],
  );
  return unused.length > 0 ? [{ title: 'Unused settings' }, { pairs: unused }] : [];
}
