import type { CallSite } from './cursor.js';
import type { Candidate, Signature } from './suggestion.js';

export interface SkillOffer {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, Parameter>>;
  /** The names of its tools, as far as they are known without loading it. */
  readonly tools: readonly string[];
}

export interface ToolOffer {
  readonly name: string;
  readonly description: string;
  readonly parameters: {
    readonly properties: Readonly<
      Record<string, { readonly type?: unknown; readonly description?: string; readonly enum?: readonly unknown[] }>
    >;
    readonly required?: readonly string[];
  };
}

interface Parameter {
  readonly type?: unknown;
  readonly description?: string;
  readonly required?: boolean;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly env_var?: string;
}

interface Offered {
  readonly items: readonly Candidate[];
  readonly call?: Signature;
}

/** Completes the name of a skill, or the keys and values of its parameters. */
export function inAddSkill(call: CallSite, skills: readonly SkillOffer[]): Offered {
  const usage = (name: string, parameters: SkillOffer['parameters']) =>
    `agent.add_skill('${name}'${argumentText(parameters)})`;
  if (call.argument === 0)
    return {
      items: byName(skills).map(({ name, description, parameters, tools }) => ({
        text: name,
        kind: 'value',
        isText: true,
        detail: shapeOf(parameters),
        doc: `${description}${tools.length > 0 ? ` Tools: ${tools.join(', ')}.` : ''}`,
      })),
      call: { text: 'agent.add_skill(name, { … })', doc: 'Load a skill. If it fails, nothing changes.' },
    };
  const skill = skills.find(({ name }) => name === call.literals[0]);
  if (!skill || call.argument !== 1) return { items: [] };
  return inObject(call, skill.parameters, { text: usage(skill.name, skill.parameters), doc: skill.description });
}

const byName = <Named extends { readonly name: string }>(all: readonly Named[]): Named[] =>
  [...all].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Completes the name of a tool, or the keys and values of its arguments. */
export function inCallTool(call: CallSite, tools: readonly ToolOffer[]): Offered {
  if (call.argument === 0)
    return {
      items: byName(tools).map((tool) => ({
        text: tool.name,
        kind: 'value',
        isText: true,
        detail: shapeOf(argumentsOf(tool)),
        doc: tool.description,
      })),
      call: {
        text: 'agent.call_tool(name, { … })',
        doc:
          tools.length > 0
            ? 'Call a tool like the platform does.'
            : "The agent has no tools. Load a skill: await agent.add_skill('datetime')",
      },
    };
  const tool = tools.find(({ name }) => name === call.literals[0]);
  if (!tool || call.argument !== 1) return { items: [] };
  const parameters = argumentsOf(tool);
  return inObject(call, parameters, {
    text: `agent.call_tool('${tool.name}'${argumentText(parameters)})`,
    doc: tool.description,
  });
}

function argumentsOf({ parameters: { properties, required = [] } }: ToolOffer): SkillOffer['parameters'] {
  return Object.fromEntries(
    Object.entries(properties).map(([name, entry]) => [name, { ...entry, required: required.includes(name) }]),
  );
}

function inObject(call: CallSite, parameters: SkillOffer['parameters'], signature: Signature): Offered {
  if (call.steps.length > 0) return { items: [], call: signature };
  if (call.key !== undefined) {
    const entry = Object.hasOwn(parameters, call.key) ? parameters[call.key] : undefined;
    if (!entry) return { items: [], call: signature };
    const doc = `${call.key}: ${detailOf(entry)}. ${entry.description ?? ''}`.trim();
    return { items: valuesOf(entry), call: { ...signature, doc } };
  }
  const keys = inOrder(parameters)
    .filter(([name]) => !call.present.includes(name))
    .map(
      ([text, entry]): Candidate => ({
        text,
        kind: 'key',
        detail: detailOf(entry),
        ...(entry.description && { doc: entry.description }),
      }),
    );
  const items = call.place === 'key' ? keys : keys.map((item) => ({ ...item, text: `{ ${item.text}: ` }));
  return { items, call: signature };
}

function valuesOf(entry: Parameter): Candidate[] {
  const values = entry.enum ?? (entry.type === 'boolean' ? [true, false] : []);
  return values.map((value) => ({
    text: String(value),
    kind: 'value',
    ...(typeof value === 'string' && { isText: true }),
    ...(value === entry.default && { detail: 'default' }),
  }));
}

const detailOf = ({ required, type, env_var }: Parameter) =>
  [required && 'required', String(type ?? 'any'), env_var && `or ${env_var}`].filter(Boolean).join(' ');

const OF_EVERY_SKILL = ['tool_name', 'swaig_fields', 'skip_prompt'];

/** Sorts required parameters first, and those that every skill accepts last. */
function inOrder(parameters: SkillOffer['parameters']): [string, Parameter][] {
  const rank = ([name, { required }]: [string, Parameter]) => (required ? 0 : OF_EVERY_SKILL.includes(name) ? 2 : 1);
  return Object.entries(parameters).sort((a, b) => rank(a) - rank(b));
}

/** Returns the shape of the parameters, such as `{ api_key, num_results? }`. */
function shapeOf(parameters: SkillOffer['parameters']): string {
  const names = inOrder(parameters);
  const shown = names.slice(0, 4).map(([name, { required }]) => (required ? name : `${name}?`));
  return names.length === 0 ? '' : `{ ${[...shown, ...(names.length > 4 ? ['…'] : [])].join(', ')} }`;
}

const argumentText = (parameters: SkillOffer['parameters']) => {
  const shape = shapeOf(parameters);
  return shape === '' ? '' : `, ${shape}`;
};
