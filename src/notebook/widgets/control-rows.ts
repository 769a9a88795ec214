/** A field of a control that the front end and the kernel share. */
export interface SharedField {
  readonly initial: unknown;
  /** What a value must be. */
  readonly what: string;
  accepts(value: unknown): boolean;
}

/** A control: its names in the front end, and its fields. */
export interface ControlRow {
  /** The start of the names of its model and of its view. */
  readonly name: string;
  readonly fields: Readonly<Record<string, SharedField>>;
  /** Whether the control has a `description` beside it. */
  readonly isLabelled?: true;
  /** Whether the user can change its `value`. */
  readonly isInput?: true;
  readonly isBox?: true;
  /** Whether it is in the module of outputs. A front end without this module shows it as `HTML`. */
  readonly isOutput?: true;
}

/** A longer text would make each key stroke slow. */
const MAX_TEXT = 1_000_000;
const MAX_ITEMS = 1_000;

const text = (initial = ''): SharedField => ({
  initial,
  what: `must be a string of up to ${MAX_TEXT.toLocaleString('en')} characters`,
  accepts: (value) => typeof value === 'string' && value.length <= MAX_TEXT,
});
const whole = (initial: number): SharedField => ({
  initial,
  what: 'must be a whole number',
  accepts: Number.isSafeInteger,
});
const real = (initial: number): SharedField => ({ initial, what: 'must be a number', accepts: Number.isFinite });
const flag = (initial: boolean): SharedField => ({
  initial,
  what: 'must be true or false',
  accepts: (value) => typeof value === 'boolean',
});
const size: SharedField = {
  initial: undefined,
  what: 'must be a CSS length, such as 200px or 50%',
  accepts: (value) => typeof value === 'string' && /^\d{1,5}(?:\.\d+)?(?:px|em|ex|ch|rem|vw|%)$/.test(value),
};
const items: SharedField = {
  initial: [],
  what: `must be a list of up to ${MAX_ITEMS.toLocaleString('en')} different strings, numbers or booleans`,
  accepts: (value) =>
    Array.isArray(value) &&
    value.length <= MAX_ITEMS &&
    value.every((one) => ['string', 'number', 'boolean'].includes(typeof one)) &&
    new Set(value.map(String)).size === value.length,
};

const outputs: SharedField = {
  initial: [],
  what: 'must be a list of outputs',
  accepts: Array.isArray,
};

const shared = { disabled: flag(false), width: size };
const input = { ...shared, description: text() };
const typed = { ...input, placeholder: text() };

const ENTRY = { isLabelled: true, isInput: true } as const;

export const CONTROLS = {
  IntSlider: {
    name: 'IntSlider',
    fields: { ...input, value: whole(0), min: whole(0), max: whole(100), step: whole(1) },
    ...ENTRY,
  },
  IntText: { name: 'IntText', fields: { ...input, value: whole(0) }, ...ENTRY },
  FloatText: { name: 'FloatText', fields: { ...input, value: real(0) }, ...ENTRY },
  Text: { name: 'Text', fields: { ...typed, value: text() }, ...ENTRY },
  Textarea: { name: 'Textarea', fields: { ...typed, value: text() }, ...ENTRY },
  Checkbox: { name: 'Checkbox', fields: { ...input, value: flag(false) }, ...ENTRY },
  // `value` is one of the options.
  Dropdown: { name: 'Dropdown', fields: { ...input, options: items }, ...ENTRY },
  Button: { name: 'Button', fields: { ...input, tooltip: text() } },
  HTML: { name: 'HTML', fields: { width: size, value: text() } },
  Label: { name: 'Label', fields: { width: size, value: text() } },
  HBox: { name: 'HBox', fields: { width: size }, isBox: true },
  VBox: { name: 'VBox', fields: { width: size }, isBox: true },
  Output: { name: 'Output', fields: { width: size, outputs }, isOutput: true },
} as const satisfies Readonly<Record<string, ControlRow>>;
