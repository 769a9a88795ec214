// Published declarations name these types, so this file imports nothing that is not published.

/** A control of a notebook. Show it with `display`, or as the result of a cell. */
export interface Widget {
  /** Removes the control from the notebook. */
  close(): void;
}

interface Sized {
  /** A CSS length, such as `'300px'` or `'50%'`. */
  readonly width?: string;
}

interface InputOptions<T> extends Sized {
  readonly value?: T;
  /** The label. */
  readonly description?: string;
  readonly disabled?: boolean;
}

interface TextOptions extends InputOptions<string> {
  /** What an empty field shows. */
  readonly placeholder?: string;
}

interface SliderOptions extends InputOptions<number> {
  /** The default is 0. */
  readonly min?: number;
  /** The default is 100. */
  readonly max?: number;
  readonly step?: number;
}

interface DropdownOptions<T> extends InputOptions<T> {
  readonly options: readonly T[];
}

interface ButtonOptions extends Sized {
  readonly description?: string;
  readonly tooltip?: string;
  readonly disabled?: boolean;
}

interface ShownOptions extends Sized {
  readonly value?: string;
}

/** A control with a value that the user and the code can change. */
export interface Input<T> extends Widget {
  value: T;
  description: string;
  disabled: boolean;
  /** Calls the handler each time the user changes the value. Its output and its errors are below the widget. */
  on_change(handler: (value: T, before: T) => unknown): this;
}

export interface Button extends Widget {
  description: string;
  disabled: boolean;
  /** Calls the handler each time the user clicks. Its output and its errors are below the widget. */
  on_click(handler: () => unknown): this;
}

/** A text that the code can change. */
export interface ShownText extends Widget {
  value: string;
}

export interface Box extends Widget {
  children: readonly Widget[];
}

/** A place for the output of code. */
export interface OutputArea extends Widget {
  /** Runs a function, and shows its output in the widget instead of below the cell. Returns the result of the function. */
  capture<T>(run: () => T | Promise<T>): Promise<T>;
  /** Adds values, as `display` shows them. */
  append(...values: unknown[]): void;
  clear(): void;
}

/** A form for an operation. */
export interface Form extends Widget {
  /** The code that the form runs with its present values. */
  readonly code: string;
  /** Waits until the user runs the form. Returns the response, and adds a cell with the code of the request. */
  result(): Promise<unknown>;
}

/** An operation of `platform`, such as `platform.queues.create`. */
// biome-ignore lint/suspicious/noExplicitAny: an operation has any arguments, which the form fills in.
type Operation = (...args: any[]) => unknown;

/** The controls of a notebook. Where the front end has no widgets, they are shown as text. */
export interface Widgets {
  IntSlider(options?: SliderOptions): Input<number>;
  IntText(options?: InputOptions<number>): Input<number>;
  FloatText(options?: InputOptions<number>): Input<number>;
  Text(options?: TextOptions): Input<string>;
  Textarea(options?: TextOptions): Input<string>;
  Checkbox(options?: InputOptions<boolean>): Input<boolean>;
  /** A list of different values, of which the user selects one. */
  Dropdown<const T extends string | number | boolean>(options: DropdownOptions<T>): Input<T>;
  Button(options?: ButtonOptions): Button;
  /** Shows a text. */
  Label(options?: ShownOptions): ShownText;
  /** Shows markup as it is. Escape texts that you did not write yourself, or use `show`. */
  HTML(options?: ShownOptions): ShownText;
  /** Widgets next to each other. */
  HBox(children: readonly Widget[], options?: Sized): Box;
  /** Widgets below each other. */
  VBox(children: readonly Widget[], options?: Sized): Box;
  /** Shows the output of code, such as that of a handler, in a separate output. */
  Output(options?: Sized): OutputArea;
  /** A form for an operation: a control for each field, and a button that runs the request. */
  form(operation: Operation): Form;
  /** The latest requests of this session. The list is updated when a request ends. */
  requests(): Widget;
  /** The timeline of a call in the sandbox. It is updated when something happens. The beginning of an id is enough. */
  call(id: string): Widget;
}
