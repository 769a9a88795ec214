import { ArithmeticError, evaluate, type PromptSection, promptSection, ReadySkill } from '../index.js';

const expression = {
  type: 'string',
  description: 'The expression: numbers with + - * / % ** and parentheses, such as (2 + 3) * 4.',
} as const;

/** Evaluates arithmetic expressions. */
export class MathSkill extends ReadySkill {
  static override SKILL_NAME = 'math';
  static override SKILL_DESCRIPTION = 'Evaluates arithmetic expressions.';
  static override EXAMPLE = { tool: 'calculate', args: { expression: '(19.99 + 5) * 3' } };

  register_tools(): void {
    this.define_tool({
      name: this.params.tool_name || 'calculate',
      description: 'Evaluate an arithmetic expression.',
      parameters: { expression },
      required: ['expression'],
      handler: (args) => calculate(args.expression),
    });
  }

  override get_prompt_sections(): PromptSection[] {
    return promptSection('Calculations', 'You can do exact arithmetic.', [
      'Call the tool for every calculation. Never calculate yourself.',
      'Write + - * / for the four operations, % for the remainder, ** for powers, and parentheses.',
      'Write numbers in digits, without commas or units.',
    ]);
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
    if (error instanceof ArithmeticError) return `The expression has no value: ${error.message}.`;
    throw error;
  }
}

/** Rounds a double to 15 significant digits, so that 0.1 + 0.2 is 0.3. */
const written = (value: bigint | number) => String(typeof value === 'bigint' ? value : Number(value.toPrecision(15)));
