import { ArithmeticError, evaluate, type PromptSection, SkillBase } from '../index.js';

const expression = {
  type: 'string',
  description: 'What to work out: numbers with + - * / % ** and parentheses, such as (2 + 3) * 4.',
} as const;

/** Evaluates arithmetic expressions. */
export class MathSkill extends SkillBase {
  static override SKILL_NAME = 'math';
  static override SKILL_DESCRIPTION = 'Does basic calculations.';
  static override EXAMPLE = { tool: 'calculate', args: { expression: '(19.99 + 5) * 3' } };

  setup(): boolean {
    return true;
  }

  register_tools(): void {
    this.define_tool({
      name: String(this.params.tool_name || 'calculate'),
      description: 'Work out an arithmetic expression.',
      parameters: { expression },
      required: ['expression'],
      handler: (args) => calculate(String(args.expression)),
    });
  }

  override get_prompt_sections(): PromptSection[] {
    return [
      {
        title: 'Calculations',
        body: 'You can do exact arithmetic.',
        bullets: [
          'Call the tool for every calculation; never work one out yourself.',
          'Write + - * / for the four operations, % for the remainder, ** for powers, and parentheses where needed.',
          'Write numbers in digits, without commas and units.',
        ],
      },
    ];
  }
}

/** @alias */
export default MathSkill;

/** Returns `expression = value`, or a sentence that explains why the expression has no value. */
export function calculate(expression: string): string {
  const text = expression.trim().replaceAll(/\s+/g, ' ');
  try {
    return `${text} = ${written(evaluate(text))}`;
  } catch (error) {
    if (error instanceof ArithmeticError) return `That cannot be worked out: ${error.message}.`;
    throw error;
  }
}

/** Rounds a double to 15 significant digits, so that 0.1 + 0.2 is 0.3. */
const written = (value: bigint | number) => String(typeof value === 'bigint' ? value : Number(value.toPrecision(15)));
