import { isPlain } from '../../index.js';

export interface Question {
  readonly key_name: string;
  readonly question_text: string;
  /** The user must agree to the answer before it is stored. */
  readonly confirm?: boolean;
  /** A note for the model that asks the question. */
  readonly prompt_add?: string;
}

/** The progress of a user. Each change creates a new object with a higher version. */
export interface Progress {
  readonly version: number;
  readonly question_index: number;
  readonly answers: readonly { readonly key_name: string; readonly answer: string }[];
}

export const START: Progress = { version: 0, question_index: 0, answers: [] };

/** All answers are sent again with every later one. */
const MAX_ANSWER_LENGTH = 2000;

/** Returns the stored progress if it fits these questions. */
export function progressIn(
  data: Readonly<Record<string, unknown>>,
  questions: readonly Question[],
): Progress | undefined {
  const { question_index, answers, version = question_index } = data;
  if (!isCount(version) || !isCount(question_index) || !Array.isArray(answers)) return undefined;
  const fits = answers.every(
    (given, index) =>
      isPlain(given) && given.key_name === questions[index]?.key_name && typeof given.answer === 'string',
  );
  return fits && answers.length === question_index ? { version, question_index, answers } : undefined;
}

export interface GivenAnswer {
  readonly answer: string;
  readonly isConfirmed: boolean;
}

/** Returns the progress after an answer, or the reason why the answer was not stored. */
export function storeAnswer(
  progress: Progress,
  questions: readonly Question[],
  { answer, isConfirmed }: GivenAnswer,
): Progress | string {
  const question = questions[progress.question_index];
  if (!question) return 'The answer was not stored. All questions are already answered.';
  if (answer === '') return 'The answer was not stored because it is empty. Ask again.';
  if (answer.length > MAX_ANSWER_LENGTH)
    return `The answer was not stored because it has more than ${MAX_ANSWER_LENGTH} characters. Make it shorter.`;
  if (question.confirm && !isConfirmed)
    return 'The answer was not stored. Read it back to the user. When the user confirms it, submit it again with confirmed_by_user true.';
  return {
    version: progress.version + 1,
    question_index: progress.question_index + 1,
    answers: [...progress.answers, { key_name: question.key_name, answer }],
  };
}

/** Returns the instruction to ask the next question, or undefined if all are answered. */
export function nextQuestion({ question_index }: Progress, questions: readonly Question[]): string | undefined {
  const question = questions[question_index];
  if (!question) return undefined;
  const { question_text, prompt_add, confirm } = question;
  return [
    `Ask the user question ${question_index + 1} of ${questions.length}: ${question_text}`,
    ...(prompt_add ? [`Note: ${prompt_add}`] : []),
    ...(confirm ? ['Read the answer back. When the user confirms it, submit it with confirmed_by_user true.'] : []),
  ].join('\n');
}

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
