import type { SheetPart } from '../../util/index.js';
import type { Topic } from './find-topics.js';

/** A task of several steps, with code that runs in the sandbox. */
interface Recipe {
  /** One sentence in the imperative. */
  readonly help: string;
  /** The words of people who look for it. */
  readonly words: string;
  readonly steps: readonly (readonly [what: string, code: readonly string[]])[];
}

const NUMBER = [
  'const { phone_numbers } = platform',
  'const numbers =',
  '  await phone_numbers.list()',
  'const [number] = numbers.data',
];
const BIND = ['await phone_numbers.set_swml_webhook(', '  number.id,', '  script.swml_script.request_url,', ')'];

/**
 * Stores a document for calls. Each line fits a screen of 40 columns, and no line break is in a string, so that the code
 * can be copied from there.
 */
const scriptOf = (name: string, ...steps: readonly string[]): readonly string[] => [
  'const scripts =',
  '  platform.fabric.swml_scripts',
  'const script = await scripts.create({',
  `  name: '${name}',`,
  '  contents: {',
  "    version: '1.0.0',",
  '    sections: {',
  '      main: [',
  ...steps.map((step) => `        ${step}`),
  '      ],',
  '    },',
  '  },',
  '})',
];

/** Recipes by the word to type after `.help`. */
export const RECIPES: Readonly<Record<string, Recipe>> = {
  greeting: {
    help: 'Greet the callers of a number.',
    words: 'greet greeting hello welcome say speak answer voice caller script number ring',
    steps: [
      ['Store what the caller hears', scriptOf('greeting', "{ play: 'say:Hello!' },")],
      ['Choose a number', NUMBER],
      ['Let the number answer with it', BIND],
      ['Ring it in the sandbox', ['await sandbox.ring(number.number)']],
    ],
  },
  menu: {
    help: 'Ask the callers of a number to press a key.',
    words: 'menu ivr press key digits keypad option prompt gather caller script number ring',
    steps: [
      [
        'Store what the caller hears',
        scriptOf(
          'menu',
          '{',
          '  prompt: {',
          "    play: 'say:Type 1 or 2',",
          '    max_digits: 1,',
          '  },',
          '},',
          '{',
          '  switch: {',
          "    variable: 'prompt_value',",
          '    case: {',
          "      1: [{ play: 'say:A' }],",
          "      2: [{ play: 'say:B' }],",
          '    },',
          '  },',
          '},',
        ),
      ],
      ['Choose a number', NUMBER],
      ['Let the number answer with it', BIND],
      ['Ring it in the sandbox, and press 2', ['await sandbox.ring(number.number, {', "  digits: ['2'],", '})']],
    ],
  },
  voicemail: {
    help: 'Record a message of the callers of a number.',
    words: 'voicemail record message beep mailbox leave caller script number ring',
    steps: [
      [
        'Store what the caller hears',
        scriptOf('voicemail', "{ play: 'say:Speak now.' },", '{ record: { beep: true } },'),
      ],
      ['Choose a number', NUMBER],
      ['Let the number answer with it', BIND],
      ['Ring it in the sandbox', ['await sandbox.ring(number.number)']],
      ['List the recordings', ['await platform.recordings.list()']],
    ],
  },
};

export const recipeTopics = (): Topic[] =>
  Object.entries(RECIPES).map(([name, { help, words }]) => ({ name: `.help ${name}`, label: name, help, words }));

/** Returns the steps of a recipe. */
export function recipeHelp(topic: string): SheetPart[] | undefined {
  const recipe = Object.hasOwn(RECIPES, topic) ? RECIPES[topic] : undefined;
  if (!recipe) return undefined;
  const { help, steps } = recipe;
  return [
    { title: topic },
    help,
    ...steps.flatMap(([what, code], index): SheetPart[] => [
      { title: `${index + 1}. ${what}` },
      { lines: code, of: 'TypeScript' as const },
    ]),
  ];
}
